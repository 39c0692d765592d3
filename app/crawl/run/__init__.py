"""The loop of a crawl: the next address, the turns of a host, one address from robots.txt to its place in the archive,
and the order of safety.

The way in: `crawl.Crawl`. Threads: the loop, the writer, a few that prepare pages, a process beside them when a crawl is
quick (`preparation`). A page is on its way as `Fetched` (the answer), `Answer` (with its entry), `ToRead` (the question to
the extractors), `Prepared` (as read) and `Outcome` (as stored and settled).

Decisions:
- A delay counts from the moment a request is on the wire. Every request to a host (pages, robots.txt, sitemaps, the
  browser's page) takes its turn in `politeness.Turns`. After an unclean end every host rests for its whole delay before
  it is asked again.
- A host that has never answered is given up after three attempts, for five minutes and with all its
  addresses. One that has answered may only be restarted, or our own network be gone: after ten failures it is
  tried with growing waits, each time with another address, while other hosts give work, and for `patience`
  seconds when nothing else is left. Then what is left of it is refused as one (`not-awaited`), and going on with
  the crawl queues it again. A name that does not exist is final for a host that never answered after the second
  look-up. Parts of pages that are all that is left are waited for 30 s at most.
- Answers with a content coding are stored in full: two compressed versions have no bytes in common. So a
  text that is known to change is asked for without one (`revisiting`).
"""
