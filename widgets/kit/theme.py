"""How the program looks: scheme, palette, style sheet, icons, spacing.

apply_theme(app, "system")      # once at the start, again when the preference changes
colors().accent                 # always the colours of the scheme in use
icon("open")                    # paints itself in the colour of the scheme in use, also after a change
theme.watcher().changed         # for views that keep colours of their own
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from string import Template

from PySide6.QtCore import QObject, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontDatabase,
    QFontInfo,
    QIcon,
    QIconEngine,
    QPainter,
    QPainterPath,
    QPalette,
    QPixmap,
    QRawFont,
    QTransform,
)
from PySide6.QtWidgets import QApplication

from resources import path
from widgets.kit import wheel

# The two colour schemes, as plain values: nothing here needs a running application.
#
# Every text colour keeps a contrast of at least 4.5:1 on every ground it is used on;
# tests/widgets/test_theme.py holds that.


@dataclass(frozen=True, slots=True)
class Colors:
    """Colours of one scheme by what they mean, each as `#rrggbb`.

    `…_soft` is the ground for a stretch of that meaning; normal `text` is readable on each of them.
    """

    dark: bool
    window: str  # the frame: toolbars, panels
    surface: str  # where content lies: lists, fields, pages
    raised: str  # every other row, cards on the surface, hovered things
    border: str
    outline: str  # outline of a control, visible on its own (3:1)
    text: str
    muted: str  # secondary text
    accent: str
    accent_hover: str
    accent_soft: str  # ground of the selection
    on_accent: str
    ok: str
    warning: str
    error: str
    info_soft: str
    warning_soft: str
    error_soft: str
    added: str
    removed: str
    changed: str
    moved: str
    markup: str
    layout: str
    added_soft: str
    removed_soft: str
    changed_soft: str
    moved_soft: str
    markup_soft: str
    layout_soft: str

    def table(self) -> dict[str, str]:
        """Name → colour, for style sheets."""
        return {name: value for name, value in asdict(self).items() if isinstance(value, str)}


LIGHT = Colors(
    dark=False,
    window="#f2f5f6",
    surface="#ffffff",
    raised="#f7f9fa",
    border="#d8dfe2",
    outline="#7d8b93",
    text="#1a2429",
    muted="#55646b",
    accent="#0e6478",
    accent_hover="#0a5061",
    accent_soft="#d9ebef",
    on_accent="#ffffff",
    ok="#1b6b3a",
    warning="#7d4d00",
    error="#b0241b",
    info_soft="#e3f0f3",
    warning_soft="#fdf1d8",
    error_soft="#fce6e3",
    added="#18703a",
    removed="#b0241b",
    changed="#7d4d00",
    moved="#2154a8",
    markup="#6d3b9c",
    layout="#4a5a63",
    added_soft="#dcf3e2",
    removed_soft="#fce1de",
    changed_soft="#fdeecb",
    moved_soft="#dfe9fb",
    markup_soft="#efe6f8",
    layout_soft="#e6ebee",
)

DARK = Colors(
    dark=True,
    window="#1b2225",
    surface="#141a1d",
    raised="#1f272b",
    border="#323d42",
    outline="#6f7e86",
    text="#e3eaec",
    muted="#9fadb3",
    accent="#66bfd2",
    accent_hover="#86d0df",
    accent_soft="#1f414b",
    on_accent="#06222a",
    ok="#71c990",
    warning="#e6b25c",
    error="#f4938a",
    info_soft="#1d343b",
    warning_soft="#3a2f17",
    error_soft="#43211f",
    added="#71c990",
    removed="#f4938a",
    changed="#e6b25c",
    moved="#8fb4f5",
    markup="#c9a3f0",
    layout="#a9b7bd",
    added_soft="#173524",
    removed_soft="#43211f",
    changed_soft="#3d3116",
    moved_soft="#1d2f52",
    markup_soft="#33244a",
    layout_soft="#283137",
)

MARKS = {
    "added": "+",
    "removed": "−",
    "changed": "~",
    "moved": "→",
    "markup": "<",
    "layout": "#",
    "unchanged": "=",
}


def contrast(a: str, b: str) -> float:
    """Contrast ratio of two colours as WCAG 2 defines it, 1 to 21."""
    bright, dim = sorted((_luminance(a), _luminance(b)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def _luminance(color: str) -> float:
    def linear(part: str) -> float:
        value = int(part, 16) / 255
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(color[at : at + 2]) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


# Icons by what they stand for, drawn from the Material Design icon font that qtawesome brings.
#
# Only its font and its table of names are read: the package itself loads much more of Qt than icons need.
#
# An icon looks up its colour when it is painted, so it follows a change of the scheme without being made
# again.

NAMES = {
    "about": "mdi6.information-outline",
    "add": "mdi6.plus",
    "address": "mdi6.web",
    "again": "mdi6.web-refresh",
    "app": "mdi6.file-tree-outline",
    "archive": "mdi6.archive-outline",
    "audio": "mdi6.music-note-outline",
    "back": "mdi6.arrow-left",
    "binary": "mdi6.file-outline",
    "blocks": "mdi6.view-dashboard-outline",
    "book": "mdi6.book-open-page-variant-outline",
    "browser": "mdi6.open-in-new",
    "outside": "mdi6.open-in-app",
    "calendar": "mdi6.calendar-month-outline",
    "cancel": "mdi6.close",
    "changes": "mdi6.compare-vertical",
    "close": "mdi6.close",
    "category": "mdi6.label-outline",
    "cluster": "mdi6.scatter-plot-outline",
    "collapse": "mdi6.chevron-right",
    "collections": "mdi6.shape-outline",
    "compare": "mdi6.compare",
    "continue": "mdi6.play-circle-outline",
    "copy": "mdi6.content-copy",
    "alike": "mdi6.content-duplicate",
    "crawl": "mdi6.web-plus",
    "css": "mdi6.language-css3",
    "day-after": "mdi6.calendar-arrow-right",
    "day-before": "mdi6.calendar-arrow-left",
    "down": "mdi6.arrow-down",
    "encoding": "mdi6.format-letter-case",
    "error": "mdi6.alert-circle-outline",
    "expand": "mdi6.chevron-down",
    "export": "mdi6.export-variant",
    "facets": "mdi6.filter-variant",
    "filter": "mdi6.filter-outline",
    "fold-all": "mdi6.unfold-less-horizontal",
    "folder": "mdi6.folder-outline",
    "forward": "mdi6.arrow-right",
    "grow": "mdi6.arrow-expand-vertical",
    "help": "mdi6.help-circle-outline",
    "home": "mdi6.home-outline",
    "html": "mdi6.file-document-outline",
    "image": "mdi6.image-outline",
    "import": "mdi6.import",
    "import-folder": "mdi6.folder-arrow-left-outline",
    "info": "mdi6.information-outline",
    "integrity": "mdi6.shield-check-outline",
    "javascript": "mdi6.language-javascript",
    "json": "mdi6.code-json",
    "key": "mdi6.key-outline",
    "kind-article": "mdi6.newspaper-variant-outline",
    "kind-collection": "mdi6.view-grid-outline",
    "kind-documentation": "mdi6.book-open-variant",
    "kind-error": "mdi6.file-alert-outline",
    "kind-forum": "mdi6.forum-outline",
    "kind-home": "mdi6.home-outline",
    "kind-list": "mdi6.format-list-bulleted",
    "kind-login": "mdi6.login-variant",
    "kind-picture": "mdi6.image-frame",
    "kind-product": "mdi6.cart-outline",
    "kind-search": "mdi6.text-box-search-outline",
    "kind-service": "mdi6.briefcase-outline",
    "keyboard": "mdi6.keyboard-outline",
    "link": "mdi6.link-variant",
    "mail": "mdi6.email-outline",
    "map": "mdi6.graph-outline",
    "fit": "mdi6.fit-to-screen-outline",
    "menu": "mdi6.dots-horizontal",
    "loud": "mdi6.volume-high",
    "nodes": "mdi6.server-network-outline",
    "new": "mdi6.folder-plus-outline",
    "next": "mdi6.chevron-down",
    "office": "mdi6.file-word-outline",
    "ok": "mdi6.check-circle-outline",
    "open": "mdi6.folder-open-outline",
    "packed": "mdi6.folder-zip-outline",
    "pages": "mdi6.file-document-multiple-outline",
    "panel": "mdi6.dock-bottom",
    "pause": "mdi6.pause",
    "pdf": "mdi6.file-pdf-box",
    "preferences": "mdi6.cog-outline",
    "previous": "mdi6.chevron-up",
    "print": "mdi6.printer-outline",
    "quit": "mdi6.exit-to-app",
    "recent": "mdi6.history",
    "rebuild": "mdi6.database-refresh-outline",
    "recover": "mdi6.file-restore-outline",
    "redirect": "mdi6.arrow-right-top",
    "reextract": "mdi6.file-refresh-outline",
    "refused": "mdi6.cancel",
    "reload": "mdi6.refresh",
    "remove": "mdi6.trash-can-outline",
    "repaired": "mdi6.wrench-outline",
    "report": "mdi6.clipboard-text-outline",
    "resources": "mdi6.layers-outline",
    "sample": "mdi6.flask-outline",
    "save": "mdi6.content-save-outline",
    "search": "mdi6.magnify",
    "sheet": "mdi6.file-table-box-outline",
    "shrink": "mdi6.arrow-collapse-vertical",
    "silent": "mdi6.volume-off",
    "site": "mdi6.web",
    "star": "mdi6.star-outline",
    "star-half": "mdi6.star-half-full",
    "starred": "mdi6.star",
    "slides": "mdi6.file-presentation-box",
    "start": "mdi6.play",
    "statistics": "mdi6.chart-bar",
    "stop": "mdi6.stop",
    "stored": "mdi6.check",
    "suspect": "mdi6.help-rhombus-outline",
    "tag": "mdi6.tag-plus-outline",
    "note": "mdi6.note-edit-outline",
    "noted": "mdi6.note-text",
    "swap": "mdi6.swap-horizontal",
    "template": "mdi6.page-layout-header",
    "text": "mdi6.text-box-outline",
    "theme": "mdi6.theme-light-dark",
    "undo": "mdi6.undo",
    "redo": "mdi6.redo",
    "unfold": "mdi6.chevron-up",
    "unfold-all": "mdi6.unfold-more-horizontal",
    "up": "mdi6.arrow-up",
    "versions": "mdi6.history",
    "video": "mdi6.filmstrip",
    "verify": "mdi6.clipboard-check-outline",
    "visit": "mdi6.equal",
    "warc": "mdi6.package-variant-closed",
    "warning": "mdi6.alert-outline",
    "xml": "mdi6.file-xml-box",
    "zoom-in": "mdi6.magnify-plus-outline",
    "zoom-out": "mdi6.magnify-minus-outline",
}
_EM = 512


@cache
def icon(name: str, color: str = "text") -> QIcon:
    """The icon called `name` (a key of NAMES, or mdi6.…); `color`: a field of Colors or `#rrggbb`."""
    return QIcon(_Engine(_glyph(NAMES.get(name, name)), color))


@cache
def _icons_font() -> tuple[QRawFont, dict[str, int]]:
    """The font, and the places of its glyphs by name."""
    package = find_spec("qtawesome")
    if package is None or package.origin is None:
        raise ModuleNotFoundError("qtawesome")
    folder = Path(package.origin).parent / "fonts"
    named = next(folder.glob("materialdesignicons6-webfont-charmap-*.json"))
    font = folder / (named.stem.replace("-charmap", "") + ".ttf")
    table = json.loads(named.read_text("utf-8"))
    return QRawFont(str(font), _EM), {name: int(place, 16) for name, place in table.items()}


@cache
def _glyph(name: str) -> QPainterPath:
    """The outline of an icon in a square of side 1 around the origin."""
    raw, places = _icons_font()
    index = raw.glyphIndexesForString(chr(places[name.removeprefix("mdi6.")]))[0]
    outline = raw.pathForGlyph(index)
    box = outline.boundingRect()
    size = max(raw.pixelSize(), box.width(), box.height())
    # glyphs of these fonts are drawn on a square em; centring what is inked keeps odd shapes from hanging
    return QTransform().scale(1 / size, 1 / size).translate(-box.center().x(), -box.center().y()).map(outline)


class _Engine(QIconEngine):
    def __init__(self, glyph: QPainterPath, color: str) -> None:
        super().__init__()
        self._glyph, self._color = glyph, color

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        side = min(rect.width(), rect.height())
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(QRectF(rect).center())
        painter.scale(side, side)
        painter.fillPath(self._glyph, self._ink(mode))
        painter.restore()

    def _ink(self, mode: QIcon.Mode) -> QColor:
        # the theme re-exports icons: a cycle only at import

        scheme = colors()
        if mode == QIcon.Mode.Disabled:
            return QColor(scheme.outline)
        return QColor(self._color if self._color.startswith("#") else getattr(scheme, self._color))

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        pixmap = QPixmap(size)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        self.paint(painter, QRect(QPointF(0, 0).toPoint(), size), mode, state)
        painter.end()
        return pixmap

    def clone(self) -> QIconEngine:
        return _Engine(self._glyph, self._color)


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
        _paint(_application())
        self.changed.emit()


_watcher: Watcher | None = None
_current: Colors = LIGHT


def _application() -> QApplication:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    return app


def watcher() -> Watcher:
    """The one watcher of the running application."""
    global _watcher
    app = _application()
    if _watcher is None or _watcher.parent() is not app:
        _watcher = Watcher(app)
    return _watcher


def colors() -> Colors:
    """The colours of the scheme in use."""
    return _current


def brush(color: str) -> QBrush:
    """A brush in a colour of the scheme in use: a field of Colors."""
    return QBrush(QColor(getattr(_current, color)))


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
    palette = qt_palette(_current)
    app.setPalette(palette)
    if _current is DARK:
        # Fusion draws handles in the colour of buttons, which nobody sees on that ground
        palette.setColor(QPalette.ColorRole.Button, QColor(_current.muted))
        app.setPalette(palette, "QSlider")  # type: ignore[arg-type]  # the stubs take bytes, the function none
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
