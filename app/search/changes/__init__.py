"""Words that came or went: on which page, between which captures, in which block.

The way in: `events.events` answers a query with `appeared:`, `vanished:` or `changed:`; `atom` writes them as a feed.
"""
