"""What a browser measured of a page, as it comes from there: rows of small numbers, in JSON.

`{"names": [...], "values": [...], "rows": [[parent, name, position, x, y, width, height, font, bold, colour,
background], ...]}`: the number of the parent's row (-1 for the root), the number of the element's name, its position
among the siblings of that name, its box and the size of its font in CSS pixels, and the numbers of its colours.
"""

from __future__ import annotations

import json

from app.blocks.styles import Box


def boxes_of(text: str) -> dict[str, Box]:
    """Boxes by XPath (`/html[1]/body[1]/p[2]`). ValueError for what is no measured page."""
    try:
        answer = json.loads(text)
        names, values = answer["names"], answer["values"]
        paths: list[str] = []
        boxes: dict[str, Box] = {}
        for parent, name, position, x, y, width, height, font, bold, colour, background in answer["rows"]:
            paths.append(f"{paths[parent] if parent >= 0 else ''}/{names[name]}[{position}]")
            look = (float(font) or 16.0, values[colour], values[background], bool(bold))
            boxes[paths[-1]] = Box(float(x), float(y), float(width), float(height), *look)
    except (KeyError, IndexError, TypeError) as error:
        raise ValueError(f"no measured page: {error!r}") from error
    return boxes
