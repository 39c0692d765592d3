"""Crawls done again: saved plans, timetables, templates, when a page is worth another visit."""
