"""Blocks through time: what became of each, who said a sentence first, what changed on a site."""
