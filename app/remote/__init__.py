"""Archives elsewhere, asked for the captures of an address, and some of these taken in: the Wayback Machine, pywb, another
Tianwang Explorer.

The way in: `archives` keeps which remote archives a person knows (in their folder on this machine, never in an archive),
`asking.Client` asks one of them by CDX or Memento (RFC 7089), `taking.take` stores captures with their original time,
`looking.Looking` has one with its pictures and styles for as long as somebody looks at it. Stands on `app.crawl` for
requests and on `app.interchange` for what records of others become.

Decisions:
- Nothing is asked before a person asks: no list, no picture, no look ahead. Who turns a remote archive on for an archive
  of theirs (`archives.choose`) asks it for each page that they look at there, until they turn it off.
- What is looked at is replayed from an archive of its own, which goes afterwards: the browser asks its proxy alone, and that
  asks the remote archive, for each part once, with bounds of number and size.
- A remote archive is the address under which its mementos stand: …/timemap/link/ADDRESS lists them and …/TIMEid_/ADDRESS
  gives their bytes, with the Wayback Machine, pywb and our own service. Its CDX index tells status, type and digest as well,
  and is asked first.
- A redirect is followed to the same host, or to a public address: an archive elsewhere cannot send this machine to what
  stands behind its firewall.
- What is taken in is a capture like any other: the time is that of the memento, and where it came from stands in attributes
  of its record (`memento-address`, `memento-archive`). A body whose digest is not that of the index is not stored.
"""
