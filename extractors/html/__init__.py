"""Pages: tree, metadata, titles, links, parts, main text; style sheets and scripts as far as they lead
somewhere."""
