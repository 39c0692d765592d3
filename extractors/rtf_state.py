"""The formatting in force at one point of an RTF file."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class State:
    """What a group inherits and changes for itself."""

    destination: str = "body"
    codec: str = "cp1252"
    skip_after_unicode: int = 1
    size: int = 24  # half-points
    bold: bool = False
    centred: bool = False
    in_table: bool = False
    outline: int = 0
    hidden: bool = False

    def copy(self) -> State:
        return State(
            self.destination, self.codec, self.skip_after_unicode, self.size, self.bold, self.centred, self.in_table,
            self.outline, self.hidden,
        )  # fmt: skip
