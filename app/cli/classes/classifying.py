"""`classify`: train, apply and evaluate classifiers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli.arguments import Json, argument, open_archive, option, refuse, texts
from app.cli.console import Meter, Refused, counted, emit, say, stoppable
from app.cli.up_to_date import shown_work

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.archive.archive import Archive
    from app.classes.deciding import Decision
    from app.classes.evaluating import Evaluation
    from app.classes.model import About, Model
    from app.classes.store import Row
    from app.classes.training import Example, Settings

classify = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    epilog="Example: [bold]tianwang classify train my.archive --tag sport --tag economy[/bold]",
    help="Train, apply and evaluate classifiers: they say what a page is about, how sure that is, and why.",
)

CorpusPath = Annotated[
    Path,
    argument(
        "ARCHIVE|FOLDER|FILE", "An archive; a folder with a folder of files for each label; a file of lines."
    ),
]
Tags = Annotated[
    list[str] | None, option("--tag", "TAG", "Pages with this tag are one label; may be repeated.")
]
Sections = Annotated[
    list[str] | None,
    option(
        "--section",
        "LABEL=URL",
        "What this channel page links to, and no other of them does, has the label; may be repeated.",
    ),
]
Searches = Annotated[
    list[str] | None,
    option("--search", "LABEL=QUERY", "What this search finds has the label; may be repeated."),
]
Kind = Annotated[
    str,
    option(
        "--kind",
        "KIND",
        "svm: words and pairs; strong: also pieces of words, for short and Chinese texts; adaboost: small trees; url: the "
        "address alone.",
        show_default=True,
    ),
]
Features = Annotated[
    int,
    option("--features", "N", "Only so many features, the best by --method (5000 is usual); 0: all.", min=0),
]
MethodOption = Annotated[
    str | None, option("--method", "METHOD", "chi, ig, right-ig, mi, ece or wet: how features are chosen.")
]
ModelOut = Annotated[
    Path | None, option("--model", "FILE", "The file to write; without it the archive's own.")
]
ModelIn = Annotated[Path | None, option("--model", "FILE", "The model; without it the archive's own.")]
Sure = Annotated[
    float, option("--sure", "SHARE", "Below this confidence the answer is “don't know”.", min=0, max=1)
]


@classify.command("train")
def train(
    source: CorpusPath,
    model: ModelOut = None,
    tag: Tags = None,
    section: Sections = None,
    search: Searches = None,
    kind: Kind = "svm",
    features: Features = 0,
    method: MethodOption = None,
    as_json: Json = False,
) -> None:
    """Train a classifier from labelled documents.

    Of an archive these are pages with tags, what channel pages link to, what searches find, or, without any of them, the
    pages that have a category by hand. A file has a line for each document, “label, text” with a tab between.

    With --json an object (kind "model": path, about: kind, labels, documents of each, corpus, digest, created, right: the
    share that was right when each fifth was left out, -1 where that was not tried, terms).
    """
    from app.classes import training
    from app.classes.feeding import use
    from app.classes.model import write

    settings = _settings(kind, features, method)
    examples, corpus = _examples(source, tag, section, search)
    if model is None and not _is_archive(source):
        raise typer.BadParameter("Say with --model which file to write.", param_hint="--model")
    with stopped_said(), stoppable() as stop, Meter("Training", total=1) as meter:
        made = training.train(
            examples,
            settings,
            corpus=corpus,
            progress=lambda done, total: meter.show(done / max(1, total)),
            cancelled=stop,
        )
    if model is not None:
        write(model, made)
    else:
        use(open_archive(source).path, made)
    path = model if model is not None else source
    if as_json:
        emit({"kind": "model", "path": path, "about": _about(made)})
        return
    about = made.about
    say(
        f"{about.kind}, {counted(len(examples), 'document')}, {counted(about.terms, 'term')}, {about.created[:10]}"
    )
    for label, count in about.documents.items():
        say(f"{count:>10,}  {label}")
    if about.right >= 0:
        say(f"Right when each fifth was left out: {about.right:.1%}.")
    say(f"Written to {path}.")


@classify.command("apply")
def apply(
    source: Annotated[
        Path,
        argument(
            "ARCHIVE|FILE", "An archive, of which all pages are classified; a document; a file of addresses."
        ),
    ],
    model: ModelIn = None,
    urls: Annotated[bool, typer.Option("--urls", help="The file has an address a line.")] = False,
    sure: Sure = 0.5,
    as_json: Json = False,
) -> None:
    """Classify the pages of an archive, a document, or addresses that nobody has fetched yet.

    The pages of an archive keep what was found, by its rules and its own model, as their categories; with --model they are
    only listed.

    With --json an object for each (kind "page": url or path, category, best, confidence, next, source: hand, rule or
    model, reasons: kind, text, share) and of an archive a summary (pages, known).
    """
    if _is_archive(source):
        refuse({"--urls": urls}, "It goes with a file.")
        _apply_to_archive(open_archive(source), model, sure, as_json)
        return
    from app.classes import model as models
    from app.classes.deciding import Decider

    if model is None:
        raise typer.BadParameter("Say with --model which model.", param_hint="--model")
    decider = Decider(models.read(model), sure)
    if urls:
        from app.classes.terms import Described

        for line in _lines(source):
            _show(line, "url", decider.decide(Described(url=line)), as_json)
        return
    from app.classes.corpus import of_file

    document = of_file(source)
    if document is None:
        raise Refused(detail=f"{source} could not be read.")
    _show(str(source), "path", decider.decide(document), as_json)


@classify.command("evaluate")
def evaluate(
    source: CorpusPath,
    model: ModelIn = None,
    tag: Tags = None,
    section: Sections = None,
    search: Searches = None,
    kind: Kind = "svm",
    features: Features = 0,
    method: MethodOption = None,
    sure: Sure = 0.5,
    as_json: Json = False,
) -> None:
    """Measure a classifier on labelled documents: with --model that one, else one that is trained on four fifths of them
    and asked about the fifth part.

    With --json an object (kind "evaluation": documents, accuracy, macro_f1, answered, answers_right, calibration, labels:
    label, documents, precision, recall, f1; confusions: truth, answer, count).
    """
    from app.classes import model as models
    from app.classes import training
    from app.classes.evaluating import divided
    from app.classes.evaluating import evaluate as measured

    examples, corpus = _examples(source, tag, section, search)
    if model is not None:
        refuse({"--features": features, "--method": method}, "It does not go with --model.")
        found = measured(models.read(model), examples, sure)
    else:
        learn, ask = divided(examples)
        with stopped_said(), stoppable() as stop, Meter("Training", total=1) as meter:
            made = training.train(
                learn,
                _settings(kind, features, method),
                corpus=corpus,
                progress=lambda done, total: meter.show(done / max(1, total)),
                cancelled=stop,
            )
        found = measured(made, ask, sure)
    _show_evaluation(found, as_json)


def _settings(kind: str, features: int, method: str | None) -> Settings:
    from app.classes.features import METHODS
    from app.classes.model import KINDS
    from app.classes.training import Settings

    if kind not in KINDS:
        raise typer.BadParameter(f"“{kind}” is not one of {', '.join(KINDS)}.", param_hint="--kind")
    if method is not None and method not in METHODS:
        raise typer.BadParameter(f"“{method}” is not one of {', '.join(METHODS)}.", param_hint="--method")
    if not features and kind != "adaboost":
        refuse({"--method": method}, "It goes with --features.")
    return Settings(kind=kind, most=features, method=method or "chi")


def _is_archive(path: Path) -> bool:
    return path.name == "archive.json" or (path / "archive.json").is_file()


def _examples(
    source: Path, tags: list[str] | None, sections: list[str] | None, searches: list[str] | None
) -> tuple[list[Example], str]:
    """(Labelled documents, where they come from.)"""
    from app.classes import corpus

    given = {"--tag": tags, "--section": sections, "--search": searches}
    if not _is_archive(source):
        refuse(given, "It goes with an archive.")
        with stoppable() as stop, Meter("Reading", total=1) as meter:
            return corpus.of_folder(source, meter.share, stop), source.name
    archive = open_archive(source)
    labelled = dict[str, list[str]]()
    if tags:
        labelled |= corpus.tagged(archive.path, texts(tags) or ())
    if sections:
        with archive.reader() as reader:
            labelled |= corpus.of_sections(reader, dict(_pair(one, "--section") for one in sections))
    for one in searches or ():
        label, query = _pair(one, "--search")
        labelled.setdefault(label, []).extend(_hits(archive.path, query))
    if not any(given.values()):
        labelled = corpus.of_hands(archive.path)
    with stoppable() as stop, Meter("Reading pages", total=1) as meter:
        return corpus.of_urls(archive, labelled, meter.share, stop), archive.name


def _pair(text: str, name: str) -> tuple[str, str]:
    label, sign, value = text.partition("=")
    if not sign or not label.strip() or not value.strip():
        raise typer.BadParameter(f"“{text}” is no label with “=” and what it stands for.", param_hint=name)
    return label.strip(), value.strip()


def _hits(path: Path, query: str) -> list[str]:
    """The addresses of the pages that a search finds."""
    from app.cli.up_to_date import ready
    from app.search.searching import Searcher

    with Searcher(ready(path)) as searcher:
        hits = searcher.search(query, limit=_MOST_HITS, shown=False).hits
    return [hit.capture.url for hit in hits if hit.capture is not None]


_MOST_HITS = 10_000


def _lines(path: Path) -> list[str]:
    try:
        return [line.strip() for line in path.read_text("utf-8", "replace").splitlines() if line.strip()]
    except OSError as error:
        raise Refused(detail=f"{path} could not be read: {error.strerror or error}") from error


def _about(model: Model) -> dict[str, Any]:
    from dataclasses import asdict

    about: About = model.about
    return {**asdict(about), "seal": model.digest}


def _apply_to_archive(archive: Archive, chosen: Path | None, sure: float, as_json: bool) -> None:
    from app.classes import model as models
    from app.classes.feeding import Judge, feed
    from app.classes.known import Known
    from app.classes.store import Store

    rows: list[Row]
    with shown_work("Classifying pages") as (progress, stop):
        feed(archive, progress, stop, sure=sure)
    if chosen is not None:
        with Known(archive.path) as known, Store(archive.path) as store:
            judge = Judge(known.categories, models.read(chosen), sure)
            rows = [judge.row(one, version) for version, one in store.texts()]
    else:
        with Known(archive.path) as known:
            rows = list(known.rows())
    for row in rows:
        if as_json:
            emit({"kind": "page", **row_of(row)})
        else:
            show_row(row, say)
    known_ones = sum(1 for row in rows if row.category)
    if as_json:
        emit({"kind": "summary", "pages": len(rows), "known": known_ones})
    else:
        say(f"{counted(len(rows), 'page')}, {known_ones:,} with a category.")


def row_of(row: Row) -> dict[str, Any]:
    """A page with its category as JSON has it."""
    return {
        "url": row.url,
        "category": row.category or None,
        "best": row.best or None,
        "confidence": row.confidence,
        "next": {"category": row.next[0], "confidence": row.next[1]} if row.next[0] else None,
        "source": row.source or None,
        "reasons": [{"kind": kind, "text": text, "share": share} for kind, text, share in row.reasons],
    }


def show_row(row: Row, tell: Callable[[str], None]) -> None:
    """A page with its category for people."""
    sure = {"hand": "by hand", "rule": "by rule"}.get(row.source, f"{row.confidence:.0%}")
    name = row.category or (f"({row.best}?)" if row.best else "-")
    why = ", ".join(text for _, text, _ in row.reasons[:5])
    tell(f"{name:<24} {sure:<8} {row.url}{f'  because of {why}' if why else ''}")


def _show(name: str, key: str, found: Decision, as_json: bool) -> None:
    if as_json:
        emit(
            {
                "kind": "page",
                key: name,
                "category": found.label or None,
                "best": found.best,
                "confidence": found.confidence,
                "next": {"category": found.next[0], "confidence": found.next[1]},
                "source": "model",
                "reasons": [one._asdict() for one in found.reasons],
            }
        )
        return
    why = ", ".join(one.text for one in found.reasons[:5])
    label = found.label or f"({found.best}?)"
    say(f"{label:<24} {found.confidence:<8.0%} {name}{f'  because of {why}' if why else ''}")


def _show_evaluation(found: Evaluation, as_json: bool) -> None:
    if as_json:
        emit(
            {
                "kind": "evaluation",
                "documents": found.documents,
                "accuracy": round(found.accuracy, 4),
                "macro_f1": round(found.macro_f1, 4),
                "answered": round(found.answered, 4),
                "answers_right": round(found.answers_right, 4),
                "calibration": round(found.calibration, 4),
                "labels": [
                    {
                        "label": one.label,
                        "documents": one.documents,
                        "precision": round(one.precision, 4),
                        "recall": round(one.recall, 4),
                        "f1": round(one.f1, 4),
                    }
                    for one in found.labels
                ],
                "confusions": [
                    {"truth": truth, "answer": answer, "count": count}
                    for truth, answer, count in found.confusions
                ],
            }
        )
        return
    say(
        f"{found.accuracy:.1%} of {counted(found.documents, 'document')} right, macro F1 {found.macro_f1:.3f}."
    )
    say(
        f"{found.answered:.1%} answered, {found.answers_right:.1%} of these right; calibration {found.calibration:.3f}."
    )
    say(f"{'documents':>10}  precision  recall  label")
    for one in found.labels:
        say(f"{one.documents:>10,}  {one.precision:>9.3f}  {one.recall:>6.3f}  {one.label}")
    for truth, answer, count in found.confusions[:10]:
        say(f"{count:>10,}  {truth} taken for {answer}")


@contextmanager
def stopped_said() -> Iterator[None]:
    """Refused, with a sentence, where the work inside is cancelled."""
    from app.classes.apart import Cancelled

    try:
        yield
    except Cancelled as error:
        raise Refused(detail="Stopped.") from error
