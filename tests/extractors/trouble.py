"""An extractor that does what the bytes say: the worst. Installed for a test as any other distribution would be."""

from __future__ import annotations

import ctypes
import os
import re
import tempfile
import threading
import time
from pathlib import Path

from extractors.base.types import Document, Source

MEDIA_TYPES = ("application/x-trouble",)


def sniff(data: bytes) -> bool:
    return data.startswith(b"TROUBLE")


def extract(source: Source) -> Document:
    document = source.document()
    order = source.data.decode()
    if "hang" in order:
        if "holding" in order:
            re.match(r"(a+)+$", "a" * 64 + "b")  # holds the interpreter for longer than anybody lives
        threading.Event().wait()
    if "eat" in order:
        eaten = []
        while True:
            eaten.append(bytearray(16 << 20))
            if "slowly" in order:
                time.sleep(0.01)
    if "crash" in order:
        ctypes.string_at(8)
    if "litter" in order:
        folder = Path(tempfile.mkdtemp())
        (folder / "left.bin").write_bytes(b"x" * 1000)
        document.text = str(folder)
    if "leave" in order:
        os._exit(3)
    document.title = f"{os.getpid()}"
    return document
