"""The commands about kinds of documents: `classify`, `cluster`, `categories`."""
