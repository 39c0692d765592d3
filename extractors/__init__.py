"""Bytes → Document: titles, text, structure and links of the formats found on the web. Knows nothing of
the program. The way in: `door.registry.extract` and `door.sniffing.sniff`; the values are in
`base.types`."""
