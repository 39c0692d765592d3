"""Icons by what they stand for, drawn from the Material Design icon font that qtawesome brings.

Only its font and its table of names are read: the package itself loads much more of Qt than icons need.

An icon looks up its colour when it is painted, so it follows a change of the scheme without being made again.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QIconEngine, QPainter, QPainterPath, QPixmap, QRawFont, QTransform

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
    "cancel": "mdi6.close",
    "changes": "mdi6.compare-vertical",
    "close": "mdi6.close",
    "collapse": "mdi6.chevron-right",
    "compare": "mdi6.compare",
    "continue": "mdi6.play-circle-outline",
    "copy": "mdi6.content-copy",
    "crawl": "mdi6.web-plus",
    "css": "mdi6.language-css3",
    "down": "mdi6.arrow-down",
    "encoding": "mdi6.format-letter-case",
    "error": "mdi6.alert-circle-outline",
    "expand": "mdi6.chevron-down",
    "export": "mdi6.export-variant",
    "facets": "mdi6.filter-variant",
    "filter": "mdi6.filter-outline",
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
    "keyboard": "mdi6.keyboard-outline",
    "link": "mdi6.link-variant",
    "mail": "mdi6.email-outline",
    "menu": "mdi6.dots-horizontal",
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
    "site": "mdi6.web",
    "slides": "mdi6.file-presentation-box",
    "start": "mdi6.play",
    "statistics": "mdi6.chart-bar",
    "stop": "mdi6.stop",
    "stored": "mdi6.check",
    "suspect": "mdi6.help-rhombus-outline",
    "swap": "mdi6.swap-horizontal",
    "text": "mdi6.text-box-outline",
    "theme": "mdi6.theme-light-dark",
    "unfold": "mdi6.chevron-up",
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
def _font() -> tuple[QRawFont, dict[str, int]]:
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
    raw, places = _font()
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
        from widgets import theme  # the theme re-exports icons: a cycle only at import

        scheme = theme.colors()
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
