"""The loop of a crawl: which address is next, when a host may be asked, one address from robots.txt to
its place in the archive, and the order of safety."""
