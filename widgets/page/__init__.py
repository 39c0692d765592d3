"""One page: as it looked, as text, as source, its links, its details, and its versions in time."""

from widgets.page.area import PageArea
from widgets.page.strip import VersionStrip

__all__ = ["PageArea", "VersionStrip"]
