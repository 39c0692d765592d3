"""Crawling: from a few settings to an archive of every page, with a frontier that survives anything."""

from app.crawl.crawl import Crawl
from app.crawl.joblist import jobs, refusal_counts, refusals
from app.crawl.model import CrawlProgress, HostProgress, Job, LogEntry
from app.crawl.settings import DEFAULT_AGENT, CrawlSettings, PatternInvalid, SettingsInvalid

__all__ = [
    "DEFAULT_AGENT",
    "Crawl",
    "CrawlProgress",
    "CrawlSettings",
    "HostProgress",
    "Job",
    "LogEntry",
    "PatternInvalid",
    "SettingsInvalid",
    "jobs",
    "refusal_counts",
    "refusals",
]
