"""The archive as a tree of titled pages: model, live growth during a crawl, search results, the panel around them.

The way in: `panel.TreePanel`.

Decisions:
- Names of sites leave titles in the rows only: found in a sample, never stored.
"""
