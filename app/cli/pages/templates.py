"""`template`: what the pages of a site have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from app.cli.arguments import ArchivePath, Json, argument, option
from app.cli.console import Refused, counted, emit, say

if TYPE_CHECKING:
    from app.templates.explaining import Explained


def template(
    archive: ArchivePath,
    address: Annotated[str, argument("URL|SITE", "A page, or a site: www.example.org.")],
    not_content: Annotated[
        list[int] | None,
        option(
            "--not-content", "NUMBER", "Mark a part as no content on all pages of the site; may be repeated."
        ),
    ] = None,
    content: Annotated[
        list[int] | None,
        option("--content", "NUMBER", "Mark a part as content after all; may be repeated."),
    ] = None,
    unmarked: Annotated[
        list[int] | None, option("--unmark", "NUMBER", "Take back what was marked; may be repeated.")
    ] = None,
    every: Annotated[
        bool, option("--all", "", "Of a page also the parts that are no template, to mark them by.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Show what the pages of a site have in common: menus, feet, margins, and why they are taken for template.

    For a page, the parts of it; for a site, those of one page of each layout, the largest layout first. Each part has a
    number (to mark it by), the pages of the layout that have it, its importance by the site style tree (0: it says the same
    everywhere, 1: something else on each page) and where it stands. Main text and exports leave these parts out. Pages that
    were stored since are looked at first. The JSON fields are kind ("part"), url (of the page), number, where, text, pages,
    of, whole (all of a region is meant), importance (null: not known), marked, path (XPath), paths (of all its
    elements), template (whether it is left out); at the end a summary (kind "summary": site, layouts, parts, marks).
    """
    from app.archive.archive import Archive
    from app.templates.explaining import Layout, layouts, numbers_on, on_page, own_parts
    from app.templates.feeding import learn
    from app.templates.known import site_of
    from app.templates.marks import mark, read_marks, unmark

    opened = Archive.open(archive)
    with opened.reader() as reader:
        bare = "/" not in address
        page = None if bare else reader.page_at(address)
        if page is None and not bare:
            raise Refused(detail=f"“{address}” is not in the archive.")
        url = page.url if page is not None else f"https://{address}/"
        site = site_of(url)
        if not any(folder.name == site for folder in reader.sites()):
            raise Refused(detail=f"Nothing of “{site}” is in the archive.")
        if every and page is None:
            raise Refused(detail="--all is for one page: give its address.")
        learn(opened, url)
        capture = reader.latest_version(page.url) if page is not None else None
        wanted = {*(not_content or ()), *(content or ())}
        if wanted:
            known = (
                numbers_on(reader, capture)
                if capture is not None
                else {part.number for layout in layouts(reader, url) for part in layout.parts}
            )
            for number in sorted(wanted - known):
                raise Refused(detail=f"There is no part {number} on it; “--all” lists those of a page.")
        for number in unmarked or ():
            if read_marks(reader.path).of(site, number) is None:
                raise Refused(detail=f"Nothing is marked with the number {number}.")
        for numbers, kept in ((not_content, False), (content, True)):
            for number in numbers or ():
                mark(reader.path, site, number, content=kept)
        for number in unmarked or ():
            unmark(reader.path, site, number)
        found = (
            [Layout(0, capture.url, on_page(reader, capture))]
            if capture is not None
            else list(layouts(reader, url))
        )
        rest = own_parts(reader, capture) if every and capture is not None else []
        marks = sum(1 for one in read_marks(reader.path).all.values() if one.site == site)
    for layout in found:
        if layout.pages and not as_json:
            like = f", like {layout.example}" if layout.example else ""
            say(f"{counted(layout.pages, 'page')} with one layout{like}")
        for part in layout.parts:
            _tell(part, layout.example, as_json)
    for part in rest:
        _tell(part, url, as_json, template=False)
    parts = sum(len(layout.parts) for layout in found)
    if as_json:
        emit({"kind": "summary", "site": site, "layouts": len(found), "parts": parts, "marks": marks})
    else:
        say(f"{counted(parts, 'part')} of a template, {counted(marks, 'mark')} of your own.")


def _tell(part: Explained, url: str, as_json: bool, *, template: bool = True) -> None:
    if as_json:
        said = part._asdict()
        for own in ("place", "kept"):
            del said[own]
        emit(
            {
                "kind": "part",
                "url": url,
                **said,
                "importance": part.importance if part.importance >= 0 else None,
                "template": template,
            }
        )
        return
    importance = f"importance {part.importance:.2f}" if part.importance >= 0 else "importance not known"
    share = "marked by you" if part.marked else f"{part.pages} of {part.of} pages"
    share = share if template else f"content, {share}"
    say(f"  {part.number:<17} {share}, {importance}  {part.where.rpartition(' > ')[2]}")
    say(f"  {'':17} {part.text[:100]}")
