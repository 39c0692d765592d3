"""Asks for the name and password that a server wants (RFC 7617, RFC 7616)."""

from __future__ import annotations

from PySide6.QtCore import QUrl
from PySide6.QtNetwork import QAuthenticator
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QLineEdit, QWidget


class LoginDialog(QDialog):
    """Name and password for one server."""

    def __init__(self, host: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Log In"))
        self.user, self.password = QLineEdit(self), QLineEdit(self, echoMode=QLineEdit.EchoMode.Password)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QFormLayout(self)
        layout.addRow(QLabel(self.tr("{host} asks for a name and a password.").format(host=host)))
        layout.addRow(self.tr("Name:"), self.user)
        layout.addRow(self.tr("Password:"), self.password)
        layout.addRow(buttons)


def ask_login(parent: QWidget, url: QUrl, authenticator: QAuthenticator) -> None:
    """Slot for `authenticationRequired`; a person who gives no name gets to see the server's refusal."""
    dialog = LoginDialog(url.host(), parent)
    if dialog.exec() == QDialog.DialogCode.Accepted and dialog.user.text():
        authenticator.setUser(dialog.user.text())
        authenticator.setPassword(dialog.password.text())
