"""Xapian over the terms of documents: run by the benchmarks with the Python of the peers' environment.

    python xapian_search.py FOLDER TERMS QUERIES

TERMS has one JSON list a line, the terms of each field of a document; QUERIES is a JSON list of phrases, each a list of
terms. Terms keep their places, as they do in the other indexes. Prints one JSON object: bytes of the compacted database,
processor seconds, and of each query the milliseconds and how many documents it finds.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path


def main(folder: Path, terms: Path, queries: Path) -> dict[str, object]:
    import xapian

    began = time.process_time()
    made = xapian.WritableDatabase(str(folder / "made.xapian"), xapian.DB_CREATE_OR_OVERWRITE)
    with terms.open(encoding="utf-8") as lines:
        for line in lines:
            document, place = xapian.Document(), 0
            for field in json.loads(line):
                for term in field.split():
                    place += 1
                    document.add_posting(term, place)
                place += 100  # no phrase goes from one field into the next
            made.add_document(document)
    made.commit()
    made.compact(str(folder / "small.xapian"))
    seconds = time.process_time() - began
    db = xapian.Database(str(folder / "small.xapian"))
    asked = json.loads(queries.read_text("utf-8"))
    best, found = [1e9] * len(asked), [0] * len(asked)
    for _ in range(3):
        for number, phrase in enumerate(asked):
            begun = time.thread_time()
            query = xapian.Query(phrase[0])
            if len(phrase) > 1:
                query = xapian.Query(xapian.Query.OP_PHRASE, phrase, len(phrase))
            enquire = xapian.Enquire(db)
            enquire.set_query(query)
            matches = enquire.get_mset(0, 10, db.get_doccount())
            found[number] = matches.get_matches_estimated()
            best[number] = min(best[number], (time.thread_time() - begun) * 1000)
    size = sum(file.stat().st_size for file in (folder / "small.xapian").iterdir())
    return {"bytes": size, "seconds": seconds, "milliseconds": best, "found": found}


if __name__ == "__main__":
    print(json.dumps(main(*map(Path, sys.argv[1:]))))
