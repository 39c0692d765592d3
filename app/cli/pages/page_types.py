"""`page-type`: what kinds of pages an archive holds, and why; and a person's say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from app.cli import up_to_date
from app.cli.arguments import ArchivePath, Json, argument, find_capture, open_archive, option, refuse
from app.cli.console import Refused, counted, emit, say

if TYPE_CHECKING:
    pass

PageTypes = Annotated[
    list[str] | None,
    option(
        "--page-type",
        "TYPE",
        "Only pages of this kind: home, listing, collection, article, documentation, product, service, forum, picture, "
        "search, login, error, unknown; list and detail stand for several. May be repeated. Kinds that are not known "
        "yet are worked out first.",
    ),
]


def checked_page_types(wanted: list[str] | None) -> tuple[str, ...]:
    """The kinds that a person means, in English or Chinese; none for all."""
    from extractors.html.types.kinds import GROUPS, KINDS, meant

    found: list[str] = []
    for one in wanted or ():
        kinds = meant(one)
        if not kinds:
            known = ", ".join((*KINDS, *GROUPS))
            raise typer.BadParameter(f"“{one}” is not one of {known}.", param_hint="--page-type")
        found += kinds
    return tuple(dict.fromkeys(found))


def page_type(
    archive: ArchivePath,
    wanted: Annotated[
        str, argument("URL|ID", "A page, or a capture by its id; without it, the counts of all kinds.")
    ] = "",
    chosen: Annotated[str, option("--set", "TYPE", "Say what the page is, in all its versions.")] = "",
    unset: Annotated[bool, typer.Option("--unset", help="Take back what was said.")] = False,
    as_json: Json = False,
) -> None:
    """Show what kind of page a page is (article, list, product …), how sure that is and why; or how many pages of each
    kind an archive holds.

    A wrong kind is corrected with --set, which is kept in the archive; --unset takes it back. The JSON fields are id, url,
    page_type (name, confidence, reasons: code and value; null for what is no page), and chosen (what a person said, or
    null); of an archive kind ("summary") and pages, a number for each kind.
    """
    from extractors.door.described import page_type as described
    from extractors.html.types.kinds import KINDS

    opened = open_archive(archive)
    if not wanted:
        refuse({"--set": chosen, "--unset": unset}, "Name the page.")
        up_to_date.page_kinds(opened)
        with opened.reader() as reader:
            pages = dict(reader.facets().get("page_type", ()))
        known = {
            kind: pages[kind] for kind in sorted(KINDS, key=lambda one: -pages.get(one, 0)) if pages.get(kind)
        }
        if as_json:
            emit({"kind": "summary", "pages": known})
            return
        for kind, count in known.items():
            say(f"{count:>10,}  {kind}")
        say(f"{counted(sum(known.values()), 'page')} of {counted(len(known), 'kind')}.")
        return
    if chosen and (unset or chosen not in KINDS):
        known_kinds = ", ".join(KINDS)
        raise typer.BadParameter(f"“{chosen}” is not one of {known_kinds}.", param_hint="--set")
    from app.page_types.feeding import choose
    from app.page_types.known import PageTypes as Known

    with opened.reader() as reader:
        capture = find_capture(reader, wanted)
        with Known(reader) as types:
            if types.of(capture) is None:
                raise (
                    Refused(detail=f"{capture.url} is no web page.")
                    if chosen
                    else Refused(detail=f"{capture.id} is no web page; only pages have a kind.")
                )
        if chosen or unset:
            choose(opened, capture.url, chosen or None)
        with Known(reader) as types:
            found, said = types.of(capture), types.choices.of(capture.url)
    assert found is not None
    if as_json:
        about = {"id": capture.id, "url": capture.url, "page_type": described(found)}
        emit({**about, "chosen": said.type if said else None})
        return
    sure = "as you said" if said else f"{found.confidence:.0%} sure"
    say(f"{capture.id:<15} {found.name}, {sure}  {capture.url}")
    if not said:
        say(f"    because of {', '.join(f'{code}: {value}' for code, value in found.reasons)}")
