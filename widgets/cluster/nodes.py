"""The nodes of a cluster as a table, and the words for what they and the crawl are at."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QCoreApplication, QObject

from widgets.kit import theme
from widgets.kit.tables import Role, RowsModel
from widgets.words import formats

NODE, STATE, MACHINE, SHARE, PAGES, RATE, QUEUED, SENT, HEARD = range(9)
_SILENT = 10.0  # seconds without a report after which a node is said to be silent


def phase_word(code: str) -> str:
    """What a crawl is at: on one node, or as a whole."""
    translate = QCoreApplication.translate
    return {
        "": translate("cluster", "No crawl yet"),
        "idle": translate("cluster", "Idle"),
        "starting": translate("cluster", "Starting"),
        "run": translate("cluster", "Running"),
        "running": translate("cluster", "Running"),
        "pause": translate("cluster", "Paused"),
        "paused": translate("cluster", "Paused"),
        "stop": translate("cluster", "Stopping"),
        "stopping": translate("cluster", "Stopping"),
        "finish": translate("cluster", "Finishing"),
        "finished": translate("cluster", "Finished"),
        "stopped": translate("cluster", "Stopped"),
        "failed": translate("cluster", "Failed"),
    }.get(code, code)


def node_word(node: dict[str, Any]) -> str:
    """What a node is at."""
    translate = QCoreApplication.translate
    if node["silent"] > _SILENT:
        return translate("cluster", "Silent")
    if node["error"]:
        return translate("cluster", "Tries again")
    if node["state"] == "coming":
        return translate("cluster", "Coming")
    if node["state"] == "leaving":
        return translate("cluster", "Hands over its hosts")
    return phase_word(node["phase"] or "idle")


class NodesModel(RowsModel):
    """Rows as `tianwang cluster status` has them, by name."""

    numbers = frozenset({SHARE, PAGES, RATE, QUEUED, SENT, HEARD})

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._slots = 1
        self.heads = (
            self.tr("Node"),
            self.tr("State"),
            self.tr("Machine"),
            self.tr("Hosts"),
            self.tr("Pages"),
            self.tr("Rate"),
            self.tr("Waiting"),
            self.tr("Sent"),
            self.tr("Heard of"),
        )
        self.tips = (
            self.tr("The name of the node"),
            self.tr("What it is at"),
            self.tr("The computer it runs on"),
            self.tr("Its share of all hosts: it alone asks these"),
            self.tr("Pages that servers answered to it"),
            self.tr("Answers in a second"),
            self.tr("Addresses that wait in its queue"),
            self.tr("Addresses it has found and brought to the nodes that own their hosts"),
            self.tr("How long ago it last reported"),
        )

    def show(self, nodes: list[dict[str, Any]]) -> None:
        """Show these; rows that stay keep their selection."""
        self._slots = max(1, sum(node["slots"] for node in nodes))
        rows = sorted(nodes, key=lambda node: str(node["node"]))
        if [row["node"] for row in rows] == [row["node"] for row in self._rows]:
            self._rows = rows
            if rows:
                self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, self.columnCount() - 1))
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def cell(self, row: dict[str, Any], column: int, role: int) -> object:
        if role == Role.ToolTipRole:
            return self._tip(row, column)
        if role == Role.ForegroundRole and column == STATE:
            return theme.brush("warning") if row["silent"] > _SILENT or row["error"] else None
        return self._text(row, column) if role == Role.DisplayRole else None

    def _tip(self, row: dict[str, Any], column: int) -> str | None:
        if column == STATE and row["error"]:
            return str(row["error"])
        return str(row["archive"]) if column in (NODE, MACHINE) and row["archive"] else None

    def _text(self, row: dict[str, Any], column: int) -> str:
        figures = row["figures"] or {}
        if column == NODE:
            return str(row["node"])
        if column == STATE:
            return node_word(row)
        if column == MACHINE:
            return str(row.get("machine") or "–")
        if column == SHARE:
            return formats.percent(row["slots"] / self._slots)
        if column == RATE:
            return rate(figures.get("rate", 0.0))
        if column == HEARD:
            return formats.duration(row["silent"])
        name = {PAGES: "pages", QUEUED: "queued", SENT: "sent"}[column]
        return formats.number(int(figures.get(name, 0)))


def rate(value: float) -> str:
    """Answers in a second."""
    return QCoreApplication.translate("cluster", "{count}/s").format(count=f"{value:.1f}")
