"""What a comparison found besides changes of blocks, in a few sentences with the next steps below them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from widgets import formats, theme
from widgets.compare.appearance import Appearance

_NAMED = 4  # parts that a sentence names


class Finding(QFrame):
    """Stands above the list of changes while there is something to say."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("finding")
        self._words = QLabel(self)
        self._words.setWordWrap(True)
        self._words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._row = QHBoxLayout()
        self._row.setSpacing(theme.HALF)
        self._row.addStretch()
        self.buttons: list[QPushButton] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.UNIT, theme.HALF, theme.UNIT, theme.HALF)
        column.setSpacing(theme.HALF)
        column.addWidget(self._words)
        column.addLayout(self._row)
        self.hide()

    @property
    def text(self) -> str:
        return self._words.text()

    def tell(self, sentence: str, actions: Sequence[tuple[str, str, Callable[[], None]]] = ()) -> None:
        """Say something, "" for nothing; `actions` are names, tips and what is done then."""
        self._words.setText(sentence)
        self.setAccessibleName(sentence)
        for button in self.buttons:
            button.hide()
            button.deleteLater()
        self.buttons = []
        for place, (name, tip, act) in enumerate(actions):
            button = QPushButton(name, self)
            button.setToolTip(tip)
            button.clicked.connect(lambda _=False, act=act: act())
            self._row.insertWidget(place, button)
            self.buttons.append(button)
        self.setVisible(bool(sentence))


def look_sentences(look: Appearance, *, identical: bool, quiet: bool) -> str:
    """What differs in the look of two versions; `identical` in every byte, `quiet` where no change is to be read."""
    translate = QCoreApplication.translate
    if look.text and quiet:
        said = translate("compare", "Besides what always changes, the code has the same words; those displayed differ.")
        if identical:
            said = translate("compare", "Byte for byte the same, but other words are displayed: scripts make them.")
    elif look.restyled or not quiet:
        said = translate("compare", "The look of the page changed as a whole, not only its words.")
        if quiet:
            said = translate("compare", "The words are the same, but the look of the page changed as a whole.")
    else:
        said = translate("compare", "The words are the same, but the pages look different.")
    sentences = [said]
    if look.parts:
        sentences.append(translate("compare", "Other versions of: {names}.").format(names=_names(look.parts)))
    for lacking, words in zip(
        look.missing,
        (translate("compare", "Missing in A alone: {names}."), translate("compare", "Missing in B alone: {names}.")),
        strict=True,
    ):
        if lacking:
            sentences.append(words.format(names=_names(lacking)))
    return formats.sentences(sentences)


def _names(addresses: Iterable[str]) -> str:
    """The last pieces of addresses."""
    named = [formats.readable(each).partition("?")[0].rstrip("/").rpartition("/")[2] or each for each in addresses]
    every = list(dict.fromkeys(named))
    return ", ".join(every[:_NAMED]) + (" …" if len(every) > _NAMED else "")
