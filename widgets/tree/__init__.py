"""The archive as a tree of titled pages: model, live growth during a crawl, search results, the panel around them."""
