"""Records of an archive's batch files for an export, checked on the way: damage must not leave the archive as if
it were sound."""

from __future__ import annotations

import hashlib

from app.archive.model import Capture
from app.archive.reader import ArchiveReader
from app.errors import FormatError, StorageUnreadable
from app.tianwang import Record, RecordReader, verify_header
from app.tianwang.rebuilding import is_incremental, whole

_OPEN = 8


class BatchReading:
    """Keeps the batch files open that were asked for last. For one thread; the records may go to others."""

    def __init__(self, archive: ArchiveReader) -> None:
        self._reader_of_archive = archive
        self._archive = archive.path
        self._readers: dict[str, RecordReader] = {}

    def record(self, capture: Capture) -> Record:
        """The record of a capture, with its DATA in memory; in place of an incremental one the full 1.0 record that it
        stands for. FormatError, StorageUnreadable."""
        try:
            record = self._reader(capture.file).at(capture.offset).detached()
            if not is_incremental(record):
                return record
            check(record, capture)
            return whole(record, self._reader_of_archive.data(record))
        except ValueError as error:
            raise FormatError(capture.file, capture.offset, str(error)) from error
        except OSError as error:
            path = self._archive / capture.file
            raise StorageUnreadable(path=path, detail=error.strerror or str(error)) from error

    def close(self) -> None:
        for reader in self._readers.values():
            reader.close()
        self._readers.clear()

    def _reader(self, file: str) -> RecordReader:
        found = self._readers.pop(file, None)
        if found is None:
            found = RecordReader(self._archive / file)
            if len(self._readers) >= _OPEN:
                self._readers.pop(next(iter(self._readers))).close()
        self._readers[file] = found
        return found


def check(record: Record, capture: Capture) -> None:
    """FormatError when the record is not as it was written, as far as it carries the means to tell."""
    wrong = verify_header(record)
    digest = record.raw("digest")
    if wrong is None and digest is not None and digest.startswith(b"sha256:"):
        found = hashlib.sha256(record.stored).hexdigest()
        if digest != b"sha256:" + found.encode("ascii"):
            wrong = "DATA does not have the digest stored with it"
    if wrong is not None:
        raise FormatError(capture.file, capture.offset, wrong)


def is_full(record: Record) -> bool:
    """Whether a record has DATA of its own: 2.0 records only name the record that has."""
    return not record.version.startswith("2")
