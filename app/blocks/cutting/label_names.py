"""What blocks can be called. For those who name labels without cutting pages: rules of fields, the search."""

from __future__ import annotations

from typing import Literal, get_args

Label = Literal[
    "navigation",
    "header",
    "footer",
    "advertisement",
    "main text",
    "list",
    "comments",
    "form",
    "related links",
    "date/counter",
    "other",
]
LABELS: tuple[Label, ...] = get_args(Label)
"""The search numbers them in this order: new ones come at the end."""
