"""A small file put in the place of another, whole or not at all, also when the power fails."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

from app.archive.batches import sync_folder
from app.errors import StorageFailed


def write_whole(path: Path, data: bytes) -> None:
    """Write a file beside, sync it, and let it take the place. StorageFailed; then what stood there stands there still."""
    fresh = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part")
    try:
        try:
            with fresh.open("xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(path)
        except BaseException:
            with suppress(OSError):
                fresh.unlink(missing_ok=True)
            raise
        sync_folder(path.absolute().parent)
    except OSError as error:
        raise StorageFailed(path=path, detail=error.strerror or str(error)) from error
