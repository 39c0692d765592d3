"""A page before it is cut: source, tags, tree, styles, lines, where addresses lead.

The way in: `tree` and `reading`. Imports `extractors` and `app.words` at most.

Decisions:
- Most pages need no parser: `reading` builds the browser's tree from the scan for tags, and leaves a page to lexbor at
  the first tag whose effect is not plain. With the parser alone a comparison takes 7.4 ms instead of 5.3 at the median of
  119 pairs (`lxml.html.diff`: 5.6 in the same run), 24 instead of 14 at the 90th percentile, and twice as long on large
  pages. `tests/app/blocks/page/test_reading.py` holds that the tree is the parser's on every sample page and on mutated
  ones.
- Paths of stretches that are no blocks come from the scan as well (`paths`): elements know where they
  end, so only those on the way are looked into.
"""
