"""The kinds of the pages of an archive: home, article, list …, worked out behind the commit and corrected by people.

The way in: `feeding.feed` brings the cache up to date (`page_types.sqlite`, which can be deleted), `known.PageTypes` tells
the kind of one version with confidence and reasons, `chosen.choose` keeps what a person says (`page_types.json`, primary
data). Stands on `app.archive`, whose readers attach the cache, and on `extractors.html.types`, which judges.

Decisions:
- Nothing is judged while a page is stored: it takes 6 ms for 35 kB, as long as all else that a crawl does with a page. A
  crawl that is to keep certain kinds alone pays for it.
- A version is known by its id and a page by its number in the index, so a new index costs one pass over the ids and no
  judging, and choosing and counting go over numbers.
- What a person says holds for a page with all its versions.
"""
