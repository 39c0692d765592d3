"""The live browser. Started by the main program, with the port of its recording proxy:

    main(["--port=N"])

Everything it loads comes through that proxy, which holds it; "Archive This Page" tells the main program which of it.
"""

from __future__ import annotations

import json
from typing import Any, NoReturn

import shiboken6
from PySide6.QtCore import QObject, QSize, Qt, QUrl
from PySide6.QtGui import QAction, QIcon, QKeySequence, QShortcut
from PySide6.QtNetwork import QAuthenticator, QNetworkCookie
from PySide6.QtWebEngineCore import QWebEngineCookieStore, QWebEnginePage, QWebEngineScript
from PySide6.QtWebEngineWidgets import QWebEngineView
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QMainWindow,
    QProgressBar,
    QPushButton,
    QToolBar,
    QWidget,
)

import resources
from app import __version__
from app.archive.spellings import normalize
from app.crawl.rules.url import from_input, host_of
from app.errors import AddressInvalid, UserError
from app.messages import Message
from widgets.kit import theme
from widgets.kit.boxes import in_column
from widgets.kit.garbage import GarbageCollector
from widgets.kit.messages import MessageBar
from widgets.live.page import LivePage, ProxyKey, live_profile, text_of, used_script
from widgets.web.arguments import closed_doors
from widgets.web.channel import Channel, port_of, prepare_environment
from widgets.words import engine as engine_words
from widgets.words import formats
from widgets.words.translators import Translations

# Where the live browser is, and whether the server there has proven who it is.


class AddressField(QLineEdit):
    """An address to type; a sign stands before that of a server whose certificate proves nothing, for as long as the
    browser is there."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, clearButtonEnabled=True)
        self.setPlaceholderText(self.tr("Address"))
        self.setAccessibleName(self.tr("Address"))
        self._problems: dict[str, str] = {}
        self._host = ""
        self._sign = QAction(theme.icon("warning", "warning"), "", self)

    @property
    def warning(self) -> str:
        """What the sign says; "" when there is none."""
        problem = self._problems.get(self._host, "")
        if not problem:
            return ""
        return self.tr(
            "The connection to {host} is not secure ({problem}). Enter no passwords there."
        ).format(host=self._host, problem=engine_words.say(problem))

    def go(self, url: QUrl) -> None:
        """Show where the browser is now."""
        address = text_of(url)
        self._host = address.partition("://")[2].partition("/")[0].rpartition("@")[2]
        self.setText("" if address == "about:blank" else _same_when_typed(address))
        self._draw()

    def distrust(self, host: str, problem: str) -> None:
        """A server has not proven who it is; `host` as in an address, with its port."""
        self._problems[host] = problem
        self._draw()

    def _draw(self) -> None:
        warning = self.warning
        self._sign.setToolTip(warning)
        if warning and self._sign not in self.actions():
            self.addAction(self._sign, QLineEdit.ActionPosition.LeadingPosition)
        elif not warning:
            self.removeAction(self._sign)


def _same_when_typed(address: str) -> str:
    """An address as a person reads it, where typing that leads to the same place: letters are sent in UTF-8."""
    shown = formats.readable(address)
    try:
        return shown if normalize(shown) == normalize(address) else address
    except AddressInvalid:
        return address


# Asks for the name and password that a server wants (RFC 7617, RFC 7616).


class LoginDialog(QDialog):
    """Name and password for one server."""

    def __init__(self, host: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Log In"))
        self.user, self.password = QLineEdit(self), QLineEdit(self, echoMode=QLineEdit.EchoMode.Password)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
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


# The cookies of a profile, which WebEngine tells of one by one.


class Cookies:
    """Holds what a store holds now."""

    def __init__(self, store: QWebEngineCookieStore) -> None:
        self._held: dict[tuple[str, str, str], QNetworkCookie] = {}
        store.cookieAdded.connect(self._note)
        store.cookieRemoved.connect(self._drop)

    def values(self) -> list[dict[str, object]]:
        """Each as the crawls' log-ins take it."""
        return [_as_values(cookie) for cookie in self._held.values()]

    def _note(self, cookie: QNetworkCookie) -> None:
        self._held[_key(cookie)] = QNetworkCookie(cookie)

    def _drop(self, cookie: QNetworkCookie) -> None:
        self._held.pop(_key(cookie), None)


def _key(cookie: QNetworkCookie) -> tuple[str, str, str]:
    return cookie.domain(), cookie.path(), bytes(cookie.name().data()).decode("latin-1")


def _as_values(cookie: QNetworkCookie) -> dict[str, object]:
    domain, path, name = _key(cookie)
    return {
        "name": name,
        "value": bytes(cookie.value().data()).decode("latin-1"),
        "domain": domain,
        "path": path,
        "secure": cookie.isSecure(),
        "http_only": cookie.isHttpOnly(),
        "expires": None if cookie.isSessionCookie() else cookie.expirationDate().toSecsSinceEpoch(),
    }


_WORLD = QWebEngineScript.ScriptWorldId.ApplicationWorld.value
BLANK = "about:blank"
"""No page: the person is to say which."""
_Action = QWebEnginePage.WebAction


class LiveWindow(QMainWindow):
    """Address, back, forward, reload, what became of archiving, and the page."""

    def __init__(self, channel: Channel, begin: dict[str, Any]) -> None:
        super().__init__()
        self._channel = channel
        self._archive = begin["archive"]
        self._key = ProxyKey(begin["tab"], begin["secret"])
        self._profile = live_profile("live", begin["folder"], begin["certificate"], self)
        self._cookies = Cookies(self._profile.cookieStore())
        self._profile.downloadRequested.connect(self._refuse_download)
        self._page: LivePage | None = LivePage(self._profile, self._key)
        self._page.authenticationRequired.connect(lambda url, login: ask_login(self, url, login))
        self._view = QWebEngineView(self)
        self._view.setPage(self._page)
        self.messages = MessageBar()
        self._warned = ""
        self._progress = QProgressBar(self, maximum=100, textVisible=False)
        self._progress.setFixedHeight(theme.HALF)
        self._build()
        self._connect(self._page)
        self._show_title("")
        self.resize(QSize(1200, 860))
        self.setWindowIcon(QIcon(str(resources.path("icons", "tianwang-explorer.svg"))))

    # -- what the main program says

    def do(self, message: dict[str, Any]) -> None:
        getattr(self, f"_do_{message['do'].replace('-', '_')}")(message)

    def _do_open(self, message: dict[str, Any]) -> None:
        blank = message["url"] in ("", BLANK)
        if not blank:
            self.go(message["url"])
        self.show()
        self.raise_()
        self.activateWindow()
        if blank:
            self._choose_address()

    def _do_archive(self, _message: dict[str, Any]) -> None:
        self.archive()

    def _do_log_in(self, _message: dict[str, Any]) -> None:
        self.use_log_in()

    def _do_progress(self, message: dict[str, Any]) -> None:
        self._progress.setRange(0, message["of"])
        self._progress.setValue(message["done"])
        self._progress.show()

    def _do_archived(self, message: dict[str, Any]) -> None:
        self._end_archiving()
        parts = self.tr("with %Ln part(s)", "", message["parts"])
        self.messages.info(
            self.tr("Stored in “{archive}”: this page {parts}, {size}.").format(
                archive=self._archive, parts=parts, size=formats.size(message["bytes"])
            )
        )

    def _do_logged_in(self, message: dict[str, Any]) -> None:
        if message["count"]:
            self.messages.info(
                self.tr(
                    "Crawls now visit {site} with this log-in. It is kept on this computer, not in the archive."
                ).format(site=message["site"])
            )
        else:
            self.messages.warning(
                self.tr("{site} has given this browser no cookies. Log in first.").format(
                    site=message["site"]
                )
            )

    def _do_failed(self, message: dict[str, Any]) -> None:
        self._end_archiving()
        self.messages.error(message["sentence"])

    def _do_warn(self, message: dict[str, Any]) -> None:
        problem = message["problem"]
        said = Message.unpacked(problem) if isinstance(problem, dict) else problem
        self._address.distrust(message["host"], said)
        self._warn()

    def _arrive(self, url: QUrl) -> None:
        self._address.go(url)
        self._warn()

    def _warn(self) -> None:
        """Say once what the sign at the address goes on saying."""
        warning = self._address.warning
        if warning and warning != self._warned:
            self._warned = warning
            self.messages.warning(warning)

    # -- what the person does

    def go(self, text: str) -> None:
        """Go to what stands in the address field."""
        try:
            address = from_input(text)
        except UserError as error:
            self.messages.tell(error)
            return
        if self._page is not None:
            self._page.load(QUrl.fromEncoded(address.encode()))
        self._view.setFocus()

    def archive(self) -> None:
        """Tell which page is on the screen, and what it is made of."""
        if self._page is None or not self._button.isEnabled():
            return
        self._button.setEnabled(False)
        self._progress.setRange(0, 0)
        self._progress.show()
        self._page.runJavaScript(used_script(), _WORLD, self._name_page)

    def _name_page(self, text: str) -> None:
        if not text or self._page is None:
            self._end_archiving()
            return
        self._channel.say(event="archive", title=self._page.title(), **json.loads(text))

    def use_log_in(self) -> None:
        """Hand this site's cookies to the main program."""
        if self._page is None:
            return
        host = host_of(text_of(self._page.url()))
        self._channel.say(event="log-in", host=host, cookies=self._cookies.values())

    def release(self) -> None:
        """Take the page away; Chromium wants that before its profile goes."""
        page, self._page = self._page, None
        if page is not None:
            shiboken6.delete(self._view)
            shiboken6.delete(page)

    # -- how it looks

    def _build(self) -> None:
        bar = QToolBar(self.tr("Navigation"), self, movable=False)
        bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.addToolBar(bar)
        keys = QKeySequence.StandardKey
        for name, text, action, shortcut in (
            ("back", self.tr("Back"), _Action.Back, keys.Back),
            ("forward", self.tr("Forward"), _Action.Forward, keys.Forward),
            ("reload", self.tr("Reload"), _Action.Reload, keys.Refresh),
            ("stop", self.tr("Stop"), _Action.Stop, keys.Cancel),
        ):
            one = self._view.pageAction(action)
            one.setText(text)
            one.setToolTip(text)
            one.setIcon(theme.icon(name))
            one.setShortcut(shortcut)
            bar.addAction(one)
        self._address = AddressField(self)
        self._address.returnPressed.connect(lambda: self.go(self._address.text()))
        bar.addWidget(self._address)
        QShortcut("Ctrl+L", self, self._choose_address)
        self._log_in = QPushButton(self.tr("Use This Log-in for Crawls"), self)
        self._log_in.setToolTip(
            self.tr("Crawls of this site will send the cookies that this browser has of it")
        )
        self._log_in.clicked.connect(self.use_log_in)
        self._button = QPushButton(theme.icon("archive", "on_accent"), self.tr("Archive This Page"), self)
        # a default button would be as wide as its text without being bold
        self._button.setProperty("primary", True)
        self._button.setShortcut("Ctrl+D")
        self._button.clicked.connect(self.archive)
        bar.addWidget(self._log_in)
        bar.addWidget(self._button)
        middle = QWidget(self)
        in_column(middle, (self._view, 1))
        self.setCentralWidget(middle)
        self._link = QLabel(self)
        status = self.statusBar()
        status.addWidget(self._link, 1)
        status.addPermanentWidget(self.messages, 1)
        status.addPermanentWidget(self._progress)
        status.setFixedHeight(self.messages.sizeHint().height() + theme.HALF)
        self.messages.shown_changed.connect(self._link.setHidden)
        self._progress.hide()

    def _connect(self, page: LivePage) -> None:
        page.urlChanged.connect(self._arrive)
        page.titleChanged.connect(self._show_title)
        page.linkHovered.connect(self._show_link)
        page.loadStarted.connect(self._begin_loading)
        page.loadProgress.connect(self._load_further)
        page.loadFinished.connect(lambda _: self._end_loading())
        page.renderProcessTerminated.connect(lambda *_: self._crashed())

    def _show_link(self, address: str) -> None:
        text = formats.shorten(formats.readable(address), 120)
        self._link.setText(text)
        self.messages.pass_by(text)

    def _choose_address(self) -> None:
        self._address.setFocus()
        self._address.selectAll()

    def _show_title(self, title: str) -> None:
        name = self.tr("Live Browser")
        self.setWindowTitle(f"{title} – {name}" if title else name)

    def _begin_loading(self) -> None:
        self._channel.say(event="navigated")
        if self._button.isEnabled():
            self._progress.setRange(0, 100)
            self._progress.setValue(0)
            self._progress.show()

    def _load_further(self, percent: int) -> None:
        if self._button.isEnabled():
            self._progress.setValue(percent)

    def _end_loading(self) -> None:
        if self._button.isEnabled():
            self._progress.hide()

    def _end_archiving(self) -> None:
        self._button.setEnabled(True)
        self._progress.hide()

    def _crashed(self) -> None:
        self._end_archiving()
        self.messages.error(self.tr("This page broke down. Reload it, or go on to another one."))

    def _refuse_download(self, download: Any) -> None:
        download.cancel()
        self.messages.info(
            self.tr("Files are not downloaded here. A crawl can store {address}.").format(
                address=formats.shorten(formats.readable(text_of(download.url())))
            )
        )


class Program(QObject):
    """Builds the window when the main program has said what it needs."""

    def __init__(self, application: QApplication, channel: Channel) -> None:
        super().__init__(application)
        self._application, self._channel = application, channel
        self._translations = Translations(application)
        self._window: LiveWindow | None = None
        channel.received.connect(self._do)

    def _do(self, message: dict[str, Any]) -> None:
        if message["do"] == "begin":
            theme.apply_theme(self._application, message["theme"])
            self._translations.use(message["language"])
            self._window = LiveWindow(self._channel, message)
            self._channel.say(event="ready")
        elif self._window is not None:
            self._window.do(message)


def main(arguments: list[str]) -> NoReturn:
    """Run until the window is closed or the main program is gone."""
    prepare_environment()
    application = QApplication(["tianwang-explorer", "--webEngineArgs", *closed_doors(port_of(arguments))])
    application.setApplicationName("Tianwang Explorer")
    application.setApplicationVersion(__version__)
    application.setDesktopFileName("tianwang-explorer")
    GarbageCollector(application)
    channel = Channel(application)
    Program(application, channel)
    channel.run(application)
