"""The crawl dashboard: what a crawl does, what became of every address and why, and what to do about it."""
