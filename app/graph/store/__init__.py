"""The links of all versions in files that can be deleted: addresses, columns, coding, and how they are kept up to date.

The way in: `feeding.feed` brings them up to date, `store.opened` gives them for reading.
"""
