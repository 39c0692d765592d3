"""What a browser sends of a page it has measured, and what of it can be used."""

from __future__ import annotations

import json

import pytest

from app.blocks.page.styles import boxes_of


def test_paths_are_put_together_from_the_rows_of_the_parents() -> None:
    sent = {
        "names": ["html", "p"],
        "values": ["rgb(0, 0, 0)", "", "rgb(1, 2, 3)"],
        "rows": [
            [-1, 0, 1, 0, 0, 960, 40, 16, 0, 0, 1],
            [0, 1, 1, 8, 8, 300, 20, 0, 1, 0, 2],
            [0, 1, 2, 8, 28.5, 300, 20, 32, 0, 0, 1],
        ],
    }
    boxes = boxes_of(json.dumps(sent))
    assert list(boxes) == ["/html[1]", "/html[1]/p[1]", "/html[1]/p[2]"]
    assert boxes["/html[1]/p[1]"] == (8, 8, 300, 20, 16.0, "rgb(0, 0, 0)", "rgb(1, 2, 3)", True)
    assert (boxes["/html[1]/p[2]"].y, boxes["/html[1]/p[2]"].font) == (28.5, 32)


@pytest.mark.parametrize("text", ["", "[]", '{"rows": [[5]], "names": [], "values": []}', '{"rows": 7}'])
def test_an_answer_that_makes_no_sense_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        boxes_of(text)
