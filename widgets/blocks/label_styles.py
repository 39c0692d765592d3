"""How each label of a block looks and is called: colour, sign and words. Translation context: "blocks".

Every label has a sign besides its colour. The colours are not those of changes: nothing here has changed.
"""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from widgets.kit import theme
from widgets.web.marks import MarkStyle

# label → its colour on light ground (white signs are readable on it), on dark ground, and its sign
LABELS: Mapping[str, tuple[str, str, str]] = {
    "main text": ("#0e6478", "#66bfd2", "¶"),
    "header": ("#6a3d9a", "#c3a3ea", "▲"),
    "navigation": ("#1f56b3", "#8fb4f5", "≡"),
    "list": ("#56630a", "#bcc86a", "•"),
    "related links": ("#7a4a1e", "#dba878", "↗"),
    "form": ("#9c1a6b", "#ee8fc8", "▭"),
    "comments": ("#855200", "#e6b25c", "”"),
    "date/counter": ("#3f5470", "#a5b9d6", "#"),
    "advertisement": ("#a8281d", "#f4938a", "$"),
    "footer": ("#565656", "#b5b5b5", "▼"),
    "other": ("#6b6b6b", "#9a9a9a", "·"),
}
# what visual blocks mostly are, besides "form"
KINDS: Mapping[str, tuple[str, str, str]] = {
    "text": ("#0e6478", "#66bfd2", "§"),
    "links": ("#1f56b3", "#8fb4f5", "→"),
    "picture": ("#56630a", "#bcc86a", "▣"),
}
_ALL = {**KINDS, **LABELS}
_OTHER = LABELS["other"]
_SIDE = 16
# kinds of the parts of a document, shown in the looks of labels that are like them
_PARTS = {
    "heading": "header",
    "paragraph": "main text",
    "item": "list",
    "table": "form",
    "quote": "comments",
    "code": "date/counter",
    "formula": "date/counter",
    "note": "footer",
    "image": "other",
    "metadata": "other",
}


def look(label: str) -> tuple[str, str, str]:
    """Colour on light ground, colour on dark ground, sign."""
    return _ALL.get(_PARTS.get(label, label), _OTHER)


def colour(label: str) -> str:
    """The colour of a label in the scheme in use."""
    light, dark, _ = look(label)
    return dark if theme.colors().dark else light


def page_styles() -> dict[str, MarkStyle]:
    """The look of each label over a page: pages are light, whatever the window is."""
    return {label: MarkStyle(light, sign) for label, (light, _, sign) in _ALL.items()}


def name(label: str) -> str:
    """A label, or the kind of a part of a document, in words."""
    translate = QCoreApplication.translate
    return {
        "main text": translate("blocks", "Main text"),
        "header": translate("blocks", "Header"),
        "navigation": translate("blocks", "Navigation"),
        "list": translate("blocks", "List"),
        "related links": translate("blocks", "Related links"),
        "form": translate("blocks", "Form"),
        "comments": translate("blocks", "Comments"),
        "date/counter": translate("blocks", "Date or counter"),
        "advertisement": translate("blocks", "Advertisement"),
        "footer": translate("blocks", "Footer"),
        "other": translate("blocks", "Other"),
        "text": translate("blocks", "Text"),
        "links": translate("blocks", "Links"),
        "picture": translate("blocks", "Picture"),
        "heading": translate("blocks", "Heading"),
        "paragraph": translate("blocks", "Paragraph"),
        "item": translate("blocks", "List item"),
        "table": translate("blocks", "Table"),
        "quote": translate("blocks", "Quotation"),
        "code": translate("blocks", "Code"),
        "image": translate("blocks", "Picture"),
        "formula": translate("blocks", "Formula"),
        "note": translate("blocks", "Note"),
        "metadata": translate("blocks", "About the document"),
    }.get(label, label)


def icon(label: str, widget: QWidget) -> QIcon:
    """Colour and sign of a label as a small disc, as it stands on the page."""
    ratio = widget.devicePixelRatioF()
    pixmap = QPixmap(QSize(_SIDE, _SIDE) * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    paint_disc(painter, QPointF(_SIDE / 2, _SIDE / 2), label, widget.font())
    painter.end()
    made = QIcon(pixmap)
    made.addPixmap(pixmap, QIcon.Mode.Selected)  # else the style tints it, and the colour means something
    return made


def paint_disc(painter: QPainter, centre: QPointF, label: str, font: QFont) -> None:
    """A disc of 16 pixels in the colour of a label with its sign in it."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour(label)))
    painter.drawEllipse(centre, _SIDE / 2 - 0.5, _SIDE / 2 - 0.5)
    small = QFont(font)
    small.setPixelSize(11)
    small.setBold(True)
    painter.setFont(small)
    painter.setPen(QColor(theme.colors().surface))
    box = QRectF(centre.x() - _SIDE / 2, centre.y() - _SIDE / 2, _SIDE, _SIDE)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, look(label)[2])
