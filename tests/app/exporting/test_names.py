"""Names of exported files hold on Windows, macOS and Linux."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.exporting.naming import fold, safe_name

RESERVED = {"con", "prn", "aux", "nul", "conin$", "conout$", "clock$"} | {
    f"{device}{digit}" for device in ("com", "lpt") for digit in "0123456789¹²³"
}
TITLES = st.one_of(
    st.text(max_size=400),
    st.text(alphabet="./\\: \u202e\u200b\0conNUL1~-é\u0301中", max_size=40),
    st.sampled_from(
        ["..", ".", "", "CON", "con.txt", "C:\\Windows", "/etc/passwd", "Lpt1 .x", "COM¹", "\ud800"]
    ),
)
EXTENSIONS = st.sampled_from(["", ".html", ".md", ".txt", "./../x", ".jp*g", "." + "x" * 300])


@given(
    TITLES, EXTENSIONS, st.integers(24, 400), st.sets(st.sampled_from(["untitled.html", "untitled", "_con"]))
)
def test_a_name_is_one_component_that_every_system_takes(
    title: str, ext: str, limit: int, taken: set[str]
) -> None:
    before = set(taken)
    name = safe_name(title, ext, taken, limit)
    assert 0 < len(name.encode("utf-8")) <= min(limit, 255)
    assert not set(name) & set('<>:"/\\|?*')
    assert not any(
        unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp") for character in name
    )
    assert name == name.strip(" .") or name.startswith("_")
    assert name[-1] not in " ."
    assert name[0] not in " .-~"
    assert name.split(".", 1)[0].rstrip().casefold() not in RESERVED
    assert fold(name) not in before
    assert taken == before | {fold(name)}


@given(st.lists(st.tuples(TITLES, EXTENSIONS), max_size=30), st.integers(24, 60))
def test_names_of_one_folder_never_collide(wanted: list[tuple[str, str]], limit: int) -> None:
    taken: set[str] = set()
    names = [safe_name(title, ext, taken, limit) for title, ext in wanted]
    assert len({fold(name) for name in names}) == len(wanted)


@given(TITLES)
def test_a_safe_name_stays_as_it_is(title: str) -> None:
    name = safe_name(title, "", set())
    assert safe_name(name, "", set()) == name


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Annual report 2026", "Annual report 2026.html"),
        ("北京大学 — 新闻", "北京大学 — 新闻.html"),
        ("What? A/B: 50%", "What_ A_B_ 50%.html"),
        ("  two\n lines\t ", "two lines.html"),
        ("invoice\u202excod.exe", "invoicexcod.exe.html"),
        ("../../etc/passwd", "_.._etc_passwd.html"),
        ("con", "_con.html"),
        ("Nul.tar", "_Nul.tar.html"),
        (".hidden", "hidden.html"),
        ("-rf", "_-rf.html"),
        ("...", "untitled.html"),
        ("e\u0301", "é.html"),
    ],
)
def test_what_becomes_of_a_title(title: str, name: str) -> None:
    assert safe_name(title, ".html", set()) == name


def test_equal_titles_are_numbered_in_any_case_and_form() -> None:
    taken: set[str] = set()
    names = [
        safe_name(title, ".md", taken) for title in ("News", "NEWS", "news", "Ｎews", "Straße", "STRASSE")
    ]
    assert names == ["News.md", "NEWS (2).md", "news (3).md", "Ｎews (4).md", "Straße.md", "STRASSE (2).md"]


def test_ten_thousand_equal_titles_get_numbers_without_gaps() -> None:
    taken: set[str] = set()
    names = [safe_name("Untitled", ".txt", taken) for _ in range(10_000)]
    assert names[-1] == "Untitled (10000).txt"
    assert len(set(names)) == 10_000


def test_a_long_title_is_cut_between_characters_and_keeps_extension_and_number() -> None:
    taken: set[str] = set()
    first, second = (safe_name("长" * 300, ".html", taken) for _ in range(2))
    assert first == "长" * 83 + ".html"
    assert second.endswith(" (2).html")
    assert len(second.encode()) <= 255


def test_a_name_cut_down_to_a_device_is_still_none() -> None:
    assert safe_name("nullify", ".html", set(), 8) == "_ul.html"
