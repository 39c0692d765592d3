"""A small site for crawls in rounds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.crawl.rules.settings import CrawlSettings
from app.rounds.rounds import Rounds, inject
from tests.app.crawl.conftest import Site, config, settings, site

__all__ = ["config", "settings", "site"]


@pytest.fixture
def rounds(
    archive: Archive, settings: Callable[..., CrawlSettings], site: Site, config: Path
) -> Callable[..., Rounds]:
    """Begins a crawl in rounds at /a (or other addresses) of the site."""

    def begin(*seeds: str, top: int = 1000, per_host: int = 0, **more: object) -> Rounds:
        wanted = replace(settings(*seeds, requisites=False), order="best", **more)  # type: ignore[arg-type]
        inject(archive, wanted.seeds, wanted, top, per_host)
        return Rounds(archive)

    return begin
