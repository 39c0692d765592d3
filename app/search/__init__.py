"""Search in every version of every document of an archive.

The way in: `index.feeding.feed` brings the index up to date, `searching.Searcher` answers queries, `changes.events` those
about words that came or went, `block_hits.blocks` with blocks in place of pages. Stands on `app.archive`, `app.words` and
`app.blocks`; knows no crawls.
"""

SAVED = "searches.json"
"""The file of saved searches in an archive; to know whether there are any takes no more of this package."""
