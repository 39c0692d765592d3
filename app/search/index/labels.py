"""The labels of blocks in queries and in the index: names that a person may write, and numbers of four bits."""

from __future__ import annotations

from collections.abc import Iterable

from app.blocks.cutting import label_names
from app.words.folding import fold

VERSION = 1
"""Raised when pages are cut or labelled otherwise, or labels get other numbers: the index is made anew then."""

KNOWN: tuple[str, ...] = label_names.LABELS
LABELS = ("", *KNOWN)
"""By their numbers; 0 is what has no label: a part of a document that is no page. New ones come at the end."""
EVERY = (1 << len(LABELS)) - 1
"""All labels as a set: bit n stands for label n."""

_CHINESE = {
    "navigation": "导航",
    "header": "页眉",
    "footer": "页脚",
    "advertisement": "广告",
    "main text": "正文",
    "list": "列表",
    "comments": "评论",
    "form": "表单",
    "related links": "相关链接",
    "date/counter": "日期或计数",
    "other": "其他",
}
_SPOKEN = {"date or counter": "date/counter", "counter": "date/counter", "nav": "navigation"}
_WEIGHTS = {
    "": 1.0,
    "main text": 1.0,
    "list": 0.8,
    "comments": 0.7,
    "other": 0.7,
    "header": 0.6,
    "date/counter": 0.4,
}
WEIGHTS = tuple(_WEIGHTS.get(label, 0.2) for label in LABELS)
"""What the words of a block count for among blocks, by the number of its label."""
QUIET = tuple(label not in _WEIGHTS for label in LABELS)
"""Labels of blocks that stand behind all others, since a menu says much that it does not speak about. Weights alone are
not enough: a word that is rare in one small month counts more there than one that the whole next month speaks of."""


def number(label: str) -> int:
    """The number of a label; of one that is not known that of "other"."""
    return LABELS.index(label) if label in LABELS else LABELS.index("other")


def meant(written: str) -> str | None:
    """The label that a person means: its name in English or Chinese, or so much of its beginning that no other one
    begins so. None for none."""
    wanted = " ".join(fold(written).replace("-", " ").replace("_", " ").split())
    names = {fold(name): label for name, label in _SPOKEN.items()}
    names |= {fold(chinese): label for label, chinese in _CHINESE.items()} | {name: name for name in KNOWN}
    if wanted in names:
        return names[wanted]
    begun = {label for name, label in names.items() if wanted and name.startswith(wanted)}
    return begun.pop() if len(begun) == 1 else None


def as_set(labels: Iterable[str]) -> int:
    """Labels as bits."""
    bits = 0
    for label in labels:
        bits |= 1 << number(label)
    return bits


def of_set(bits: int) -> list[str]:
    """The labels of a set."""
    return [label for place, label in enumerate(LABELS) if bits >> place & 1]
