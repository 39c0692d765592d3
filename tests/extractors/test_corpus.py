"""Real documents, where a collection of them is at hand: nothing raises, and titles are found."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from extractors.door.registry import extract

CORPUS = Path(__file__).parents[3] / "shared" / "samples" / "documents"
FORMATS = ("docx", "mp3", "odp", "ods", "pdf", "ppt", "pptx", "rtf", "txt", "xls", "xlsx")


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the collection of real documents is not here")
def test_real_documents_open_and_most_titles_are_right() -> None:
    right = wanted = 0
    for line in (CORPUS / "manifest.jsonl").read_text("utf-8").splitlines():
        entry = json.loads(line)
        if entry["format"] not in FORMATS or entry["size"] > 300_000:
            continue
        document = extract((CORPUS / entry["path"]).read_bytes(), name=entry["path"])
        if any(flag.startswith(("corrupt", "empty", "encrypted")) for flag in entry["flags"]):
            continue  # that nothing was raised is all one can ask
        assert not document.error, (entry["path"], document.error)
        if entry.get("visible_title"):
            wanted += 1
            names = [entry["visible_title"], *(entry.get("visible_title_alt") or [])]
            right += any(
                "".join(document.title.split()).lower() == "".join(name.split()).lower() for name in names
            )
    assert right >= 0.85 * wanted
