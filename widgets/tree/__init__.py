"""The archive as a tree of titled pages: model, live growth during a crawl, search results, the panel around them.

The way in: `panel.TreePanel`.

Decisions:
- What the index does not know of pages (ranks, values of fields) stands in columns beside its own (`beside`), read in a
  worker while somebody looks at one: 200 000 ranks in 0.03 s of the processor. Branches are read as before; four such
  columns take a paint from 28 to 31 ms, and a folder of 200 000 pages is sorted by one in 0.5 s, as by size.
- Names of sites leave titles in the rows only: found in a sample, never stored.
"""
