"""Pages that belong together, in the place of the tree: categories, kinds, duplicates, saved searches, tags.

The way in: `panel.CollectionsPanel`, which the shell puts beside the tree. `section.Section` is one heading with what stands
below it, read in a worker when somebody looks; `overview` shows the headings, `listing` the pages of the row that is chosen.
`teaching` proposes more pages like those of a category or tag, `seen` compares a file or a page with the archive.

Decisions:
- The pages are listed by the view of the tree, so that all that can be done with a page there can be done here.
- A heading is read anew twenty times as long after a reading as that took, at the earliest: a crawl goes on meanwhile.
- Proposals and training run in processes of `app.classes`: scikit-learn is never loaded by the window.
"""
