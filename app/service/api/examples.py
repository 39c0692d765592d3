"""An answer to each question, as an example in the description, which also tells the shape of the answers."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

EXAMPLES: dict[str, Any] = json.loads(files("resources").joinpath("service/examples.json").read_text("utf-8"))
"""By the names of the operations."""
