"""Blocks through time: what became of each, who said a sentence first, what changed on a site.

The way in: `history.page_history`, `origins.first_said`, `site_changes`. A block is followed through versions by its
bytes. Stands on `noise`.
"""
