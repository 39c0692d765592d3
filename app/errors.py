"""Errors a person must act on.

    TianwangError
    ├── UserError                 a sentence for the person, and the object it is about
    │   ├── ArchiveError          an archive folder cannot be used as asked
    │   │   ├── ArchiveMissing
    │   │   ├── ArchiveExists
    │   │   ├── ArchiveLocked
    │   │   ├── ArchiveUnwritable
    │   │   └── ArchiveDamaged
    │   │       └── IndexDamaged  only its index, which can be made anew
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


def shell_word(argument: object) -> str:
    """An argument as it stands in a command that a sentence names, to be copied into a shell."""
    if os.name != "nt":
        return shlex.quote(str(argument))
    from subprocess import list2cmdline

    return list2cmdline([str(argument)])


class TianwangError(Exception):
    """Root of everything this program raises on purpose."""


class UserError(TianwangError):
    """A sentence for the person, with the object concerned.

    The sentence is a template so that the window can translate it: `template` holds `{name}` fields,
    `fields` their values; `str(error)` is the English sentence.
    """

    template = "{detail}"

    def __init__(self, **fields: object) -> None:
        self.fields = fields
        super().__init__(self.template.format(**fields))


class ArchiveError(UserError):
    """An archive folder cannot be used as asked."""

    template = "The archive {archive} cannot be used: {detail}"


class ArchiveMissing(ArchiveError):
    template = "There is no archive at {archive}. Create one, or choose the folder that holds “archive.json”."


class ArchiveExists(ArchiveError):
    template = (
        "{archive} already exists and is not empty. Choose another folder, or open it if it is an archive."
    )


class ArchiveLocked(ArchiveError):
    template = (
        "Another program (process {process} on {host}) is writing to the archive {archive}. "
        "Wait until it has finished, or stop it."
    )


class ArchiveDamaged(ArchiveError):
    template = "The archive {archive} is damaged: {detail}"


class IndexDamaged(ArchiveDamaged):
    template = (
        "The index of the archive {archive} cannot be used: {detail}. The pages themselves are in the batches: "
        "“Rebuild the index” on the page Integrity, or “tianwang reindex {word}”, makes a new index from them."
    )

    def __init__(self, *, archive: object, detail: str) -> None:
        super().__init__(archive=archive, word=shell_word(archive), detail=detail)


class ArchiveUnwritable(ArchiveError):
    template = (
        "The archive {archive} must be brought up to date before it can be shown, but its disk cannot be written. "
        "Copy the archive to a disk that can be written, and open it there."
    )


class CaptureMissing(UserError):
    template = "The archive holds nothing under {wanted}."


class AddressInvalid(UserError):
    template = (
        "“{address}” is not an address that can be crawled. An address looks like https://www.example.org/."
    )


class StorageFailed(UserError):
    template = "{path} could not be written: {detail}. Nothing that was already stored is lost."


class StorageUnreadable(UserError):
    template = "{path} could not be read: {detail}."


class FormatError(TianwangError):
    """A Tianwang file breaks `rule` at byte `offset` of `file`."""

    def __init__(self, file: str, offset: int, rule: str) -> None:
        self.file, self.offset, self.rule = file, offset, rule
        super().__init__(f"{file}, byte {offset}: {rule}")
