"""Fields of pages: taught by a click in the page, shown as a table of pages and as a chart over the versions.

The way in: `view.FieldsView` stands where pages are shown, `sheet.TeachSheet` proposes ways to find a value, `feeding` keeps
the values up to date behind crawls. What takes time is in `work`, which runs in workers.
"""
