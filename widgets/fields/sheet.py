"""The sheet that teaches a field: the value somebody pointed at, ways to find it that were tried on other pages, a name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QWidget,
)

from app.errors import UserError
from app.fields import rules
from app.fields.rules import HOWS, KINDS, Field, Kind, Way
from widgets.fields import words, work
from widgets.fields.work import Pointed
from widgets.kit import messages, theme
from widgets.kit.boxes import in_row, text_label
from widgets.kit.loading import Loader
from widgets.kit.side_sheet import SideSheet
from widgets.words import formats

if TYPE_CHECKING:
    from app.fields.teaching import Proposal, Taught
    from widgets.session import Session

_WAYS = Qt.ItemDataRole.UserRole
_SHOWN = 3  # sample values of a way
_ROWS = 7  # proposals in sight


class TeachSheet(SideSheet):
    """`teach` with a version, path and text; a value on another page while it is open is another example. `kept` carries
    the new field."""

    kept = Signal(object)

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(self.tr("Teach a field"), parent)
        self._session = session
        self._loader, self._trying = Loader(self), Loader(self)
        self._pointed: list[Pointed] = []
        self._field: Field | None = None  # that is to be kept otherwise
        self._url = ""
        self.value = text_label("", "section", wrap=True)
        self.said = text_label("", "muted", wrap=True)
        self.name = QLineEdit(clearButtonEnabled=True)
        self.name.setPlaceholderText(self.tr("Price, author, 发布时间 …"))
        self.kind = QComboBox()
        for one in KINDS:
            self.kind.addItem(words.kind(one), one)
        self.where = QComboBox(editable=True)
        self.every = QCheckBox(self.tr("All values of a page, not the first alone"))
        self.proposals = QListWidget()
        self.proposals.setWordWrap(True)
        self.proposals.setSpacing(2)
        self.proposals.setMinimumHeight(_ROWS * 2 * theme.ROW_HEIGHT)
        self.proposals.setAccessibleName(self.tr("Ways to find the value"))
        self.how = QComboBox()
        for way in HOWS:
            self.how.addItem(words.how(way), way)
        self.expression = QLineEdit(clearButtonEnabled=True)
        self.expression.setPlaceholderText(".price, //td[2], ld:Product.offers.price")
        self.test = QPushButton(self.tr("Try"))
        self.keep = QPushButton(self.tr("Keep the field"))
        self.keep.setProperty("primary", True)
        self._arrange()
        self.kind.activated.connect(self._again)
        self.name.textChanged.connect(self._check)
        self.name.returnPressed.connect(self._keep)
        self.proposals.itemChanged.connect(self._check)
        self.expression.returnPressed.connect(self._try)
        self.test.clicked.connect(self._try)
        self.keep.clicked.connect(self._keep)

    def _arrange(self) -> None:
        for part, name, tip in (
            (self.name, self.tr("Name"), self.tr("The name of the field, for tables and searches")),
            (self.kind, self.tr("Kind"), self.tr("How the value is read")),
            (
                self.where,
                self.tr("Pages"),
                self.tr("A site, the beginning of addresses, or a pattern with *"),
            ),
            (self.how, self.tr("Way"), self.tr("How a value is found")),
            (self.expression, self.tr("Expression"), self.tr("What the way looks for")),
            (self.test, self.tr("Try"), self.tr("Show what this finds on the page")),
            (
                self.keep,
                self.tr("Keep the field"),
                self.tr("Keep it, and look for its values in every version"),
            ),
        ):
            part.setAccessibleName(name)
            part.setToolTip(tip)
        for widget in (self.value, self.said):
            self.body.addWidget(widget)
        self.section(self.tr("Name"))
        self.body.addWidget(self.name)
        self.body.addLayout(in_row(None, text_label(self.tr("Kind")), (self.kind, 1), spacing=theme.UNIT))
        self.body.addLayout(in_row(None, text_label(self.tr("Pages")), (self.where, 1), spacing=theme.UNIT))
        self.body.addWidget(self.every)
        self.section(self.tr("Ways to find it"))
        self.body.addWidget(
            text_label(
                self.tr(
                    "The first way that finds something on a page counts. Tick those that say the right thing."
                ),
                "muted",
                wrap=True,
            )
        )
        self.body.addWidget(self.proposals)
        self.section(self.tr("A way of your own"))
        self.body.addLayout(in_row(None, self.how, (self.expression, 1), self.test, spacing=theme.UNIT))
        self.body.addStretch(1)
        self.footer.addStretch(1)
        self.footer.addWidget(self.keep)

    # ---- what is taught --------------------------------------------------------------------------------------

    def teach(self, pointed: Pointed, url: str) -> None:
        """Propose ways to the value; where the sheet is open with one of another page, this is another example."""
        if self.isVisible() and self._pointed and all(one.id != pointed.id for one in self._pointed):
            self._pointed.append(pointed)
        else:
            self._start(None)
            self._pointed = [pointed]
            self._offer_pages(url)
        self.value.setText(formats.shorten(pointed.text, 120) or "…")
        self.slide_in()
        self.name.setFocus()
        self._propose(None)

    def edit(self, field: Field | None) -> None:
        """Change a field, or make one by hand."""
        self._start(field)
        self._pointed = []
        self._offer_pages("")
        self.value.setText("")
        self.said.setText(self.tr("To teach by an example, right-click a value on a page: “Teach a field…”."))
        if field is not None:
            self.name.setText(field.name)
            self.kind.setCurrentIndex(self.kind.findData(field.kind))
            self.where.setCurrentText(field.where)
            self.every.setChecked(field.many)
            for way in field.ways:
                self._add(way, words.way(way), on=True)
        self.slide_in()
        self.name.setFocus()
        self._check()

    def choose(self, field: Field, proposals: Sequence[Proposal]) -> None:
        """Change a field that matches no longer: the ways that may find its values now, of which a person chooses."""
        self.edit(field)
        self.said.setText(
            self.tr("No page says the old value any more. Tick the way that finds the right one.")
        )
        for one in proposals:
            self._add(one.way, self._told(one), on=False)

    def _start(self, field: Field | None) -> None:
        self._field = field
        self.heading.setText(self.tr("Teach a field") if field is None else self.tr("Change a field"))
        self.name.clear()
        self.expression.clear()
        self.proposals.clear()
        self.every.setChecked(False)
        self._check()

    def _offer_pages(self, url: str) -> None:
        self._url = url
        self.where.clear()
        if url:
            parts = urlsplit(url)
            self.where.addItem(parts.netloc)
            folder = parts.path.rpartition("/")[0]
            if folder:
                self.where.addItem(f"{parts.scheme}://{parts.netloc}{folder}/")
            self._offer_kind(parts.netloc)
        else:
            self.where.addItems([site.name for site in self._session.reader.sites()])
            self.where.setCurrentText("")

    def _offer_kind(self, host: str) -> None:
        """The pages of the site that are of the same kind, where it is known what the page is."""
        reader = self._session.reader
        page = reader.page(self._url)
        kind = reader.page_types([page.page_id]).get(page.page_id) if page is not None else None
        if kind and kind != "unknown":
            self.where.addItem(f"{host} kind:{kind}")

    def _again(self) -> None:
        """Another kind: the ways that find such a value."""
        if self._pointed:
            self._propose(self.kind.currentData())

    def _propose(self, kind: Kind | None) -> None:
        self.proposals.clear()
        self._check()
        self.said.setText(self.tr("Trying ways to find it on other pages of the site…"))
        pointed = tuple(self._pointed)
        self._loader.start(
            self._session.archive,
            lambda reader, task: work.propose(reader, pointed, kind, task),
            self._show,
            self._failed,
        )

    def _show(self, found: tuple[str, Taught]) -> None:
        _, taught = found
        self.kind.setCurrentIndex(self.kind.findData(taught.kind))
        self.value.setText(formats.shorten(taught.value, 120))
        self.proposals.clear()
        for one in taught.proposals:
            self._add(one.way, self._told(one), on=one.way in taught.ways)
        said = self.tr("Examples given: {count}. Right-click the value on another page to give one more.")
        self.said.setText(said.format(count=formats.number(len(self._pointed))))
        self._check()

    def _told(self, one: Proposal) -> str:
        """A way, on how many pages it finds something, and what."""
        tried = self.tr("{matched} of {pages} pages like it").format(
            matched=formats.number(one.matched), pages=formats.number(one.pages)
        )
        samples = " · ".join(formats.shorten(value, 28) for value, _ in one.samples[:_SHOWN])
        return f"{words.way(one.way)}\n{tried}" + (f": {samples}" if samples else "")

    def _failed(self, error: Exception) -> None:
        self.said.setText(messages.sentence(error))

    def _add(self, way: Way, text: str, *, on: bool, first: bool = False) -> None:
        item = QListWidgetItem(text)
        item.setData(_WAYS, way)
        item.setToolTip(words.way(way))
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        item.setCheckState(Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)
        self.proposals.insertItem(0 if first else self.proposals.count(), item)

    # ---- a way of one's own, and keeping -------------------------------------------------------------------------

    def _try(self) -> None:
        """Add the way that was typed, with what it finds on the page that is taught."""
        try:
            way = rules.check_way(Way(self.how.currentData(), self.expression.text()))
        except rules.FieldInvalid as error:
            self.said.setText(messages.sentence(error))
            return
        if not self._pointed:
            self._add(way, words.way(way), on=True, first=True)
            self._check()
            return
        id, kind = self._pointed[0].id, self.kind.currentData()

        def show(found: list[str]) -> None:
            said = " · ".join(formats.shorten(value, 28) for value in found[:_SHOWN])
            told = said or self.tr("finds nothing on this page")
            self._add(way, f"{words.way(way)}\n{told}", on=bool(found), first=True)
            self._check()

        self._trying.start(
            self._session.archive, lambda reader, _: work.tried(reader, id, way, kind), show, self._failed
        )

    @property
    def ways(self) -> tuple[Way, ...]:
        """The ways that are ticked."""
        items: Sequence[QListWidgetItem] = [self.proposals.item(row) for row in range(self.proposals.count())]
        return tuple(item.data(_WAYS) for item in items if item.checkState() == Qt.CheckState.Checked)

    def _check(self) -> None:
        has_name, has_ways = bool(self.name.text().strip()), bool(self.ways)
        self.keep.setEnabled(has_name and has_ways)
        lacks = "" if has_name else self.tr("The field has no name yet.")
        self.keep.setToolTip(lacks or ("" if has_ways else self.tr("No way to find it is ticked yet.")))

    def _keep(self) -> None:
        if not self.keep.isEnabled():
            return
        path, many = self._session.path, self.every.isChecked()
        name, kind, where = self.name.text(), self.kind.currentData(), self.where.currentText()
        try:
            if self._field is None:
                made = rules.add(path, name, kind, where, self.ways, many=many)
            else:
                made = rules.replaced(path, self._field, Field("", name, kind, where, self.ways, many))
        except UserError as error:
            self.said.setText(messages.sentence(error))
            return
        self.cancel()
        self.kept.emit(made)
