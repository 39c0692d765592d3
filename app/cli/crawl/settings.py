"""The settings of a crawl, made of a template, a file and options; or those of a job or plan, changed by these."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli.arguments import option
from app.cli.crawl.options import read_settings, settings_of
from app.errors import AddressInvalid

if TYPE_CHECKING:
    from app.crawl.rules.settings import CrawlSettings

SettingsFile = Annotated[
    Path | None,
    option("--settings", "FILE", "A JSON file with settings; options win."),
]
TemplateCode = Annotated[
    str | None,
    option(
        "--template",
        "CODE",
        "Ready-made settings: one-site, one-folder, one-domain, one-page, news-front-page, document-harvest, "
        "topic, anywhere.",
    ),
]


def asked_changes(template: str | None, file: Path | None, given: dict[str, Any]) -> dict[str, Any]:
    """Fields of the settings as they are asked for: the template's, over them the file's, over them the options'."""
    changes: dict[str, Any] = {}
    if template is not None:
        changes |= template_of(template).changes
    if file is not None:
        changes |= read_settings(file)
    return changes | settings_of(given)


def template_of(code: str) -> Any:
    """The template with this code."""
    from app.crawl.rules.settings import templates

    for template in templates():
        if template.code == code:
            return template
    codes = ", ".join(template.code for template in templates())
    raise typer.BadParameter(f"“{code}” is none of {codes}.", param_hint="--template")


def new_settings(urls: list[str], changes: dict[str, Any]) -> CrawlSettings:
    """Settings for a new crawl; wrong usage where they cannot work."""
    from app.crawl.rules.settings import CrawlSettings

    seeds = {"seeds": addresses(urls)} if urls else {}
    return _checked(CrawlSettings(**{**changes, **seeds}))


def addresses(urls: list[str]) -> tuple[str, ...]:
    from app.crawl.rules.url import from_input

    try:
        return tuple(dict.fromkeys(from_input(url) for url in urls))
    except AddressInvalid as error:
        raise typer.BadParameter(str(error), param_hint="URL…") from error


def _checked(settings: CrawlSettings) -> CrawlSettings:
    from app.crawl.rules.settings import PatternInvalid, SettingsInvalid

    try:
        return settings.checked()
    except (AddressInvalid, PatternInvalid, SettingsInvalid) as error:
        raise typer.BadParameter(str(error)) from error


def changed_settings(old: CrawlSettings, urls: list[str], changes: dict[str, Any]) -> CrawlSettings:
    """The settings of a job or plan with changes; what it starts from is added to, never taken away."""
    more = (*changes.get("seeds", ()), *addresses(urls))
    return _checked(replace(old, **{**changes, "seeds": tuple(dict.fromkeys((*old.seeds, *more)))}))


def shown(value: object) -> str:
    """A setting for people: pairs as they are typed, a word with its weight."""
    if not isinstance(value, tuple):
        return str(value)
    return (
        ", ".join("=".join(map(str, item)) if isinstance(item, tuple) else str(item) for item in value)
        or "none"
    )
