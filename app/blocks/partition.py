"""Cut a page into its leaf blocks.

The page is parsed into the tree that a browser with scripts switched on builds, and walked once, without
recursion. Every piece of visible text ends up in exactly one block: a block-level element without other
block-level elements inside is a block; text between block-level elements is a block of its own. Two or more
`<br>` in a row separate blocks too, because whole articles of older pages have no other paragraphs, and the
cells of a small table row are taken together. Hidden elements and `noscript` count as visible: whether they are is
decided by style sheets and scripts.
"""

from __future__ import annotations

from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser, LexborNode

from app.blocks.elements import BLOCK_LEVEL, FOREIGN, PREFORMATTED, RAW, SEPARATE, SKIPPED, describe
from app.blocks.guard import defuse
from app.blocks.model import Block
from app.blocks.runs import Frame, RunCollector

_TEXT = "-text"


@dataclass(frozen=True, slots=True)
class Page:
    """A page in blocks; `title` is kept apart because it is not part of what the page shows."""

    title: Block | None
    blocks: tuple[Block, ...]
    warnings: tuple[str, ...] = ()


def partition(html: str) -> Page:
    """The blocks of a page in document order. Never raises for any input."""
    source, warnings = defuse(html.encode("utf-8", "replace").decode("utf-8"))
    tree = LexborHTMLParser(source, scripting=True)
    walk = _Walk()
    walk.run(tree.root)
    return Page(walk.title, tuple(walk.runs.blocks), tuple(warnings))


class _Walk:
    """One pass over the tree in document order with an explicit stack."""

    def __init__(self) -> None:
        self.runs = RunCollector()
        self.title: Block | None = None
        self._stack: list[tuple[LexborNode, Frame]] = []

    def run(self, root: LexborNode | None) -> None:
        node = root
        frame = Frame(None, "", "", 0)
        self.runs.enter(frame)
        while node is not None:
            entered = self._visit(node, frame)
            if entered is not None:
                self._stack.append((node, frame))
                node, frame = node.first_child, entered
                continue
            following = node.next
            while following is None and self._stack:
                self._leave(frame)
                node, frame = self._stack.pop()
                following = node.next
            node = following
        self.runs.leave(frame, block=True)

    def _leave(self, frame: Frame) -> None:
        self.runs.leave(frame, block=frame.block)
        if frame.tag in SEPARATE:
            self.runs.space()

    def _visit(self, node: LexborNode, frame: Frame) -> Frame | None:
        """Take in a node; the frame for its children when they are to be visited."""
        tag = node.tag or ""
        if tag == _TEXT:
            number = 0 if frame.foreign else frame.number("text()")
            self.runs.text(node.text_content or "", frame, number)
            return None
        if tag[:1] in "-!":  # comments, the document type, processing instructions (no name at all)
            return None
        number = frame.number(tag)
        if tag == "title" and not frame.foreign and self.title is None:
            text = " ".join(node.text().split())
            self.title = Block(f"{frame.path}/title[{number}]", "title", text) if text else None
            return None
        if tag in SKIPPED:
            return None
        # what is inside SVG and MathML has the path of the whole picture or formula
        child = Frame(frame, tag, "" if frame.foreign else f"{tag}[{number}]", frame.depth + 1)
        child.foreign = frame.foreign or tag in FOREIGN
        if not child.foreign:
            child.block = tag in BLOCK_LEVEL
            child.preformatted = frame.preformatted or tag in PREFORMATTED
        if child.block:
            self.runs.open_block(child)
        elif tag == "br":
            self.runs.line_break()
            return None
        elif tag in SEPARATE:
            self.runs.space()
        said = () if child.foreign else describe(tag, node)
        if said and tag == "a":
            self.runs.begin_link(said)
        elif said:
            self.runs.attributes(said, child)
        if tag in RAW and not child.foreign:
            self._raw(tag, node, child)
            return None
        if node.first_child is None:
            if child.block:
                self.runs.enter(child)
                self.runs.leave(child, block=True)
            elif said and tag == "a":
                self.runs.end_link(child)
            return None
        self.runs.enter(child)
        return child

    def _raw(self, tag: str, node: LexborNode, frame: Frame) -> None:
        """`noscript` holds its content as source text; the other raw elements show nothing of theirs."""
        if tag != "noscript" or node.first_child is None:
            return
        inner, _ = defuse(node.text())
        fragment = LexborHTMLParser(inner, is_fragment=True, fragment_tag="body")
        texts, attributes = _flat(fragment.root)
        if attributes:
            self.runs.attributes(attributes, frame)
        if any(text.strip() for text in texts):
            self.runs.space()
            self.runs.text(" ".join(texts), frame, 0)
            self.runs.space()


def _flat(root: LexborNode | None) -> tuple[list[str], tuple[str, ...]]:
    """All visible texts and media of a fragment, without structure."""
    texts: list[str] = []
    attributes: list[str] = []
    pending: list[LexborNode] = [root] if root is not None else []
    while pending:
        node = pending.pop()
        tag = node.tag or ""
        if tag == _TEXT:
            texts.append(node.text_content or "")
        if node.next is not None:
            pending.append(node.next)
        if tag in SKIPPED or tag in RAW:
            continue
        if tag[:1] not in "-!":
            attributes += describe(tag, node)
        if node.first_child is not None:
            pending.append(node.first_child)
    return texts, tuple(attributes)
