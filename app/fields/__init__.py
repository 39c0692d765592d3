"""Fields of pages by rules of a person: price, date, author of every version, and how they changed.

The way in: `rules` keeps the fields of an archive (`fields.json`, primary data), `feeding.feed` brings the cache of their
values up to date (`fields.sqlite`, which can be deleted), `values.Values` reads it, `teaching` proposes rules for a value
that somebody points at, `alarms` finds rules that match no longer. Stands on `app.archive` and `app.blocks`; the search
stands on it.

A *field* is a name with a kind of value, the pages where it applies, and one or more *ways* to find it, of which the first
that finds something counts: so a field goes on over a redesign of its site. A *finding* is what one way gives of one page.

Decisions:
- Rules and pages come with archives of strangers: pages are read and rules applied in a process with limits (`limited`),
  as an XPath or a regular expression may take for ever. A field that was too slow on three pages is left alone.
- Values are looked for in what a person saw: the tree that a browser kept of a page, else the bytes.
- Selectors go to lexbor, which builds the browser's tree; XPath to libxml2 over that tree written out again, without the
  functions of EXSLT. Both know the place in the source by the numbers of start tags (`app.blocks.page.spans`).
"""
