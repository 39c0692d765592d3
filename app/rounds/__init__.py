"""Large crawls in rounds: so many of the best addresses at a time, with a look at all that is known in between.

The cycle of Nutch (Cafarella, Cutting 2004; the crawler book, L4310–4840), step by step: inject start addresses into the
*book* of all addresses, then again and again generate a *segment* (the best of the book, at most so many of a host), fetch
it, parse its pages, update the book with their links and ranks, index, look for duplicates, merge the segment into the book.

The way in: `rounds.Rounds`. `book.Book` is what is known of all addresses: the frontier of a job that is never run, so that
scores, traps and the queue are those of every crawl. A segment is a job of its own, of its addresses alone, run by the
engine as it is: politeness, robots.txt, resuming and the log are the engine's. Stands on crawl, graph and search.

Decisions:
- What was done stands in `rounds/rounds.json`, written after each step; each step can be done again from its beginning
  with the same end, so a killed program goes on with the step it was at, and a page is asked for twice at most.
- Redirects are not followed inside a segment: their targets come into the book, which judges them by its scope, and are
  asked for in a later round. So are sitemaps: those that robots.txt names, feeds and lists of lists stand in the book, are
  chosen before all pages, and what they list comes into the book as their links. Usual places of sitemaps are not tried.
- Ranks are those of the graph of the whole archive (`app.graph`), also of addresses that were never fetched. An order by
  breadth has no use for them.
- Of pages with the same bytes the first stays; addresses that only its copies lead to are parked, as suspected traps are:
  shown, kept, not fetched. So a mirror costs one page of it, and not all.
- Merging leaves of a segment's job its figures and its log; its queue, which the book has, goes.
"""
