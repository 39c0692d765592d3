"""Data files of the program: icons, translations, style sheets, help pages, the sample site."""

from pathlib import Path

_ROOT = Path(__file__).resolve().parent


def path(*parts: str) -> Path:
    """The path of a data file or folder, e.g. ``path("sample_site", "site.json")``."""
    return _ROOT.joinpath(*parts)
