"""The tree of categories and its rules in a window of its own: added to, renamed, moved, deleted, taken back step by step.

Nothing is written before *Save*: then the archive has a tree of its own, and all its pages are judged by it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLineEdit,
    QSplitter,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)
from shiboken6 import isValid

from app.classes import editing
from app.classes.categories import RULE_KINDS, Categories, Rule, RuleKind
from app.errors import UserError
from widgets.collections import choosing
from widgets.kit import messages, theme
from widgets.kit.boxes import in_column, in_row, text_label
from widgets.kit.parts import push_button, tool_button
from widgets.words import formats
from widgets.words.category_names import full_name
from widgets.words.translators import spoken

if TYPE_CHECKING:
    from collections.abc import Callable

_SIZE = (820, 560)
_SIZES = (470, 330)
_EN, _ZH, _RULES = range(3)
_ID = Qt.ItemDataRole.UserRole


class Step(NamedTuple):
    """A tree, and the ids that categories of the archive have in it by now, where these are others."""

    tree: Categories
    ids: dict[str, str]


class TreeEditor(QDialog):
    """`step` is what the tree is now; once accepted it is to be saved."""

    def __init__(self, tree: Categories, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Categories and their rules"))
        self.resize(*_SIZE)
        self.step = Step(tree, {})
        self._done: list[Step] = []
        self._filling = False
        self.field = QLineEdit(clearButtonEnabled=True, placeholderText=self.tr("Find a category"))
        self.field.setAccessibleName(self.field.placeholderText())
        self.list = self._make_list()
        self.trouble = text_label("", "bad", wrap=True, hidden=True)
        self.add_button = push_button(
            self, "add", self.tr("&Add"), self.tr("A category below the one that is chosen (Ins)"), self.add
        )
        self.top_button = push_button(
            self,
            "add",
            self.tr("Add at the &top"),
            self.tr("A category beside the topmost ones"),
            self.add_top,
        )
        self.move_button = push_button(
            self, "folder", self.tr("&Move…"), self.tr("Below another category"), self.move_to
        )
        self.delete_button = push_button(
            self,
            "remove",
            self.tr("&Delete"),
            self.tr("With all below it, and their rules (Del)"),
            self.delete,
        )
        self.undo_button = tool_button(self, "undo", self.tr("Take back the last change (Ctrl+Z)"), self.undo)
        self.undo_button.setShortcut("Ctrl+Z")
        self.kind, self.value = QComboBox(), QLineEdit()
        self.rules = self._make_rules()
        self.about = text_label("", "section", wrap=True)
        self.hint = text_label("", "muted", wrap=True)
        self.rule_button = push_button(
            self,
            "add",
            self.tr("Add &rule"),
            self.tr("Pages that it fits are of this category"),
            self.add_rule,
        )
        self.out_button = tool_button(self, "remove", self.tr("Take the chosen rule out"), self.take_rule_out)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Save
            | QDialogButtonBox.StandardButton.Cancel
            | QDialogButtonBox.StandardButton.RestoreDefaults
        )
        reset = self.buttons.button(QDialogButtonBox.StandardButton.RestoreDefaults)
        reset.setText(self.tr("Tree of the program"))
        reset.setToolTip(self.tr("Take the tree that comes with the program, with the rules that fit it"))
        reset.clicked.connect(self.reset)
        self._lay_out()
        self.field.textChanged.connect(self._narrow)
        self.list.currentItemChanged.connect(lambda *_: self._choose())
        self.list.itemChanged.connect(self._renamed)
        self.kind.currentIndexChanged.connect(self._explain)
        self.value.returnPressed.connect(self.add_rule)
        self.rules.currentItemChanged.connect(lambda *_: self._fit())
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self._show()

    def _make_list(self) -> QTreeWidget:
        found = QTreeWidget()
        found.setHeaderLabels([self.tr("English name"), self.tr("Chinese name"), self.tr("Rules")])
        found.setAccessibleName(self.tr("Categories"))
        found.setUniformRowHeights(True)
        found.setEditTriggers(QTreeWidget.EditTrigger.EditKeyPressed | QTreeWidget.EditTrigger.DoubleClicked)
        found.setExpandsOnDoubleClick(False)
        head = found.header()
        head.setStretchLastSection(False)
        head.setSectionResizeMode(_EN, QHeaderView.ResizeMode.Stretch)
        head.setSectionResizeMode(_ZH, QHeaderView.ResizeMode.ResizeToContents)
        head.setSectionResizeMode(_RULES, QHeaderView.ResizeMode.ResizeToContents)
        return found

    def _make_rules(self) -> QTreeWidget:
        for kind in RULE_KINDS:
            self.kind.addItem(self._kind_words(kind), kind)
        self.kind.setCurrentIndex(RULE_KINDS.index("words"))
        self.kind.setAccessibleName(self.tr("Kind of rule"))
        self.value.setAccessibleName(self.tr("What it looks for"))
        found = QTreeWidget()
        found.setHeaderLabels([self.tr("Kind"), self.tr("Looks for")])
        found.setAccessibleName(self.tr("Rules of the category"))
        found.setRootIsDecorated(False)
        found.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        return found

    def _kind_words(self, kind: RuleKind) -> str:
        return {
            "address": self.tr("Address begins with"),
            "host": self.tr("Site"),
            "regex": self.tr("Address matches"),
            "words": self.tr("Words of the page"),
        }[kind]

    def _lay_out(self) -> None:
        left, right = QWidget(), QWidget()
        buttons = in_row(
            None,
            self.add_button,
            self.top_button,
            self.move_button,
            self.delete_button,
            None,
            spacing=theme.HALF,
        )
        in_column(left, self.field, (self.list, 1), buttons, margins=0, spacing=theme.UNIT)
        in_column(
            right,
            self.about,
            (self.rules, 1),
            in_row(None, self.kind, None, self.out_button, spacing=theme.HALF),
            self.value,
            self.hint,
            in_row(None, None, self.rule_button),
            margins=(theme.UNIT, 0, 0, 0),
            spacing=theme.UNIT,
        )
        splitter = QSplitter(Qt.Orientation.Horizontal, childrenCollapsible=False)
        splitter.addWidget(left)
        splitter.addWidget(right)
        splitter.setSizes(list(_SIZES))
        in_column(
            self,
            (splitter, 1),
            self.trouble,
            in_row(None, self.undo_button, (self.buttons, 1), spacing=theme.UNIT),
            margins=theme.DOUBLE,
            spacing=theme.UNIT,
        )

    # ---- what is shown --------------------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        """The category that is chosen; "" for none."""
        item = self.list.currentItem()
        return str(item.data(_EN, _ID)) if item is not None else ""

    def _show(self, chosen: str = "") -> None:
        """The tree as it is now; what was unfolded stays so."""
        opened = {id for id, item in self._items().items() if item.isExpanded()}
        chosen, place = chosen or self.id, self.list.verticalScrollBar().value()
        self._filling = True
        self.list.clear()
        counts: dict[str, int] = {}
        for rule in self.step.tree.rules:
            counts[rule.category] = counts.get(rule.category, 0) + 1
        items: dict[str, QTreeWidgetItem] = {}
        for one in self.step.tree.tree:
            above = items.get(one.parent)
            rules = formats.number(counts[one.id]) if one.id in counts else ""
            item = QTreeWidgetItem([one.en, one.zh, rules])
            item.setData(_EN, _ID, one.id)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
            item.setToolTip(_EN, one.id)
            item.setTextAlignment(_RULES, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            if above is not None:
                above.addChild(item)
            else:
                self.list.addTopLevelItem(item)
            items[one.id] = item
        for id in opened & items.keys():
            items[id].setExpanded(True)
        self._filling = False
        self._narrow(self.field.text())
        self.list.verticalScrollBar().setValue(place)
        if chosen in items:
            self.list.setCurrentItem(items[chosen])
            self.list.scrollToItem(items[chosen])
        self._choose()

    def _items(self) -> dict[str, QTreeWidgetItem]:
        found: dict[str, QTreeWidgetItem] = {}
        waiting = [self.list.topLevelItem(at) for at in range(self.list.topLevelItemCount())]
        while waiting:
            item = waiting.pop()
            if item is not None:
                found[str(item.data(_EN, _ID))] = item
                waiting += [item.child(at) for at in range(item.childCount())]
        return found

    def _narrow(self, text: str) -> None:
        """Only categories with these words, and those above them."""
        words = text.casefold().split()
        tree = self.step.tree
        wanted: set[str] = set()
        for one in tree.tree:
            said = f"{one.en} {one.zh} {one.id}".casefold()
            if all(word in said for word in words):
                id = one.id
                while id:
                    wanted.add(id)
                    id = id.rpartition("/")[0]
        for id, item in self._items().items():
            item.setHidden(id not in wanted)
            if words and id in wanted:
                item.setExpanded(True)

    def _choose(self) -> None:
        id = self.id
        self.about.setText(
            self.tr("Rules of {category}").format(category=full_name(self.step.tree, id, spoken()))
            if id
            else self.tr("Choose a category")
        )
        self.rules.clear()
        for rule in self.step.tree.rules:
            if rule.category == id:
                item = QTreeWidgetItem(self.rules, [self._kind_words(rule.kind), rule.value])
                item.setData(0, _ID, rule)
                item.setToolTip(1, rule.value)
        self._explain()
        self._fit()

    def _explain(self) -> None:
        kind: RuleKind = self.kind.currentData()
        hints = {
            "address": ("https://example.org/news/", self.tr("Pages whose address begins so.")),
            "host": ("example.org", self.tr("Pages of this site, and of sites below it.")),
            "regex": (r"/sport/\d+", self.tr("Pages in whose address this regular expression is found.")),
            "words": (
                self.tr("budget council|parliament -sport"),
                self.tr(
                    "Pages with all of these words in title or text; | between words: one of them; -: none of them."
                ),
            ),
        }
        hint, said = hints[kind]
        self.value.setPlaceholderText(hint)
        self.hint.setText(said)

    def _fit(self) -> None:
        some = bool(self.id)
        for widget in (self.add_button, self.move_button, self.delete_button, self.rule_button, self.value):
            widget.setEnabled(some)
        self.out_button.setEnabled(self.rules.currentItem() is not None)
        self.undo_button.setEnabled(bool(self._done))

    # ---- what is changed ------------------------------------------------------------------------------------------

    def _change(self, make: Callable[[Categories], Step], chosen: str = "") -> bool:
        """Take another tree; what cannot be is said below."""
        try:
            made = make(self.step.tree)
        except UserError as error:
            self.trouble.setText(messages.sentence(error))
            self.trouble.show()
            return False
        self.trouble.hide()
        if made.tree != self.step.tree:
            self._done.append(self.step)
            self.step = made
        self._show(chosen)
        return True

    def add(self) -> None:
        """A category below the chosen one, whose name is typed next."""
        self._add(self.id)

    def add_top(self) -> None:
        """A category at the top."""
        self._add("")

    def _add(self, parent: str) -> None:
        made = [""]

        def add(tree: Categories) -> Step:
            changed, made[0] = editing.added(tree, parent, self.tr("New category"))
            return Step(changed, self.step.ids)

        self.field.clear()
        if self._change(add):
            self._show(made[0])
            item = self.list.currentItem()
            if item is not None:
                self.list.editItem(item, _EN)

    def _renamed(self, item: QTreeWidgetItem, column: int) -> None:
        if self._filling or column == _RULES:
            if not self._filling:
                self._show()
            return
        id, en, zh = str(item.data(_EN, _ID)), item.text(_EN), item.text(_ZH)
        if not self._change(lambda tree: Step(editing.renamed(tree, id, en, zh), self.step.ids)):
            self._show()

    def move_to(self) -> None:
        """Have the category chosen that the chosen one is to stand below."""
        id, tree, language = self.id, self.step.tree, spoken()
        if not id:
            return
        top = self.tr("(at the top)")
        below = tree.below(id)
        names = {
            top: "",
            **{full_name(tree, one.id, language): one.id for one in tree.tree if one.id not in below},
        }
        title = self.tr("Move “{name}”").format(name=tree.by_id[id].name(language))
        name = choosing.choose(title, self.tr("Below which category?"), names, self)
        if name:
            self.move_below(names[name])

    def move_below(self, parent: str) -> None:
        """Put the chosen category below another one, "" for the top."""
        id = self.id
        target = [id]

        def move(tree: Categories) -> Step:
            changed, ids = editing.moved(tree, id, parent)
            target[0] = ids[id]
            return Step(changed, editing.followed(self.step.ids, ids))

        if self._change(move):
            self._show(target[0])

    def delete(self) -> None:
        """Leave the chosen category out, with all below it."""
        id = self.id
        if id:
            self._change(lambda tree: Step(editing.deleted(tree, id), self.step.ids), id.rpartition("/")[0])

    def add_rule(self) -> None:
        """A rule for the chosen category."""
        id, text = self.id, self.value.text().strip()
        if id and text:
            rule = Rule(id, self.kind.currentData(), text)
            if self._rule(lambda own: [*own, rule]):
                self.value.clear()

    def take_rule_out(self) -> None:
        """Leave out the rule that is chosen."""
        item = self.rules.currentItem()
        if item is not None:
            rule = item.data(0, _ID)
            self._rule(lambda own: [one for one in own if one != rule])

    def _rule(self, other: Callable[[list[Rule]], list[Rule]]) -> bool:
        id = self.id
        own = [rule for rule in self.step.tree.rules if rule.category == id]
        return self._change(lambda tree: Step(editing.ruled(tree, id, other(own)), self.step.ids))

    def reset(self) -> None:
        """The tree of the program."""
        self._change(lambda tree: Step(editing.usual(tree), self.step.ids))

    def undo(self) -> None:
        """Take back the last change."""
        if self._done:
            self.step = self._done.pop()
            self.trouble.hide()
            self._show()

    @property
    def changed(self) -> bool:
        """Whether there is anything to save."""
        return bool(self._done)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.list.hasFocus() and event.key() == Qt.Key.Key_Delete:
            self.delete()
        elif self.list.hasFocus() and event.key() == Qt.Key.Key_Insert:
            self.add()
        else:
            super().keyPressEvent(event)


def edit(tree: Categories, parent: QWidget) -> Step | None:
    """The tree as a person changed it; None where nothing is to be saved."""
    editor = TreeEditor(tree, parent)
    taken = editor.exec()
    if not isValid(editor):  # its window was closed meanwhile
        return None
    editor.deleteLater()
    return editor.step if taken and editor.changed else None
