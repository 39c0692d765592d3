"""Search in the window: a field, what was found as one types, counts beside it.

The way in: `view.SearchView`, which the shell shows where pages are shown. Queries and feeding run in workers
(`work.Finder`); what a query means is decided by `app.search`.
"""
