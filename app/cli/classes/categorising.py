"""`categories`: the tree, its counts, rules, and what a person says."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli import up_to_date
from app.cli.arguments import ArchivePath, Json, newest_version, open_archive, option, refuse, texts
from app.cli.classes.classifying import row_of, show_row
from app.cli.console import Refused, counted, emit, say

if TYPE_CHECKING:
    from app.archive.archive import Archive
    from app.classes.categories import Categories, Rule


def categories(
    archive: ArchivePath,
    of: Annotated[
        str | None, option("--of", "CATEGORY", "List the pages of a category and of those below it.")
    ] = None,
    set_: Annotated[
        str | None, option("--set", "CATEGORY", "Say that the pages named with --page are of it.")
    ] = None,
    unset: Annotated[bool, typer.Option("--unset", help="Take back what was said of these pages.")] = False,
    page: Annotated[list[str] | None, option("--page", "URL", "A page; may be repeated.")] = None,
    undo: Annotated[
        bool, typer.Option("--undo", help="Undo the last act of a person: category, tag, star or note.")
    ] = False,
    add_rule: Annotated[
        str | None,
        option("--add-rule", "CATEGORY:KIND=VALUE", "Pages of an address, host, regex or words are of it."),
    ] = None,
    remove_rule: Annotated[
        str | None, option("--remove-rule", "CATEGORY:KIND=VALUE", "Take a rule out.")
    ] = None,
    tree: Annotated[
        Path | None,
        option("--tree", "FILE", "Take this tree: lines “id, English name, Chinese name” with tabs between."),
    ] = None,
    write_tree: Annotated[
        Path | None, option("--write-tree", "FILE", "Write the tree to a file, to be changed and taken.")
    ] = None,
    doubtful: Annotated[
        int, option("--doubtful", "N", "List so many pages whose answer would teach the model most.", min=0)
    ] = 0,
    empty: Annotated[bool, typer.Option("--all", help="List categories without pages, too.")] = False,
    as_json: Json = False,
) -> None:
    """Show the categories of an archive with their pages, and give pages categories by hand or by rule.

    By hand beats by rule beats by the model that “classify train” has made. The tree of the program has about 550
    categories; another one is a text file. Pages of a category are exported with “export --category”.

    With --json an object for each category (kind "category": id, en, zh, pages: with those below, own), rule (kind
    "rule": category, rule, value) or page (kind "page", as “classify apply” has it), and a summary.
    """
    opened = open_archive(archive)
    acts = {
        "--set": set_,
        "--unset": unset,
        "--undo": undo,
        "--add-rule": add_rule,
        "--remove-rule": remove_rule,
    }
    given = [name for name, value in {**acts, "--tree": tree, "--write-tree": write_tree}.items() if value]
    if len(given) > 1:
        raise typer.BadParameter(f"It does not go with {given[0]}.", param_hint=given[1])
    if given:
        refuse({"--of": of, "--doubtful": doubtful, "--all": empty}, f"It does not go with {given[0]}.")
    if page and not (set_ or unset):
        raise typer.BadParameter("It goes with --set and --unset.", param_hint="--page")
    if set_ or unset:
        _say(opened, texts(page) or [], set_, as_json)
    elif undo:
        _undo(opened, as_json)
    elif add_rule or remove_rule:
        _rule(opened.path, add_rule or remove_rule or "", bool(add_rule), as_json)
    elif tree is not None:
        _take(opened.path, tree, as_json)
    elif write_tree is not None:
        _write(opened.path, write_tree, as_json)
    else:
        _list(opened, of, doubtful, empty, as_json)


def of_category(archive: Archive, category: str) -> frozenset[int]:
    """The numbers of the pages of a category and of those below it, brought up to date first. CategoryUnknown."""
    from app.classes.known import Known

    up_to_date.categories(archive)
    with Known(archive.path) as known, archive.reader() as reader:
        urls = known.pages(known.categories.meant(category))
        return frozenset(reader.numbered(urls).values())


def _say(archive: Archive, pages: list[str], category: str | None, as_json: bool) -> None:
    from app.archive.notes.notebook import Notebook
    from app.classes import categories as trees
    from app.classes import hand

    if not pages:
        raise typer.BadParameter("Name the pages.", param_hint="--page")
    meant = trees.read(archive.path).meant(category) if category else None
    with archive.reader() as reader:
        urls = [newest_version(reader, one).url for one in pages]
    act = hand.assign(Notebook(archive.path), urls, meant)
    if as_json:
        emit({"kind": "said", "act": act.id or None, "category": meant, "pages": urls})
    else:
        say(f"{counted(len(act.targets), 'page')} changed.")


def _undo(archive: Archive, as_json: bool) -> None:
    from app.archive.notes.notebook import Notebook

    act = Notebook(archive.path).undo()
    if as_json:
        emit({"kind": "undone", "act": act.id or None, "pages": [one.url for one in act.targets]})
    else:
        say(f"{counted(len(act.targets), 'page')} changed." if act.id else "There is nothing to undo.")


def _rule_of(known: Categories, text: str, name: str) -> Rule:
    from app.classes.categories import RULE_KINDS, Rule

    category, colon, rest = text.partition(":")
    kind, sign, value = rest.partition("=")
    if not colon or not sign or kind not in RULE_KINDS or not value.strip():
        kinds = ", ".join(RULE_KINDS)
        raise typer.BadParameter(
            f"“{text}” is no CATEGORY:KIND=VALUE with a kind of {kinds}.", param_hint=name
        )
    return Rule(known.meant(category), kind, value.strip())


def _rule(path: Path, text: str, add: bool, as_json: bool) -> None:
    from app.classes import categories as trees

    known = trees.read(path)
    rule = _rule_of(known, text, "--add-rule" if add else "--remove-rule")
    if not add and rule not in known.rules:
        raise Refused(detail="There is no such rule.")
    left = tuple(one for one in known.rules if one != rule)
    trees.write(path, replace(known, rules=(*left, rule) if add else left))
    if as_json:
        emit(
            {"kind": "rule", "category": rule.category, "rule": rule.kind, "value": rule.value, "there": add}
        )
    else:
        say("The rule is added." if add else "The rule is taken out.")


def _take(path: Path, file: Path, as_json: bool) -> None:
    from app.classes import categories as trees

    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeError) as error:
        raise Refused(detail=f"{file} could not be read: {error}") from error
    known = trees.read(path)
    made = replace(known, tree=trees.parsed(text), own=True)
    trees.write(path, made)
    if as_json:
        emit({"kind": "tree", "categories": len(made.tree), "path": file})
    else:
        say(f"The archive has {len(made.tree):,} categories now.")


def _write(path: Path, file: Path, as_json: bool) -> None:
    from app.classes import categories as trees

    tree = trees.read(path).tree
    try:
        file.write_text("# id\tEnglish\t中文\n" + trees.lines(tree), "utf-8")
    except OSError as error:
        raise Refused(detail=f"{file} could not be written: {error.strerror or error}") from error
    if as_json:
        emit({"kind": "tree", "categories": len(tree), "path": file})
    else:
        say(f"{file}: {len(tree):,} categories.")


def _list(archive: Archive, of: str | None, doubtful: int, empty: bool, as_json: bool) -> None:
    from app.classes import proposing
    from app.classes.known import Known

    up_to_date.categories(archive)
    with Known(archive.path) as known:
        rows = list(known.rows())
        if of is not None or doubtful:
            wanted = known.categories.below(known.categories.meant(of)) if of is not None else None
            chosen = [row for row in rows if wanted is None or row.category in wanted]
            for row in proposing.doubtful(chosen, doubtful) if doubtful else chosen:
                if as_json:
                    emit({"kind": "page", **row_of(row)})
                else:
                    show_row(row, say)
            return
        totals, own = known.totals(), known.counts()
        for one in known.categories.tree:
            if empty or totals.get(one.id):
                about: dict[str, Any] = {"id": one.id, "en": one.en, "zh": one.zh}
                counts = {"pages": totals.get(one.id, 0), "own": own.get(one.id, 0)}
                if as_json:
                    emit({"kind": "category", **about, **counts})
                else:
                    indent = "  " * one.id.count("/")
                    say(f"{counts['pages']:>8,}  {indent}{one.en} {one.zh}".rstrip())
        named = {one.id for one in known.categories.tree}
        for id in sorted(own.keys() - named - {""}):  # labels of a model that the tree has not
            if as_json:
                emit({"kind": "category", "id": id, "en": id, "zh": "", "pages": own[id], "own": own[id]})
            else:
                say(f"{own[id]:>8,}  {id}")
        for rule in known.categories.rules:
            if as_json:
                emit({"kind": "rule", "category": rule.category, "rule": rule.kind, "value": rule.value})
            else:
                say(f"    rule  {rule.category}: {rule.kind} {rule.value}")
        without = own.get("", 0)
        if as_json:
            emit({"kind": "summary", "pages": len(rows), "without": without})
        else:
            say(f"{counted(len(rows), 'page')}, {without:,} without a category.")
