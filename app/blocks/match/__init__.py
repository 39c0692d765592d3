"""Which block of one version is which of the other, and what of a changed block a person would draw
around."""
