"""The commands by name, with the sentence that `tianwang --help` shows of each. The module of a command is imported when
the command is called: importing all of them, with the annotations of their options, took half of the time of `--help`.
"""

from __future__ import annotations

import inspect
import os
import sqlite3
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import typer
import typer.main
from typer.core import TyperCommand, TyperGroup

from app.cli.console import warn
from app.errors import TianwangError


class Listed(NamedTuple):
    """A command of the list. `place` is "module:name" in app.cli, a function or a group (a `typer.Typer`); `summary`
    is the first paragraph of its help; `example` its arguments as a person types them (a group has its own); where some
    of them may begin with a minus, they are `dashed`."""

    name: str
    place: str
    summary: str
    example: str = ""
    dashed: bool = False

    def load(self) -> Any:
        """The command with its options."""
        module, _, name = self.place.partition(":")
        found: Callable[..., None] | typer.Typer = getattr(import_module(f"app.cli.{module}"), name)
        if isinstance(found, typer.Typer):
            group = typer.main.get_group(found)
            group.name = self.name
            return group
        # typer folds the lines of the first paragraph only
        paragraphs = inspect.cleandoc(found.__doc__ or "").split("\n\n")
        explained = "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)
        alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode="rich")
        shown = f"Example: [bold]tianwang {self.example}[/bold]"
        alone.command(
            self.name,
            cls=_Command,
            help=explained,
            epilog=shown,
            no_args_is_help=self.name != "open",
            context_settings={"ignore_unknown_options": self.dashed},
        )(found)
        return typer.main.get_command(alone)


class _Typed:
    """The conversion of a parameter's text, for typer. Texts, paths, plain numbers and defaults need none of typer's: a
    validator of pydantic, which is 71 modules, for each parameter of a command, also for one that was not typed. All
    else, and each wrong value, is left to that."""

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        kind = param.type_descriptor.annotation
        many = param.multiple or param.nargs == -1
        if value is None:
            return () if many else None
        if type(value) is kind:
            return value
        if many and kind == list[str]:
            return list(value)
        if kind in (int, float) and _is_plain_number(value, kind, param.type_descriptor.parameter_info):
            return kind(value)
        if kind is Path and (os.access(value, os.R_OK) or not os.path.lexists(value)):
            return Path(value)
        param._runtime_param = None
        return param.get_runtime_param().coerce(value, param=param, ctx=ctx)


def _is_plain_number(value: str, kind: type, info: Any) -> bool:
    digits = value.replace(".", "", 1) if kind is float else value
    if not (digits.isascii() and digits.isdecimal()):
        return False
    return (info.min is None or kind(value) >= info.min) and (info.max is None or kind(value) <= info.max)


def _typed(params: list[Any]) -> list[Any]:
    """The parameters of a command, each with a `_Typed` where this version of typer asks for one."""
    for param in params:
        if getattr(param, "_runtime_param", "no such thing") is None:
            param._runtime_param = _Typed()
    return params


class _Command(TyperCommand):
    def get_params(self, ctx: Any) -> list[Any]:
        return _typed(super().get_params(ctx))


COMMANDS = (
    Listed(
        "crawl",
        "crawl.crawling:crawl",
        "Crawl sites into an archive, which is created if it does not exist.",
        "crawl my.archive https://example.org/ --max-pages 500 --delay 2",
    ),
    Listed(
        "jobs",
        "crawl.jobs:jobs",
        "List the crawl jobs of an archive, newest first; or show one: its settings, what came of it, what "
        "was not taken and why, and what was changed on the way.",
        "jobs my.archive --json",
    ),
    Listed(
        "queue",
        "crawl.jobs:queue",
        "List what a crawl has still to do, in the order of taking, or what it did not take.",
        "queue my.archive --state parked --search calendar",
    ),
    Listed(
        "why",
        "crawl.jobs:why",
        "Tell why a crawl took an address or did not: how it was found, what became of it, what its score "
        "is made of.",
        "why my.archive https://example.org/docs/",
    ),
    Listed(
        "take",
        "crawl.jobs:take",
        "Take addresses anyway that a crawl refused, parked, failed at or never found.",
        "take my.archive 20261121-083000-1a2b3c https://example.org/print/7",
    ),
    Listed(
        "hosts",
        "crawl.jobs:hosts",
        "List the hosts of a crawl, those with the most done first; or hold, skip or release some of them.",
        "hosts my.archive --hold example.org",
    ),
    Listed(
        "revisit",
        "crawl.planning:revisit",
        "Show when pages are due for another visit: as soon as a change has become as likely as not.",
        "revisit my.archive --due",
    ),
    Listed(
        "ls",
        "look:ls",
        "List every address with its newest version: documents, and also images, redirects and errors. With "
        "--since, --until, --batch or --visits all versions that fit, not only the newest. With --at the "
        "addresses that had been captured by then, each with its newest version of then.",
        "ls my.archive https://example.org/docs/ --kind document",
    ),
    Listed(
        "calendar",
        "changes.calendars:calendar",
        "Show on which days an archive, a site, a folder or a page was captured, and what was new.",
        "calendar my.archive https://example.org/ --site --year 2026",
    ),
    Listed(
        "serve",
        "serving:serve",
        "Serve archives, read only: a reading room in the browser, Memento, CDX, an interface for programs.",
        "serve my.archive --port 8080",
    ),
    Listed(
        "job",
        "batching:job",
        "Run a job over all records of one or several archives: each is mapped to pairs, the pairs of a key are brought "
        "together, and each key gives lines of the result, part-NNNNN.jsonl in the folder.",
        "job wordcount my.archive --out words --set cut=words",
    ),
    Listed(
        "versions",
        "look:versions",
        "List all versions of one address, oldest first.",
        "versions my.archive https://example.org/ --visits",
    ),
    Listed(
        "cat",
        "look:cat",
        "Write a capture, or a record of a Tianwang file, to standard output: in a pipe or file without "
        "adding or changing a byte.",
        "cat my.archive 202611-0000001 --as text",
    ),
    Listed(
        "search",
        "search.searching:search",
        "Find pages by what they say, in every version of every document, also in Chinese without spaces.",
        "search my.archive '\"free of charge\" site:example.org'",
        dashed=True,
    ),
    Listed(
        "tag",
        "noting:tag",
        "Give pages, versions and blocks tags and stars, show them, or list all tags of an archive.",
        "tag my.archive https://example.org/ +linux -draft --star",
        dashed=True,
    ),
    Listed(
        "note",
        "noting:note",
        "Write a note on a page, a version or a block, or show what is written there.",
        "note my.archive https://example.org/ 'Ask again in May'",
    ),
    Listed(
        "diff",
        "changes.comparing:diff",
        "Compare two versions of a page block by block: two files, or two captures of an archive.",
        "diff my.archive 202611-0000001 202611-0000042",
    ),
    Listed(
        "history",
        "changes.histories:history",
        "Show since when each block of a page says what it says, and how much each version changed.",
        "history my.archive https://example.org/ --said 'It will be free'",
    ),
    Listed(
        "changes",
        "changes.site_changing:changes",
        "Show what changed on a site between two dates or two crawls: pages that are new, gone, changed, "
        "the same.",
        "changes my.archive --from 2026-10 --to 2026-11 --output changes.html",
    ),
    Listed(
        "links",
        "graphing:links",
        "Show which pages link to an address, and where it links to: its newest version, or that of a date.",
        "links my.archive https://example.org/ --in --at 2026-11",
    ),
    Listed(
        "graph",
        "graphing:graph",
        "Show how many links an archive has, or write its graph for other programs: Gephi, NetworkX, R, "
        "spreadsheets.",
        "graph my.archive --export links.graphml --level host",
    ),
    Listed(
        "rank",
        "graphing:rank",
        "Show which pages (hosts, domains) matter most by the links to them.",
        "rank my.archive --top 50",
    ),
    Listed(
        "report",
        "reporting:report",
        "Look through the links of an archive for faults.",
        "report my.archive broken",
    ),
    Listed(
        "noise",
        "changes.histories:noise",
        "List the CSS selectors whose elements are noise in this archive, or add and remove some. Changes "
        "inside of such elements are folded away by “diff”, “history”, “changes” and the window.",
        "noise my.archive --add '.visitors, #clock'",
    ),
    Listed(
        "fields",
        "fields:fields",
        "Define fields of pages (price, date, author …), and show their values in every version.",
        "fields my.archive teach https://example.org/shirt --text '€ 19.90' --name price",
    ),
    Listed(
        "page-type",
        "pages.page_types:page_type",
        "Show what kind of page a page is (article, list, product …), how sure that is and why; or how many "
        "pages of each kind an archive holds.",
        "page-type my.archive https://example.org/ --set listing",
    ),
    Listed(
        "duplicates",
        "pages.likeness:duplicates",
        "List pages of different addresses whose main text is the same or nearly the same, in groups.",
        "duplicates my.archive www.example.org/ --at-least 0.9",
    ),
    Listed(
        "like",
        "pages.likeness:like",
        "Have we seen this? Find the pages that are like a document: the same, nearly the same, or with passages of it.",
        "like my.archive article.pdf",
    ),
    Listed(
        "clusters",
        "classes.clustering:cluster",
        "Group the pages of an archive by what they say or how they are built.",
        "clusters my.archive --method topics",
    ),
    Listed(
        "categories",
        "classes.categorising:categories",
        "Show the categories of an archive with their pages, and give pages categories by hand or by rule.",
        "categories my.archive --set science/physics --page https://example.org/quarks",
    ),
    Listed(
        "template",
        "pages.templates:template",
        "Show what the pages of a site have in common: menus, feet, margins, and why they are taken for template.",
        "template my.archive www.example.org",
    ),
    Listed(
        "blocks",
        "changes.blocking:blocks",
        "Show the blocks of a page: a file, or a capture of an archive.",
        "blocks my.archive 202611-0000001 --level 2",
    ),
    Listed(
        "extract",
        "extracting:extract",
        "Show title, author, date, language, text and links of documents.",
        "extract report.pdf folder/ --json",
    ),
    Listed(
        "export",
        "exporting:export",
        "Write pages as files for people, or captures as archives for other programs.",
        "export my.archive out/ --format markdown",
    ),
    Listed(
        "sample",
        "sampling:sample",
        "Draw a random sample of the pages of an archive as a test collection, with what they embed.",
        "sample my.archive test.warc.gz --size 200 --seed 7 --per site",
    ),
    Listed(
        "import",
        "importing:import_",
        "Take the records of Tianwang, WARC, ARC and WACZ files into an archive, which is created if it "
        "does not exist.",
        "import my.archive old-crawl.raw others/ site.wacz",
    ),
    Listed(
        "join",
        "joining:join",
        "Make one archive of several, such as the shards of a cluster: all that reads archives reads it as one.",
        "join a.archive b.archive --into all.archive --by manifest",
    ),
    Listed(
        "fsck",
        "joining:fsck",
        "Look for ids that two records have, in one archive or in several, and for ids that no record has.",
        "fsck all.archive",
    ),
    Listed(
        "verify",
        "upkeep:verify",
        "Check every record of an archive or of one Tianwang file; the exit code is 1 when something is "
        "damaged.",
        "verify my.archive --strict",
    ),
    Listed(
        "recover",
        "importing:recover",
        "Find the whole records of a damaged file and write them to a new one. The file itself is not "
        "changed.",
        "recover broken.raw --out whole.raw --rest rest.raw",
    ),
    Listed(
        "reindex",
        "upkeep:reindex",
        "Make the index anew from the batches: the same ids, versions and titles. Nothing in the batches is "
        "changed.",
        "reindex my.archive",
    ),
    Listed(
        "convert",
        "upkeep:convert",
        "Write all records of an archive anew, and its later ones in the same way. Ids, dates, digests and "
        "titles stay.",
        "convert my.archive --to incremental",
    ),
    Listed(
        "reextract",
        "upkeep:reextract",
        "Read stored pages again where the extractors have become better since, or could not read them in "
        "time.",
        "reextract my.archive --format pdf",
    ),
    Listed(
        "stats",
        "statistics:stats",
        "Show what an archive holds: pages, versions, sizes, types, hosts, months. With --over-time how that went.",
        "stats my.archive --over-time --topic flood --period week",
    ),
    Listed("open", "look:open_", "Open the window.", "open my.archive"),
    Listed(
        "plans",
        "crawl.planning:plans",
        "Keep crawls with an archive and run them again: list, add, edit, run, delete, due.",
    ),
    Listed(
        "remote",
        "remote:remote",
        "Archives elsewhere (the Wayback Machine, pywb, another Tianwang Explorer): add, list, remove, look, take. They are "
        "asked only when you say so.",
    ),
    Listed(
        "logins",
        "crawl.logins:logins",
        "Log-ins and cookies for crawls: list, set, import, forget. They are kept for this person on this "
        "machine and never in an archive.",
    ),
    Listed(
        "cluster",
        "crawl.clusters:cluster",
        "Machines that crawl together: start, join, leave, status, pause, go-on, stop, why, queue, take, ask. They need "
        "the group “cluster” of this program (Ray), and Linux.",
    ),
    Listed(
        "classify",
        "classes.classifying:classify",
        "Train, apply and evaluate classifiers: they say what a page is about, how sure that is, and why.",
    ),
    Listed(
        "rounds",
        "crawl.rounds:rounds",
        "Crawl in rounds, so many of the best addresses at a time: inject, generate, fetch, parse, update, index, dedup, "
        "merge; run, status.",
    ),
    Listed(
        "table",
        "tables:table",
        "Archives as a web table: a row an address, by reversed host and path, with what it held by time and the words "
        "of links to it.",
    ),
)


class Commands(TyperGroup):
    """The commands of the list. What a person can act on becomes one sentence; defects keep their "
    "traceback."""

    def __init__(self, **given: Any) -> None:
        shown = {each.name: TyperCommand(each.name, help=each.summary) for each in COMMANDS}
        super().__init__(**{**given, "commands": shown})

    def get_params(self, ctx: Any) -> list[Any]:
        return _typed(super().get_params(ctx))

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """The command that is called, with its options; the others stay names with a sentence."""
        name, command, rest = super().resolve_command(ctx, args)
        loaded = _loaded(name)
        if name == "cluster" and rest and rest[0] not in {*loaded.commands, "--help"}:
            name, loaded = "clusters", _loaded("clusters")  # its name before machines had one
        return name, loaded or command, rest

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise typer.Exit(0) from None  # the reader has all it wanted
        except TianwangError as error:
            _fail(str(error))
        except OSError as error:
            name = f"{error.filename}: " if error.filename else ""
            _fail(f"{name}{error.strerror or error}.")
        except sqlite3.Error as error:
            _fail(f"The index of the archive cannot be used: {error}.")
        except KeyboardInterrupt:
            _fail("Interrupted.")


def _loaded(name: str | None) -> Any:
    return next((each.load() for each in COMMANDS if each.name == name), None)


def _fail(sentence: str) -> None:
    warn(f"tianwang: {sentence}")
    raise typer.Exit(1) from None
