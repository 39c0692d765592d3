"""Requests that Schemathesis makes up from the OpenAPI document, some that fit and some that do not for each operation; all
that it can think of are asked by `tests/benchmarks/fuzz_service.py`."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.openapi import from_dict
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from app.search.index.feeding import feed
from app.service.api.openapi import document
from app.service.api.routing import ROOT
from tests.app.service.conftest import filled, serving

EXAMPLES = 2
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
"""Not whether all that fits is answered: “30 February” fits, and a query has a syntax of its own."""
_THERE: dict[str, list[str]] = {
    "collection": ["made"],
    "id": ["202001-0000001", "202001-0000004", "199901-0000001"],
    "batch": ["202001", "190001"],
}
"""What is in the archive: nothing made up would ever be."""


def described() -> dict[str, Any]:
    """The document for an archive that is there; HEAD is answered as GET is."""
    found = copy.deepcopy(document(ROOT))
    for path in found["paths"].values():
        path.pop("head", None)
        for one in path["get"].get("parameters", ()):
            if one["name"] in _THERE:
                one["schema"] = {"enum": _THERE[one["name"]]}
    return found


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    archive = filled(tmp_path_factory.mktemp("made") / "made.archive")
    feed(archive)
    with serving(archive) as client:
        yield f"{str(client.base_url).rstrip('/')}{ROOT}"


@pytest.mark.parametrize("mode", list(GenerationMode))
def test_no_request_breaks_the_interface(place: str, mode: GenerationMode) -> None:
    """No answer of 500 or more; each has a status, a type and a shape that the document names."""
    asked = 0
    for each in from_dict(described()).get_all_operations():

        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        @given(case=each.ok().as_strategy(generation_mode=mode))
        def ask(case: Case) -> None:
            nonlocal asked
            asked += 1
            case.call_and_validate(base_url=place, checks=CHECKS)

        with suppress(Unsatisfiable):  # what has no parameters cannot be asked for wrongly
            ask()
    assert asked > 40
