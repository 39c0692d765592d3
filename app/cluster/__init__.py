"""Crawling on several machines: the same engine on each, on an archive of its own, and who owns which host.

`ring` says who owns an address, from data with a number (`Table`). A roof like the command line, which alone imports
it, and only when a cluster is asked for. Nothing here is needed by a crawl on one machine.

Decisions:
- An owner is found in two steps, host → slot → node (Yan, Wang, Li, Guo: Architectural Design and Evaluation of an
  Efficient Web-crawling System, 2002), so that the table is small, can be sent whole and compared by its number (epoch).
- The key is the host without its port, not the registered domain: a university is one domain and a thousand hosts.
  A host is one pace wherever it is asked, so dividing it would gain nothing.
"""
