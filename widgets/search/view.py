"""Search in the archive: found while one types, with counts beside it; a hit opens the page at the words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QElapsedTimer, QEvent, QModelIndex, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QGuiApplication, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.errors import ArchiveError
from app.graph.standing import Factors
from app.search.changes.events import Events
from app.search.listing import Listing
from app.search.query import QueryFault
from app.search.results import Results
from app.search.scopes import CHANGES, Scope, scoped
from app.search.suggesting import FEW
from widgets.handover.dragging import drag_out
from widgets.kit import jobs, messages, theme
from widgets.kit.boxes import in_column, split, text_button
from widgets.kit.empty_state import EmptyState
from widgets.kit.parts import ClosesWithEscape, ElidedLabel, announce, push_button
from widgets.kit.tables import HitList, OpensBeside
from widgets.search.delegate import HitDelegate
from widgets.search.events import EventsList, save_feed
from widgets.search.feeding import IndexFeeder
from widgets.search.menu import HitsMenu
from widgets.search.model import HitsModel
from widgets.search.narrowing import FacetCounts, Months, toggled
from widgets.search.options import ScopeChoice, SearchOptions
from widgets.search.questions import Questions, RowButtons, words_of
from widgets.search.saved import SavedList, SavedMenu, SavedSearches
from widgets.search.suggestions import Suggestions
from widgets.search.work import Everywhere, Finder
from widgets.words import formats
from widgets.words.category_names import CategoryNames

if TYPE_CHECKING:
    from app.search.changes.events import Event
    from app.search.results import Hit
    from app.search.saved import SavedSearch
    from widgets.session import Session

_TYPING_MS = 120
"""The longest pause while somebody types before it is sought; where answers come sooner than that, as long as the last
one took: what is sought already is given up with the next letter."""
_LOOK_MS = 2000
_LASTING_MS = 300  # after which it is said that an answer is waited for
_FIRST, _MORE = 10, 30  # hits asked for at once
_REPEATED = frozenset({"navigation", "header", "footer"})  # labels of what the pages of a site repeat
_NARROW = 760  # pixels of width below which the counts stay away


class _Hits(HitList):
    dragged = Signal()

    def startDrag(self, _actions: Qt.DropAction) -> None:
        self.dragged.emit()


class SearchView(ClosesWithEscape):
    """Stands where pages are shown. `opened` carries the id of a capture and the words to be marked in it,
    `address_chosen` an address that is not in the archive, `export_requested` a `Listing` of the hits with their
    number, `compared` an event whose two versions are to be shown side by side, `told` a sentence."""

    opened = Signal(str, str)
    block_wanted = Signal(str, str, str)  # capture, path and text of a block whose history is to be shown
    elsewhere_opened = Signal(object, str, str)  # path of another archive, and what `opened` carries
    # capture, address, title and words of what is to be opened in a tab
    beside_requested = Signal(str, str, str, str)
    address_chosen = Signal(str)
    again_requested = Signal(list)  # addresses that are to be crawled once more
    export_requested = Signal(object, int)
    compared = Signal(object)
    told = Signal(str)

    def __init__(
        self,
        session: Session,
        feeder: IndexFeeder,
        parent: QWidget | None = None,
        *,
        finder: Finder | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("siteChangesPage")
        self.setAccessibleName(self.tr("Search"))
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._session = session
        self.finder = finder or Finder(session.archive)
        self._asking: jobs.Task[Any] | None = None
        self._placing: jobs.Task[Any] | None = None
        self.feeder = feeder
        self._again = False  # what was asked for while the archive was read
        self._clock = QElapsedTimer()  # since something was asked for that is not answered yet
        self._turn = 0  # how often other hits were shown
        self.results: Results | Events | None = None
        self._scope: Scope = "ever"  # what is looked for
        self._asked = self._answered = ""  # the query on its way, and that of the results
        self.everywhere = Everywhere()
        self.recent: Callable[[], list[Path]] = list  # other archives that were opened lately
        self.saved = SavedSearches(session.path, self.finder, self)
        self._of_saved: SavedSearch | None = None  # the saved search that is shown
        self._known: dict[str, int] | None = None  # what of it was known when it was opened
        self._opened: frozenset[str] = frozenset()  # ids of hits behind which pages that are alike are shown
        self._make_parts()
        self._arrange()
        self._typing = QTimer(self, singleShot=True, interval=0)
        self._typing.timeout.connect(self.search)
        # what is shown is of what was asked before
        self._lasting = QTimer(self, singleShot=True, interval=_LASTING_MS)
        self._lasting.timeout.connect(lambda: self.summary.set_text(self.tr("Searching…")))
        self._looking = QTimer(self, interval=_LOOK_MS)  # while the archive is read
        self._looking.timeout.connect(self._look_again)
        self.field.textChanged.connect(self._typed)
        self.sort.currentIndexChanged.connect(lambda _: self.search())
        feeder.changed.connect(self._show_reading)
        feeder.fed.connect(self._fed)
        session.travel.changed.connect(self.search)

    def _make_parts(self) -> None:
        self.field = QLineEdit(clearButtonEnabled=True)
        self.field.setProperty("big", True)
        self.field.setPlaceholderText(self.tr("Search all versions of all pages…"))
        self.field.setAccessibleName(self.tr("Search the archive"))
        self.field.setToolTip(
            self.tr(
                "Words, “a phrase”, -not, OR, begin*, title:, site:, type:pdf, kind:article, lang:zh, before:2026-10; "
                "the help page “Searching” tells all of them"
            )
        )
        self.field.addAction(theme.icon("search", "muted"), QLineEdit.ActionPosition.LeadingPosition)
        self.field.installEventFilter(self)
        self.sort = QComboBox()
        for name, words in (
            ("relevance", self.tr("Best first")),
            ("newest", self.tr("Newest first")),
            ("oldest", self.tr("Oldest first")),
            ("title", self.tr("By title")),
            ("size", self.tr("Largest first")),
            ("rank", self.tr("Most linked first")),
        ):
            self.sort.addItem(words, name)
        self.sort.setAccessibleName(self.tr("Order of what was found"))
        self.sort.setToolTip(self.tr("Order of what was found"))
        self.options = SearchOptions()
        self.options.changed.connect(self.search)
        self.options.synonyms_wanted.connect(self.edit_synonyms)
        self.scope = ScopeChoice()
        self.scope.chosen.connect(self._look_for)
        self.summary = ElidedLabel(self)
        self.summary.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.summary.setProperty("muted", True)
        self.pause = text_button(act=self._pause_or_go_on, look="link", hidden=True)
        self.export_button = push_button(
            self,
            "export",
            self.tr("Export…"),
            self.tr("Write all hits as a table, as documents or as an archive"),
            self.export,
        )
        self.export_button.setEnabled(False)
        name = self.tr("Saved", "searches")
        self.saved_button = QPushButton(f" {name}")
        self.saved_button.setAccessibleName(name)
        self.saved_button.setIcon(theme.icon("save"))
        self.saved_button.setToolTip(self.tr("Save this search, or open one that was saved"))
        self.saved_menu = SavedMenu(
            self.saved,
            lambda: self.field.text().strip(),
            lambda: (self.options.forms.isChecked(), self.options.synonyms.isChecked()),
            self.saved_button,
        )
        self.saved_menu.chosen.connect(self.open_saved)
        self.saved_button.setMenu(self.saved_menu)
        self.saved_list = SavedList(self.saved)
        self.saved_list.chosen.connect(self.open_saved)
        self.saved_list.export_wanted.connect(self._export_saved)
        self.feed_button = push_button(
            self,
            "save",
            self.tr("Save as feed…"),
            self.tr("Write the newest changes as an Atom feed, for a feed reader"),
            self.save_feed,
        )
        self.feed_button.hide()
        self.months, self.counts = Months(), FacetCounts(CategoryNames(self._session.path))
        self.months.hide()
        for part in (self.months, self.counts):
            part.chosen.connect(self.narrow)
        self.model = HitsModel(self)
        self.model.more_wanted.connect(self._read_more)
        self.list = self._make_list()
        self.questions = Questions(self.finder, self)
        self.questions.block_found.connect(self.block_wanted)
        self.questions.first_found.connect(self.opened)
        self.questions.told.connect(self.told)
        self.buttons = RowButtons(self.list)
        self.buttons.since_asked.connect(self._ask_since)
        self.buttons.first_asked.connect(self._ask_first)
        self.buttons.alike_asked.connect(self.turn_alike)
        self.events = EventsList()
        self.events.model_.more_wanted.connect(self._read_more)
        self.events.opened.connect(self.opened)
        self.events.compared.connect(self.compared)
        self.events.beside_requested.connect(self.beside_requested)
        self.nothing = EmptyState("search")
        self.suggestions = Suggestions(self.finder)
        self.suggestions.chosen.connect(self.ask)
        self.stack = QStackedWidget()
        self.aside = QWidget()
        column = in_column(
            self.aside, (self.nothing, 1), margins=(theme.DOUBLE, 0, theme.DOUBLE, theme.DOUBLE)
        )
        column.addWidget(self.saved_list)
        for shown in (self.aside, self.list, self.events):
            self.stack.addWidget(shown)

    def _make_list(self) -> HitList:
        view = _Hits(uniformItemSizes=True)
        view.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        view.dragged.connect(self._drag)
        view.setModel(self.model)
        view.setItemDelegate(HitDelegate(view))
        view.setMouseTracking(True)
        view.setFrameShape(QListView.Shape.NoFrame)
        view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        view.setAccessibleName(self.tr("What was found"))
        view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        view.customContextMenuRequested.connect(self._show_menu)
        view.activated.connect(self._open)
        view.clicked.connect(self._clicked)
        OpensBeside(view, self._open_beside, picks=True)
        return view

    def _arrange(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(theme.DOUBLE, theme.UNIT, theme.UNIT, 0)
        head.addWidget(self.field, 1)
        head.addWidget(self.sort)
        head.addWidget(self.options)
        self._close = self.close_button()
        head.addWidget(self._close)
        bar = QHBoxLayout()
        bar.setContentsMargins(theme.DOUBLE, 0, theme.DOUBLE, 0)
        bar.addWidget(self.scope)
        bar.addSpacing(theme.UNIT)
        bar.addWidget(self.summary, 1)
        bar.addWidget(self.pause)
        bar.addWidget(self.saved_button)
        bar.addWidget(self.feed_button)
        bar.addWidget(self.export_button)
        months = QHBoxLayout()
        months.setContentsMargins(theme.DOUBLE, 0, theme.DOUBLE, 0)
        months.addWidget(self.months)
        left = QWidget()
        self._found = in_column(left, (self.stack, 1), self.suggestions, None)
        self._bring_closer()
        self.suggestions.changed.connect(self._bring_closer)
        self.stack.currentChanged.connect(self._bring_closer)
        self.split = split(Qt.Orientation.Horizontal, left, self.counts, sizes=[640, 220], grows=0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.HALF)
        column.addLayout(head)
        column.addLayout(bar)
        column.addLayout(months)
        column.addWidget(self.split, 1)
        self._order_tabs()
        self._fit()

    def _bring_closer(self) -> None:
        """What else could be sought stands at the foot of what was found; where that is nothing, below the words that say
        so."""
        near = self.stack.currentWidget() is self.aside and not self.suggestions.isHidden()
        self._found.setStretch(0, 0 if near else 1)
        self._found.setStretch(2, 1 if near else 0)

    # ---- asking -------------------------------------------------------------------------------------------------

    def open(self, query: str = "") -> None:
        """Put the keyboard into the field; the index is brought up to date."""
        if query:
            self.field.setText(query)
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()
        self.feeder.want()
        self._show_reading()
        self.search()
        if self._asking is None:  # while the first words are typed
            jobs.run(self, lambda _: self.finder.make_ready(), failed=lambda _: None)
        self.saved.refresh()

    def open_saved(self, search: SavedSearch) -> None:
        """Run a saved search; what is new in it comes first, and is old from then on."""
        from app.search.saved import looked

        self._typing.stop()
        self._of_saved, self._known = search, looked(search)
        self.options.here.setChecked(True)
        self.options.forms.setChecked(search.forms)
        self.options.synonyms.setChecked(search.synonyms)
        self.field.setText(search.query)
        self._typing.stop()
        self.search()

    def shut(self) -> None:
        """The archive is about to be put away."""
        self._stop()
        self.questions.cancel()
        self.finder.close()
        self.everywhere.close()

    def ask(self, query: str) -> None:
        """Put another query in the place of what is asked."""
        self.field.setText(query)
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.search()

    def narrow(self, wanted: str) -> None:
        """Write conditions into the query, or take them out again."""
        query = self.field.text()
        for each in wanted.split(" ") if '"' not in wanted else [wanted]:
            query = toggled(query, each)
        self.field.setText(query)
        self._typing.stop()
        self.search()

    def _typed(self, query: str) -> None:
        self._typing.start()
        self.scope.show_query(query)
        before, self._scope = self._scope, self.scope.currentData()
        self._sort_for(before, self._scope)

    def _sort_for(self, before: Scope, now: Scope) -> None:
        """Changes are read newest first, hits best first, unless somebody chose another order."""
        usual = [1 if scope in CHANGES else 0 for scope in (before, now)]
        if usual[0] != usual[1] and self.sort.currentIndex() == usual[0]:
            blocked = self.sort.blockSignals(True)
            self.sort.setCurrentIndex(usual[1])
            self.sort.blockSignals(blocked)

    def _look_for(self, scope: Scope) -> None:
        """Write into the query what is to be looked for."""
        self.field.setText(scoped(self.field.text(), scope))
        self.scope.show_query(self.field.text())
        if self.field.text().endswith('""'):  # the words are still to come
            self.field.setCursorPosition(len(self.field.text()) - 1)
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.search()

    def search(self) -> None:
        """Ask what is typed now."""
        self._typing.stop()
        self._stop()
        query = self.field.text().strip()
        if not query:
            self._show_nothing(
                self.tr("Search in every version"),
                self.tr(
                    "Words that pages say or once said, also in PDF and Office documents, also in Chinese."
                ),
            )
            return
        if query != self._asked:
            self._opened = frozenset()
        self._asked = query
        asked = query, self.options.forms.isChecked(), self.options.synonyms.isChecked()
        saved = self._of_saved
        if saved is not None and asked != (saved.query, saved.forms, saved.synonyms):
            self._of_saved = self._known = None
        find = self._find(query)
        self._clock.start()
        self._lasting.start()
        self._asking = jobs.run(
            self,
            lambda task: find(task, limit=_FIRST, facets=True, at_once=True),
            done=self._show,
            failed=self._failed,
        )

    def _count(self) -> None:
        """Ask how many there are of what is shown, and what they can be narrowed with."""
        find = self._find(self._asked)
        self._asking = jobs.run(
            self,
            lambda task: find(task, limit=0, facets=True, shown=False),
            done=self._show_counts,
            failed=self._failed,
        )

    def _find(self, query: str) -> Callable[..., Results | Events]:
        """What answers a query as it is asked for now, in a worker."""
        ways = {
            "sort": self.sort.currentData(),
            "known": self._known,
            "at": self._moment(),
            "forms": self.options.forms.isChecked(),
            "synonyms": self.options.synonyms.isChecked(),
            "fold": self.options.fold.isChecked(),
            "opened": self._opened,
        }
        if self.options.everywhere and self._scope not in CHANGES:
            return partial(self.everywhere.find, self.finder, self.recent(), query, **ways)
        return partial(self.finder.find, query, **ways)

    def _read_more(self, offset: int) -> None:
        turn, find = self._turn, self._find(self.field.text().strip())

        def add(found: Results | Events) -> None:
            if self._turn != turn:
                return
            if isinstance(found, Events):
                self.events.model_.append(found.events)
                self._place()
            else:
                self.model.append(found.hits, found.unfetched)

        jobs.run(self, lambda task: find(task, limit=_MORE, offset=offset), done=add)

    def _place(self) -> None:
        """Find out where on the pages the changes happened that are listed, each shown as soon as it is known."""
        finder, query, model = self.finder, self._answered, self.events.model_
        if self._placing is not None or model.placed == len(model.events):
            return
        event = model.events[model.placed]

        def done(placed: Event) -> None:
            self._placing = None
            model.place(placed)
            self._place()

        self._placing = jobs.run(
            self, lambda _: finder.placed(query, event), done=done, failed=lambda _: done(event)
        )

    def find_place(self, event: Event, done: Callable[[Event], None]) -> None:
        """Find out where on its page a change happened."""
        finder, query = self.finder, self._answered
        jobs.run(self, lambda _: finder.placed(query, event), done=done)

    def _stop(self) -> None:
        """What was asked for is not wanted any more."""
        for task in (self._asking, self._placing):
            if task is not None:
                task.cancel()
        self._learn_pause()
        self._asking = self._placing = None

    def _learn_pause(self) -> None:
        """How long the first hits take, or took at least until they were given up."""
        self._lasting.stop()
        if self._clock.isValid():
            self._typing.setInterval(min(_TYPING_MS, self._clock.elapsed()))
            self._clock.invalidate()

    def _moment(self) -> datetime | None:
        """The last second of the day that is shown; None for the present, where words of every version count."""
        until = self._session.travel.moment
        return until - timedelta(seconds=1) if until is not None else None

    def _show(self, found: Results | Events) -> None:
        self._asking = None
        self._learn_pause()
        self._turn += 1
        self.results, self._answered = found, self._asked
        shown: QListView = self.list
        if isinstance(found, Events):
            shown = self.events
            self.events.model_.show(found.events, found.total)
            self._place()
        else:
            self.model.show(found.hits, found.total - found.folded, found.unfetched)
        if shown.model().rowCount():
            self.stack.setCurrentWidget(shown)
        if isinstance(found, Events) or found.counted:
            self._tell(found)
            return
        self.suggestions.clear()
        self._show_buttons()
        for part in (self.counts, self.months):
            part.wait()
        self._fit()
        self.summary.set_text(self.tr("Counting…"))
        self._count()

    def _show_counts(self, counted: Results | Events) -> None:
        """How many there are of the hits that are shown."""
        self._asking = None
        if isinstance(self.results, Results) and isinstance(counted, Results):
            self.results = replace(counted, hits=self.results.hits)
            self.model.count(counted.total)
            self._tell(self.results)

    def _tell(self, found: Results | Events) -> None:
        """What was found in all, and what it can be narrowed with."""
        if isinstance(found, Events):
            said = [self.tr("%Ln change(s)", "", found.total)]
            if self.options.everywhere:
                said.append(self.tr("Changes of this archive alone."))
        else:
            said = [self.tr("%Ln page(s)", "", found.total)]
            if found.folded:
                said.append(self.tr("%Ln nearly the same not shown", "", found.folded))
            if found.synonyms:
                words = formats.shorten(", ".join(found.synonyms), 60)
                said.append(self.tr("also with {words}").format(words=words))
            if found.loose:
                said.append(self.tr("%Ln only loosely", "", found.loose))
            if self.options.everywhere:
                said.insert(1, self._said_everywhere())
            if found.hits and all(hit.label in _REPEATED for hit in found.hits):
                said.append(self.tr("in menus and feet: a few of their pages"))
            if found.left_out:
                said.append(self.tr("Too many to rank all of them: more words find fewer."))
        if (
            found.total <= FEW
            and not self.options.everywhere
            and not self.feeder.running
            and self._session.travel.day is None
        ):
            self.suggestions.look(self._answered, found.total)
        else:
            self.suggestions.clear()
        self._show_buttons()
        self.counts.show_counts(found.facets, self.field.text())
        self._fit()
        days = found.days if isinstance(found, Events) else None
        self.months.show_months(found.months, days, changes=isinstance(found, Events))
        if self._of_saved is not None:
            said = [
                self.tr("Saved search “{name}”").format(name=self._of_saved.name),
                *said,
                self.tr("%Ln new", "", found.new),
            ]
            self.saved.look(self._of_saved)
        if self._session.travel.day is not None:
            said.append(self.tr("As it was on {day}").format(day=formats.day(self._session.travel.day)))
        if self.feeder.running:
            said.append(self.tr("Still reading the archive."))
        elif self.feeder.paused:
            said.append(self.tr("Reading the archive is paused."))
        if self.feeder.unread:
            said.append(self.tr("%Ln version(s) cannot be found yet", "", self.feeder.unread))
        self.summary.set_text(" · ".join(said))
        announce(self, self.summary.full_text())
        if not isinstance(found, Events) and found.loose:
            said.append(self.tr("Loosely: with the words of a stretch apart, or in other forms."))
        unread = self.options.everywhere and not isinstance(found, Events) and bool(self.everywhere.left_out)
        once = self.tr("Other archives are read for the search once you open them.")
        if unread:
            said.append(once)
        self.summary.setToolTip("\n".join(said))  # a narrow window has no room for all of it
        if not self._rows():
            hint = self._hint(once if unread else "")
            heading = (
                self.tr("Nothing was found yet") if self.feeder.running else self.tr("Nothing was found")
            )
            self._show_nothing(heading, hint, keep=True)

    def _rows(self) -> int:
        """How many rows there are of what was found."""
        shown = self.events if isinstance(self.results, Events) else self.list
        return shown.model().rowCount()

    def _hint(self, unread: str) -> str:
        """What may find more where nothing was found; `unread` is to be said of other archives."""
        if self.feeder.running:
            return self.tr("The archive is still being read; what it says comes here as it is found.")
        if self.feeder.paused:
            return self.tr("Not everything has been read: reading the archive is paused.")
        if unread:
            return unread
        if not self._session.seq:
            return self.tr(
                "There is nothing in this archive yet. What is crawled or imported can be searched."
            )
        if ":" in self._answered:
            return self.tr("Try fewer words or another spelling, or take conditions such as “site:” out.")
        return self.tr("Try fewer words or another spelling.")

    def _said_everywhere(self) -> str:
        """In how many archives, and which could not be searched."""
        left_out = [path.name.removesuffix(".archive") for path in self.everywhere.left_out]
        count = len(self.recent()) + 1 - len(left_out)
        said = self.tr("in %Ln archive(s)", "", count)
        if left_out:
            names = formats.shorten(", ".join(left_out), 60)
            said += " " + self.tr("(not read for the search yet: {names})").format(names=names)
        return said

    def _failed(self, error: Exception) -> None:
        self._asking = None
        self._learn_pause()
        if isinstance(error, QueryFault):
            self.summary.set_text("")
            self.counts.show_counts({}, "")
            self.months.hide()
            self.suggestions.clear()
            self._show_nothing(self.tr("Not yet a query"), messages.sentence(error), keep=True)
        elif isinstance(error, ArchiveError) and self.feeder.running:
            self._show_nothing(
                self.tr("Reading the archive…"),
                self.tr("The first search waits until the pages have been read once."),
            )
            self._again = True
        else:
            if self.feeder.paused:
                said = self.tr("Not everything has been read: reading the archive is paused.")
            else:
                said = messages.sentence(self.feeder.problem or error)
            self._show_nothing(self.tr("The archive cannot be searched"), said)

    def _show_nothing(self, heading: str, text: str, *, keep: bool = False) -> None:
        if not keep:
            self.summary.set_text("")
            self.counts.show_counts({}, "")
            self.months.hide()
            self.suggestions.clear()
        self.results = self.results if keep else None
        self.saved_list.wanted = not keep
        self.saved_list.setVisible(not keep and bool(self.saved.found))
        self._show_buttons()
        self.export_button.setEnabled(False)
        self.feed_button.setEnabled(False)
        self._fit()
        self.nothing.say(heading, text)
        announce(self, formats.sentences((f"{heading}.", text)))
        self.stack.setCurrentWidget(self.aside)

    def _show_buttons(self) -> None:
        """Hits can be exported, changes kept as a feed."""
        found = self.results
        changes = isinstance(found, Events)
        some = found is not None and found.total > 0 and (isinstance(found, Events) or found.counted)
        self.export_button.setVisible(not changes)
        self.feed_button.setVisible(changes)
        self.export_button.setEnabled(some and not changes and not self.options.everywhere)
        self.export_button.setToolTip(
            self.tr("Hits of several archives are not exported together: choose “In this archive” first")
            if self.options.everywhere
            else self.tr("Write all hits as a table, as documents or as an archive")
        )
        self.feed_button.setEnabled(some and changes)

    def save_feed(self) -> None:
        """Ask for a file, and write the newest of the changes that are shown as a feed."""
        if isinstance(self.results, Events) and self.results.total:
            name = self._session.name
            save_feed(self, self.finder, self._answered, name, self._saved)

    def _saved(self, path: Path) -> None:
        said = self.tr(
            "The feed was saved as {path}. Save it there again after a crawl, and a reader shows what is new."
        )
        self.told.emit(said.format(path=path))

    def export(self) -> None:
        """Ask for an export of all that is shown now, and what comes behind it."""
        if self.results is not None and not isinstance(self.results, Events) and self.results.total:
            wanted = Listing(
                self._session.archive,
                self._answered,
                self.sort.currentData(),
                self._moment(),
                forms=self.options.forms.isChecked(),
                rank=Factors(self._session.path),
                synonyms=self.options.synonyms.isChecked(),
            )
            self.export_requested.emit(wanted, self.results.total)

    def _export_saved(self, search: SavedSearch, total: int) -> None:
        wanted = Listing(
            self._session.archive,
            search.query,
            forms=search.forms,
            rank=Factors(self._session.path),
            synonyms=search.synonyms,
        )
        self.export_requested.emit(wanted, total)

    # ---- the index ----------------------------------------------------------------------------------------------

    def _show_reading(self) -> None:
        """Whether the archive is read, and the button that stops that for a while or goes on with it."""
        running, paused = self.feeder.running, self.feeder.paused
        self.pause.setVisible(running or paused)
        self.pause.setText(self.tr("Go on reading") if paused else self.tr("Pause reading"))
        self.pause.setToolTip(
            self.tr("What has been read can be searched; the rest is read when you want it")
        )
        if running:
            self._looking.start()
            return
        self._looking.stop()
        if self.feeder.problem is not None or paused:
            self.search()

    def _pause_or_go_on(self) -> None:
        if self.feeder.paused:
            self.feeder.go_on()
        else:
            self.feeder.pause()

    def _look_again(self) -> None:
        """What has been read meanwhile, where nothing was found before: a list that is being read stays as it is."""
        if self._asking is None and (self.results is None or not self.results.total):
            self.search()

    def _fed(self, versions: int) -> None:
        if versions:
            self.saved.refresh()
        if versions or self._again or self.results is None or not self.results.total:
            self._again = False
            self.search()

    # ---- hits ---------------------------------------------------------------------------------------------------

    def menu(self) -> HitsMenu | None:
        """What can be done with the hits that are selected."""
        rows = sorted(self.list.selectionModel().selectedIndexes(), key=QModelIndex.row)
        if not rows:
            return None
        hits = [self.model.hit_at(row) for row in rows]
        menu = HitsMenu(self._session, hits, lambda: self._open(rows[0]), self)
        menu.beside_requested.connect(self._open_hit_beside)
        menu.again_requested.connect(self.again_requested)
        menu.since_requested.connect(self._ask_since)
        menu.first_requested.connect(self._ask_first)
        menu.alike_requested.connect(self.turn_alike)
        return menu

    def turn_alike(self, hit: Hit) -> None:
        """Show the pages behind a hit that are nearly the same, or hide them again."""
        if hit.capture is not None:
            self._opened = self._opened ^ {hit.capture.id}
            self.search()

    def edit_synonyms(self) -> None:
        """Edit the words that mean the same; what is shown is sought again with them."""
        from widgets.search.synonyms import SynonymsEditor

        editor = SynonymsEditor(self._session.path, self)
        editor.saved.connect(self._synonyms_saved)
        editor.open()

    def _synonyms_saved(self, groups: int, before: str) -> None:
        from app.likeness.synonyms import write_text

        def undo() -> None:
            jobs.run(self, lambda _: write_text(self._session.path, before), done=lambda _: self.search())

        self.saved.notice.info(
            self.tr("%Ln group(s) of words that mean the same.", "", groups), (self.tr("Undo"), undo)
        )
        self.search()

    def _drag(self) -> None:
        """Take the hits that are selected elsewhere, as files."""
        menu = self.menu()
        if menu is not None:
            captures = menu.captures
            menu.deleteLater()
            drag_out(self._session.archive, lambda _: captures, self.list)

    def _show_menu(self, at: QPoint) -> None:
        menu = self.menu()
        if menu is not None:
            menu.popup(self.list.viewport().mapToGlobal(at))

    def _clicked(self, index: QModelIndex) -> None:
        """With Shift and Ctrl a click only selects."""
        if not QGuiApplication.keyboardModifiers() & (
            Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier
        ):
            self._open(index)

    def _open(self, index: QModelIndex) -> None:
        hit: Hit = self.model.hit_at(index)
        if hit.capture is None:
            self.address_chosen.emit(hit.url)
            return
        if hit.archive is not None:
            self.elsewhere_opened.emit(hit.archive, hit.capture.id, words_of(hit.snippet))
        else:
            self.opened.emit(hit.capture.id, words_of(hit.snippet))

    def _ask_since(self, hit: Hit) -> None:
        self.questions.since_when(self._answered, hit)

    def _ask_first(self, hit: Hit) -> None:
        self.questions.who_first(self._answered, hit)

    def _open_beside(self, index: QModelIndex) -> None:
        self._open_hit_beside(self.model.hit_at(index))

    def _open_hit_beside(self, hit: Hit) -> None:
        if hit.archive is not None and hit.capture is not None:
            self.elsewhere_opened.emit(hit.archive, hit.capture.id, words_of(hit.snippet))
        elif hit.capture is not None:
            self.beside_requested.emit(hit.capture.id, hit.url, hit.title, words_of(hit.snippet))
        else:
            self.address_chosen.emit(hit.url)

    # ---- keys and room ------------------------------------------------------------------------------------------

    def _order_tabs(self) -> None:
        """Tab goes as the eye does; children come in the order in which they were made."""
        order = (
            *(self.field, self.sort, self.options, self._close, self.scope, self.pause, self.saved_button),
            *(self.feed_button, self.export_button, self.months, self.list, self.buttons.alike),
            *(self.buttons.since, self.buttons.first, self.events, self.counts),
        )
        for before, after in pairwise(order):
            QWidget.setTabOrder(before, after)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Back from a page that was opened: the keys go on among what was found."""
        super().focusInEvent(event)
        shown = self.stack.currentWidget()
        among: QWidget = self.field
        if isinstance(shown, QListView) and shown.currentIndex().isValid():
            among = shown
        among.setFocus(Qt.FocusReason.OtherFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Down goes from the field into the list, or to what else could be sought; Enter opens the first hit."""
        if watched is self.field and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            shown = self.stack.currentWidget()
            if event.key() == Qt.Key.Key_Down and isinstance(shown, QListView):
                shown.setFocus(Qt.FocusReason.TabFocusReason)
                return True
            if event.key() == Qt.Key.Key_Down and self.suggestions.isVisible():
                self.suggestions.lines[0].setFocus(Qt.FocusReason.TabFocusReason)
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                if self._typing.isActive():
                    self.search()
                elif shown is self.list:
                    self._open(self.model.index(0))
                elif shown is self.events:
                    self.events.open(self.events.model_.index(0))
                return True
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self.counts.setVisible(self.width() >= _NARROW and self.counts.has_some)
