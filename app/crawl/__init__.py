"""Crawling: from a few settings to an archive of every page, with a frontier that survives anything. The
way in: `run.crawl.Crawl` with `rules.settings.CrawlSettings`; what stands in crawl.sqlite is read through
`frontier`."""
