"""A question with two answers, before something that takes long or ends something."""

from __future__ import annotations

from PySide6.QtWidgets import QMessageBox, QWidget

from widgets import formats


def ask(
    parent: QWidget, title: str, text: str, detail: str, answers: tuple[str, str], *, cautious: bool = False
) -> bool:
    """Whether the first of two answers was chosen; Enter means it unless `cautious`, Escape always means the other."""
    box = QMessageBox(parent)
    box.setIcon(QMessageBox.Icon.Question)
    box.setWindowTitle(title)
    box.setText(text)
    box.setInformativeText(detail)
    yes = box.addButton(answers[0], QMessageBox.ButtonRole.AcceptRole)
    no = box.addButton(answers[1], QMessageBox.ButtonRole.RejectRole)
    for button in (yes, no):
        button.setToolTip(formats.without_mnemonic(button.text()))
    box.setDefaultButton(no if cautious else yes)
    box.setEscapeButton(no)
    box.exec()
    return box.clickedButton() is yes
