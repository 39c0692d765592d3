"""The archive folder: monthly batches of Tianwang records, and an index that can always be rebuilt from them.

The way in: `archive.Archive`, which hands out readers and the one writer; values are in `model`, what pages say in
`documents`. Stands on `app.tianwang` and `extractors`; knows neither crawls nor blocks: a writer is opened with a
`Divider` of pages, and without one compares pages as bytes.

The folder:

    my.archive/
      archive.json              format version, name, settings ("url_index", "records")
      batches/202611/0000.tw    the only primary data: Tianwang records, rolled over at 1 GiB
      index.sqlite              everything found out about the records; can be deleted, is rebuilt on opening
      visited.bits              filter of addresses, sparse; from 2.7 million on a Bloom filter, visited.bloom
      crawl.sqlite              crawl jobs, their frontier, their log
      search/                   index of the full text, sealed, made anew where it is missing, damaged or a stranger's
      graph/                    links of all versions, sealed, made anew like search/
      texts.sqlite, changes.sqlite   caches of bounded size, can be deleted; what texts.sqlite says is signed
      templates.sqlite  templates of the sites, signed row by row, learned anew where it is missing or a stranger's
      likeness.sqlite           fingerprints of main texts and which are alike, signed, made anew like templates
      synonyms.txt              words that mean the same, written by a person: primary data
      notes.jsonl, notes.lock   stars, tags and notes of a person: primary data, lines are only appended
      link_names.sqlite         what links call pages without a title of their own, can be deleted; readers look into it
      page_types.sqlite         kinds of pages by version and by page, can be deleted; readers attach it
      page_types.json           kinds of pages that a person corrected: primary data
      classes.sqlite            what pages say in short, and their categories; signed row by row, can be deleted
      clusters.json             groups of pages that were found, sealed, can be deleted
      categories.json           tree and rules of categories, where a person changed them: primary data
      categories.model          the classifier that a person trained for this archive: numbers and JSON, nothing that runs
      noise.json, charsets.json      what a person chose: selectors of no change, charsets of pages
      fields.json               fields of pages (price, date …), defined by a person: primary data
      fields.sqlite             their values in every version, can be deleted
      searches.json             saved searches, written by a person: primary data
      template.json             what a person marked as no content of a site, or as content: primary data
      rounds/                   a crawl in rounds: which steps of which segment were done
      serials.json              blocks of serial numbers that a cluster dealt to this shard: primary data
      writer.lock               held by the one process that writes

A joined archive (`tianwang join --by manifest`) has a list of `shards` in archive.json in place of batches, and an index
made of theirs (`shards`, `upkeep.gathering`): readers find a batch file by its number, which tells the shard,
and nothing else differs for them. What would write is refused.

A capture is a whole 1.0 record with the attributes `id` (`YYYYMM-NNNNNNN`, with up to ten digits from 10^7 on; ordered by
number, see `serials`), `crawl`, `digest` (SHA-256 of DATA) and `header-check` (CRC-32); no byte of it can change unnoticed.
A fetch that found nothing new is a 2.0 record without DATA that names a full record of the same batch (`base`); a version
that resembles the one before is a 2.0 record with a recipe (`app.tianwang.recipe`). The first record of an address in a
batch, and every 20th, is full, so every batch can be handed on alone. What a browser made of a page
(`documents.rendered`) is a capture of its own behind that of the page, never in its place: `http` and `body` are always the
bytes that were received.

Decisions:
- A page without a title of its own (none, its address, that of most pages of its site) has that of the links to it
  wherever a reader gives a page, a capture or a document (`index/link_names`). The index, which a writer reads without
  them, keeps what the records say; in a branch of more than 50 000 addresses pages stand where that puts them.
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
