"""A Ray cluster on this machine, for tests; Ray is imported when one is started."""

from __future__ import annotations

import importlib.util
import os
import secrets
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

NEEDED = "Ray is not installed (make test CLUSTER=1 installs it), or this is not Linux"
MISSING = importlib.util.find_spec("ray") is None or sys.platform != "linux"
NODE = {"num_cpus": 1, "object_store_memory": 80 << 20}


@contextmanager
def cluster() -> Iterator[Any]:
    """A head with one processor, which asks for a token; `add_node(**NODE)` adds to it."""
    # read when Ray is first imported, so they stay for the whole process
    os.environ.setdefault("RAY_AUTH_MODE", "token")
    os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex(32))
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    from ray.cluster_utils import Cluster

    folder = tempfile.mkdtemp(prefix="ray", dir="/tmp")  # names of sockets are short
    # the head leaves its address there, and expects the folder, whatever `temp_dir` says
    os.environ["RAY_TMPDIR"] = folder
    Path(folder, "ray").mkdir()
    head = {"include_dashboard": False, "temp_dir": folder, **NODE}
    made = Cluster(initialize_head=True, head_node_args=head)
    try:
        yield made
    finally:
        made.shutdown()
        shutil.rmtree(folder, ignore_errors=True)


_kept = ExitStack()
_made: list[Any] = []


@contextmanager
def shared(*, last: bool) -> Iterator[Any]:
    """The same cluster for all modules that need one, since its start takes as long as their tests; the `last` one ends
    it."""
    if not _made:
        _made.append(_kept.enter_context(cluster()))
    try:
        yield _made[0]
    finally:
        if last:
            _made.clear()
            _kept.close()
