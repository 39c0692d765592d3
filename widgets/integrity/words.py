"""Words for the rules a record can break. Translation context: "integrity"."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication


def rule(name: str) -> str:
    """A few words for a rule of the engine; one that is not known is shown by its own name."""
    if name not in _rules() and name.startswith("index-"):
        return QCoreApplication.translate("integrity", "Index and record differ")
    return _rules().get(name, name.replace("-", " "))


def _rules() -> dict[str, str]:
    translate = QCoreApplication.translate
    return {
        "bad-ip": translate("integrity", "The ip is no address"),
        "bad-name": translate("integrity", "A name that is none"),
        "base-elsewhere": translate("integrity", "A visit of another batch"),
        "base-missing": translate("integrity", "The confirmed version is missing"),
        "control-byte": translate("integrity", "A control byte in a value"),
        "cr-in-header": translate("integrity", "Wrong line ends in the header"),
        "data-does-not-inflate": translate("integrity", "The content does not unpack"),
        "date-not-rfc822": translate("integrity", "The date is not written as it should be"),
        "digest-mismatch": translate("integrity", "The content is damaged"),
        "duplicate-attribute": translate("integrity", "An attribute stands twice"),
        "file-misplaced": translate("integrity", "A file under a wrong name"),
        "file-missing": translate("integrity", "A file is missing"),
        "header-check-mismatch": translate("integrity", "The header is damaged"),
        "header-check-missing": translate("integrity", "The check of the header is missing"),
        "id-taken": translate("integrity", "The number is another one’s"),
        "id-twice": translate("integrity", "A number stands twice"),
        "index-base": translate("integrity", "Index and record confirm different versions"),
        "index-without-record": translate("integrity", "The record is missing"),
        "length-not-canonical": translate("integrity", "The length is not a plain number"),
        "length-not-last": translate("integrity", "length is not the last attribute"),
        "missing-date": translate("integrity", "There is no date"),
        "missing-url": translate("integrity", "There is no address"),
        "name-not-lower-case": translate("integrity", "A name is not in lower case"),
        "no-record": translate("integrity", "Bytes that are no record"),
        "no-space-after-colon": translate("integrity", "There is no space behind a colon"),
        "not-closed": translate("integrity", "The closing line feed is missing"),
        "not-indexed": translate("integrity", "Not in the index yet"),
        "record-without-index": translate("integrity", "Not in the index"),
        "relative-url": translate("integrity", "The address is relative"),
        "surrounding-space": translate("integrity", "White space around a value"),
        "time-instead-of-date": translate("integrity", "time instead of date"),
        "unknown-version": translate("integrity", "A version nobody knows"),
        "unreadable": translate("integrity", "The file cannot be read"),
        "unzip-length-mismatch": translate("integrity", "The announced length is wrong"),
        "unzip-length-not-canonical": translate("integrity", "The length is not a plain number"),
        "unzip-length-without-compression": translate("integrity", "The content is not compressed as announced"),
        "other": translate("integrity", "Other problems"),
    }
