"""The table of everything that can be asked of a collection."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

from app.service.api import comparing, lists, pages
from app.service.api.operations import CURSOR, ID, LIMIT, Operation, Parameter
from app.statistics.observations import GROUPINGS
from app.statistics.periods import PERIODS
from app.statistics.tables import OF_ARCHIVE

EXAMPLES: dict[str, Any] = json.loads(files("resources").joinpath("service/examples.json").read_text("utf-8"))
"""By the names of the operations."""
_URL = Parameter(
    "url", "address", "An address, in any spelling.", required=True, example="http://example.com/"
)
_DATE = "2026, 2026-04, 2026-04-01, 2026-04-01T12:00:00Z, or 1 to 14 digits"
_AT_LEAST = Parameter(
    "at_least",
    "share",
    "How alike texts are: the share of their stretches of four characters that both have.",
    default=0.8,
    least=0.5,
    most=1,
    example=0.8,
)
_VERSIONS = (
    Parameter("before", "id", "The older version.", required=True, example="202001-0000001"),
    Parameter("after", "id", "The newer version.", required=True, example="202001-0000003"),
    Parameter(
        "level", "number", "How finely pages are cut into blocks.", default=3, least=1, most=6, example=3
    ),
)
_BATCH = Parameter("batch", "batch", "The token of a batch: its month.", required=True, example="202001")
_SELECTION = (
    Parameter(
        "prefix",
        "address",
        "Only addresses that begin so, as they are written.",
        example="http://example.com/",
    ),
    Parameter("from", "date", f"Only captures from this date on: {_DATE}.", example="2020-01-01"),
    Parameter("to", "date", "Only captures up to this date, itself included.", example="2020-12-31"),
    Parameter("newest", "switch", "Only the last version of each address.", default=False, example="true"),
    Parameter(
        "q", "text", "The versions that a query finds, each with what it needs to be shown.", example="two"
    ),
)

_PERIOD = Parameter(
    "period",
    "text",
    "What counts as one period; without it one that gives a readable chart. All are in UTC, weeks begin on Monday.",
    choices=PERIODS,
    example="day",
)

OPERATIONS: tuple[Operation, ...] = (
    Operation("about", "", "What the archive holds, in figures.", (), lists.statistics, heavy=True),
    Operation(
        "page",
        "page",
        "The version of an address nearest to a date; without one the newest.",
        (_URL, Parameter("date", "date", f"The date: {_DATE}.", example="2020-01-03")),
        pages.page,
    ),
    Operation(
        "versions",
        "versions",
        "All captures of an address, oldest first; also those that found nothing new.",
        (_URL, LIMIT, CURSOR),
        pages.versions,
        paged=True,
    ),
    Operation("capture", "captures/{id}", "What is known of a capture.", (ID,), pages.capture),
    Operation(
        "content",
        "captures/{id}/content",
        "The body of a capture, its codings undone; its ETag is its digest.",
        (ID,),
        pages.content,
        media_type="application/octet-stream",
    ),
    Operation(
        "record",
        "captures/{id}/record",
        "The Tianwang record of a capture as it is stored.",
        (ID,),
        pages.record,
        media_type="application/octet-stream",
    ),
    Operation(
        "text",
        "captures/{id}/text",
        "What a version says, and what it says of itself.",
        (
            ID,
            Parameter(
                "part",
                "text",
                "The whole document, or its main text.",
                default="whole",
                choices=("whole", "main"),
                example="main",
            ),
        ),
        pages.text,
        heavy=True,
    ),
    Operation(
        "links",
        "captures/{id}/links",
        "The links of a version, in the order they stand on the page.",
        (ID, LIMIT, CURSOR),
        pages.links,
        heavy=True,
        paged=True,
    ),
    Operation(
        "rank",
        "captures/{id}/rank",
        "What the links of the archive say of the page, as far as they were gathered.",
        (ID,),
        pages.rank,
        heavy=True,
    ),
    Operation(
        "alike",
        "captures/{id}/alike",
        "Pages of other addresses whose main text is nearly the same, as far as that was worked out.",
        (ID, _AT_LEAST, LIMIT),
        pages.alike,
        heavy=True,
    ),
    Operation(
        "category",
        "captures/{id}/category",
        "Category and kind of a page, as far as they were worked out.",
        (ID,),
        pages.category,
    ),
    Operation(
        "comparison",
        "comparison",
        "Two versions compared block by block.",
        (
            *_VERSIONS,
            Parameter(
                "unchanged", "switch", "Also the blocks that are the same.", default=False, example="true"
            ),
        ),
        comparing.blocks,
        heavy=True,
    ),
    Operation(
        "comparison-page",
        "comparison/page",
        "One of two versions as a page, its changed blocks marked.",
        (
            *_VERSIONS,
            Parameter(
                "side",
                "text",
                "Which of them.",
                default="after",
                choices=("before", "after"),
                example="after",
            ),
        ),
        comparing.page,
        media_type="text/html",
        heavy=True,
    ),
    Operation(
        "search",
        "search",
        "A collection by query, in the language of “tianwang search”; appeared:, vanished: and changed: list changes.",
        (
            Parameter("q", "text", "The query.", required=True, example="two"),
            Parameter(
                "sort",
                "text",
                "The order of the hits.",
                default="relevance",
                choices=("relevance", "newest", "oldest", "title", "size", "rank"),
                example="newest",
            ),
            Parameter("at", "date", "Only what pages said then.", example="2020-01-04"),
            LIMIT,
            CURSOR,
        ),
        None,
        heavy=True,
        paged=True,
    ),
    Operation("batches", "batches", "The batches of the archive, one a month.", (), lists.batches),
    Operation(
        "batch-captures",
        "batches/{batch}/captures",
        "An iterator over a batch: its captures in the order of their serial numbers.",
        (_BATCH, LIMIT, CURSOR),
        lists.captures,
        heavy=True,
        paged=True,
    ),
    Operation(
        "batch-stream",
        "batches/{batch}/stream",
        "All records of a batch as they are stored (Tianwang format), in one stream. A range goes on where an earlier "
        "answer ended, also when the batch has grown since.",
        (_BATCH,),
        None,
        media_type="application/octet-stream",
    ),
    Operation(
        "duplicates",
        "duplicates",
        "Groups of pages of different addresses whose main text is the same, as far as that was worked out.",
        (
            Parameter(
                "same",
                "text",
                "near: nearly the same; letters: but for blanks, signs, case; text; meaning: the same weightiest words.",
                default="near",
                choices=("near", "letters", "text", "meaning"),
                example="near",
            ),
            _AT_LEAST,
            LIMIT,
            CURSOR,
        ),
        lists.duplicates,
        heavy=True,
        paged=True,
    ),
    Operation(
        "categories",
        "categories",
        "The categories that have pages, as far as they were worked out.",
        (),
        lists.categories,
        heavy=True,
    ),
    Operation(
        "category-members",
        "categories/members",
        "The pages of a category and of those below it.",
        (
            Parameter("category", "text", "The id of the category.", required=True, example="society/law"),
            LIMIT,
            CURSOR,
        ),
        lists.members,
        heavy=True,
        paged=True,
    ),
    Operation(
        "over-time",
        "over-time",
        "How the archive went over time, each figure with what it was counted over and its interval of 95 %: growth; change "
        "and rot, half-lives in days of contents and of pages; hour and weekday of changes; errors; language and type. "
        "What is infinite is null. Hidden addresses are not counted; “hidden” says how many they are.",
        (
            Parameter(
                "table",
                "text",
                "One of the tables, or all.",
                default="all",
                choices=("all", *OF_ARCHIVE),
                example="growth",
            ),
            _PERIOD,
            Parameter(
                "by",
                "text",
                "How pages are put together in change and rot; without it all, and by sector.",
                choices=tuple(one.replace("_", "-") or "all" for one in GROUPINGS),
                example="site",
            ),
            Parameter(
                "utc_offset",
                "offset",
                "Hours and weekdays as clocks show them there; without it as in UTC.",
                example="+08:00",
            ),
            Parameter(
                "by_words",
                "switch",
                "A change is one of what a page says, not of any of its bytes; needs the search index.",
                default=False,
                example="true",
            ),
            LIMIT,
        ),
        None,
        heavy=True,
    ),
    Operation(
        "topics",
        "over-time/topics",
        "How strong a topic was: the share of pages and of sites that speak of it, by period and in all; who did first; "
        "days from half the peak to it and back; how long pages go on speaking of it (lasting, a half-life in days).",
        (
            Parameter(
                "q", "text", "The topic, a query as in a search.", required=True, example="category:society"
            ),
            _PERIOD,
            Parameter("within", "text", "Only what fits this query counts at all.", example="site:gov.cn"),
            Parameter(
                "standing",
                "switch",
                "Count all pages as they stood at the end of a period, not those captured in it.",
                default=False,
                example="true",
            ),
            Parameter("from", "date", f"Only captures from this date on: {_DATE}.", example="2020-01-01"),
            Parameter("to", "date", "Only captures up to this date, itself included.", example="2020-12-31"),
        ),
        None,
        heavy=True,
    ),
    Operation(
        "warc",
        "warc",
        "A selection as a WARC file (gzip members), sent while it is made; parts of it by range.",
        _SELECTION,
        None,
        media_type="application/warc",
    ),
    Operation(
        "wacz",
        "wacz",
        "A selection as a WACZ file, as ReplayWeb.page opens it from an address.",
        _SELECTION,
        None,
        media_type="application/wacz",
    ),
)

for _one in OPERATIONS:
    assert _one.media_type != "application/json" or _one.name in EXAMPLES, _one.name
