"""Errors a person must act on.

    TianwangError
    ├── UserError                 a message for the person, with the object it is about
    │   ├── ArchiveError          an archive folder cannot be used as asked
    │   │   ├── ArchiveMissing
    │   │   ├── ArchiveExists
    │   │   ├── ArchiveLocked
    │   │   ├── ArchiveUnwritable
    │   │   ├── ArchiveJoined     it consists of others, and has no batches that could be written
    │   │   └── ArchiveDamaged
    │   │       └── IndexDamaged  only its index, which can be made anew
    │   ├── TableRefused          a web table cannot be written as asked
    │   ├── CaptureMissing        no such capture, page or crawl job
    │   ├── AddressInvalid        not an address that can be crawled
    │   ├── StorageFailed         the disk did not take what was written
    │   └── StorageUnreadable     the disk did not give what was asked for
    └── FormatError               a Tianwang file breaks a rule, at an offset

Anything else that is raised is a defect of the program.
"""

from __future__ import annotations

import os
import shlex
from typing import ClassVar

from app.messages import Message


def shell_word(argument: object) -> str:
    """An argument as it stands in a command that a sentence names, to be copied into a shell."""
    if os.name != "nt":
        return shlex.quote(str(argument))
    from subprocess import list2cmdline

    return list2cmdline([str(argument)])


class TianwangError(Exception):
    """Root of everything this program raises on purpose."""


class UserError(TianwangError):
    """A message for the person, with the object concerned.

    Most kinds have a `code` of `app/messages.py` and are raised with the arguments of its sentence; a kind of many
    sentences is raised with one. `str(error)` is the message: English to read, code and arguments for the window.
    """

    code: ClassVar[str]

    def __init__(self, message: Message | None = None, /, **arguments: object) -> None:
        self.message = Message(self.code, **arguments) if message is None else message
        super().__init__(self.message)


class ArchiveError(UserError):
    """An archive folder cannot be used as asked."""

    code = "archive-unusable"


class ArchiveMissing(ArchiveError):
    code = "archive-missing"


class ArchiveExists(ArchiveError):
    code = "archive-exists"


class ArchiveLocked(ArchiveError):
    code = "archive-locked"


class ArchiveDamaged(ArchiveError):
    code = "archive-damaged"


class IndexDamaged(ArchiveDamaged):
    code = "archive-index-damaged"

    def __init__(self, *, archive: object, detail: str) -> None:
        super().__init__(archive=archive, word=shell_word(archive), detail=detail)


class ArchiveUnwritable(ArchiveError):
    code = "archive-unwritable"


class ArchiveJoined(ArchiveError):
    code = "archive-joined"


class JobRefused(UserError):
    """A batch job cannot be begun as it was asked for; raised with the sentence that says why."""


class JobFailed(UserError):
    """A task of a batch job failed again and again."""

    code = "job-failed"


class TableRefused(UserError):
    """A web table cannot be written as it was asked for; raised with the sentence that says why."""


class ClusterRefused(UserError):
    """A cluster does not do what it was asked for; raised with the sentence that says why."""


class CaptureMissing(UserError):
    code = "capture-missing"


class AddressInvalid(UserError):
    code = "address-invalid"


class StorageFailed(UserError):
    code = "storage-failed"


class StorageUnreadable(UserError):
    code = "storage-unreadable"


class FormatError(TianwangError):
    """A Tianwang file breaks `rule` at byte `offset` of `file`."""

    def __init__(self, file: str, offset: int, rule: str) -> None:
        self.file, self.offset, self.rule = file, offset, rule
        super().__init__(f"{file}, byte {offset}: {rule}")
