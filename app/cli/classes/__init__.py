"""The commands about kinds of documents: `classify`, `clusters`, `categories`."""
