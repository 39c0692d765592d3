"""The process of a node, begun by its watcher (`watching`), which tells it on standard input where to connect."""

from __future__ import annotations

import gc
import json
import signal
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from app.blocks.cutting.levels import PageDivider
from app.cluster.coordinator import Coordinator, Rhythm
from app.cluster.wire import Uplink
from app.crawl.net.child_browser import child_browser
from app.crawl.run.crawl import Surroundings

_GARBAGE = 50_000
"""Objects made between two searches for cyclic garbage: a crawl makes next to none, and many objects a page."""


def main(_arguments: Sequence[str] = ()) -> int:
    about: dict[str, Any] = json.loads(sys.stdin.readline())
    gc.set_threshold(_GARBAGE, 20, 20)
    coordinator: Coordinator | None = None

    def answer(method: str, given: dict[str, Any]) -> dict[str, Any]:
        return {"taken": False} if coordinator is None else coordinator.handle(method, given)

    uplink = Uplink(about["port"], bytes.fromhex(about["key"]), about["node"], answer)
    coordinator = made = Coordinator(
        about["node"],
        Path(about["folder"]),
        uplink.ask,
        capacity=about["capacity"],
        rhythm=Rhythm(*about["rhythm"]),
        around=lambda: Surroundings(browser=child_browser(), divider=PageDivider()),
    )
    signal.signal(signal.SIGTERM, lambda *_: made.stop())
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # of the terminal; the watcher decides

    def end_with_watcher() -> None:
        uplink.gone.wait()
        made.stop()

    threading.Thread(target=end_with_watcher, daemon=True).start()
    made.run()
    # a watcher that has given up on this process, which was halted for too long, is there and begins it anew
    cut_off = uplink.gone.is_set()
    uplink.close()
    return int(cut_off)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
