"""The OpenAPI 3.1 document of the interface, made of the table that answers."""

from __future__ import annotations

from functools import cache
from typing import Any

from app import __version__
from app.service.api.operations import Operation, Parameter
from app.service.api.table import EXAMPLES, OPERATIONS

_ERRORS = {
    400: "A parameter that cannot be answered.",
    401: "A token is needed.",
    404: "Nothing of the kind is in the archive.",
    413: "The answer would be too large.",
    429: "Too many requests; Retry-After says when to come again.",
    451: "The address is not shown; the sentence says why.",
    502: "The stored record is damaged.",
    503: "It takes too long, or too many are waiting; Retry-After says when to come again.",
}
_RANGES = ("content", "record", "comparison-page", "batch-stream", "warc", "wacz")
_COUNTS = "by_"
_NAMED = ("facts", "metadata")
"""Members that are objects of any names."""
_SHAPES: dict[str, dict[str, Any]] = {
    "text": {"type": "string", "minLength": 1, "maxLength": 4096, "pattern": r"\S"},
    "address": {"type": "string", "minLength": 1, "maxLength": 4096, "pattern": r"\S"},
    "date": {"type": "string", "pattern": r"^\d{4}(-\d{2}(-\d{2}(T\d{2}:\d{2}:\d{2}Z)?)?)?$|^\d{1,14}$"},
    "id": {"type": "string", "pattern": r"^\d{6}-\d{7,10}$"},
    "batch": {"type": "string", "pattern": r"^\d{6}$"},
    "cursor": {"type": "string", "pattern": r"^[A-Za-z0-9_\-]+$"},
    "switch": {"type": "boolean"},
    "offset": {"type": "string", "pattern": r"^[+\-](0\d|1[0-4]):[0-5]\d$"},
    "number": {"type": "integer"},
    "share": {"type": "number"},
}


@cache
def document(root: str) -> dict[str, Any]:
    """The description, with addresses below `root`."""
    paths: dict[str, Any] = {
        "/": {
            "get": {
                "operationId": "collections",
                "summary": "The collections of the service.",
                "responses": {"200": _good(EXAMPLES["collections"]), **_errors(401, 429)},
            }
        }
    }
    for one in OPERATIONS:
        paths["/{collection}" + (f"/{one.path}" if one.path else "")] = {
            "get": _operation(one),
            "head": {**_operation(one), "operationId": f"{one.name}-head"},
        }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "InfoMall interface of Tianwang Explorer",
            "version": __version__,
            "description": (
                "Archives of web pages, read only. Lists go on with “cursor”, the member “next” of the answer before; "
                "X-Row-Limit and X-Time-Limit tell the limits, RateLimit what a client has left. "
                "Every answer has an ETag and knows If-None-Match."
            ),
        },
        "servers": [{"url": root}],
        "security": [{}, {"token": []}],
        "paths": paths,
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "schemas": {
                "Error": {
                    "type": "object",
                    "required": ["error", "detail"],
                    "properties": {"error": {"type": "string"}, "detail": {"type": "string"}},
                }
            },
        },
    }


def _operation(one: Operation) -> dict[str, Any]:
    good = (
        _good(EXAMPLES[one.name])
        if one.media_type == "application/json"
        else {
            "description": "The bytes.",
            "headers": {"ETag": {"schema": {"type": "string"}}},
            # what a capture is was decided by its server
            "content": {"*/*" if one.name == "content" else one.media_type: {}},
        }
    )
    answers = {"200": good, "304": {"description": "It is still what the ETag says."}}
    if one.name in _RANGES:
        answers["206"] = {**good, "description": "The part that was asked for."}
        answers["416"] = {"description": "There is no such part."}
    return {
        "operationId": one.name,
        "summary": one.about,
        "parameters": [
            {
                "name": "collection",
                "in": "path",
                "required": True,
                "description": "The name of a collection.",
                "schema": {"type": "string", "pattern": r"^[\w\-]+$"},
            },
            *(_parameter(one, each) for each in one.parameters),
        ],
        "responses": {**answers, **_errors(*_ERRORS)},
    }


def _parameter(operation: Operation, one: Parameter) -> dict[str, Any]:
    shape = dict(_SHAPES[one.kind])
    if one.kind in ("number", "share"):
        shape |= {"minimum": one.least, "maximum": one.most}
    if one.choices:
        shape = {"type": "string", "enum": list(one.choices)}
    if one.default not in (None, ()):
        shape["default"] = one.default
    inside = f"{{{one.name}}}" in operation.path
    return {
        "name": one.name,
        "in": "path" if inside else "query",
        "required": one.required,
        "description": one.about,
        "schema": shape,
        "example": one.example == "true" if one.kind == "switch" else one.example,
    }


def _good(example: Any) -> dict[str, Any]:
    return {
        "description": "The answer.",
        "headers": {"ETag": {"schema": {"type": "string"}}},
        "content": {
            "application/json": {
                "schema": {**shape_of(example), "required": sorted(example)},
                "example": example,
            }
        },
    }


def shape_of(example: Any, name: str = "") -> dict[str, Any]:
    """A schema that an example fits: members may be null, and some may be missing."""
    if isinstance(example, dict):
        if name.startswith(_COUNTS) or name in _NAMED:
            return {"type": ["object", "null"]}
        members = {each: shape_of(value, each) for each, value in example.items()}
        return {"type": ["object", "null"], "properties": members}
    if isinstance(example, list):
        alike = example and len({type(each) for each in example}) == 1
        return {"type": ["array", "null"], **({"items": shape_of(example[0])} if alike else {})}
    if isinstance(example, bool):
        return {"type": ["boolean", "null"]}
    if isinstance(example, int | float):
        return {"type": ["number", "null"]}
    return {"type": ["string", "null"]} if isinstance(example, str) else {}


def _errors(*statuses: int) -> dict[str, Any]:
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    return {str(status): {"description": _ERRORS[status], "content": content} for status in statuses}
