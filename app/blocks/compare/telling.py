"""A comparison as objects of JSON, for whoever hands it to other programs."""

from __future__ import annotations

from typing import Any, get_args

from app.archive.model import Capture
from app.archive.reader import ArchiveReader
from app.blocks.compare.changes import Change, Comparison, Kind, Noise

_BLOCK = (
    *("kind", "path_a", "path_b", "text_a", "text_b", "span_a", "span_b", "topic", "label", "level"),
    *("differs", "size", "words", "attributes_a", "attributes_b"),
)
_NAMED = ("unchanged", "changed", "added", "removed", "moved")


def noise_values(noise: Noise | None) -> dict[str, Any] | None:
    return {"reason": noise.reason, "evidence": noise.evidence, "counts": noise.counts} if noise else None


def values(change: Change, of_site: bool) -> dict[str, Any]:
    """A block; `of_site` where it stands in what the site repeats on its pages."""
    links = [{"href": link.address, "text_a": link.text_a, "text_b": link.text_b} for link in change.links]
    about = {name: getattr(change, name) for name in _BLOCK}
    return {**about, "links": links, "noise": noise_values(change.noise), "template": of_site}


def counts(comparison: Comparison) -> dict[str, int]:
    """Blocks of each kind."""
    kinds = sorted(get_args(Kind), key=(*_NAMED, "markup", "layout").index)
    return {kind: comparison.count(kind) for kind in kinds}


def summary(comparison: Comparison, of_site: list[bool]) -> dict[str, Any]:
    return {
        **counts(comparison),
        "noise": sum(change.noise is not None for change in comparison.changes),
        "similarity": comparison.similarity,
        "changed_share": comparison.changed_share,
        "real_share": comparison.real_share,
        "level": comparison.level,
        "style": comparison.style,
        "warnings": comparison.warnings,
        "template": sum(of_site),
    }


def of_template(reader: ArchiveReader, a: Capture, b: Capture, comparison: Comparison) -> list[bool]:
    """Of each change whether it stands in what the site repeats on its pages."""
    from app.templates.changed import of_template as of_places

    changed = [change.kind != "unchanged" for change in comparison.changes]
    if not any(changed):
        return changed
    places = (
        ((change.path_a, change.text_a), (change.path_b, change.text_b))
        for change in comparison.changes
        if change.kind != "unchanged"
    )
    found = iter(of_places(reader, a, b, places))
    return [one and next(found) for one in changed]
