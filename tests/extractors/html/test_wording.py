"""What words say of blocks: those of a block, of the headings above it, of the names around it."""

from __future__ import annotations

import numpy as np

from extractors.html import parts
from extractors.html.content import wording
from extractors.html.links import page_resolver
from extractors.html.main_text import Places
from extractors.html.tree import Page

PAGE = b"""<body><div id="product"><h1>Kettle</h1>
<h2>Description</h2><div class="product-description"><p>It boils water.</p></div>
<h3>Details</h3><p>Two litres.</p>
<h2>Shipping</h2><p>Tomorrow.</p></div>
<div class="cookie-consent modal"><p>We use cookies to make this site better.</p></div></body>"""


def _read(find=None):
    page = Page(PAGE, "utf-8")
    blocks = parts.blocks(page.root, page_resolver(page, None))
    standing = Places(blocks)
    if find is None:
        return blocks, wording.verdicts(blocks, standing)
    return blocks, wording.spoken(blocks, standing, wording.Finders(find)).whole()


def _words() -> dict[str, set[str]]:
    """The words that speak for each block of the page, by its text."""
    known: dict[str, int] = {}
    blocks, said = _read(lambda kind: lambda word: known.setdefault(f"{kind}:{word}", len(known)))
    names = list(known)
    ends = np.cumsum(said.counts)
    return {
        block.part.text: {names[number] for number in said.words[end - count : end]}
        for block, end, count in zip(blocks, ends, said.counts, strict=True)
    }


def test_a_heading_speaks_for_what_is_below_until_one_as_high() -> None:
    words = _words()
    assert "h:description" in words["It boils water."]
    assert {"h:description", "h:details"} <= words["Two litres."]
    assert "h:shipping" in words["Tomorrow."]
    assert not {"h:description", "h:details"} & words["Tomorrow."]


def test_names_speak_by_how_far_out_they_are() -> None:
    words = _words()["It boils water."]
    assert {"c:<p", "p:description", "p:product", "q:product", "a:product", "a:<body"} <= words
    assert {"o:boils", "s:it boils", "k:paragraph0"} <= words and "a:<p" not in words


def test_the_weights_know_a_description_from_a_question_about_cookies() -> None:
    blocks, scores = _read()
    by_text = {block.part.text: score for block, score in zip(blocks, scores, strict=True)}
    assert np.isfinite(scores).all()
    assert by_text["It boils water."] > by_text["We use cookies to make this site better."]


def test_words_weigh_as_a_row_of_length_one() -> None:
    said = wording.Words(np.array([0, 1, 1, 2, 0], np.int32), np.array([1, 4, 0], np.int32))
    found = wording.summed(said, np.array([1.0, 2.0, -3.0], np.float32))
    assert found.tolist() == [1.0, 1.0, 0.0]


def test_a_verdict_is_that_on_all_words_of_a_block() -> None:
    known = wording._weights()
    blocks, scores = _read()
    whole = wording.spoken(blocks, Places(blocks), known.finders).whole()
    assert np.allclose(scores, wording.summed(whole, known.weights) + np.float32(known.base), atol=1e-6)


def test_scores_are_handed_to_neighbours_and_regions() -> None:
    scores, words = np.array([2.0, 0.0, -2.0], np.float32), np.array([3.0, 3.0, 3.0], np.float32)
    regions = np.array([[0, 2, 2, 3], [0, 2, 2, 4], [1, 2, 2, 3]], np.int32)
    rows = wording.spread(scores, words, regions)
    column = {name: rows[:, number].tolist() for number, name in enumerate(wording.NAMES)}
    assert rows.shape == (3, len(wording.NAMES)) and column["said"] == [2, 0, -2]
    assert column["said-1"] == [0, 2, 0] and column["said+1"] == [
        0,
        -2,
        0,
    ]  # the mean of the page at its ends
    assert column["said-before"] == [0, 2, 1] and column["said-after"] == [-1, -2, 0]
    assert column["said-up"] == [1, 1, -2] and column["said-path"] == [0, 0, 0]
    assert column["said-below-most"] == [0, -2, -4]
    assert np.allclose(column["said-rank"], [0, 1 / 3, 2 / 3])
