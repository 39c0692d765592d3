"""The sheet *Share on this network*: with whom, what they see, the address and the token."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QTimer, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QRadioButton, QWidget

from widgets.kit.boxes import in_column, in_row, text_button, text_label
from widgets.kit.side_sheet import SideSheet
from widgets.sharing.service import Service

_LONG = 15_000  # milliseconds after which somebody who waits is told why it may take long


class ShareSheet(SideSheet):
    """`open_for` an archive; sharing goes on when the sheet is put away."""

    def __init__(self, parent: QWidget, service: Service) -> None:
        super().__init__(self.tr("Share on this network"), parent)
        self._service = service
        self._archive: Path | None = None
        self._build_choice()
        self._build_shared()
        self.button = text_button(act=self._turn, look="primary")
        foot = self.findChild(QWidget, "sheetFooter")
        layout = foot.layout() if foot is not None else None
        assert layout is not None
        layout.addWidget(self.button)
        service.changed.connect(self._show_state)
        service.failed.connect(self._tell)
        self._show_state()

    def open_for(self, archive: Path) -> None:
        """Show the sheet for an archive."""
        self._archive = archive
        self.slide_in()
        self.button.setFocus()

    def _build_choice(self) -> None:
        self.body.addWidget(
            text_label(
                self.tr(
                    "The archive opens in any browser, as a reading room: search, documents, every version, "
                    "comparisons, statistics, categories and saved searches. Nothing in it can be changed."
                ),
                wrap=True,
            )
        )
        self.body.addWidget(
            text_label(
                self.tr("Your notes, tags and stars, your crawls and log-ins are not shown to anybody."),
                "muted",
                wrap=True,
            )
        )
        self.section(self.tr("Who can open it"))
        self.everybody = QRadioButton(self.tr("&Everybody on this network who has the token"))
        self.alone = QRadioButton(self.tr("&This computer alone"))
        self.everybody.setChecked(True)
        self.plain = text_label(
            self.tr("What is sent is not encrypted. Share in networks that you trust."), "muted", wrap=True
        )
        for part in (self.everybody, self.alone, self.plain):
            self.body.addWidget(part)

    def _build_shared(self) -> None:
        self.shared = QWidget()
        box = in_column(self.shared, spacing=8)
        box.addWidget(text_label(self.tr("It is shared now"), "section"))
        self.address, line = self._line(
            self.tr("Address"), self.tr("Copy the address"), lambda: self.address.text()
        )
        box.addWidget(text_label(self.tr("Address"), "muted"))
        box.addLayout(line)
        self.token_label = text_label(self.tr("Token, which is asked for once in each browser"), "muted")
        box.addWidget(self.token_label)
        self.token_row = QWidget()
        self.token, line = self._line(
            self.tr("Token"), self.tr("Copy the token"), lambda: self.token.text(), self.token_row
        )
        box.addWidget(self.token_row)
        self.look = text_button(self.tr("Open in the browser"), act=self._open, icon="site", look="link")
        box.addWidget(self.look)
        self.body.addWidget(self.shared)
        self.waiting = text_label("", "muted", wrap=True)
        self._long = QTimer(self, singleShot=True, interval=_LONG)
        self._long.timeout.connect(self._tell_long)
        self.wrong = text_label("", "bad", wrap=True, hidden=True, selectable=True)
        self.body.addWidget(self.waiting)
        self.body.addWidget(self.wrong)
        self.body.addStretch(1)

    def _line(
        self, name: str, tip: str, text: Callable[[], str], owner: QWidget | None = None
    ) -> tuple[QLineEdit, QHBoxLayout]:
        field = QLineEdit(readOnly=True)
        field.setAccessibleName(name)
        copy = text_button(tip=tip, icon="copy", act=lambda: QGuiApplication.clipboard().setText(text()))
        copy.setAccessibleName(tip)
        return field, in_row(owner, (field, 1), copy, spacing=8)

    def _turn(self) -> None:
        if self._service.running:
            self._service.stop()
        elif self._archive is not None:
            self.wrong.hide()
            self.waiting.setText(self.tr("The reading room is being opened…"))
            self._long.start()
            self._service.start(self._archive, everybody=self.everybody.isChecked())

    def _open(self) -> None:
        QDesktopServices.openUrl(QUrl(self._service.address))

    def _show_state(self) -> None:
        service = self._service
        ready = bool(service.address)
        for choice in (self.everybody, self.alone):
            choice.setEnabled(not service.running)
        self.shared.setVisible(ready)
        self.waiting.setVisible(service.running and not ready)
        self.address.setText(service.address)
        self.token.setText(service.token)
        for part in (self.token_label, self.token_row):
            part.setVisible(bool(service.token))
        self.button.setText(self.tr("&Stop sharing") if service.running else self.tr("&Share"))

    def _tell_long(self) -> None:
        self.waiting.setText(
            self.tr(
                "The reading room is still being opened. All addresses of the archive are put in order first, which "
                "takes a while in a very large one, or on a busy computer. “Stop sharing” gives up."
            )
        )

    def _tell(self, said: str) -> None:
        self.wrong.setText(self.tr("It could not be shared: {said}").format(said=said))
        self.wrong.show()
