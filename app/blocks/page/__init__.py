"""A page before it is cut: source, tags, tree, styles, lines, where addresses lead."""
