"""The Integrity page of an archive: is everything in order, what is in it, and what to do when something
is not. The way in: `page.IntegrityPage`."""
