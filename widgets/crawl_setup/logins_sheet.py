"""Log-ins and cookies by host: see, add, import, forget them, or log in with the browser."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QLabel,
    QLineEdit,
    QPushButton,
    QToolButton,
    QWidget,
)

from app.crawl.net.logins import Vault
from app.crawl.rules.url import authority_of, from_input
from app.errors import AddressInvalid, UserError
from app.personal import config_folder
from widgets.kit import files as places
from widgets.kit import theme
from widgets.kit.boxes import in_column, in_row, restyle, text_button, text_label
from widgets.kit.messages import sentence
from widgets.kit.side_sheet import SideSheet

LOGINS = "logins.json"


class LoginsSheet(SideSheet):
    """`browser_requested`: the address at which to log in with the browser."""

    browser_requested = Signal(str)

    def __init__(self, parent: QWidget, vault: Callable[[], Vault] = Vault) -> None:
        super().__init__(self.tr("Log-ins"), parent)
        self._vault = vault
        self.body.addWidget(
            _muted(self.tr("What crawls tell servers on your behalf, when “Use the stored log-ins” is on."))
        )
        self.section(self.tr("Stored"))
        self._list = in_column(None, spacing=theme.HALF)
        self.body.addLayout(self._list)
        self.none = _muted(self.tr("Nothing is stored yet."))
        self.body.addWidget(self.none)
        self.rows: dict[str, QWidget] = {}
        self.section(self.tr("Add a log-in"))
        self.host = self._field(self.tr("Host, for instance lib.example.org"), self.tr("Host"))
        self.user = self._field(self.tr("User name"), self.tr("User name"))
        self.password = self._field(self.tr("Password"), self.tr("Password"))
        self.password.setEchoMode(QLineEdit.EchoMode.Password)
        self.body.addWidget(
            _muted(self.tr("For hosts that ask by a small window of the browser (HTTP authentication)."))
        )
        self.add = self._button("add", self.tr("&Add"), self.tr("Keep this log-in"), self._add)
        self.browser = self._button(
            "address",
            self.tr("Log in with the &browser…"),
            self.tr("For forms: log in as usual, then hand the cookies to the crawls"),
            self._browse,
        )
        self.cookies = self._button(
            "import",
            self.tr("Import &cookies…"),
            self.tr("cookies.txt, or JSON as extensions of browsers write it"),
            self._import,
        )
        for buttons in ((self.add,), (self.browser, self.cookies)):
            row = in_row(None, *buttons, None, spacing=theme.UNIT)
            if self.browser in buttons:
                self.section(self.tr("Sites with a form"))
            self.body.addLayout(row)
        self.told = text_label(wrap=True, hidden=True)
        self.body.addWidget(self.told)
        self.body.addStretch(1)
        where = self.tr("Kept in {file}, readable by you alone, and never in an archive.")
        self.where = _muted(where.format(file=places.home_short(config_folder() / LOGINS)))
        self.where.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        done = text_button(self.tr("Done"), self.tr("Close (Esc)"), self.cancel, look="primary")
        self.footer.addWidget(self.where, 1)
        self.footer.addWidget(done)
        for field in (self.host, self.user, self.password):
            field.returnPressed.connect(self._add)
            field.textChanged.connect(self._can_add)
        self._can_add()

    def open(self) -> None:
        """Show what is stored."""
        self.told.hide()
        self.refresh()
        self.slide_in()
        self.host.setFocus()

    def refresh(self) -> None:
        """Read the list again."""
        try:
            vault = self._vault()
            logins = vault.logins()
            cookies = Counter(cookie.domain for cookie in vault.cookies())
        except UserError as error:
            self._tell(sentence(error), bad=True)
            return
        for row in self.rows.values():
            self._list.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = {
            host: self._row(host, logins.get(host, ""), cookies[host]) for host in sorted({*logins, *cookies})
        }
        for row in self.rows.values():
            self._list.addWidget(row)
        self.none.setVisible(not self.rows)

    def _row(self, host: str, user: str, cookies: int) -> QWidget:
        row = QFrame()
        row.setProperty("role", "card")
        parts = [user] if user else []
        if cookies:
            parts.append(self.tr("%Ln cookie(s)", "", cookies))
        name, about = QLabel(host), QLabel(" · ".join(parts))
        for label in (name, about):
            label.setTextFormat(Qt.TextFormat.PlainText)
        about.setProperty("muted", True)
        forget = QToolButton()
        forget.setIcon(theme.icon("remove"))
        forget.setToolTip(self.tr("Forget the log-in and the cookies of this host"))
        forget.setAccessibleName(self.tr("Forget {host}").format(host=host))
        forget.clicked.connect(lambda: self._forget(host))
        in_row(
            row,
            (name, 1),
            about,
            forget,
            margins=(theme.DOUBLE, theme.HALF, theme.HALF, theme.HALF),
            spacing=-1,
        )
        return row

    # ---- what can be done ---------------------------------------------------------------------------------------

    def _add(self) -> None:
        if not self.add.isEnabled():
            return
        try:
            host = authority_of(from_input(self.host.text()))
        except AddressInvalid as error:
            self._tell(sentence(error), bad=True)
            return
        user, password = self.user.text(), self.password.text()
        if self._do(lambda vault: vault.set_login(host, user, password)):
            for field in (self.host, self.user, self.password):
                field.clear()
            self._tell(self.tr("Stored for {host}.").format(host=host))
            self.host.setFocus()

    def _forget(self, host: str) -> None:
        if self._do(lambda vault: vault.forget(host)):
            self._tell(self.tr("{host} is forgotten.").format(host=host))

    def _import(self) -> None:
        chosen, _ = QFileDialog.getOpenFileName(
            self, self.tr("Import cookies"), "", self.tr("Cookies (*.txt *.json);;All files (*)")
        )
        if chosen:
            self.import_cookies(Path(chosen))

    def import_cookies(self, file: Path) -> None:
        """Take in the cookies of a file."""
        taken: list[int] = []
        if self._do(lambda vault: taken.append(vault.import_cookies(file))):
            self._tell(self.tr("%Ln cookie(s) were taken in.", "", taken[0]))

    def _browse(self) -> None:
        text = self.host.text().strip()
        try:
            address = from_input(text) if text else ""
        except AddressInvalid as error:
            self._tell(sentence(error), bad=True)
            return
        self.cancel()
        self.browser_requested.emit(address)

    def _do(self, act: Callable[[Vault], object]) -> bool:
        try:
            act(self._vault())
        except UserError as error:
            self._tell(sentence(error), bad=True)
            return False
        self.refresh()
        return True

    def _tell(self, text: str, *, bad: bool = False) -> None:
        restyle(self.told, bad=bad)
        self.told.setText(text)
        self.told.show()

    def _can_add(self) -> None:
        self.add.setEnabled(bool(self.host.text().strip() and self.user.text()))

    # ---- building -----------------------------------------------------------------------------------------------

    def _field(self, hint: str, name: str) -> QLineEdit:
        field = QLineEdit(placeholderText=hint)
        field.setAccessibleName(name)
        field.setToolTip(name)
        self.body.addWidget(field)
        return field

    def _button(self, icon: str, text: str, tip: str, act: Callable[[], object]) -> QPushButton:
        return text_button(text, tip, lambda: act(), icon=icon)


def _muted(text: str) -> QLabel:
    return text_label(text, "muted", wrap=True)
