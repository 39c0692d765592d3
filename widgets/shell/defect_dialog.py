"""What a person sees when the program itself made a mistake: a calm sentence and the details to report."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit

from app import __version__
from widgets.kit import theme
from widgets.kit.boxes import in_column, text_label


class DefectDialog(QDialog):
    """Shows a traceback; never more than one at a time, further defects are appended."""

    _open: ClassVar[DefectDialog | None] = None

    def __init__(self, text: str) -> None:
        super().__init__()
        self.setWindowTitle(self.tr("Something went wrong in the program"))
        self.resize(720, 420)
        sentence = text_label(
            self.tr(
                "This is a defect of the program, not a mistake of yours. What was stored is safe. "
                "You can go on working; if it happens again, please report the details below."
            ),
            wrap=True,
        )
        self.details = QPlainTextEdit(readOnly=True)
        self.details.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.details.setAccessibleName(self.tr("Details of the defect"))
        self.details.setPlainText(f"Tianwang Explorer {__version__}\n\n{text}")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        copy = buttons.addButton(self.tr("Copy details"), QDialogButtonBox.ButtonRole.ActionRole)
        copy.setToolTip(self.tr("Put the details on the clipboard"))
        copy.clicked.connect(self._copy)
        close = buttons.button(QDialogButtonBox.StandardButton.Close)
        close.setToolTip(self.tr("Go on working"))
        buttons.rejected.connect(self.reject)
        in_column(
            self,
            sentence,
            (self.details, 1),
            buttons,
            margins=(theme.DOUBLE, theme.DOUBLE, theme.DOUBLE, theme.DOUBLE),
            spacing=theme.DOUBLE,
        )
        self.finished.connect(self._forget)

    @classmethod
    def show_once(cls, text: str) -> None:
        """Show the dialog, or add to the one that is already there."""
        if cls._open is None:
            cls._open = cls(text)
            cls._open.open()
        else:
            cls._open.details.appendPlainText(f"\n{text}")

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.details.toPlainText())

    def _forget(self) -> None:
        type(self)._open = None
        self.deleteLater()
