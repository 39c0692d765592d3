"""The rules of a crawl: settings, scope, written forms of addresses, robots.txt, traps, links as candidates, and the
values that other parts see.

Pure decisions; nothing here asks the network or the frontier.

Decisions:
- robots.txt is read by our own reader of RFC 9309 (`robots`; 73 of 73 cases, Protego 57). An Allow line means its
  escapes as written, a Disallow line every equivalent spelling: in doubt an address is not asked for.
- Sitemaps and feeds are entries of a crawl, but no documents of it; the addresses they list are one step deeper.
  Addresses in a script are guesses (`Link.guess`): it is read token by token, never run.
- A page's `nofollow` stands in the `rel` of each of its links, so it also holds when only the stored
  links are at hand.
- A suspected trap is parked, and a person decides; “take it anyway” passes scope, types and traps, not robots.txt.
"""
