"""What was looked at, in order, to go back and forward in as a browser does."""

from __future__ import annotations

_MOST = 200


class History:
    """Ids of captures; knows nothing of how they are shown."""

    def __init__(self) -> None:
        self._ids: list[str] = []
        self._at = -1

    @property
    def current(self) -> str:
        """The id shown last, "" before the first."""
        return self._ids[self._at] if self._ids else ""

    def visit(self, capture_id: str) -> None:
        """Something is shown: what lay ahead is forgotten, unless it is only shown again."""
        if capture_id == self.current:
            return
        self._ids = [*self._ids[: self._at + 1], capture_id][-_MOST:]
        self._at = len(self._ids) - 1

    def can_go(self, by: int) -> bool:
        """Is there something that many steps back (below 0) or forward?"""
        return 0 <= self._at + by < len(self._ids)

    def go(self, by: int) -> str:
        """Step back or forward; the id to show, "" when there is none."""
        if not self.can_go(by):
            return ""
        self._at += by
        return self.current
