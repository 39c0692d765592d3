"""Sharing the open archive: menu, sheet, and what stands in the status bar meanwhile."""

from __future__ import annotations

from PySide6.QtCore import QObject

from widgets.kit.boxes import text_button
from widgets.sharing.service import Service
from widgets.sharing.sheet import ShareSheet
from widgets.shell.opened import Opened


class WindowSharing(QObject):
    """The sheet that shares an archive on the network; idle while none is open."""

    def __init__(self, opened: Opened) -> None:
        super().__init__(opened.window)
        self._opened = opened
        self.service = Service(self)
        self.sheet: ShareSheet | None = None
        self.sign = text_button(
            tip=self.tr("This archive is shared. What others see, and how to stop it"),
            act=self.show,
            icon="site",
            look="link",
            hidden=True,
        )
        self.sign.setAccessibleName(self.tr("Sharing"))
        opened.window.statusBar().addPermanentWidget(self.sign)
        self.service.changed.connect(self._show_sign)
        self.service.failed.connect(self._tell)
        opened.add_sheets(lambda: (self.sheet,) if self.sheet is not None else ())

    def show(self) -> None:
        """The sheet for the archive that is open."""
        session = self._opened.session
        if session is None:
            return
        if self.sheet is None:
            self.sheet = ShareSheet(self._opened.stage, self.service)
        self._opened.put_sheets_away()
        self.sheet.open_for(session.path)

    def leave(self) -> None:
        """The archive is about to be put away: it is shared no longer."""
        self.service.stop(wait=True)
        if self.sheet is not None:
            self.sheet.cancel()

    def _show_sign(self) -> None:
        address = self.service.address.removeprefix("http://").strip("/")
        self.sign.setText(self.tr("Shared at {address}").format(address=address))
        self.sign.setVisible(bool(address))

    def _tell(self, said: str) -> None:
        if self.sheet is None or not self.sheet.isVisible():
            self._opened.messages.warning(
                self.tr("The archive is shared no longer: {said}").format(said=said)
            )
