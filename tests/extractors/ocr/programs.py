"""Small programs that answer as Tesseract does, pictures of pages, and PDFs made of them."""

from __future__ import annotations

import io
import stat
import sys
from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

_CODE = """#!{python}
import pathlib, sys, time
here = pathlib.Path({folder!r})
asked = sys.argv[1:]
if asked == ["--list-langs"]:
    print("List of available languages (n):")
    print({languages!r})
    sys.exit()
given = sys.stdin.buffer.read()
with open(here / "asked", "a", encoding="utf-8") as log:
    print(*asked, given[:30].split(b"\\n")[0].decode("latin-1"), file=log)
language = asked[asked.index("-l") + 1].partition("+")[0]
answer = here / language
{more}
if not answer.exists():
    print("no such language", file=sys.stderr)
    sys.exit(1)
sys.stdout.write(answer.read_text("utf-8"))
"""


def program(folder: Path, answers: dict[str, str], more: str = "") -> Path:
    """A program that gives these answers to questions for a language ("osd" for that of scripts); `more` is code that
    runs before. What it was asked stands in the file `asked` beside it, a line each."""
    folder.mkdir(parents=True, exist_ok=True)
    for language, answer in answers.items():
        (folder / language).write_text(answer, "utf-8")
    found = folder / "tesseract"
    code = _CODE.format(python=sys.executable, folder=str(folder), languages="\n".join(answers), more=more)
    found.write_text(code, "utf-8")
    found.chmod(found.stat().st_mode | stat.S_IXUSR)
    return found


def asked(found: Path) -> list[str]:
    log = found.parent / "asked"
    return log.read_text("utf-8").splitlines() if log.exists() else []


def hocr(*lines: tuple[str, int, int], sure: int = 95) -> str:
    """A page as hOCR: of each line its text, the size of its letters and its upper border, in pixels."""
    found = []
    for text, size, top in lines:
        words = "".join(
            f"<span class='ocrx_word' title='bbox 100 {top} 200 {top + size}; x_wconf {sure}'>{word}</span> "
            for word in text.split()
        )
        box = f"bbox 100 {top} {100 + len(text) * size // 2} {top + size}"
        found.append(f'<span class="ocr_line" title="{box}; baseline 0 -4; x_size {size}">{words}</span>')
    return f'<html xmlns="http://www.w3.org/1999/xhtml"><body><p>{"".join(found)}</p></body></html>'


def picture(lines: Sequence[tuple[str, int]] = (("Page", 60),)) -> Image.Image:
    """A page of 150 dots an inch with these lines, each with the size of its letters."""
    page = Image.new("L", (1240, 1754), 255)
    draw, top = ImageDraw.Draw(page), 150
    for text, size in lines:
        draw.text((140, top), text, fill=0, font=ImageFont.load_default(size))
        top += int(size * 1.6)
    return page


def scan(*pages: Image.Image) -> bytes:
    """A PDF whose pages are pictures."""
    target = io.BytesIO()
    pages[0].save(target, "PDF", save_all=True, append_images=pages[1:], resolution=150)
    return target.getvalue()
