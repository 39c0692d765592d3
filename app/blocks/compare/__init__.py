"""Two versions of a page or document compared: changes, layout, links, texts.

The way in: `differing.compare`, `documents.compare_documents`, `sides.Side`. Stands on `match`, `cutting`, `page`.

Decisions:
- All bytes that differ outside leaf blocks are layout. Where tags only divide the same words otherwise, a
  comparison says “changed” and marks nothing: no text of the page goes unreported. Links whose words
  became others are told beside the text.
- Headers and footers of documents stand in their parts, not in their text. The text of a sheet holds the
  values themselves, its rows what is seen.
"""
