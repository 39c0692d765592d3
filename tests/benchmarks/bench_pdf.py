"""Text, structure and title of PDFs on one core, beside what others take for the bare text, and in bulk on all cores.

Run: python tests/benchmarks/bench_pdf.py [--documents N] [--rounds N] [--copies N]. On one core programs take turns;
figures are of the best rounds, in processor time, so that other work of the machine does not count. In bulk it is the
clock from the start of `tianwang extract --json` on a folder with copies of all documents to its end, best of the
rounds: to be run on a machine that does nothing else. Documents are made here, of 25 pages; real ones are added where a
collection of them lies at hand (shared/samples/documents beside this checkout). Goal of both: 500 pages a second with
all text and titles.
"""

from __future__ import annotations

import argparse
import io
import json
import logging
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
import pypdfium2
from pdfminer.high_level import extract_text

from extractors.base.types import Source, Unreadable
from extractors.pdf import document as pdf
from tests.extractors.pdf_files import paged, text

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT.parent / "shared" / "samples" / "documents" / "pdf"
PAGES = 25
GOAL = 500
SLOW = 20  # documents that are enough for a program of some pages a second


def made(number: int) -> bytes:
    """A report: a title, then pages of a heading and 44 lines of words."""
    rng = random.Random(number)
    words = ["".join(rng.choices("etaoinshrdlu", k=rng.randint(2, 9))) for _ in range(400)]
    pages = []
    for page in range(PAGES):
        lines = [text(72, 735, f"Report {number}" if not page else f"Chapter {page}", 14 if page else 24)]
        lines += [text(72, 700 - 14 * line, " ".join(rng.choices(words, k=13)), 11) for line in range(44)]
        pages.append(lines)
    return paged(pages)


def ours(data: bytes) -> int:
    try:
        return int(pdf.extract(Source(data, "application/pdf", "pdf")).metadata["pages"])
    except Unreadable:
        return 0


def plain(data: bytes) -> int:
    """The same library, asked for the text of each page and nothing else."""
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError:
        return 0
    count = 0
    for number in range(len(document)):
        try:
            page = document[number]
        except pypdfium2.PdfiumError:
            continue
        textpage = page.get_textpage()
        textpage.get_text_range()
        textpage.close()
        page.close()
        count += 1
    document.close()
    return count


def miner(data: bytes) -> int:
    try:
        return extract_text(io.BytesIO(data)).count("\f")
    except Exception:  # it raises of all kinds at spoilt files
        return 0


def rate(read: Callable[[bytes], int], documents: Sequence[bytes]) -> float:
    """Pages a second."""
    began = time.process_time()
    pages = sum(map(read, documents))
    return pages / (time.process_time() - began)


def bulk(documents: Sequence[bytes], copies: int, rounds: int) -> tuple[float, float]:
    """Pages a second by the clock, and the processor time of all processes to that clock."""
    best = used = 0.0
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as compiled:
        # modules are compiled in the first round, as they are in an installed program
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": compiled}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        for number, data in enumerate(documents * copies):
            Path(folder, f"{number:05}.pdf").write_bytes(data)
        command = [sys.executable, "-c", "import sys; from app.cli import main; sys.exit(main())"]
        for _ in range(rounds):
            before, began = os.times(), time.monotonic()
            shown = subprocess.run(
                [*command, "extract", "--json", folder],
                cwd=ROOT,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                check=False,
                env=environment,
            ).stdout
            after, took = os.times(), time.monotonic() - began
            pages = sum(int(json.loads(line)["metadata"].get("pages", 0)) for line in shown.splitlines())
            if pages / took > best:
                best = pages / took
                used = (
                    after.children_user
                    + after.children_system
                    - before.children_user
                    - before.children_system
                )
                used /= took
    return best, used


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--documents", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--copies", type=int, default=5, help="of each document in bulk")
    wanted = parser.parse_args()
    logging.disable(logging.CRITICAL)
    sets = {"made here": [made(number) for number in range(wanted.documents)]}
    if SAMPLES.is_dir():
        sets["real ones"] = [path.read_bytes() for path in sorted(SAMPLES.glob("*.pdf"))]
    good = True
    for name, documents in sets.items():
        best: dict[str, float] = {}
        for _ in range(wanted.rounds):
            for program, read in (("tianwang", ours), ("pypdfium2, bare text", plain)):
                best[program] = max(best.get(program, 0.0), rate(read, documents))
        best["pdfminer.six, bare text"] = rate(miner, documents[:: max(1, len(documents) // SLOW)])
        print(f"pdf, {name}: {len(documents)} documents")
        for program, pages in best.items():
            print(f"  {program:24} {pages:8.0f} pages/s  {pages / best['tianwang']:5.2f} × ours")
        clock, used = bulk(documents, wanted.copies, wanted.rounds)
        print(
            f"  {'tianwang, in bulk':24} {clock:8.0f} pages/s by the clock, start included; {used:.1f} cores at work"
        )
        if name == "made here":
            good = min(best["tianwang"], clock) >= GOAL
            print(f"  goal {GOAL}: {'reached' if good else 'MISSED'}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
