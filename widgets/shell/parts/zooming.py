"""How large the pages of a site are shown: kept for each site, so that a small print on one enlarges no other."""

from __future__ import annotations

import json
from urllib.parse import urlsplit

from PySide6.QtCore import QSettings

SMALLEST, LARGEST = 0.25, 3.0
_KEY = "view/zooms"
_MOST = 500  # sites, those changed last


def site_of(url: str) -> str:
    """The site whose pages are shown equally large."""
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:  # archives of others hold addresses like http://[x
        return ""


class SiteZooms:
    """Factors by site in the settings; a site without one is shown in its own size."""

    def __init__(self, settings: QSettings) -> None:
        self._settings = settings

    def of(self, site: str) -> float:
        """How large a site is shown."""
        return self._read().get(site, 1.0)

    def keep(self, site: str, factor: float) -> None:
        """Remember it; its own size needs no remembering."""
        if not site:
            return
        kept = self._read()
        kept.pop(site, None)
        if abs(factor - 1.0) > 0.001:
            kept[site] = round(factor, 3)
        while len(kept) > _MOST:
            del kept[next(iter(kept))]
        self._settings.setValue(_KEY, json.dumps(kept))

    def _read(self) -> dict[str, float]:
        """What is written there, as far as it makes sense: anybody may have edited the file."""
        try:
            found = json.loads(str(self._settings.value(_KEY, "{}")))
        except ValueError:
            return {}
        if not isinstance(found, dict):
            return {}
        return {
            site: min(LARGEST, max(SMALLEST, float(factor)))
            for site, factor in found.items()
            if isinstance(site, str) and isinstance(factor, int | float) and factor == factor
        }
