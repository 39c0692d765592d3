"""Figures of an archive over time: how strong topics are, how long pages last, how it grows, what it is made of.

The way in: `topics.strengths` for topics (queries), `observations.read` for what captures
say of pages, on which `change.lifetimes`, `change.rates`, `mix.growth` and `mix.shares` work; `tables.tables` makes named
tables of all of them for the command line, the window, the service and files; `sampling` draws test collections. Stands on
`app.search`; whoever shows figures stands on it.

Decisions:
- Each figure comes with what it was counted over (`n`) and an interval of 95 %: Wilson's for shares, that of the likelihood
  for lifetimes, that of Fisher's information for rates by hour.
- Lifetimes are exponential and known only between captures: a page is seen changed or unchanged after some time, and changes
  in between are not counted (`estimates.lifetime`). Deaths divided by exposure would take a page that changes each hour and
  is looked at each month for one that changes each month.
- Where the model does not fit (some pages change each day, most never), that is told with the figure (`Lifetime.fits`), and
  the median over pages stands beside it.
- A period is a day, a week from Monday, or a month, in UTC. Of a period count the pages that were captured in it, or with
  `standing` all pages as they stood at its end.
- All is counted in numpy over the captures: a million of them take 16 s of processor time for all tables, and
  nothing is kept on disk.
"""
