"""How much a document may cost together with all the documents inside it."""

from __future__ import annotations

import time

MOST_BYTES = 128 << 20
MOST_SECONDS = 15.0
MOST_MEMBERS = 1000
MOST_TEXT = 16 << 20
"""Characters."""
DEEPEST = 2
"""Archives inside archives are read up to here; of those further in only the names."""


class Budget:
    """What is left for the members of an archive, their members and so on. `spent` is the sentence that says what has
    run out, or ""."""

    def __init__(self) -> None:
        self.depth = 0
        self.spent = ""
        self._bytes = MOST_BYTES
        self._members = MOST_MEMBERS
        self._text = MOST_TEXT
        self._until = time.monotonic() + MOST_SECONDS

    @property
    def bytes(self) -> int:
        """Bytes that may still be unpacked."""
        return 0 if self._over() else self._bytes

    def take_member(self) -> bool:
        """May one more member be read?"""
        self._members -= 1
        if self._members < 0:
            self.spent = self.spent or f"There are many files inside; the text of the first {MOST_MEMBERS} is shown."
        return not self._over()

    def take_bytes(self, count: int) -> None:
        self._bytes -= count
        if self._bytes <= 0:
            self.spent = self.spent or (
                f"The files inside unpack to more than {MOST_BYTES >> 20} MiB; what follows was not read."
            )

    def take_text(self, count: int) -> None:
        self._text -= count
        if self._text <= 0:
            self.spent = self.spent or "The files inside hold very much text; what follows is left out."

    def _over(self) -> bool:
        if not self.spent and time.monotonic() > self._until:
            self.spent = f"Reading the files inside took over {MOST_SECONDS:.0f} seconds; what follows was not read."
        return bool(self.spent)
