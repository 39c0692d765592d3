"""View > Encoding: the charset that a page, or one version of it, is read in, where it declares a wrong one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu

from widgets.kit import jobs, theme
from widgets.shell.opened import Opened
from widgets.words import QT_TRANSLATE_NOOP

if TYPE_CHECKING:
    from app.archive.model import Capture
    from app.archive.upkeep.reextracting import ReextractReport

_GROUPS = (
    ("Unicode", ("utf-8", "utf-16-le", "utf-16-be")),
    (QT_TRANSLATE_NOOP("encodings", "Chinese"), ("gb18030", "hz", "big5hkscs")),
    (QT_TRANSLATE_NOOP("encodings", "Japanese"), ("cp932", "euc_jp", "iso2022_jp")),
    (QT_TRANSLATE_NOOP("encodings", "Korean"), ("cp949", "iso2022_kr")),
    (QT_TRANSLATE_NOOP("encodings", "Western"), ("windows-1252", "iso8859_15", "mac_roman")),
    (QT_TRANSLATE_NOOP("encodings", "Central European"), ("cp1250", "iso8859_2", "iso8859_16")),
    (
        QT_TRANSLATE_NOOP("encodings", "Baltic and Nordic"),
        ("cp1257", "iso8859_13", "iso8859_4", "iso8859_10"),
    ),
    (QT_TRANSLATE_NOOP("encodings", "Cyrillic"), ("cp1251", "koi8_r", "koi8_u", "iso8859_5", "cp866")),
    (QT_TRANSLATE_NOOP("encodings", "Greek"), ("cp1253", "iso8859_7")),
    (QT_TRANSLATE_NOOP("encodings", "Turkish"), ("cp1254",)),
    (QT_TRANSLATE_NOOP("encodings", "Hebrew"), ("cp1255", "iso8859_8")),
    (QT_TRANSLATE_NOOP("encodings", "Arabic"), ("cp1256", "iso8859_6")),
    (QT_TRANSLATE_NOOP("encodings", "Thai and Vietnamese"), ("cp874", "cp1258")),
)
_OTHER_NAMES = {"gb18030": "GBK, GB18030", "hz": "HZ", "iso2022_kr": "ISO-2022-KR"}


def name_of(charset: str) -> str:
    """What people call a charset."""
    from extractors.base.charset import NAMES  # with all readers of documents

    return _OTHER_NAMES.get(charset) or NAMES.get(charset, charset)


class EncodingMenu(QMenu):
    """Shows what is chosen for the page on screen; a choice is kept in the archive, and the page read again with it."""

    def __init__(self, opened: Opened) -> None:
        super().__init__(self.tr("E&ncoding"), opened.window)
        self.setIcon(theme.icon("encoding"))
        self.setToolTipsVisible(True)
        self._opened = opened
        self._group: QActionGroup | None = None
        self.alone = QAction(self.tr("For this &version alone"), self, checkable=True)
        self.alone.setToolTip(self.tr("A choice is for all versions of the page, unless this is ticked"))
        self.alone.toggled.connect(self._mark)
        self.aboutToShow.connect(self._look)

    def _fill(self) -> None:
        self._group = QActionGroup(self)
        self.automatic = self._choice(self, self.tr("&Automatic"), "")
        self.automatic.setToolTip(self.tr("As the page declares it, or as it is found out"))
        self.addSeparator()
        for title, names in _GROUPS:
            menu = self.addMenu(QCoreApplication.translate("encodings", title))
            for charset in names:
                self._choice(menu, name_of(charset), charset)
        self.addSeparator()
        self.addAction(self.alone)

    def _choice(self, menu: QMenu, text: str, charset: str) -> QAction:
        action = QAction(text, self, checkable=True)
        action.setData(charset)
        action.triggered.connect(lambda: self.choose(charset))
        group = self._group
        assert group is not None
        group.addAction(action)
        menu.addAction(action)
        return action

    @property
    def _capture(self) -> Capture | None:
        workspace = self._opened.workspace
        if workspace is None:
            return None
        return workspace.comparison.newer if workspace.comparison is not None else workspace.page.capture

    def _chosen(self) -> tuple[str, str]:
        """For the page, and for the version on screen."""
        capture, session = self._capture, self._opened.session
        if capture is None or session is None:
            return "", ""
        from app.archive.documents import charsets

        return charsets.choices_of(session.path, capture.url, capture.base or capture.id)

    def _look(self) -> None:
        if self._group is None:
            self._fill()
        self.alone.setChecked(bool(self._chosen()[1]))
        self._mark()

    def _mark(self) -> None:
        page, version = self._chosen()
        from extractors.base.charset import codec

        chosen = codec(version if self.alone.isChecked() else page) or ""
        for action in self._group.actions() if self._group is not None else ():
            action.setChecked(action.data() == chosen)

    def choose(self, charset: str) -> None:
        """Read the page on screen in this charset; "" for the one that is found out."""
        capture, session, opened = self._capture, self._opened.session, self._opened
        if capture is None or session is None:
            return
        if session.busy:
            opened.messages.warning(self.tr("The archive is being written to. Wait until that has finished."))
            return
        id = (capture.base or capture.id) if self.alone.isChecked() else ""

        def work(_task: jobs.Handle) -> ReextractReport:
            from app.archive.archive import Archive
            from app.archive.documents import charsets

            charsets.choose(session.path, capture.url, charset, id)
            return Archive.reread(session.path, capture.url)

        def ended() -> None:
            session.rereading = None
            session.reread.emit()
            opened.changed.emit()

        def done(_report: ReextractReport) -> None:
            ended()
            workspace = opened.workspace
            if workspace is not None and opened.session is session:
                workspace.read_again()
                name = name_of(charset) if charset else self.tr("Automatic")
                opened.say_briefly(self.tr("Encoding: {name}").format(name=name), 4000)

        def failed(error: Exception) -> None:
            ended()
            opened.messages.tell(error)

        session.rereading = jobs.run(
            session,
            work,
            done=done,
            stopped=lambda _: ended(),
            failed=failed,
            label=self.tr("Reading the page again"),
        )
        opened.changed.emit()
