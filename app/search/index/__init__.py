"""The search index of an archive: its store, what of a document goes into it, and how it is kept up to date.

The way in: `feeding.feed` brings it up to date, `store.opened` gives it for reading.
"""
