"""Fields of pages and their values: `fields`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.arguments import (
    ArchivePath,
    Json,
    find_capture,
    moment_span,
    newest_version,
    open_archive,
    option,
    reading,
    refuse,
    text,
    texts,
)
from app.cli.console import Meter, Refused, counted, emit, emit_line, moment, plain, say, stoppable, warn

if TYPE_CHECKING:
    from app.archive.archive import Archive
    from app.archive.reader import ArchiveReader
    from app.fields.alarms import Lost
    from app.fields.rules import Field, Kind, Way
    from app.fields.table import Cell, Values
    from app.fields.teaching import Proposal

ACTIONS = ("list", "add", "remove", "values", "test", "teach", "lost")
_WIDTH = 60

Action = Annotated[
    str,
    typer.Argument(metavar="[ACTION]", help="list, add, remove, values, test, teach or lost.", callback=text),
]
Names = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[NAME|ADDRESS|ID…]",
        help="The name of a field (add, remove, values, lost), or pages (test, teach).",
        show_default=False,
        callback=texts,
    ),
]
KindOption = Annotated[
    str | None,
    option(
        "--kind", "KIND", "text, number, money, date, address or list.", show_default="text", callback=text
    ),
]
Where = Annotated[
    str | None,
    option(
        "--where",
        "PAGES",
        "A site, the beginning of addresses (with ://), or a pattern with *; without it the whole archive. Behind it "
        "or alone a kind of page: “example.org kind:product”.",
        callback=text,
    ),
]


def _way(name: str, metavar: str, help: str) -> object:
    return option(name, metavar, f"{help} May be repeated.", callback=texts)


Css = Annotated[
    list[str] | None,
    _way("--css", "SELECTOR", "What a CSS selector matches; ::attr(name) behind it takes an attribute."),
]
XPath = Annotated[list[str] | None, _way("--xpath", "XPATH", "What an XPath finds.")]
Regex = Annotated[
    list[str] | None,
    _way(
        "--regex",
        "PATTERN",
        "What a regular expression finds in a line of the visible text; its first group counts.",
    ),
]
SourceOption = Annotated[list[str] | None, _way("--source", "PATTERN", "The same in the source of the page.")]
After = Annotated[list[str] | None, _way("--after", "LABEL", "What stands behind a label: Price, 价格.")]
Block = Annotated[
    list[str] | None, _way("--block", "LABEL", "The text of a block: header, “main text”, date/counter …")
]
Data = Annotated[
    list[str] | None,
    _way(
        "--data", "PATH", "What the page says of itself: meta:NAME, itemprop:NAME, ld:Product.offers.price."
    ),
]
Every = Annotated[bool, typer.Option("--all", help="All values of a page count, not the first.")]
Name = Annotated[
    str | None, option("--name", "NAME", "With teach: keep the best proposal as this field.", callback=text)
]
Text = Annotated[
    str | None, option("--text", "VALUE", "With teach: the value as it stands on the page.", callback=text)
]
At = Annotated[
    str | None, option("--at", "DATE", "With values: in the versions that stood then.", callback=text)
]
Url = Annotated[
    str | None, option("--url", "ADDRESS", "With values: the history of this page.", callback=text)
]
AsCsv = Annotated[bool, typer.Option("--csv", help="With values: a table for spreadsheets.")]
Mend = Annotated[
    bool, typer.Option("--mend", help="With lost: let fields find their values where they stand now.")
]


def fields(
    archive: ArchivePath,
    action: Action = "list",
    names: Names = None,
    kind: KindOption = None,
    where: Where = None,
    css: Css = None,
    xpath: XPath = None,
    regex: Regex = None,
    source: SourceOption = None,
    after: After = None,
    block: Block = None,
    data: Data = None,
    every: Every = False,
    name: Name = None,
    value: Text = None,
    at: At = None,
    url: Url = None,
    as_csv: AsCsv = False,
    mend: Mend = False,
    as_json: Json = False,
) -> None:
    """Define fields of pages (price, date, author …), and show their values in every version.

    “teach ADDRESS --text VALUE” proposes ways to find the value of one page on all pages like it; with --name the best
    is kept. “add NAME” keeps ways that you give, of which the first that finds something counts; “test” tries them on
    pages without keeping them. “values” shows a table of the newest versions (--at: of a date), with --url how a value
    of one page changed. “lost” tells fields that match no longer, as after a redesign. Fields are kept in the archive
    (fields.json); “search” knows them: field:price>100, field:author=Li.

    With --json: an object for each field (kind "field": name, type, where, ways, all, pages, matched, lost, stopped),
    page (kind "page": url, fields), stretch of a history (kind "stretch": since, until, first, last, values), finding
    (kind "finding": url, id, values), proposal (kind "proposal": how, expression, score, pages, matched, agreed,
    samples) or lost page (kind "lost": field, url, id, before, value).
    """
    ways = _ways(css, xpath, regex, source, after, block, data)
    named = names or []
    if action not in ACTIONS:
        raise typer.BadParameter(f"“{action}” is not one of {', '.join(ACTIONS)}.", param_hint="ACTION")
    _refuse_others(action, ways, kind, where, every, name, value, at, url, as_csv, mend)
    if as_csv:
        refuse({"--json": as_json, "--url": url}, "It does not go with --csv.")
    if action == "add":
        _add(archive, _one(named), _kind(kind), where or "", ways, every, as_json)
    elif action == "remove":
        _remove(archive, named)
    elif action == "test":
        _test(archive, named, _kind(kind), ways, every, as_json)
    elif action == "teach":
        _teach(archive, named, value, None if kind is None else _kind(kind), where, name, as_json)
    elif action == "values":
        _values(archive, named, at, url, as_csv, as_json)
    elif action == "lost":
        _lost(archive, named, mend, as_json)
    else:
        refuse({"NAME": named}, "“list” takes none.")
        _list(archive, as_json)


def _refuse_others(
    action: str,
    ways: Sequence[Way],
    kind: str | None,
    where: str | None,
    every: bool,
    name: str | None,
    value: str | None,
    at: str | None,
    url: str | None,
    as_csv: bool,
    mend: bool,
) -> None:
    """Wrong usage for options that would do nothing."""
    for given, only in (
        ({"--css, --xpath …": ways, "--all": every}, ("add", "test")),
        ({"--kind": kind}, ("add", "test", "teach")),
        ({"--where": where}, ("add", "teach")),
        ({"--name": name, "--text": value}, ("teach",)),
        ({"--at": at, "--url": url, "--csv": as_csv}, ("values",)),
        ({"--mend": mend}, ("lost",)),
    ):
        if action not in only:
            refuse(given, f"It goes with {' and '.join(f'“{one}”' for one in only)} alone.")
    refuse({"--at": at is not None and url is not None}, "It does not go with --url.")


def _ways(*given: list[str] | None) -> list[Way]:
    from app.fields.rules import HOWS, FieldInvalid, Way, check_way

    found = []
    for how, expressions in zip(HOWS, given, strict=True):
        for one in expressions or ():
            try:
                found.append(check_way(Way(how, one)))
            except FieldInvalid as error:
                raise typer.BadParameter(str(error), param_hint=f"--{how}") from error
    return found


def _kind(kind: str | None) -> Kind:
    from app.fields.rules import KINDS

    for one in KINDS:
        if one == (kind or "text"):
            return one
    raise typer.BadParameter(f"“{kind}” is not one of {', '.join(KINDS)}.", param_hint="--kind")


def _one(named: Sequence[str]) -> str:
    if len(named) != 1:
        raise typer.BadParameter("Give one name.", param_hint="NAME")
    return named[0]


def _fed(path: Path) -> Archive:
    """The archive, its values known."""
    from app.fields.feeding import feed

    archive = open_archive(path)
    with stoppable() as stop, Meter("Looking for fields", total=1) as meter:
        fed = feed(
            archive,
            lambda done, of: meter.show(done / max(1, of), f"Looking for fields, {done} of {of} versions"),
            stop,
        )
    for one in fed.slow:
        warn(f"“{one}” was too slow on several pages and is left alone until it is changed.")
    return archive


def _list(path: Path, as_json: bool) -> None:
    from app.fields.rules import fields as known
    from app.fields.table import Values

    archive = _fed(path)
    every = known(archive.path)
    with Values(archive.path, every) as values:
        for one in every:
            reach = values.reach(one)
            if as_json:
                emit(
                    {
                        "kind": "field",
                        **_about(one),
                        "pages": reach.pages,
                        "matched": reach.matched,
                        "lost": reach.lost,
                        "stopped": reach.stopped,
                    }
                )
                continue
            gone = f", {reach.lost} lost" if reach.lost else ""
            slow = ", left alone: too slow" if reach.stopped else ""
            scope = one.where or "everywhere"
            pages = f"{reach.matched} of {counted(reach.pages, 'page')}"
            say(f"{one.name}  ({one.kind}, {scope}): {pages}{gone}{slow}")
            for way in one.ways:
                say(f"    {way.how}: {way.expression}")


def _about(field: Field) -> dict[str, object]:
    ways = [{"how": way.how, "expression": way.expression} for way in field.ways]
    return {"name": field.name, "type": field.kind, "where": field.where, "ways": ways, "all": field.many}


def _add(
    path: Path, name: str, kind: Kind, where: str, ways: Sequence[Way], every: bool, as_json: bool
) -> None:
    from app.fields.rules import add

    if not ways:
        raise typer.BadParameter("Say how its values are found: --css, --after, --data …", param_hint="add")
    with reading(path) as reader:
        made = add(reader.path, name, kind, where, ways, many=every)
    emit({"kind": "field", **_about(made)}) if as_json else say(f"“{made.name}” is kept.")


def _remove(path: Path, named: Sequence[str]) -> None:
    from app.fields.rules import named as known
    from app.fields.rules import remove

    with reading(path) as reader:
        remove(reader.path, known(reader.path, _one(named)))


def _test(
    path: Path, named: Sequence[str], kind: Kind, ways: Sequence[Way], every: bool, as_json: bool
) -> None:
    from app.fields.feeding import document_of
    from app.fields.limited import Limited
    from app.fields.rules import Field, check

    if not ways or not named:
        raise typer.BadParameter(
            "Give pages, and how the values are found: --css, --after …", param_hint="test"
        )
    field = check(Field("", "test", kind, "", tuple(ways), every))
    with reading(path) as reader, Limited() as limited:
        for one in named:
            version = find_capture(reader, one)
            document = document_of(reader, version)
            if document is None:
                raise Refused(detail=f"{version.id} is no page, or cannot be read.")
            found = limited.findings(document, [field])[0]
            if found is None:
                raise Refused(detail=f"The search came to no end on {version.url}.")
            values = [
                {"text": each.text, "value": each.value.text, "number": each.value.number, "span": each.span}
                for each in found
            ]
            if as_json:
                emit({"kind": "finding", "url": version.url, "id": version.id, "values": values})
            else:
                say(f"{version.id}  {version.url}")
                for each in found:
                    say(f"    {each.value.text}")


def _teach(
    path: Path,
    named: Sequence[str],
    value: str | None,
    kind: Kind | None,
    where: str | None,
    name: str | None,
    as_json: bool,
) -> None:
    from app.archive.addresses import place
    from app.fields.feeding import document_of
    from app.fields.rules import add
    from app.fields.teaching import Example, teach

    if not value:
        raise typer.BadParameter("Give the value as it stands on the page.", param_hint="--text")
    with reading(path) as reader:
        version = find_capture(reader, _one(named))
        document = document_of(reader, version)
        if document is None:
            raise Refused(detail=f"{version.id} is no page, or cannot be read.")
        with stoppable() as stop:
            taught = teach(reader, [Example(document, text=value)], kind, version.date, cancelled=stop)
        for one in taught.proposals:
            _show_proposal(one, as_json)
        if name is not None:
            site = place(version.url)[0] if where is None else where
            made = add(reader.path, name, taught.kind, site, taught.ways)
            emit({"kind": "field", **_about(made)}) if as_json else say(f"“{made.name}” is kept.")


def _show_proposal(one: Proposal, as_json: bool) -> None:
    if as_json:
        emit(
            {
                "kind": "proposal",
                "how": one.way.how,
                "expression": one.way.expression,
                "score": round(one.score, 3),
                "pages": one.pages,
                "matched": one.matched,
                "agreed": one.agreed,
                "samples": [{"value": value, "url": url} for value, url in one.samples],
            }
        )
        return
    say(
        f"{one.score:4.0%}  {one.way.how}: {one.way.expression}  ({one.matched} of {counted(one.pages, 'page')})"
    )
    shown = "; ".join(plain(value)[:_WIDTH] for value, _ in one.samples[:3])
    if shown:
        say(f"      {shown}")


def _values(
    path: Path, named: Sequence[str], at: str | None, url: str | None, as_csv: bool, as_json: bool
) -> None:
    from app.fields.rules import fields as known
    from app.fields.rules import named as by_name
    from app.fields.table import Values, table
    from app.fields.table import as_json as json_lines

    span = moment_span(at, "--at")
    archive = _fed(path)
    every = [by_name(archive.path, one) for one in named] if named else known(archive.path)
    until = span[1] if span else None
    with Values(archive.path, every) as values:
        if url is not None:
            with archive.reader() as reader:
                _show_history(reader, values, every, url, as_json)
        elif as_json:
            for line in json_lines(values, every, until):
                emit_line(line)
        elif as_csv:
            from app.fields.table import as_csv as csv_lines

            for line in csv_lines(values, every, until):
                emit_line(line)
        else:
            for address, rows in table(values, every, until):
                told = [
                    f"{one.name}: {plain(rows[one.name].said)[:_WIDTH]}" for one in every if one.name in rows
                ]
                say(f"{address}\n    {'  '.join(told)}")


def _show_history(
    reader: ArchiveReader, values: Values, every: Sequence[Field], url: str, as_json: bool
) -> None:
    address = newest_version(reader, url).url
    for field in every:
        for one in values.history(field, address):
            if as_json:
                emit(
                    {
                        "kind": "stretch",
                        "field": field.name,
                        "since": one.since,
                        "until": one.until,
                        "first": one.first,
                        "last": one.last,
                        "values": [_cell(cell) for cell in one.cells],
                    }
                )
            else:
                end = moment(one.until) if one.until else "now"
                say(f"{field.name}  {moment(one.since)} – {end}  {plain(one.said)[:_WIDTH] or '—'}")


def _cell(cell: Cell) -> dict[str, object]:
    return {"text": cell.text, "value": cell.value, "number": cell.number, "unit": cell.unit}


def _lost(path: Path, named: Sequence[str], mend: bool, as_json: bool) -> None:
    from app.fields.alarms import lost
    from app.fields.rules import named as by_name

    archive = _fed(path)
    wanted = {by_name(archive.path, one).id for one in named}
    found = [one for one in lost(archive.path) if not wanted or one.field.id in wanted]
    for one in found:
        if not as_json:
            tell_lost(one)
        for page in one.pages:
            if as_json:
                emit({"kind": "lost", "field": one.field.name, **page._asdict()})
            else:
                say(f"    {page.url}  ({plain(page.value)[:_WIDTH]})")
        if mend:
            _mend(archive, one, as_json)


def tell_lost(one: Lost) -> None:
    """A field that matches no longer, as a sentence."""
    say(
        f"“{one.field.name}” matches no longer on {len(one.pages)} of {counted(one.changed, 'changed page')}."
    )


def _mend(archive: Archive, one: Lost, as_json: bool) -> None:
    from app.fields.alarms import mended, successors
    from app.fields.rules import replaced

    with archive.reader() as reader:
        proposals = successors(reader, one)
    if not proposals:
        warn(f"“{one.field.name}”: nothing was found that the new pages have in common; teach it anew.")
        return
    if not proposals[0].agreed:
        warn(f"“{one.field.name}”: no page says the old value any more; these ways may find the new one.")
        for proposal in proposals:
            _show_proposal(proposal, as_json)
        return
    _show_proposal(proposals[0], as_json)
    replaced(archive.path, one.field, mended(one, proposals))
    if not as_json:
        say(f"“{one.field.name}” finds its values there, too.")
