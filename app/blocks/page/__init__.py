"""A page before it is cut: source, tags, tree, styles, lines, where addresses lead.

The way in: `tree` and `reading`. Imports `extractors` and `app.words` at most.

Decisions:
- Most pages need no parser: `reading` builds the browser's tree from the scan for tags, and leaves a page
  to lexbor at the first tag whose effect is not plain. With the parser alone a comparison took 8.0 ms
  instead of 5.1 at the median of 109 pairs.
- Paths of stretches that are no blocks come from the scan as well (`paths`): elements know where they
  end, so only those on the way are looked into.
"""
