"""What a crawl is asked to do: one frozen value that is stored with the job and read back on resume."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass, fields
from typing import Literal

from app.crawl.url import normalize
from app.errors import UserError

DEFAULT_AGENT = "Mozilla/5.0 (compatible; TianwangExplorer/0.1; web archiving)"
ScopeKind = Literal["host", "prefix", "domain", "any"]
MIB = 1024 * 1024


class PatternInvalid(UserError):
    """An include or exclude pattern is no regular expression."""

    template = "“{pattern}” is not a regular expression: {detail}"


class SettingsInvalid(UserError):
    """A crawl was asked for that cannot be done."""

    template = "This crawl cannot be started: {detail}."


@dataclass(frozen=True, slots=True)
class CrawlSettings:
    """All limits are exact, and 0 (for `max_depth`: -1) means none.

    `max_pages` counts stored documents: every answer to an address that was reached as a page (errors and
    redirects too), but neither page requisites (images, style sheets, scripts, frames) nor robots.txt.
    `max_bytes` counts the bodies of everything stored, as received. `max_depth` 0 is the seeds alone;
    requisites may lie one level beyond. `max_minutes` counts the time the crawl was running, not pauses.
    `backoff` is the first wait in seconds before another try, doubled each time; `trap_budget` limits how
    many days or months of a calendar may be found through each other, and, with factors, other patterns (0 = no limit).
    """

    seeds: tuple[str, ...]
    scope: ScopeKind = "host"
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    max_pages: int = 0
    max_depth: int = -1
    max_bytes: int = 0
    max_minutes: float = 0.0
    delay: float = 1.0
    workers: int = 8
    per_host: int = 2
    obey_robots: bool = True
    user_agent: str = DEFAULT_AGENT
    timeout: float = 30.0
    size_cap: int = 100 * MIB
    requisites: bool = True
    max_hops: int = 10
    retries: int = 2
    backoff: float = 2.0
    trap_budget: int = 12

    def checked(self) -> CrawlSettings:
        """Raise a UserError for what cannot work; called before a job is made of them."""
        if not self.seeds:
            raise SettingsInvalid(detail="there is no address to start from")
        for seed in self.seeds:
            normalize(seed)
        for pattern in (*self.include, *self.exclude):
            try:
                re.compile(pattern)
            except re.error as error:
                raise PatternInvalid(pattern=pattern, detail=str(error)) from error
        if self.workers < 1 or self.per_host < 1:
            raise SettingsInvalid(detail="at least one worker is needed")
        if self.timeout <= 0 or self.size_cap <= 0:
            raise SettingsInvalid(detail="time-out and size limit must be greater than zero")
        if not self.user_agent.isascii() or not self.user_agent.isprintable():
            raise SettingsInvalid(detail="the name given to servers may hold only plain letters and signs")
        return self

    def to_json(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> CrawlSettings:
        """Unknown names (of a later version) are ignored, missing ones take their default."""
        known = {field.name for field in fields(cls)}
        values = {name: value for name, value in json.loads(text).items() if name in known}
        for name in ("seeds", "include", "exclude"):
            values[name] = tuple(values.get(name, ()))
        return cls(**values)
