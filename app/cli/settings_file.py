"""Settings of a crawl from a JSON file, as `tianwang crawl --preview` and `tianwang jobs --json` write them."""

from __future__ import annotations

import json
import math
from dataclasses import fields
from pathlib import Path
from types import GenericAlias
from typing import Any, Literal, get_args, get_origin, get_type_hints

from app.cli.arguments import is_text
from app.cli.console import Refused
from app.cli.crawl_options import OPTIONS

_LARGEST = 1 << 24
_LEAST = {option.setting: option.min for option in OPTIONS}


def read_settings(path: Path) -> dict[str, Any]:
    """Fields of CrawlSettings with their values: an object of them, or one that has it under "settings".

    Refused for a file that is no such object, for a name that is no setting, and for a value of the wrong kind.
    """
    from app.crawl import CrawlSettings

    try:
        with path.open("rb") as file:
            content = json.loads(file.read(_LARGEST))
    except OSError as error:
        raise Refused(detail=f"{path} cannot be read: {error.strerror or error}.") from error
    except (ValueError, RecursionError) as error:
        raise Refused(detail=f"{path} is not JSON: {error}.") from error
    if isinstance(content, dict) and isinstance(content.get("settings"), dict):
        content = content["settings"]
    if not isinstance(content, dict):
        raise Refused(detail=f"{path} holds no object with settings.")
    hints = get_type_hints(CrawlSettings)
    known = {field.name for field in fields(CrawlSettings)}
    found = {}
    for name, value in content.items():
        if name not in known:
            raise Refused(detail=f"{path}: “{name}” is not a setting of a crawl.")
        try:
            found[name] = _value(value, hints[name])
            least = _LEAST.get(name)
            if least is not None and value < least:
                raise ValueError(f"at least {least}")
        except ValueError as error:
            raise Refused(detail=f"{path}: “{name}” must be {error}.") from None
    return found


def _value(value: Any, wanted: Any) -> Any:
    """The value as the settings hold it; ValueError with what it must be."""
    origin, inside = get_origin(wanted), get_args(wanted)
    if origin is Literal:
        if value not in inside:
            raise ValueError(f"one of {', '.join(inside)}")
    elif isinstance(wanted, GenericAlias) and origin is tuple:
        if not isinstance(value, list):
            raise ValueError("a list")
        if inside[-1] is Ellipsis:
            return tuple(_value(item, inside[0]) for item in value)
        if len(value) != len(inside):
            raise ValueError(f"a list of {len(inside)}")
        return tuple(map(_value, value, inside))
    elif wanted is float:
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise ValueError("a number")
        return float(value)
    elif not isinstance(value, wanted) or (wanted is int and isinstance(value, bool)):
        raise ValueError({bool: "true or false", int: "a whole number", str: "a text"}[wanted])
    elif wanted is str and not is_text(value):
        raise ValueError("a text without halves of characters")
    return value
