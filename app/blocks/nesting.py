"""What a tag does that does more than open or close its element (HTML, tree construction), where that is plain."""

from __future__ import annotations

from app.blocks.building import Unusual
from app.blocks.framing import Frame
from app.blocks.grammar import (
    CLOSES_FIRST,
    IMPLIED,
    IN_DD,
    IN_FOREIGN,
    IN_LI,
    IN_P,
    IN_SELECT,
    IN_TABLES,
    NO_WORDS,
    ONLY_WORDS,
    OVER,
    RESTRICTED,
    SVG_PARTS,
    TABLE_BODIES,
    TABLE_PARTS,
    Does,
    Tag,
)
from app.blocks.nodes import Node
from app.blocks.tags import HEADINGS

_NEVER_STRAY = TABLE_PARTS | {"p", "br", "head"}  # end tags that do something else alone
_IN_ROW = IMPLIED | {"td", "th"}
_IN_BODY = _IN_ROW | {"tr"}


class Nesting(Frame):
    """A tree in the making that knows all tags. Unusual, where it needs the parser."""

    # Start tags

    def start_tag(self, tag: Tag, start: int, name_end: int, end: int) -> int:
        """A start tag that does more than opening its element. Returns where the scan goes on."""
        if self.body is None:
            place = self.before_body(tag, start, name_end, end)
            if place >= 0:
                return place
        if self.top.around & OVER:
            self.resume(start)
        does, name, around = tag.does, tag.name, self.top.around
        if around & RESTRICTED:
            self._check_place(tag)
        if around & IN_FOREIGN or does is Does.FOREIGN:
            return self._foreign(tag, start, name_end, end)
        if does is Does.HOLDS_RAW:
            return self.raw(tag, start, name_end, end)
        if does is Does.UNKNOWN or (name == "table" and around & IN_P):
            raise Unusual  # where a table stands after a p depends on the document type
        if does is Does.ITEM:
            self._next_item(name, start)
        elif does is Does.OPTION:
            self._next_option(name, start)
        elif does is Does.TABLE_PART:
            self._table_part(name, start)
        if self.top.around & tag.bars & IN_P:
            self._close(IMPLIED - {"p"}, start)
            self._leave_implied(("p",), start)
        if does is Does.OPENS and self.top.around & tag.bars:
            if not {name, self.top.tag} <= {"a"} and not {name, self.top.tag} <= HEADINGS:
                raise Unusual
            self.leave(self.top, start, start)  # the next one ends it
        node = self.open(tag, start, name_end, end)
        if tag.empty:
            self.leave(node, end, end)
        return end

    def _next_item(self, name: str, start: int) -> None:
        kinds = ("li",) if name == "li" else ("dd", "dt")
        if self.top.around & (IN_LI if name == "li" else IN_DD):
            self._close(IMPLIED.difference(kinds), start)
            self._leave_implied(kinds, start)

    def _next_option(self, name: str, start: int) -> None:
        if self.top.tag == "option":
            self.leave(self.top, start, start)
        if name == "optgroup":
            if not self.top.around & IN_SELECT:
                raise Unusual
            if self.top.tag == "optgroup":
                self.leave(self.top, start, start)

    def _leave_implied(self, kinds: tuple[str, ...], start: int) -> None:
        if self.top.tag not in kinds:
            raise Unusual
        self.leave(self.top, start, start)

    def _table_part(self, name: str, start: int) -> None:
        if name == "col":
            if self.top.tag == "table":
                self.imply("colgroup")
            if self.top.tag != "colgroup":
                raise Unusual
            return
        self._close(_IN_ROW if name in ("td", "th") else _IN_BODY, start)
        if self.top.tag == "colgroup" or (self.top.tag in TABLE_BODIES and name in TABLE_BODIES):
            self.leave(self.top, start, start)
        if self.top.tag == "table" and name in ("tr", "td", "th"):
            self.imply("tbody")
        if self.top.tag in TABLE_BODIES and name in ("td", "th"):
            self.imply("tr")
        wanted = {"tr": TABLE_BODIES, "td": ("tr",), "th": ("tr",)}.get(name, ("table",))
        if self.top.tag not in wanted:
            raise Unusual

    def _close(self, closing: frozenset[str], start: int) -> None:
        """Close open elements as long as they are of these."""
        while self.top.tag in closing:
            self.leave(self.top, start, start)

    def _check_place(self, tag: Tag) -> None:
        """Where not everything may stand, the parser does something else with the rest."""
        around = self.top.around
        if around & IN_FOREIGN:
            allowed = tag.name in SVG_PARTS and not around & ONLY_WORDS
        elif around & NO_WORDS:
            raw = tag.name in IN_TABLES and self.top.tag != "colgroup"
            allowed = raw or tag.does is Does.TABLE_PART
        else:
            allowed = tag.does is Does.OPTION
        if not allowed:
            raise Unusual

    def _foreign(self, tag: Tag, start: int, name_end: int, end: int) -> int:
        node = self.open(tag, start, name_end, end)
        if tag.name == "title":
            node.around |= ONLY_WORDS
        if self.text[end - 2] == "/":
            self.leave(node, end, end)
        return end

    # End tags

    def end_tag(self, name: str, start: int, end: int) -> bool:
        """An end tag that is not simply that of the open element. False when the parser ignores it."""
        if name in ("html", "body"):
            self.page_ends(name, start, end)
            return False
        if self.body is None:
            self.head_ends(name, start, end)
            return True
        around = self.top.around
        if name == "p" and not around & (IN_P | RESTRICTED):  # the parser makes an empty one
            self.leave(self.imply("p"), start, end)
            return True
        if not self._is_open(name):
            if around & IN_FOREIGN or name in _NEVER_STRAY or self.top.tag == "colgroup":
                raise Unusual
            return False
        if name in HEADINGS:  # closes any of them
            self._close(IMPLIED, start)
            name = self.top.tag if self.top.tag in HEADINGS else name
        self._close(CLOSES_FIRST.get(name, frozenset()) - {name}, start)
        if self.top.tag != name or self.top.number < 0:
            raise Unusual
        self.leave(self.top, start, end)
        return True

    def _is_open(self, name: str) -> bool:
        alike = HEADINGS if name in HEADINGS else (name,)
        node: Node | None = self.top
        while node is not None:
            if node.tag in alike:
                return True
            if node.tag == "table" and name in TABLE_PARTS:
                return False
            node = node.parent
        return False
