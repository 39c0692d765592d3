"""The links of an archive as a graph: who links to whom, what matters, and how it changed between dates.

The way in: `standing.bring_up_to_date` gathers new links and ranks the pages, `standing.Factors` gives these ranks to a
search, `standing.Importance` to a crawl that visits again, `standing.Ranks` with links, clicks and broken links to
whoever lists pages; `store.store.opened` answers for one page from the file (`LinksFile.out`, `into`);
`network.Network.of` loads all, and its `arcs` are what `rank` (PageRank, hubs and authorities, communities) and pictures
work on: nodes are numbers in canonical order, `Network.urls` their addresses, `reports.depths` how far they are from home.
`reports` finds faults, `findings` makes one table of each for the window, the command line and `report_files`;
`exchange` writes graphs for other programs, `taking` reads theirs, `layout` gives nodes their places in a picture.
`titling` names pages without a title by the links to them.
Stands on `app.archive` and `app.templates`; search gets ranks injected and knows nothing of it.

Decisions:
- What is kept of time is, for each link, over which versions of its page it stood: the graph of a date and the difference
  of two dates are one scan. Visits that found nothing new change no link and are not kept.
- Navigation is what the template of a site repeats, as `app.templates` learned it (address and words of a link); of a site
  of which nothing was learned, a link to one address from more than 30 % of the pages of a host. It counts a fifth of a
  link in the text for ranks. When a template is another, all links are marked anew with the next merge.
- Every link keeps its relation words (nofollow, ugc, noopener …): what they say of its worth is for whoever asks.
- A crawled site (6000 pages, 139 000 links) takes 0.8 bytes a link with the addresses, without the words; 135 000 links a
  second and processor are read. The aims were 2 bytes and 20 000 links.
- Words around a link, for ARC, are read from the records of the pages when they are first asked for, and then kept in
  a file of their own, `graph/around`: of all pages they would fill the disk and hold up a crawl (`around`).
"""
