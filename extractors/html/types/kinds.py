"""The kinds of pages by name, and what a person may write for them; without what tells them apart."""

from __future__ import annotations

from typing import Literal, get_args

Kind = Literal[
    "home",
    "listing",
    "collection",
    "article",
    "documentation",
    "product",
    "service",
    "forum",
    "picture",
    "search",
    "login",
    "error",
    "unknown",
]
KINDS: tuple[Kind, ...] = get_args(Kind)
GROUPS: dict[str, tuple[Kind, ...]] = {
    "list": ("listing", "collection"),
    "detail": ("article", "documentation", "product", "service"),
}
"""Words for several types at once."""
EDITION = 1
"""Raised when pages get other types than before: those that are kept are found out again."""

_SPOKEN: dict[str, tuple[str, ...]] = {
    "home": ("home page", "首页", "主页"),
    "listing": ("列表页",),
    "collection": ("集合页", "合集"),
    "article": ("文章",),
    "documentation": ("docs", "文档"),
    "product": ("商品", "产品"),
    "service": ("服务",),
    "forum": ("thread", "论坛", "帖子"),
    "picture": ("图片",),
    "search": ("search result", "search results", "搜索结果", "搜索"),
    "login": ("log in", "登录"),
    "error": ("错误", "错误页"),
    "unknown": ("未知",),
    "list": ("lists", "hub", "列表"),
    "detail": ("details", "详情", "详情页"),
}


def meant(written: str) -> tuple[Kind, ...]:
    """The kinds that a person means by the name of a kind or group, in English or Chinese; empty for none."""
    wanted = " ".join(written.casefold().replace("-", " ").replace("_", " ").split())
    names = {spoken: name for name, words in _SPOKEN.items() for spoken in (name, *words)}
    name = names.get(wanted, "")
    return GROUPS.get(name, tuple(kind for kind in KINDS if kind == name))


def expanded(names: tuple[str, ...]) -> frozenset[str]:
    """The kinds that several names mean together."""
    return frozenset(kind for name in names for kind in meant(name))
