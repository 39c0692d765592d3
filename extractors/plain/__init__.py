"""Text without a package around it: plain text, JSON, Markdown, XML, feeds, sitemaps, lyrics."""
