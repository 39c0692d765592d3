"""How much really changed from one version to the next, for the strip: scale, words. Translation context: "amounts"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from widgets import formats

if TYPE_CHECKING:
    from app.blocks.history import PageHistory

_MEDIUM, _LARGE = 0.05, 0.3  # shares of the text from which a change is no longer small, and is large
_LEAST = 0.12  # of the height of a bar: what changed can be seen
KINDS = ("changed", "added", "removed", "moved", "layout", "markup")  # in the order in which they are told


@dataclass(frozen=True, slots=True)
class Amount:
    """What became different since the version before. `real` and `noise` are shares of the text of both, 0 to 1;
    `counts` are the real changes by kind; `noisy` is how many others there are."""

    real: float
    noise: float
    counts: Mapping[str, int]
    noisy: int
    error: str = ""

    @property
    def changes(self) -> int:
        """How many changes are real."""
        return sum(self.counts.values())

    @property
    def height(self) -> float:
        """Of the bar, 0 to 1; small amounts are stretched, so that they can be told apart."""
        return max(_LEAST, sqrt(min(1.0, self.real))) if self.changes else 0.0

    @property
    def noise_height(self) -> float:
        """Of the bar of noise alone."""
        return max(_LEAST, sqrt(min(1.0, self.noise))) if self.noisy else 0.0

    @property
    def step(self) -> str:
        """ "none", "noise", "small", "medium" or "large"."""
        if not self.changes:
            return "noise" if self.noisy else "none"
        return "small" if self.real < _MEDIUM else "medium" if self.real < _LARGE else "large"

    def words(self) -> str:
        """For tooltips, and for those who do not see the colours."""
        translate = QCoreApplication.translate
        if self.error:
            return translate("amounts", "could not be compared with the version before")
        said = []
        if self.changes and self.real:
            text = {
                "small": translate("amounts", "small change: {share} of the text"),
                "medium": translate("amounts", "change: {share} of the text"),
                "large": translate("amounts", "large change: {share} of the text"),
            }[self.step]
            said.append(text.format(share=formats.percent(self.real)))
        if self.changes:
            found = [(kind, self.counts[kind]) for kind in KINDS if self.counts.get(kind)]
            said += [f"{kind_name(kind)} {formats.number(count)}" for kind, count in found]
        if self.noisy:
            alone = translate("amounts", "nothing but noise: {n}")
            text = translate("amounts", "noise: {n}") if self.changes else alone
            said.append(text.format(n=formats.number(self.noisy)))
        return " · ".join(said) or translate("amounts", "nothing that can be seen changed")


def kind_name(kind: str) -> str:
    """A kind of change."""
    translate = QCoreApplication.translate
    return {
        "changed": translate("amounts", "changed"),
        "markup": translate("amounts", "markup"),
        "moved": translate("amounts", "moved"),
        "added": translate("amounts", "added"),
        "removed": translate("amounts", "removed"),
        "layout": translate("amounts", "layout"),
    }.get(kind, kind)


def amounts_of(history: PageHistory) -> dict[str, Amount]:
    """Id of a version → what became different in it; the first has none."""
    return {
        version.id: Amount(
            version.real_share, version.noise_share, dict(version.counts), version.noise, version.error
        )
        for version in history.versions
        if version.previous is not None
    }  # fmt: skip
