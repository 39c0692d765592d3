"""*Crawl → On a cluster…*: one crawl on several machines, or by several nodes of this one, and the table of its nodes.

The way in: `sheet.ClusterSheet`. The window loads no cluster: `link` asks one through the command line in a process of its
own (`tianwang cluster ask`), which a cluster that misbehaves may take along. Everything is asked in workers.
"""
