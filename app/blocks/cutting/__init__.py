"""Algorithm 1: a page cut into its tree of blocks, and cut again when its next version comes; names of
blocks."""
