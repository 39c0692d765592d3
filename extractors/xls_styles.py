"""Fonts, number formats and cell styles of old Excel files, whose records differ from version to version."""

from __future__ import annotations

import struct
from typing import NamedTuple

from extractors.biff import Record, Strings
from extractors.number_formats import BUILT_IN
from extractors.sheets import PLAIN, Look

_FONTS = (0x31, 0x231)
_FORMATS = (0x1E, 0x41E)
_STYLES = (0xE0, 0x43, 0x243, 0x443)
KINDS = frozenset((*_FONTS, *_FORMATS, *_STYLES))
_CENTRED = (2, 6)


class _Style(NamedTuple):
    font: int
    format: int
    centred: bool


class Styles:
    """Collects the records that say how cells look."""

    def __init__(self, strings: Strings) -> None:
        self._strings = strings
        self._fonts: list[tuple[float, bool]] = []
        self._formats: dict[int, str] = {}
        self._styles: list[_Style] = []
        self._looks: list[Look] | None = None

    def add(self, record: Record) -> None:
        body, version = record.body, self._strings.version
        if record.kind in _FONTS and len(body) >= 4:
            height, options = struct.unpack_from("<HH", body)
            weight = struct.unpack_from("<H", body, 6)[0] if version >= 5 and len(body) >= 8 else 0
            self._fonts.append((height / 20, weight >= 600 or (version < 5 and bool(options & 1))))
        elif record.kind in _FORMATS and body:
            self._format(body, version)
        elif record.kind in _STYLES:
            style = _style(body, record.kind)
            if style is not None:
                self._styles.append(style)
        self._looks = None

    def look(self, index: int) -> Look:
        """How the cells of a style look."""
        if self._looks is None:
            self._looks = [self._resolved(style) for style in self._styles]
        return self._looks[index] if index < len(self._looks) else PLAIN

    def of_format(self, number: int) -> Look:
        """How cells look that name a number format and nothing else (BIFF 2)."""
        return Look(self._code(number))

    def _format(self, body: bytes, version: int) -> None:
        if version >= 5 and len(body) > 4:
            number = struct.unpack_from("<H", body)[0]
            self._formats[number] = self._strings.long(body, 2) if version >= 8 else self._strings.short(body, 2)
        elif version < 5:
            self._formats[len(self._formats)] = self._strings.short(body, 2 if version == 4 else 0)

    def _resolved(self, style: _Style) -> Look:
        font = style.font - 1 if style.font > 4 else style.font  # there is no font 4
        size, bold = self._fonts[font] if font < len(self._fonts) else (0.0, False)
        return Look(self._code(style.format), size, bold, style.centred)

    def _code(self, number: int) -> str:
        code = self._formats.get(number)
        if code is None:
            code = BUILT_IN.get(number, "") if self._strings.version >= 5 else ""
        return "" if code.lower() in ("general", "standard", "g/通用格式") else code


def _style(body: bytes, kind: int) -> _Style | None:
    if kind == 0xE0 and len(body) >= 7:
        font, number = struct.unpack_from("<HH", body)
        return _Style(font, number, body[6] & 7 in _CENTRED)
    if kind == 0x43 and len(body) >= 4:
        return _Style(body[0], body[2] & 0x3F, body[3] & 7 in _CENTRED)
    if kind in (0x243, 0x443) and len(body) >= 5:
        return _Style(body[0], body[1], body[4] & 7 in _CENTRED)
    return None
