"""The archive folder: monthly batches of Tianwang records, and an index that can always be rebuilt from them.

The way in: `archive.Archive`, which hands out readers and the one writer; values are in `model`, what pages say in
`documents`. Stands on `app.tianwang` and `extractors`; knows neither crawls nor blocks: a writer is opened with a
`Divider` of pages, and without one compares pages as bytes.

Decisions:
- Sites in the tree are hosts: http and https of one host are one site.
- A branch of the tree of up to 2500 rows is ordered at once, a larger one comes by keyset in the order of
  the index.
- A page that is gone (404) or moved keeps the title, type and size of its last version with content, and
  shows its newest status.
- Batch files are read by position, not mapped: a file that shrinks under a mapping would kill the
  process. The URL filter alone is mapped, for reading; its bits are set by `pwrite`, because writing
  through a mapping on a full disk would kill the process, too. Only its “certainly new” counts; in all other
  cases the index decides.
- Databases that lie in an archive may be a stranger's: one that holds programs (triggers, views, virtual
  tables) is not used (`schema`).
- Crawls and imports store one written form of each address (`spellings.normalize`, a browser's). Older records may be
  spelled otherwise (raw, GBK, other escapes): a look-up tries `spellings`, a prefix `beginnings`; people see the
  `legible` form.
- Literals of recipes are shared, not blocks of full records, so the table of shared blocks can be made
  from the recipes alone.
- A conversion is made beside the batches as a whole; a file `ready` is the point of no return, and
  the next program that opens the archive finishes it (`settling`). `archive.json`, replaced last, shows other programs
  that the index has to be opened again.
- The past (`past`) is the same reader over tables of pages and folders as they stood then, worked out once into a file
  of its own: a branch opens in milliseconds, and no reader asks about time. 0.4 to 1.6 s for a million captures.
- An archive that consists of others (`shards`) has an index of its own, made of the rows of theirs (12 000 a
  second), and asks them again when it is opened or read. It sees what they have committed, and never writes there. Ids
  must be unique: incremental records name each other by them.
- Days of captures (`calendar`) come from counts per folder and quarter of an hour, kept with each commit
  (`index/activity`): 1 to 34 ms for a million captures, where counting them takes 2.2 s.
- Facets are one number a page; counting and choosing go over numbers in an index. Names of sites in
  titles are not stored: the common part of titles changes with every page.
"""
