"""What a person browsed through the recording proxy: enough of it is held to archive a page that is looked at."""

from __future__ import annotations

from collections.abc import Iterable

from app.recording.hold import Hold
from app.recording.model import Recorded
from app.recording.visit import MOST_BYTES, Tab, Visit

_FRESH_HOLD = 64 * 1024 * 1024  # bytes after which bodies go into another hold, so that old files can go


class Browsed(Visit):
    """Holds answers, the oldest forgotten first. In the proxy's loop only."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        super().__init__(Hold())
        self._most = most
        self._bytes = self._in_hold = 0
        self._forgotten = 0  # how many answers came before the first that is held
        self._begun = 0

    def add(self, recorded: Recorded, main: bool) -> None:
        super().add(recorded, main)
        self._bytes += recorded.size
        self._in_hold += recorded.size
        if self._in_hold > _FRESH_HOLD:
            self.hold, self._in_hold = Hold(), 0
        while self._bytes > self._most and len(self.parts) > 1:
            self._bytes -= self.parts.pop(0).size
            self._forgotten += 1

    def navigated(self) -> None:
        """The person goes somewhere: what comes from now on belongs to that page."""
        self._begun = self._forgotten + len(self.parts)

    def page(self, document: str, used: Iterable[str]) -> tuple[Recorded, list[Recorded]] | None:
        """The answer that is the document at the address, and those that the page is made of: all that came since it
        was gone to, and what it used of earlier ones. None when the document is not held (it answers a form, or is
        old)."""
        newest = {part.url: at for at, part in enumerate(self.parts)}
        at = newest.get(_bare(document))
        if at is None:
            return None
        begun = min(max(0, self._begun - self._forgotten), at)
        wanted = {newest[url] for url in map(_bare, used) if url in newest} | set(
            range(begun, len(self.parts))
        )
        return self.parts[at], [self.parts[one] for one in sorted(wanted - {at})]


def browse(tab: Tab) -> Browsed:
    """Let a tab browse freely."""
    tab.end()
    tab.visit = browsed = Browsed()
    return browsed


def _bare(url: str) -> str:
    return url.partition("#")[0]
