"""Crawls done again: saved plans, timetables, templates of settings, a site crawled once more.

The way in: `plans.plans`, `again.again`. Stands on `frontier` and `rules`.
"""
