"""What the control words of RTF that speak of looks do: fonts with their code pages, size, weight, lists."""

from __future__ import annotations

from collections.abc import Callable

from extractors import rtf_words as words
from extractors.rtf_state import State
from extractors.rtf_tables import Colours, Fonts, Styles, codec_of


class Formatting:
    """`flush` is called before characters begin to look or to be coded another way."""

    def __init__(self, flush: Callable[[], None]) -> None:
        self.fonts, self.colours, self.styles = Fonts(), Colours(), Styles()
        self._flush = flush

    def apply(self, state: State, name: str, number: int | None) -> bool:
        """Does a control word speak of formatting? Then the state has changed."""
        fonts = self.fonts
        if state.destination == "colortbl":
            self.colours.set(name, number or 0)
        elif name == "ansicpg" and number:
            fonts.usual = codec_of(number) or fonts.usual
            self.set_font(state, state.font)
        elif name in words.DOCUMENT_CODECS:
            fonts.usual = words.DOCUMENT_CODECS[name]
            self.set_font(state, state.font)
        elif name == "deff":
            fonts.default = number or 0
            self.set_font(state, fonts.default)
        elif name == "f" and number is not None:
            if state.destination == "fonttbl":
                state.font = number
            else:
                self.set_font(state, number)
        elif name == "fcharset" and number is not None and state.destination == "fonttbl":
            fonts.charset(state.font, number)
        elif name == "cpg" and number is not None and state.destination == "fonttbl":
            fonts.page(state.font, number)
        elif name in ("dbch", "loch", "hich", "rtlch", "ltrch"):
            state.setting_asian = name == "dbch"
        elif name in ("af", "afs", "ab"):
            if state.setting_asian:
                self._asian(state, name, number)
        elif name == "plain":
            self._flush()
            state.bold, state.size, state.hidden, state.red = False, 24, False, False
            state.asian, state.asian_size, state.asian_bold = -1, 0, False
            self.set_font(state, fonts.default)
        elif name in ("fs", "b", "v", "deleted", "cf"):
            self._flush()
            self._look(state, name, number)
        elif name == "s" and number is not None:
            if state.destination == "stylesheet":
                self.styles.number(number)
            state.style = number
        elif name == "pard":
            state.centred, state.in_table, state.outline, state.style = False, False, 0, 0
            state.listed, state.level = False, 0
        elif name in ("qc", "ql", "qj", "qr"):
            state.centred = name == "qc"
        elif name == "intbl":
            state.in_table = True
        elif name == "ls":
            state.listed = bool(number)
        elif name == "ilvl" and number is not None:
            state.level = max(0, number)
        elif name == "outlinelevel" and number is not None and 0 <= number <= 8:
            state.outline = number + 1 if number <= 5 else 0
        else:
            return False
        return True

    def _asian(self, state: State, name: str, number: int | None) -> None:
        self._flush()
        if name == "afs":
            state.asian_size = number or 0
        elif name == "ab":
            state.asian_bold = number != 0
        elif number is not None:
            state.asian = number
            self.set_font(state, state.font)

    def _look(self, state: State, name: str, number: int | None) -> None:
        if name == "fs":
            state.size = 24 if number is None else number
        elif name == "b":
            state.bold = number != 0
        elif name == "cf":
            state.red = self.colours.is_red(number or 0)
        else:
            state.hidden = number != 0

    def set_font(self, state: State, font: int) -> None:
        """Let the characters that follow be in a font."""
        codec = self.fonts.codec(font)
        if state.asian >= 0 and codec not in words.DOUBLE and codec != "symbol":
            asian = self.fonts.codec(state.asian)
            codec = asian if asian in words.DOUBLE else codec
        if codec != state.codec or font != state.font:
            self._flush()
            state.codec, state.font = codec, font
