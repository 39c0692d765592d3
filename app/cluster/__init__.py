"""One crawl on several machines: the engine as it is, on each with an archive of its own, and who owns which host.

Rooms: `ring` (host → slot → node, a table with a number), `exchange` (addresses to their owners), `register` (members,
leases, owners, serial numbers, the end), `allowances` (limits that all have in common), `handover` (hosts that move),
`coordinator` (a node), `wire`, `node` and `watching` (nodes as processes of a machine), `ray_nodes` (the same on several,
by Ray, which is loaded there alone), `asking` (what people want of the register). The way in: `watching.LocalCluster` and
`ray_nodes.RayCluster`. A roof that is imported only when a cluster is asked
for. A crawl on one machine needs nothing of it: all that it has of a cluster is `app.crawl.rules.sharing`, which is None
there.

Decisions:
- An owner is found in two steps, host → slot → node (Yan, Wang, Li, Guo: Architectural Design and Evaluation of an
  Efficient Web-crawling System, 2002), so that the table is small, can be sent whole and compared by its number (epoch).
- The key is the host without its port, not the registered domain: a university is one domain and a thousand hosts.
  A host is one pace wherever it is asked, so dividing it would gain nothing.
- A change of owners stops the engines for a moment. With consistent hashing a node that comes takes something of every
  other one, so all are concerned anyway; and an engine at rest has nothing in memory that could contradict the disk.
- Addresses are lost with no node: what a node has sent or handed over it keeps, packed, and sends once more when the
  owner is lost. With the seeds, which all know, that leads to all that can be found again: pages that only the lost
  node's own pages linked to come with these. What is found twice is queued once, what is fetched twice is stored as an
  unchanged visit at worst. Lost with a disk are its archive and what a person asked for there (an address taken anyway).
- Of more than a hundred nodes each sends to those of its row and column of a square alone (`exchange.Share`), as mail
  goes by sorting offices: else a parcel would have a few addresses. Tables travel as what they are made of.
- Limits are dealt in portions (`allowances`): a sum of what all have told is late by a report, and gave too many pages.
- Trust: nodes of one cluster trust each other, and take addresses that the finder has judged by the same settings.
"""
