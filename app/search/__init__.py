"""Search in every version of every document of an archive.

The way in: `feeding.feed` brings the index up to date, `searching.Searcher` answers queries. Stands on `app.archive`
and `app.words`; knows neither crawls nor blocks.
"""
