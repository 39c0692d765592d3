"""A tree of categories and its rules changed: each change gives another tree, and nothing is written before `save`.

An id is a path, so moving a category gives it and those below it other ids: rules go along, and pages that a person put
there by hand. A model keeps the labels that it was trained with until it is trained again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from app.archive.notes.notebook import Notebook
from app.classes import categories, hand
from app.classes.categories import Categories, CategoriesUnfit, Category, Rule
from app.messages import Message
from app.words.folding import fold

_SIGNS = re.compile(r"[\s/]+")
_DEEPEST = 6


def added(tree: Categories, parent: str, en: str, zh: str = "") -> tuple[Categories, str]:
    """(The tree with one more category below another, or with "" at the top; its id.) CategoriesUnfit."""
    name = _SIGNS.sub("-", fold(en.strip() or zh.strip()))[:40] or "category"
    number, id = 1, _below(parent, name)
    while id in tree.by_id:
        number += 1
        id = _below(parent, f"{name}-{number}")
    place = _end(tree, parent)
    made = Category(id, en.strip() or zh.strip(), zh.strip())
    return _checked(replace(tree, tree=(*tree.tree[:place], made, *tree.tree[place:]), own=True)), id


def renamed(tree: Categories, id: str, en: str, zh: str) -> Categories:
    """Other names for a category; its id stays. CategoriesUnfit."""
    if not (en.strip() or zh.strip()):
        raise CategoriesUnfit(detail=Message("category-nameless"))
    found = (
        replace(one, en=en.strip() or zh.strip(), zh=zh.strip()) if one.id == id else one for one in tree.tree
    )
    return _checked(replace(tree, tree=tuple(found), own=True))


def moved(tree: Categories, id: str, parent: str) -> tuple[Categories, dict[str, str]]:
    """(The tree with a category, and all below it, below another one; the new ids of these.) CategoriesUnfit where it
    would stand below itself."""
    if parent == id or parent.startswith(f"{id}/"):
        raise CategoriesUnfit(detail=Message("category-circle"))
    last = id.rpartition("/")[2]
    number, target = 1, _below(parent, last)
    while target in tree.by_id and target != id:
        number += 1
        target = _below(parent, f"{last}-{number}")
    ids = {one: target + one.removeprefix(id) for one in tree.below(id)}
    going = [replace(one, id=ids[one.id]) for one in tree.tree if one.id in ids]
    staying = replace(tree, tree=tuple(one for one in tree.tree if one.id not in ids))
    place = _end(staying, parent)
    rules = tuple(replace(rule, category=ids.get(rule.category, rule.category)) for rule in tree.rules)
    made = (*staying.tree[:place], *going, *staying.tree[place:])
    return _checked(Categories(made, rules, own=True)), ids


def deleted(tree: Categories, id: str) -> Categories:
    """The tree without a category, all below it, and their rules. CategoriesUnfit where nothing would be left."""
    gone = tree.below(id)
    left = tuple(one for one in tree.tree if one.id not in gone)
    if not left:
        raise CategoriesUnfit(detail=Message("category-last"))
    return replace(
        tree, tree=left, rules=tuple(rule for rule in tree.rules if rule.category not in gone), own=True
    )


def ruled(tree: Categories, id: str, rules: Iterable[Rule]) -> Categories:
    """The tree with these rules for a category in place of those it had. The first rule of all that holds for a page
    decides: those that stay keep their place. CategoriesUnfit, CategoryUnknown."""
    wanted = list(dict.fromkeys(rules))
    kept = [rule for rule in tree.rules if rule.category != id or rule in wanted]
    return _checked(replace(tree, rules=(*kept, *(rule for rule in wanted if rule not in kept))))


def usual(tree: Categories) -> Categories:
    """The tree of the program, with the rules that still name a category of it."""
    made = Categories(categories.default())
    return replace(made, rules=tuple(rule for rule in tree.rules if rule.category in made.by_id))


def save(archive: Path, tree: Categories, ids: Mapping[str, str]) -> None:
    """Keep a tree; pages that a person put into categories with other ids by now go along. CategoriesUnfit, StorageFailed,
    StorageUnreadable."""
    categories.write(archive, tree)
    book = Notebook(archive)
    said = hand.said(book.read())
    for old, new in ids.items():
        urls = [url for url, category in said.items() if category == old]
        if urls and old != new:
            hand.assign(book, urls, new)


def followed(ids: Mapping[str, str], more: Mapping[str, str]) -> dict[str, str]:
    """The ids that categories have after two moves."""
    return {
        **{old: more.get(new, new) for old, new in ids.items()},
        **{old: new for old, new in more.items() if old not in ids.values()},
    }


def _below(parent: str, name: str) -> str:
    return f"{parent}/{name}" if parent else name


def _end(tree: Categories, parent: str) -> int:
    """The place behind the last category below another one: a tree is in the order of its branches."""
    places = [
        place for place, one in enumerate(tree.tree) if one.id == parent or one.id.startswith(f"{parent}/")
    ]
    return places[-1] + 1 if parent and places else len(tree.tree)


def _checked(tree: Categories) -> Categories:
    if any(one.id.count("/") >= _DEEPEST for one in tree.tree):
        raise CategoriesUnfit(detail=Message("category-deep", count=_DEEPEST))
    categories.parsed(categories.lines(tree.tree))
    categories.check(tree)
    return tree
