"""What is known of the entries of a search index, as arrays: an entry is a text that one or several versions of a page say.

`columns` has the numbers of all; `holding` which blocks they hold, `standing` since when and until when they are said.
Kinds, categories, notes, fields and ranks of their pages stand beside them as masks and counts, each read anew when it
has changed. Stands on `index`; the query they are asked for is the caller's.
"""
