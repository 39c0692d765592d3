"""Large pages for benchmarks, in two versions each: ordinary ones that were edited, and shapes that take longest."""

from __future__ import annotations

import random
from pathlib import Path


def sentence(rng: random.Random, number: int) -> str:
    """A paragraph, English and Chinese by turns."""
    if number % 2:
        words = [
            "".join(rng.choices("etaoinshrdlucmfwyp", k=rng.randint(2, 9))) for _ in range(rng.randint(5, 60))
        ]
        return " ".join(words)
    return "".join(chr(rng.randint(0x4E00, 0x55FF)) for _ in range(rng.randint(10, 120)))


def whole(body: str) -> str:
    return f'<!doctype html><html><head><meta charset="utf-8"><title>Page</title></head><body>{body}</body></html>'


def page(paragraphs: list[str]) -> str:
    body = "".join(
        f'<div class="entry"><h2>{text[:12]}</h2><p>{text} <a href="/p">more</a></p></div>\n'
        for text in paragraphs
    )
    return whole(body)


def generated(folder: Path) -> list[Path]:
    """Pages of 300 kB and 3 MB: few edits, many edits, shuffled."""
    rng = random.Random(2008)
    made = []
    for size, count in (("300 kB", 1100), ("3 MB", 11000)):
        old = [sentence(rng, number) for number in range(count)]
        few, many, shuffled = list(old), list(old), list(old)
        for number in rng.sample(range(count), max(1, count // 100)):
            few[number] = few[number][:10] + " edited " + few[number][20:]
        for number in rng.sample(range(count), count // 2):
            many[number] = sentence(rng, number)
        rng.shuffle(shuffled)
        for name, new in (("few edits", few), ("half new", many), ("shuffled", shuffled)):
            place = folder / f"{size}, {name}"
            place.mkdir(parents=True)
            (place / "a.html").write_text(page(old), "utf-8")
            (place / "b.html").write_text(page(new), "utf-8")
            made.append(place)
    return made


def entries(rng: random.Random) -> dict[str, list[str]]:
    """Entries of pages of 3 MB, by kinds that were slow in some way: many tags, many lines, many references."""
    words = ["".join(rng.choices("etaoinshrdlucmfwyp", k=rng.randint(2, 9))) for _ in range(40_000)]
    signs = ["&eacute;", "&#20013;", "&uuml;", "&amp;", "&nbsp;", "&ntilde;", "&#233;", *"etaoins"]

    def some(count: int) -> str:
        return " ".join(rng.choices(words, k=count))

    return {
        "links without space": [f"<a href=/{rng.randrange(10**5)}>{some(1)}</a>" for _ in range(123_000)],
        "rows of links": [
            f"<p>{' '.join(f'<a href=/{rng.randrange(10**4)}>{some(1)}</a>' for _ in range(8))}</p>\n"
            for _ in range(14_800)
        ],
        "each word set apart": [f"<b>{some(1)}</b> <i>{some(1)}</i> " for _ in range(111_000)],
        "paragraphs of entities": [f"<p>{''.join(rng.choices(signs, k=60))}</p>\n" for _ in range(12_000)],
        "words behind ampersands": [f"&{some(1)} " for _ in range(400_000)],
        "counts": [f"<li>{some(1)} {rng.randrange(1000)}</li>" for _ in range(156_000)],
        "short entries": [f"<li>{some(2)}</li>\n" for _ in range(136_000)],
        "tags left open": [f"<div>{some(4)}" for _ in range(108_000)],
        "end tags alone": [f"{some(1)}</b></x>" for _ in range(220_000)],
        "letters set apart": [f"<i>{rng.choice('etaoinsh')}</i>" for _ in range(375_000)],
        "cells left open": [
            f"<tr><td>{some(1)}<td>{some(1)}<td>{rng.randrange(1000)}" for _ in range(100_000)
        ],
        "options": [f"<option value={rng.randrange(999)}>{some(2)}</option>" for _ in range(70_000)],
        "entries": [
            f'<div class="entry"><h2><a href="/{rng.randrange(10**5)}">{some(5)}</a></h2><p>{some(35)}</p></div>\n'
            for _ in range(9_500)
        ],
    }


def many_kinds(rng: random.Random) -> dict[str, tuple[str, str]]:
    """Two versions of pages of such entries: half of them new, in another order, come from nothing, or one kind that
    became another."""
    kinds, others = entries(rng), entries(rng)
    made: dict[str, tuple[str, str]] = {}
    for name, said in kinds.items():
        new = [rng.choice(pair) for pair in zip(said, others[name], strict=True)]
        made[f"{name}, half new"] = "".join(said), "".join(new)
    for name in ("links without space", "paragraphs of entities", "entries"):
        made[f"{name}, shuffled"] = "".join(kinds[name]), "".join(rng.sample(kinds[name], len(kinds[name])))
    for name in ("each word set apart", "entries"):
        made[f"{name}, from nothing"] = "", "".join(kinds[name])
    made["set apart, then not"] = (
        "".join(kinds["each word set apart"]),
        "".join(kinds["words behind ampersands"]),
    )
    return made


def hard_pages(folder: Path) -> list[Path]:
    """Pages of 3 MB of the shapes that take longest for their size."""
    rng = random.Random(1999)
    said = [sentence(rng, 2 * number + 1)[:90] for number in range(33_000)]
    kinds = said[:30]
    cells = [" ".join(text.split()[:7]) for text in rng.choices(said, k=50_000)]
    edited = [cell if rng.random() < 0.5 else f"{cell[:9]} {rng.randrange(10**6)}" for cell in cells]
    words = [text.split()[0] for text in rng.choices(said, k=180_000)]
    others = [word if rng.random() < 0.5 else word[::-1] for word in words]

    def table(given: list[str]) -> str:
        rows = [given[n : n + 10] for n in range(0, len(given), 10)]
        return (
            "<table>"
            + "".join("<tr><td>" + "</td><td>".join(row) + "</td></tr>" for row in rows)
            + "</table>"
        )

    def log() -> str:
        return f"<pre>{chr(10).join(rng.choices(kinds, k=36_000))}</pre>"

    def equal() -> str:
        return "".join(f"<p>{text}</p>" for text in rng.choices(kinds[:2], k=32_000))

    apart = "".join(f"<p>{text}</p>" for text in said)
    shapes = {
        "reversed": (apart, "".join(f"<p>{text}</p>" for text in said[::-1])),
        "all texts new": (apart, "".join(f"<p>{text[::-1]}</p>" for text in said)),
        "one block, then many": (f"<p>{' '.join(said)}</p>", apart),
        "many blocks, then one": (apart, f"<p>{' '.join(said)}</p>"),
        "equal lines": (log(), log()),
        "equal paragraphs": (equal(), equal()),
        "table of 50 000 cells": (table(cells), table(edited)),
        "a word a block": tuple("".join(f"<div>{word}</div>" for word in each) for each in (words, others)),
        "entries of 50 KB": tuple(
            "".join(
                f"<li>{' '.join(said[n : n + 600]).replace(' a', new, 5)}</li>" for n in range(0, 33_000, 600)
            )
            for new in (" a", " A")
        ),
        "lines with a break": tuple("<br>".join(each) for each in (words, others)),
        "few kinds, shuffled": tuple(
            "".join(f"<div><p>{text}</p></div>" for text in rng.choices(said[:300], k=30_000)) for _ in "ab"
        ),
        "references": tuple(f"<p>{name * 600_000}</p>" for name in ("&amp;", "&lt;")),
        "other links": tuple(
            "".join(f'<p><a href="/{at}/{n}">{text}</a></p>' for n, text in enumerate(said)) for at in "xy"
        ),
        **many_kinds(rng),
    }
    made = []
    for name, versions in shapes.items():
        place = folder / f"3 MB, {name}"
        place.mkdir(parents=True)
        for side, body in zip("ab", versions, strict=True):
            (place / f"{side}.html").write_text(whole(body), "utf-8")
        made.append(place)
    return made
