"""What the stored bytes of an archive say: prepared for storing, read as documents within limits, kept so that nothing is
read twice; which charset they are in, what a browser made of them, what OCR recognised.

The way in: `preparing.prepare` before a response is stored, the reader's `document` behind it (`reading`), `pages` for
what follows behind the commit. Stands on the index's rows and `extractors`; knows neither the reader nor the writer.

Decisions:
- A short page without a declared charset is read in that of the pages around it; where they decided, the record has an
  attribute for it (`charset-usual`), so a new index has the same title. A person's choice
  stands in `charsets.json`: records are never rewritten for it.
- OCR is no part of storing (`recognising`): a full page takes 4 to 7 s of processor time in one language and 8 to 12 s in
  two, a page of a crawl some milliseconds. `extracted` tells which scans wait and which are done.
"""
