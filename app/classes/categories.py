"""Categories and the rules that assign them: a tree that a person can change, kept in `categories.json` of the archive.

An id is a path, `science/physics` stands below `science`. Without the file the tree is that of the program, in
`resources/categories.tsv`; the file is primary data and never written over where it cannot be understood. A tree is handed
around as lines “id, English name, Chinese name” with tabs between.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Literal, get_args
from urllib.parse import urlsplit

from app.archive.whole import write_whole
from app.classes.terms import Described, words
from app.errors import StorageUnreadable, UserError
from app.messages import Message

NAME = "categories.json"
FORMAT = "tianwang-categories"
ANY, NONE = "*", ("none", "无")
"""What stands for any category, and for none, where a search names one."""
MOST = 5000
MOST_RULES = 5000
_MOST_BYTES = 8 << 20
_LONGEST = 200
_ID = re.compile(r"[^\s/]+(?:/[^\s/]+){0,5}")

RuleKind = Literal["address", "host", "regex", "words"]
RULE_KINDS: tuple[RuleKind, ...] = get_args(RuleKind)
"""What an address begins with; its host or one above that; a regular expression found in it; words of title and text: all
have to stand there, none of those with “-” before them, one of those with “|” between them."""


class CategoryUnknown(UserError):
    """The tree has no such category."""

    code = "category-unknown"


class CategoriesUnfit(UserError):
    """A tree or a rule that cannot be used."""

    code = "categories-unfit"


@dataclass(frozen=True, slots=True)
class Category:
    """`id` is its path, `en` and `zh` its names."""

    id: str
    en: str
    zh: str = ""

    @property
    def parent(self) -> str:
        """The id of the one above; "" for one at the top."""
        return self.id.rpartition("/")[0]

    def name(self, language: str = "en") -> str:
        """Its name in a language, in English where that has none."""
        return (self.zh if language.startswith("zh") else self.en) or self.en or self.id


@dataclass(frozen=True, slots=True)
class Rule:
    """Pages for which it holds are of the category."""

    category: str
    kind: RuleKind
    value: str


@dataclass(frozen=True)
class Categories:
    """The tree and the rules of an archive; `own` is whether the tree is not that of the program."""

    tree: tuple[Category, ...]
    rules: tuple[Rule, ...] = ()
    own: bool = False

    @cached_property
    def by_id(self) -> Mapping[str, Category]:
        """The categories by their ids."""
        return {one.id: one for one in self.tree}

    def below(self, id: str) -> frozenset[str]:
        """A category with all below it."""
        return frozenset(one.id for one in self.tree if one.id == id or one.id.startswith(f"{id}/"))

    def meant(self, text: str) -> str:
        """The id that a person means by an id or a name, in English or Chinese. CategoryUnknown."""
        wanted = text.strip().casefold()
        for one in self.tree:
            if wanted == one.id.casefold():
                return one.id
        for one in self.tree:  # of several with one name the first
            if wanted in (one.en.casefold(), one.zh.casefold(), one.id.rpartition("/")[2].casefold()):
                return one.id
        raise CategoryUnknown(name=text)

    def ruled(self, document: Described) -> Rule | None:
        """The first rule that holds for a document."""
        said: frozenset[str] | None = None
        for rule in self.rules:
            if rule.kind == "words":
                if said is None:
                    said = frozenset((*words(document.title), *words(document.text)))
                if _has(rule.value, said):
                    return rule
            elif _addressed(rule, document.url):
                return rule
        return None


def read(archive: Path) -> Categories:
    """Tree and rules of an archive. StorageUnreadable for a file that cannot be understood."""
    path = archive / NAME
    try:
        with path.open("rb") as file:
            said = json.loads(file.read(_MOST_BYTES + 1))
        if said["format"] != FORMAT:
            raise ValueError(FORMAT)
        listed = said.get("categories")
        tree = _tree([tuple(map(str, row)) for row in listed]) if listed is not None else default()
        rules = tuple(Rule(str(one["category"]), one["kind"], str(one["value"])) for one in said["rules"])
        found = Categories(tree, rules[:MOST_RULES], own=listed is not None)
        check(found)
        return found
    except FileNotFoundError:
        return Categories(default())
    except OSError as error:
        raise StorageUnreadable(path=path, detail=error.strerror or str(error)) from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, UserError) as error:
        raise StorageUnreadable(path=path, detail=Message("categories-damaged")) from error


def write(archive: Path, categories: Categories) -> None:
    """Keep tree and rules, whole or not at all. CategoriesUnfit, StorageFailed, StorageUnreadable."""
    check(categories)
    read(archive)  # a file that cannot be understood is not written over
    tree = [[one.id, one.en, one.zh] for one in categories.tree]
    said = {
        "format": FORMAT,
        **({"categories": tree} if categories.own else {}),
        "rules": [asdict(rule) for rule in categories.rules],
    }
    path = archive / NAME
    text = json.dumps(said, ensure_ascii=False, indent=1) + "\n"
    write_whole(path, text.encode("utf-8", "replace"))


def check(categories: Categories) -> None:
    """CategoriesUnfit where a rule could not be applied, or names no category."""
    if len(categories.rules) > MOST_RULES:
        raise CategoriesUnfit(detail=Message("rules-many", count=MOST_RULES))
    for rule in categories.rules:
        if rule.category not in categories.by_id:
            raise CategoryUnknown(name=rule.category)
        if rule.kind not in RULE_KINDS or not rule.value.strip() or len(rule.value) > 2000:
            raise CategoriesUnfit(detail=Message("rule-unfit", value=rule.value[:_LONGEST]))
        if rule.kind == "regex":
            try:
                re.compile(rule.value)
            except (re.error, RecursionError, OverflowError) as error:
                raise CategoriesUnfit(
                    detail=Message("pattern-invalid", pattern=rule.value, detail=error)
                ) from error


def parsed(text: str) -> tuple[Category, ...]:
    """A tree from lines “id, English name, Chinese name” with tabs between; what begins with # is a remark.
    CategoriesUnfit."""
    lines = (line.rstrip() for line in text.removeprefix("\ufeff").splitlines())
    return _tree([tuple(line.split("\t")) for line in lines if line and not line.startswith("#")])


def lines(tree: Iterable[Category]) -> str:
    """A tree as lines that `parsed` reads."""
    return "".join(f"{one.id}\t{one.en}\t{one.zh}\n" for one in tree)


@cache
def default() -> tuple[Category, ...]:
    """The tree of the program."""
    return parsed((files("resources") / "categories.tsv").read_text("utf-8"))


def _tree(rows: Sequence[tuple[str, ...]]) -> tuple[Category, ...]:
    if len(rows) > MOST:
        raise CategoriesUnfit(detail=Message("categories-many", count=MOST))
    found = dict[str, Category]()
    for row in rows:
        id, en, zh = (*row, "", "")[:3]
        id = id.strip()
        if not _ID.fullmatch(id) or len(id) > _LONGEST or id in found:
            raise CategoriesUnfit(detail=Message("category-id", id=id[:_LONGEST]))
        if "/" in id and id.rpartition("/")[0] not in found:
            raise CategoriesUnfit(detail=Message("category-parent", id=id))
        found[id] = Category(id, en.strip()[:_LONGEST] or id, zh.strip()[:_LONGEST])
    return tuple(found.values())


def _addressed(rule: Rule, url: str) -> bool:
    if rule.kind == "address":
        bare = url.partition("://")[2]
        return url.startswith(rule.value) or ("://" not in rule.value and bare.startswith(rule.value))
    if rule.kind == "host":
        try:
            host = (urlsplit(url).hostname or "").lower()
        except ValueError:
            return False
        wanted = rule.value.lower().strip().strip(".")
        return host == wanted or host.endswith(f".{wanted}")
    return _pattern(rule.value)(url)


@lru_cache(maxsize=1024)
def _pattern(text: str) -> Callable[[str], bool]:
    found = re.compile(text)
    return lambda url: found.search(url[:_LONGEST_URL]) is not None


_LONGEST_URL = 2000
"""Characters of an address that an expression is tried on."""


@lru_cache(maxsize=1024)
def _asked(text: str) -> tuple[tuple[frozenset[str], ...], ...]:
    """(alternatives of which one has to stand there, each a set of words; words that must not)."""
    needed, barred = list[frozenset[str]](), list[frozenset[str]]()
    for part in text.split():
        out = part.startswith("-") and len(part) > 1
        for one in [part[1:]] if out else [part]:
            either = frozenset(word for each in one.split("|") for word in words(each))
            if either:
                (barred if out else needed).append(either)
    return tuple(needed), tuple(barred)


def _has(text: str, said: frozenset[str]) -> bool:
    needed, barred = _asked(text)
    return bool(needed) and all(one & said for one in needed) and not any(one & said for one in barred)
