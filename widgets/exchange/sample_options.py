"""Part of the export dialog: only a random sample of the pages, which can be drawn again."""

from __future__ import annotations

from PySide6.QtCore import QSettings, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QSpinBox, QWidget

from app.statistics.sampling import STRATA, Drawing, Strata, Versions
from widgets.kit import theme
from widgets.kit.boxes import in_column, in_row, text_label

_SIZE, _SEED, _PER = "export/sample-size", "export/sample-seed", "export/sample-per"
_MOST = 999_999
_VERSIONS: dict[str, Versions] = {"all": "all", "versions": "all", "newest": "newest"}


class SampleOptions(QWidget):
    """`changed`: a sample is wanted, or no longer."""

    changed = Signal()

    def __init__(self, settings: QSettings, parent: QWidget) -> None:
        super().__init__(parent)
        self._settings = settings
        self.wanted = QCheckBox(self.tr("Only a random &sample of the pages"), self)
        self.wanted.setToolTip(
            self.tr(
                "A test collection: pages are drawn by the seed, with what they embed. A manifest beside it lists "
                "them with their digests, and “tianwang sample --again” writes the same files from it"
            )
        )
        self.pages = self._number(_SIZE, 100, 1, self.tr("Pages of the sample"))
        self.per = QComboBox(self)
        self.per.setAccessibleName(self.tr("Of what as many pages are drawn"))
        self.per.setToolTip(self.tr("Of what as many pages are drawn"))
        words = {
            "": self.tr("pages in all"),
            "site": self.tr("pages of each site"),
            "type": self.tr("pages of each type"),
            "language": self.tr("pages of each language"),
        }
        for name in STRATA:
            self.per.addItem(words[name], name)
        self.per.setCurrentIndex(max(0, self.per.findData(str(settings.value(_PER, "")))))
        self.seed = self._number(_SEED, 1, 0, self.tr("Seed: another number gives another sample"))
        seed = text_label(self.tr("Seed"), "muted")
        seed.setBuddy(self.seed)
        self.how = QWidget(self)
        in_column(
            self.how,
            in_row(None, self.pages, (self.per, 1), spacing=theme.UNIT),
            in_row(None, seed, self.seed, None, spacing=theme.UNIT),
            spacing=theme.HALF,
        )
        in_column(self, self.wanted, self.how, spacing=theme.HALF)
        self.how.setEnabled(False)
        self.wanted.toggled.connect(self.how.setEnabled)
        self.wanted.toggled.connect(self.changed)

    def _number(self, name: str, usual: int, least: int, words: str) -> QSpinBox:
        box = QSpinBox(self)
        box.setRange(least, _MOST)
        kept = self._settings.value(name, usual, int)
        box.setValue(kept if isinstance(kept, int) else usual)
        box.setAccessibleName(words)
        box.setToolTip(words)
        return box

    def drawing(self, versions: str, query: str, among: str) -> Drawing | None:
        """How the sample is drawn, of the pages of a `query`, or of what is called `among`; None for all pages."""
        if not self.wanted.isChecked() or self.isHidden():
            return None
        per: Strata = self.per.currentData()
        return Drawing(self.pages.value(), self.seed.value(), query, per, _VERSIONS[versions], among)

    def remember(self) -> None:
        """For the next export."""
        self._settings.setValue(_SIZE, self.pages.value())
        self._settings.setValue(_SEED, self.seed.value())
        self._settings.setValue(_PER, self.per.currentData())
