"""Crawling: from a few settings to an archive of every page, with a frontier that survives anything.

`Crawl` is loaded when it is first asked for: what fetches pages takes half of the time in which all else is loaded.
"""

from typing import TYPE_CHECKING, Any

from app.crawl.again import AgainKind, again, former_job, with_room
from app.crawl.browser import BrowserFactory
from app.crawl.history import Moment, history
from app.crawl.jobcontrol import reconfigure_job, set_host_mode, take_anyway
from app.crawl.joblist import job_events, jobs, refusal_counts, refusals
from app.crawl.model import (
    NOT_AWAITED,
    Awaited,
    Cancelled,
    CrawlProgress,
    HostMode,
    HostProgress,
    Job,
    JobEvent,
    LogEntry,
    WorkerProgress,
)
from app.crawl.plans import Plan, begin_plan, delete_plan, due_plans, find_plan, plans, save_plan
from app.crawl.queue import QueueRow, queue, queue_count
from app.crawl.replanning import Preview, preview
from app.crawl.revisit import Revisit, next_visit, revisit_of
from app.crawl.settings import DEFAULT_AGENT, CrawlSettings, PatternInvalid, SettingsInvalid
from app.crawl.summaries import Chain, HostRow, host_table, outcomes, redirect_chains
from app.crawl.templates import Template, templates
from app.crawl.why import Why, why

if TYPE_CHECKING:
    from app.crawl.crawl import Crawl

__all__ = [
    "DEFAULT_AGENT",
    "NOT_AWAITED",
    "AgainKind",
    "Awaited",
    "BrowserFactory",
    "Cancelled",
    "Chain",
    "Crawl",
    "CrawlProgress",
    "CrawlSettings",
    "HostMode",
    "HostProgress",
    "HostRow",
    "Job",
    "JobEvent",
    "LogEntry",
    "Moment",
    "PatternInvalid",
    "Plan",
    "Preview",
    "QueueRow",
    "Revisit",
    "SettingsInvalid",
    "Template",
    "Why",
    "WorkerProgress",
    "again",
    "begin_plan",
    "delete_plan",
    "due_plans",
    "find_plan",
    "former_job",
    "history",
    "host_table",
    "job_events",
    "jobs",
    "next_visit",
    "outcomes",
    "plans",
    "preview",
    "queue",
    "queue_count",
    "reconfigure_job",
    "redirect_chains",
    "refusal_counts",
    "refusals",
    "revisit_of",
    "save_plan",
    "set_host_mode",
    "take_anyway",
    "templates",
    "why",
    "with_room",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name == "Crawl":
        from app.crawl.crawl import Crawl

        return Crawl
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
