"""Log-ins in a folder of the test; a clock that stands until somebody moves it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget

from app.sampleserver import SampleServer


class Clock:
    """Call it for the time, `forward` to let some pass."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def forward(self, **time: float) -> None:
        self.now += timedelta(**time)


@pytest.fixture(autouse=True)
def config(monkeypatch, tmp_path: Path) -> Path:
    folder = tmp_path / "config"
    monkeypatch.setenv("TIANWANG_CONFIG", str(folder))
    return folder


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def stage(qtbot, light) -> QWidget:
    made = QWidget()
    made.resize(1000, 700)
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def site() -> Iterator[SampleServer]:
    with SampleServer() as server:
        yield server
