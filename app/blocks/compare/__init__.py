"""Two versions of a page or document compared: changes, layout, links, texts."""
