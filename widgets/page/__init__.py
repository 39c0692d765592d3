"""One page: as it looked, as text, as source, its links, its details, and its versions in time."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from widgets.page.area import PageArea
    from widgets.page.strip import VersionStrip

__all__ = ["PageArea", "VersionStrip"]


def __getattr__(name: str) -> Any:
    """Small parts of it stand in other views as well, which need not load all the others for that."""
    if name == "PageArea":
        from widgets.page.area import PageArea

        return PageArea
    if name == "VersionStrip":
        from widgets.page.strip import VersionStrip

        return VersionStrip
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
