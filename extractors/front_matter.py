"""The fields before a text: YAML between ---, TOML between +++, or the pandoc title block."""

from __future__ import annotations

import re
import tomllib

from extractors import spacing

_LONGEST = 20_000
_MOST_FIELDS = 100
_YAML = re.compile(r"---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_TOML = re.compile(r"\+\+\+[ \t]*\n(.*?)\n\+\+\+[ \t]*(?:\n|\Z)", re.DOTALL)
_FIELD = re.compile(r"([A-Za-z][\w .-]{0,40}?)[ \t]*:(?:[ \t]+(.*)|[ \t]*)$")
_ITEM = re.compile(r"[ \t]*-[ \t]+(.*)$")
_MARKS = "%"


def split(text: str) -> tuple[dict[str, str], str]:
    """The fields, names in lower case, and the text after them. Lists are joined by commas."""
    text = text.lstrip("\ufeff")
    beginning = text[:_LONGEST]
    found = _YAML.match(beginning)
    if found:
        fields = _yaml(found[1])
        # a rule and a heading may stand at the beginning, too
        return (fields, text[found.end() :]) if fields else ({}, text)
    found = _TOML.match(beginning)
    if found:
        return _toml(found[1]), text[found.end() :]
    if beginning.startswith("% "):
        return _pandoc(text)
    return {}, text


def _yaml(block: str) -> dict[str, str]:
    """The plain fields of a mapping; what is nested deeper says nothing about the document."""
    fields: dict[str, list[str]] = {}
    key = ""
    for line in block.split("\n"):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        item = _ITEM.match(line)
        field = _FIELD.match(line)
        if item and key:
            fields[key].append(_bare(item[1]))
        elif field and len(fields) < _MOST_FIELDS:
            key = field[1].lower()
            value = (field[2] or "").strip()
            fields[key] = [] if value in ("|", ">", "|-", ">-") else _values(value)
        elif line[:1].isspace():
            if key and ":" not in line:
                fields[key].append(_bare(line))
        else:
            return {}
    return {key: spacing.line(", ".join(filter(None, values))) for key, values in fields.items() if any(values)}


def _values(value: str) -> list[str]:
    if value.startswith("[") and value.endswith("]"):
        return [_bare(one) for one in value[1:-1].split(",")]
    return [_bare(value)] if value else []


def _bare(value: str) -> str:
    value = value.strip()
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        return value[1:-1].replace("\\" + value[0], value[0])
    return value.partition(" #")[0].strip()


def _toml(block: str) -> dict[str, str]:
    try:
        said = tomllib.loads(block)
    except (tomllib.TOMLDecodeError, RecursionError):
        return {}
    fields = {}
    for key, value in list(said.items())[:_MOST_FIELDS]:
        if isinstance(value, list):
            value = ", ".join(str(one) for one in value if not isinstance(one, dict))
        if not isinstance(value, dict) and str(value):
            fields[key.lower()] = spacing.line(str(value))
    return fields


def _pandoc(text: str) -> tuple[dict[str, str], str]:
    """Up to three lines: % title, % authors, % date."""
    fields = {}
    lines = text.split("\n", 3)
    count = 0
    for name, line in zip(("title", "author", "date"), lines, strict=False):
        if not line.startswith(_MARKS):
            break
        count += 1
        if line[1:].strip():
            fields[name] = spacing.line(line[1:])
    return fields, "\n".join(lines[count:])
