"""Crawls done again: saved plans, timetables, a site crawled once more.

The way in: `plans.plans`, `again.again`. Stands on `frontier` and `rules`.
"""
