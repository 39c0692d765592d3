"""How the program looks: scheme, palette, style sheet, icons, spacing.

apply_theme(app, "system")      # once at the start, again when the preference changes
colors().accent                 # always the colours of the scheme in use
icon("open")                    # paints itself in the colour of the scheme in use, also after a change
theme.watcher().changed         # for views that keep colours of their own
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from string import Template

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontInfo, QPalette
from PySide6.QtWidgets import QApplication

from resources import path
from widgets import wheel
from widgets.icons import icon as icon  # re-exported: views need only this module
from widgets.palettes import DARK, LIGHT, MARKS, Colors

# the 8-pixel grid
HALF, UNIT, DOUBLE, TRIPLE, LARGE = 4, 8, 16, 24, 32
RADIUS = 6
ROW_HEIGHT = 28

MODES = ("system", "light", "dark")
_SCHEMES = {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark, "system": Qt.ColorScheme.Unknown}
# fonts that only stand in where nobody configured one; the others read better in lists
_STAND_INS = ("DejaVu Sans", "Bitstream Vera Sans")
_READABLE = ("Inter", "Noto Sans", "Source Sans 3", "Noto Sans CJK SC", "Open Sans", "Liberation Sans")


class Watcher(QObject):
    """Says when the scheme in use has changed."""

    changed = Signal()

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self.mode = "system"
        app.styleHints().colorSchemeChanged.connect(self._scheme_changed)

    def _scheme_changed(self) -> None:
        _paint(QApplication.instance())
        self.changed.emit()


_watcher: Watcher | None = None
_current: Colors = LIGHT


def watcher() -> Watcher:
    """The one watcher of the running application."""
    global _watcher
    app = QApplication.instance()
    if _watcher is None or _watcher.parent() is not app:
        _watcher = Watcher(app)
    return _watcher


def colors() -> Colors:
    """The colours of the scheme in use."""
    return _current


def apply_theme(app: QApplication, mode: str = "system") -> None:
    """Give `app` our look; `mode` is one of MODES and may be changed at any time."""
    app.setStyle("Fusion")
    wheel.guard(app)
    guard = watcher()
    guard.mode = mode if mode in MODES else "system"
    hints = app.styleHints()
    before = hints.colorScheme()
    hints.setColorScheme(_SCHEMES[guard.mode])
    if hints.colorScheme() == before:
        _paint(app)
        guard.changed.emit()


def _paint(app: QApplication) -> None:
    global _current
    mode = watcher().mode
    scheme = _SCHEMES[mode] if mode != "system" else app.styleHints().colorScheme()
    _current = DARK if scheme == Qt.ColorScheme.Dark else LIGHT
    app.setPalette(qt_palette(_current))
    app.setFont(_font(app))
    app.setStyleSheet(style_sheet(_current))


def _font(app: QApplication) -> QFont:
    font = app.font()
    if QFontInfo(font).family() in _STAND_INS:
        known = set(QFontDatabase.families())
        better = next((name for name in _READABLE if name in known), None)
        if better:
            font.setFamilies([better])
    if font.pointSizeF() < 10.5:
        font.setPointSizeF(10.5)
    return font


def qt_palette(c: Colors) -> QPalette:
    """The palette Fusion draws with."""
    role, group = QPalette.ColorRole, QPalette.ColorGroup
    palette = QPalette()
    table = {
        role.Window: c.window,
        role.WindowText: c.text,
        role.Base: c.surface,
        role.AlternateBase: c.raised,
        role.Text: c.text,
        role.Button: c.window,
        role.ButtonText: c.text,
        role.BrightText: c.error,
        role.Highlight: c.accent_soft,
        role.HighlightedText: c.text,
        role.Accent: c.accent,
        role.Link: c.accent,
        role.LinkVisited: c.accent,
        role.ToolTipBase: c.text,
        role.ToolTipText: c.surface,
        role.PlaceholderText: c.muted,
        role.Light: c.surface,
        role.Midlight: c.raised,
        role.Mid: c.border,
        role.Dark: c.outline,
        role.Shadow: c.border,
    }
    for which, value in table.items():
        palette.setColor(which, QColor(value))
    for which in (role.WindowText, role.Text, role.ButtonText, role.HighlightedText):
        palette.setColor(group.Disabled, which, QColor(c.outline))
    return palette


def style_sheet(c: Colors) -> str:
    """resources/style/explorer.qss with the colours of `c`."""
    text = path("style", "explorer.qss").read_text("utf-8")
    scheme = "dark" if c.dark else "light"
    images = path("style").as_posix()
    return Template(text).substitute(c.table(), scheme=scheme, images=images)


def soft(kind: str) -> str:
    """The ground colour for a kind of change, or for info, warning, error."""
    return str(getattr(colors(), f"{kind}_soft", colors().raised))


class _Changes(Mapping[str, tuple[str, str]]):
    """Kind of change → (colour of the scheme in use, its mark)."""

    def __getitem__(self, kind: str) -> tuple[str, str]:
        mark = MARKS[kind]
        return (colors().muted if kind == "unchanged" else getattr(colors(), kind)), mark

    def __iter__(self) -> Iterator[str]:
        return iter(MARKS)

    def __len__(self) -> int:
        return len(MARKS)


changes = _Changes()
