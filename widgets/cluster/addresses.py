"""Addresses of the crawl of all nodes: why one is there or not, suspected traps, one that is to be taken anyway."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any, Protocol

from PySide6.QtCore import QUrl
from PySide6.QtGui import QTextOption
from PySide6.QtWidgets import QLineEdit, QTextBrowser, QWidget

from app.crawl.frontier.schema import read_detail
from widgets.kit import theme
from widgets.kit.boxes import in_column, in_row, text_button
from widgets.kit.parts import bare
from widgets.words import formats, reasons

_MOST = 500
_HEIGHT = 170
_TAKEABLE = frozenset({"refused", "outside", "parked", "failed"})


class Ask(Protocol):
    """A question to the cluster, and who gets its answer."""

    def __call__(self, method: str, then: Callable[[dict[str, Any]], None], **about: Any) -> None: ...


class Addresses(QWidget):
    """`ask` as `tianwang cluster ask` takes it: why, take, queue."""

    def __init__(self, ask: Ask, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ask = ask
        self.field = QLineEdit()
        self.field.setAccessibleName(self.tr("Address in this crawl"))
        self.field.setPlaceholderText(self.tr("An address, to see why it was taken or not"))
        self.field.setClearButtonEnabled(True)
        self.field.returnPressed.connect(self._explain)
        self.why_button = text_button(
            self.tr("&Why?"), self.tr("How all nodes together came to this address"), self._explain
        )
        self.take_button = text_button(
            self.tr("&Take it anyway"),
            self.tr("Queue this address, whatever scope, depth, traps or content types say"),
            self._take,
            hidden=True,
        )
        self.traps_button = text_button(
            self.tr("Suspected t&raps"), self.tr("Addresses that all nodes have parked"), self.list_traps
        )
        self.text = QTextBrowser(openLinks=False)
        self.text.setAccessibleName(self.tr("What the nodes say of it"))
        self.text.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.text.setFixedHeight(_HEIGHT)
        self.text.anchorClicked.connect(
            lambda link: self.explain(link.toString(QUrl.ComponentFormattingOption.FullyEncoded))
        )
        bare(self.text)
        self.text.hide()
        line = in_row(
            None, (self.field, 1), self.why_button, self.take_button, self.traps_button, spacing=theme.UNIT
        )
        in_column(self, line, self.text, spacing=theme.HALF)

    def explain(self, url: str) -> None:
        """Show why an address was taken or not."""
        self.field.setText(url)
        self._explain()

    def _explain(self) -> None:
        url = self.field.text().strip()
        if url:
            self._ask("why", lambda answer: self._explained(url, answer), url=_whole(url))

    def _explained(self, url: str, answer: dict[str, Any]) -> None:
        if self.field.text().strip() != url:
            return
        why = answer["why"]
        self.take_button.setVisible(why is None or why["state"] in _TAKEABLE)
        if why is None:
            self._show(escape(self.tr("No node has come across this address.")))
            return
        said = reasons.reason(why["reason"], read_detail(why["detail"])) if why["reason"] else ""
        node = self.tr("Node {node}").format(node=answer["node"])
        lines = [f"<b>{escape(reasons.address_state(why['state']))}</b> · {escape(node)}", escape(said)]
        if why["path"]:
            lines.append(escape(self.tr("The way of the crawl:")))
            lines += [_link(step) for step in why["path"]]
            lines.append(escape(formats.readable(why["url"])))
        else:
            lines.append(escape(self.tr("The crawl started from it.")))
        if why["anchor"]:
            text = formats.shorten(why["anchor"], 120)
            lines.append(escape(self.tr("Text of the link: “{text}”").format(text=text)))
        self._show("<br>".join(line for line in lines if line))

    def list_traps(self) -> None:
        """Show what all nodes have parked."""
        self._ask("queue", self._listed, states=["parked"], limit=_MOST)

    def _listed(self, answer: dict[str, Any]) -> None:
        self.take_button.hide()
        rows = answer["rows"]
        lines = [
            f"{_link(row['url'])} – {escape(reasons.reason(row['reason'], read_detail(row['detail'])))}"
            for row in rows
        ]
        if len(rows) == _MOST:
            lines.append(escape(self.tr("The first {count} of them.").format(count=formats.number(_MOST))))
        self._show("<br>".join(lines) or escape(self.tr("Nothing looks like a trap.")))

    def _take(self) -> None:
        url = self.field.text().strip()
        if url:
            self._ask("take", lambda _: self.explain(url), url=_whole(url))

    def _show(self, html: str) -> None:
        self.text.setHtml(html)
        self.text.show()


def _whole(url: str) -> str:
    return url if "://" in url else f"https://{url}"


def _link(url: str) -> str:
    color = theme.colors().accent
    return f'<a href="{escape(url)}" style="color:{color}">{escape(formats.readable(url))}</a>'
