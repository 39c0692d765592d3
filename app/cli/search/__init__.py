"""`tianwang search`: hits, blocks, changes and saved searches, for people and as JSON."""
