"""The links of a shown page to one address: marked, and the first scrolled to."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from app.graph.store.addresses import key_of
from widgets.web import scripts
from widgets.web.marks import Mark, MarkStyle

if TYPE_CHECKING:
    from widgets.web.view import ReplayView

_MOST = 20_000  # addresses of a page that are compared
_STYLES = {"link": MarkStyle("#0e6478", "→")}


def mark(view: ReplayView, target: str, then: Callable[[bool], object]) -> None:
    """Mark the links to an address, in whatever spelling they have it; `then` hears whether there are any."""

    def found(answer: Any) -> None:
        links = answer.get("links", []) if isinstance(answer, dict) else []
        if links and not answer.get("exact"):
            key = key_of(target)
            links = [link for link in links if key is not None and key_of(str(link["href"])) == key]
        marks = [
            Mark(number, "link", str(link["path"]), str(link["text"])) for number, link in enumerate(links)
        ]
        view.mark(marks, _STYLES)
        if marks:
            view.focus_mark(0)
        then(bool(marks))

    view.run_script(scripts.run("anchors", address=target, most=_MOST), found)
