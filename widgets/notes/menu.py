"""Star and tags for several pages at once: a menu in the menus of the tree and of the hits."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QInputDialog, QMenu, QWidget

from app.archive.notes.marks import Change, Target, tag_of
from app.errors import UserError
from widgets.kit import theme
from widgets.kit.messages import sentence
from widgets.notes.keeper import Keeper
from widgets.words import formats

_LISTED = 12  # tags, the most frequent ones


def typed_tags(text: str) -> tuple[str, ...]:
    """The tags that a person typed, separated by commas of either kind. TagInvalid."""
    parts = (part.strip() for part in text.replace("，", ",").split(","))
    return tuple(tag_of(part) for part in parts if part)


class SeveralPages(QObject):
    """The pages at some addresses: whatever is done is one act. Outlives the menu, which goes when it closes."""

    def __init__(self, keeper: Keeper, urls: Sequence[str]) -> None:
        super().__init__()
        self._keeper = keeper
        self.targets = [Target(url) for url in dict.fromkeys(urls)]

    @property
    def starred(self) -> bool:
        """Whether all have a star."""
        return bool(self.targets) and all(self._keeper.mark(one).star for one in self.targets)

    def have(self, tag: str) -> bool:
        """Whether all have a tag."""
        return bool(self.targets) and all(self._keeper.mark(one).has(tag) for one in self.targets)

    def give_star(self, star: bool) -> None:
        """Give them a star, or take it away."""
        count = len(self.targets)
        said = (
            self.tr("%Ln page(s) got a star.", "", count)
            if star
            else self.tr("%Ln page(s) lost the star.", "", count)
        )
        self._keeper.write([Change(one, star) for one in self.targets], said)

    def give_tags(self, tags: tuple[str, ...]) -> None:
        """Give them tags."""
        said = self.tr("%Ln page(s) tagged: {tags}", "", len(self.targets))
        named = self.tr(", ", "between tags").join(tags)
        self._keeper.write([Change(one, add=tags) for one in self.targets], said.format(tags=named))

    def take_tag(self, tag: str) -> None:
        """Take a tag away."""
        said = self.tr("%Ln page(s) lost the tag “{tag}”.", "", len(self.targets)).format(tag=tag)
        self._keeper.write([Change(one, remove=(tag,)) for one in self.targets], said)

    def ask(self, owner: QWidget) -> None:
        """Have tags typed for them."""
        text, good = QInputDialog.getText(
            owner.window(), self.tr("Add a tag"), self.tr("Tags, separated by commas:")
        )
        if good and text.strip(" ,，"):
            try:
                self.give_tags(typed_tags(text))
            except UserError as error:
                self._keeper.said.emit(sentence(error), None)


class MarksMenu(QMenu):
    """`owner` is the view it belongs to, `parent` the menu that it stands in."""

    def __init__(self, keeper: Keeper, urls: Sequence[str], owner: QWidget, parent: QMenu) -> None:
        super().__init__(parent)
        pages = SeveralPages(keeper, urls)
        self.setTitle(self.tr("Star an&d tags"))
        self.setIcon(theme.icon("star"))
        self.setEnabled(bool(pages.targets))
        starred = pages.starred
        star = self.addAction(
            theme.icon("starred" if starred else "star"),
            self.tr("Take the &star away") if starred else self.tr("Give a &star"),
        )
        star.triggered.connect(lambda: pages.give_star(not starred))
        new = self.addAction(theme.icon("tag"), self.tr("Add a &tag…"))
        new.triggered.connect(lambda: pages.ask(owner))
        tags = sorted(keeper.notes.tags.items(), key=lambda one: -one[1])[:_LISTED]
        if tags:
            self.addSeparator()
        for tag, _ in tags:
            action = self.addAction(formats.shorten(tag, 40).replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(pages.have(tag))
            action.toggled.connect(lambda on, tag=tag: pages.give_tags((tag,)) if on else pages.take_tag(tag))
