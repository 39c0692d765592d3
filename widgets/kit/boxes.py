"""Rows and columns of widgets, labels and buttons with their look, each made in one call.

Also the properties that PySide6 takes as arguments of constructors and its stubs do not know there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from PySide6.QtCore import Qt, SignalInstance
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QPushButton,
    QScrollArea,
    QSplitter,
    QStackedLayout,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from widgets.kit import theme

Content = QWidget | QLayout
Part = Content | int | None | tuple[Content, int] | tuple[QWidget, int, Qt.AlignmentFlag]
Act = Callable[..., object] | SignalInstance
Margins = tuple[int, int, int, int] | int  # all four alike; -1: those of the style
Made = TypeVar("Made", bound=QWidget)
_ROLES = ("section", "heading", "title")  # looks that are a role of a label, not a property of their own
_ICON_COLOURS = {"primary": "on_accent", "link": "accent", "card": "accent"}


def in_column(owner: QWidget | None, *parts: Part, margins: Margins = 0, spacing: int = 0) -> QVBoxLayout:
    """A column in `owner`, or for another layout. Parts are widgets and layouts, alone or with stretch and alignment;
    a number is an empty space of so many pixels, None one that takes what is left."""
    return _filled(QVBoxLayout(), owner, parts, margins, spacing)


def in_row(owner: QWidget | None, *parts: Part, margins: Margins = 0, spacing: int = 0) -> QHBoxLayout:
    """A row, as `in_column`."""
    return _filled(QHBoxLayout(), owner, parts, margins, spacing)


Box = TypeVar("Box", bound=QBoxLayout)


def _filled(box: Box, owner: QWidget | None, parts: tuple[Part, ...], margins: Margins, spacing: int) -> Box:
    if owner is not None:
        owner.setLayout(box)
    box.setContentsMargins(*(margins if isinstance(margins, tuple) else (margins,) * 4))
    box.setSpacing(spacing)
    for part in parts:
        if part is None:
            box.addStretch(1)
        elif isinstance(part, int):
            box.addSpacing(part)
        elif isinstance(part, tuple):
            content, stretch, *alignment = part
            if isinstance(content, QLayout):
                box.addLayout(content, stretch)
            else:
                box.addWidget(content, stretch, *alignment)
        elif isinstance(part, QLayout):
            box.addLayout(part)
        else:
            box.addWidget(part)
    return box


def in_stack(owner: QWidget | None, *widgets: QWidget) -> QStackedLayout:
    """Widgets in one place, of which one is seen at a time: at first the first."""
    stack = QStackedLayout()
    if owner is not None:
        owner.setLayout(stack)
    for widget in widgets:
        stack.addWidget(widget)
    return stack


def stacked(*widgets: QWidget) -> QStackedWidget:
    """The same as a widget of its own."""
    stack = QStackedWidget()
    for widget in widgets:
        stack.addWidget(widget)
    return stack


def split(
    way: Qt.Orientation, *widgets: QWidget, sizes: Sequence[int] = (), grows: int | None = None
) -> QSplitter:
    """Widgets side by side or below one another, with borders that can be moved. Those of no `sizes` have what they ask
    for; the one at the place `grows` gets what more there is."""
    splitter = QSplitter(way, handleWidth=1, childrenCollapsible=False)
    for widget in widgets:
        splitter.addWidget(widget)
    if sizes:
        splitter.setSizes(sizes)
    if grows is not None:
        splitter.setStretchFactor(grows, 1)
    return splitter


def text_label(
    text: str = "",
    look: str = "",
    *,
    wrap: bool = False,
    hidden: bool = False,
    centred: bool = False,
    selectable: bool = False,
    name: str = "",
) -> QLabel:
    """A label; `look` is muted, bad, section, heading or title, `name` what the style sheet calls it."""
    label = QLabel(text, wordWrap=wrap)
    if look:
        label.setProperty(*(("role", look) if look in _ROLES else (look, True)))
    if centred:
        label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    if selectable:
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    if hidden:
        label.hide()
    label.setObjectName(name)
    return label


def text_button(
    text: str = "",
    tip: str = "",
    act: Act | None = None,
    *,
    icon: str | QIcon = "",
    look: str = "",
    flat: bool = False,
    checkable: bool = False,
    hidden: bool = False,
) -> QPushButton:
    """A button; `look` is primary, link, card or option. The name of an icon is drawn in the colour of the look."""
    button = QPushButton(text, flat=flat, autoDefault=True)  # Enter presses it, as Space does
    if icon:
        given = theme.icon(icon, _ICON_COLOURS.get(look, "text")) if isinstance(icon, str) else icon
        button.setIcon(given)
    if look:
        button.setProperty(look, True)
    button.setToolTip(tip)
    button.setCheckable(checkable)
    if act is not None:
        button.clicked.connect(act)
    if hidden:
        button.hide()
    return button


def scrolled(content: QWidget, name: str = "") -> QScrollArea:
    """`content` in an area that scrolls and cannot have the keyboard; `name` is what the style sheet calls the area."""
    area = QScrollArea(widgetResizable=True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setObjectName(name)
    area.setWidget(content)
    return area


def restyle(widget: QWidget, **properties: object) -> None:
    """Set properties that the style sheet asks for, and draw the widget anew when one of them is another now."""
    if any(widget.property(name) != value for name, value in properties.items()):
        for name, value in properties.items():
            widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def named(widget: Made, name: str) -> Made:
    """The widget, with the name by which the style sheet knows it."""
    widget.setObjectName(name)
    return widget


def hidden(widget: Made) -> Made:
    """The widget, not shown until it is asked for."""
    widget.hide()
    return widget
