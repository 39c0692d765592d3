"""How pages are to be grouped: asked for in a small window."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QFormLayout, QLabel, QSpinBox, QWidget
from shiboken6 import isValid

from widgets.kit import theme
from widgets.kit.boxes import in_column, text_label
from widgets.words import formats

if TYPE_CHECKING:
    from app.classes.clusters import Settings
    from app.crawl.rules.model import Job

_WIDTH = 460
_MOST = 200  # topics


class Asked(NamedTuple):
    """What is to be grouped: all pages, or what a `crawl` saw, beside those of the crawl `before` where one is named."""

    settings: Settings
    crawl: str
    before: str


class GroupDialog(QDialog):
    """`asked` is what was chosen."""

    def __init__(self, crawls: Sequence[Job], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Group pages"))
        self.setMinimumWidth(_WIDTH)
        self.way = QComboBox()
        for words, tip, data in (
            (
                self.tr("By topic"),
                self.tr("Each page is in the group whose pages say things most like it (KMeans)."),
                ("topics", "words"),
            ),
            (
                self.tr("What says nearly the same"),
                self.tr("Only pages that lie close together are grouped; the others stay apart (DBSCAN)."),
                ("dbscan", "words"),
            ),
            (
                self.tr("Close groups of any density"),
                self.tr("As before, but groups may be loose or dense (HDBSCAN)."),
                ("hdbscan", "words"),
            ),
            (
                self.tr("Built alike"),
                self.tr("Pages with the same layout: a group is a template of the site (DBSCAN)."),
                ("dbscan", "structure"),
            ),
            (
                self.tr("Fingerprints that differ in few bits"),
                self.tr(
                    "Texts whose SimHashes are close to each other: copies with other words in places (DBSCAN)."
                ),
                ("dbscan", "fingerprints"),
            ),
        ):
            self.way.addItem(words, (data, tip))
        self.explained = text_label("", "muted", wrap=True)
        self.count = QSpinBox(minimum=0, maximum=_MOST)
        self.count.setSpecialValueText(self.tr("As many as fit"))
        self.least = QSpinBox(minimum=1, maximum=1000)
        self.least.setSpecialValueText(self.tr("As fits"))
        for box in (self.count, self.least):  # style sheets do not reach in there
            box.lineEdit().setTextMargins(theme.HALF + 2, 0, 0, 0)
        self.pages, self.before = QComboBox(), QComboBox()
        self.pages.addItem(self.tr("All, in their newest version"), "")
        self.before.addItem(self.tr("Nothing"), "")
        for job in crawls:
            seed = job.settings.seeds[0] if job.settings.seeds else ""
            name = formats.shorten(formats.readable(job.name or seed), 40)
            said = self.tr("{date} · {name}").format(date=formats.date(job.started), name=name)
            self.pages.addItem(said, job.job_id)
            self.before.addItem(said, job.job_id)
        self._count_label, self._least_label = (
            QLabel(self.tr("&Groups:")),
            QLabel(self.tr("&Smallest group:")),
        )
        self._count_label.setBuddy(self.count)
        self._least_label.setBuddy(self.least)
        form = QFormLayout()
        form.addRow(self.tr("&How:"), self.way)
        form.addRow(self.explained)
        form.addRow(self._count_label, self.count)
        form.addRow(self._least_label, self.least)
        form.addRow(self.tr("&Pages:"), self.pages)
        form.addRow(self.tr("&Compare with:"), self.before)
        self.form = form
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setText(self.tr("Group", "do it"))
        in_column(self, form, None, self.buttons, margins=theme.DOUBLE, spacing=theme.UNIT)
        self.way.currentIndexChanged.connect(self._fit)
        self.pages.currentIndexChanged.connect(self._fit)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self._fit()

    def _fit(self) -> None:
        (method, _), tip = self.way.currentData()
        self.explained.setText(tip)
        topics = method == "topics"
        self.form.setRowVisible(self.count, topics)
        self.form.setRowVisible(self.least, not topics)
        # two crawls can be compared, a crawl and all pages cannot
        self.before.setEnabled(self.pages.currentIndex() > 0)
        if self.pages.currentIndex() <= 0:
            self.before.setCurrentIndex(0)

    @property
    def asked(self) -> Asked:
        """What is chosen now."""
        from app.classes.clusters import Settings

        (method, by), _ = self.way.currentData()
        topics = method == "topics"
        least = 0 if topics or self.least.value() == self.least.minimum() else self.least.value()
        settings = Settings(method, by, count=self.count.value() if topics else 0, least=least)
        crawl, before = str(self.pages.currentData()), str(self.before.currentData())
        return Asked(settings, crawl, before if before != crawl else "")


def ask(crawls: Sequence[Job], parent: QWidget) -> Asked | None:
    """What a person chooses; None when nothing is to be done."""
    dialog = GroupDialog(crawls, parent)
    taken = dialog.exec()
    if not isValid(dialog):  # its window was closed meanwhile
        return None
    dialog.deleteLater()
    return dialog.asked if taken else None
