"""Search forms of a job and the words they were filled with, in crawl.sqlite: a crawl that was killed goes on with them.

A word is asked for when the queue is empty, a few at a time, so that what the last ones brought is known. Words are the
person's own, then those that the site's pages have taught: TF·IDF over the pages read so far, those that the words have
brought included. The choices of a form (other options of its selects, boxes to tick) are asked for besides, with words that
the form as it stands was asked for, those that brought most first.
"""

from __future__ import annotations

import json
import math
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from app.crawl.frontier.schema import opened
from app.crawl.rules.forms import Choice, SearchForm

AT_ONCE = 5
"""Words that a form is filled with before what they brought is looked at."""
BARREN = 20
"""Words in a row without a new page, after which a form is left alone."""
IDLE_PAGES = 2
"""Pages of results in a row without a new page, after which further ones of that word are left alone."""
BARREN_CHOICE = 3
"""The same of one choice of a form."""
_WORDS_OF_PAGE = 60
_MOST_WORDS = 50_000  # that a job learns
_WEIGHED = 3000  # most frequent ones, of which the best are chosen
_LONGEST = 40
_IS = "form = ? AND word = ? AND choice = ?"


class Asked(NamedTuple):
    """A word that a form, by its number, is asked for; with one of its choices, counted from 1."""

    form: int
    word: str
    choice: int = 0


@dataclass(frozen=True, slots=True)
class FormReport:
    """A form with what it brought: `words` asked, `pages` found by them. `state`: "open", "barren" (words brought nothing
    new) or "refused" (robots.txt, or no answer)."""

    action: str
    page: str
    method: str
    state: str
    words: int
    pages: int


def words_of(text: str) -> dict[str, int]:
    """The words of a page that could be asked for, the most frequent ones, with how often each stands there."""
    from app.words.stopwords import content_words, is_unspaced  # for crawls that fill forms

    def is_askable(word: str) -> bool:
        unspaced = is_unspaced(word)
        fits = (2 if unspaced else 4) <= len(word) <= (8 if unspaced else _LONGEST)
        return fits and not any(sign.isdigit() for sign in word)

    counts = Counter(word.lower() for word in content_words(text) if is_askable(word))
    return dict(counts.most_common(_WORDS_OF_PAGE))


class Harvest:
    """For the writer's thread; each method belongs into a transaction of the frontier."""

    def __init__(self, db: sqlite3.Connection, job: int) -> None:
        self._db, self._job = db, job
        self._forms: dict[int, SearchForm] = {}
        self._by_action: dict[str, list[int]] = {}
        for number, *values in db.execute(
            "SELECT number, action, field, fixed, place, charset, post, choices, options FROM forms WHERE job = ?",
            (job,),
        ):
            self._keep(number, _form(values))

    def _keep(self, number: int, form: SearchForm) -> None:
        self._forms[number] = form
        self._by_action.setdefault(form.action, []).append(number)

    # -- what pages have

    def note(self, forms: Iterable[SearchForm], words: Mapping[str, int], page: str) -> None:
        """Remember the forms and words of a page."""
        for form in forms:
            fixed, choices, options = (
                json.dumps(one, ensure_ascii=False) for one in (form.fixed, form.choices, form.values)
            )
            values = (self._job, form.action, form.field, fixed, form.place, form.charset, form.post, page)
            row = self._db.execute(
                "INSERT INTO forms (job, action, field, fixed, place, charset, post, page, choices, options)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                " ON CONFLICT DO NOTHING RETURNING number",
                (*values, choices, options),
            ).fetchone()
            if row is not None:
                self._keep(row[0], form)
        if not words:
            return
        (learned,) = self._db.execute(
            "SELECT count(*) FROM site_words WHERE job = ?", (self._job,)
        ).fetchone()
        if learned < _MOST_WORDS:
            self._db.executemany(
                "INSERT INTO site_words VALUES (?, ?, 1, ?)"
                " ON CONFLICT DO UPDATE SET pages = pages + 1, times = times + excluded.times",
                [(self._job, word, times) for word, times in words.items()],
            )

    # -- results

    def result_of(self, url: str) -> Asked | None:
        """What was asked for, of an address that shows results."""
        for number in self._by_action.get(url.partition("?")[0], ()):
            found = self._forms[number].word_of(url)
            if found is not None:
                for choice in dict.fromkeys((found[1], 0)):
                    asked = Asked(number, found[0], choice)
                    if self._row(asked) is not None:
                        return asked
        return None

    def may_go_on(self, asked: Asked, most: int) -> bool:
        """Count one more page of results, where a word may have one."""
        row = self._row(asked)
        if row is None or row[0] >= most or row[1] >= IDLE_PAGES:
            return False
        self._db.execute(f"UPDATE form_words SET results = results + 1 WHERE {_IS}", asked)
        return True

    def brought(self, asked: Asked, new: int, *, refused: bool) -> None:
        """A page of results came (or was refused), with links to so many pages that were not known."""
        self._db.execute(
            "UPDATE form_words SET found = found + ?, idle = CASE WHEN ? THEN 0 ELSE idle + 1 END, answered = 1,"
            f" refused = ? WHERE {_IS}",
            (new, new, refused, *asked),
        )

    def _row(self, asked: Asked) -> tuple[int, int] | None:
        found: tuple[int, int] | None = self._db.execute(
            f"SELECT results, idle FROM form_words WHERE {_IS}", asked
        ).fetchone()
        return found

    # -- what to ask for

    @property
    def asked(self) -> int:
        """Requests made for the forms of the job."""
        (count,) = self._db.execute(
            "SELECT coalesce(sum(results), 0) FROM form_words WHERE form IN (SELECT number FROM forms WHERE job = ?)",
            (self._job,),
        ).fetchone()
        return int(count)

    def next_words(
        self, own: Sequence[str], learn: bool, room: int, most: int
    ) -> list[tuple[Asked, str, str]]:
        """What to ask for now, with the address and the page that has the form; at most `room`. `most` pages of results
        are read of a word (0: all)."""
        made: list[tuple[Asked, str, str]] = []
        for number, page in self._db.execute(
            "SELECT number, page FROM forms WHERE job = ? AND state = 'open' ORDER BY number", (self._job,)
        ).fetchall():
            if self._is_over(number):
                continue
            form = self._forms[number]
            words = self._choose(number, form.values or own, learn and not form.values, most)[:AT_ONCE]
            asked = [Asked(number, word) for word in words]
            if form.choices:
                asked += self._chosen(number, len(form.choices), own, waits=bool(words))
            for one in asked[: max(0, room - len(made))]:
                self._db.execute("INSERT INTO form_words (form, word, choice) VALUES (?, ?, ?)", one)
                made.append((one, form.address(one.word, one.choice), page))
        return made

    def _chosen(self, number: int, choices: int, own: Sequence[str], *, waits: bool) -> list[Asked]:
        """A few choices, of which least was asked, each with its next word; none before the form as it stands has told
        what its words bring, where there are words to wait for."""
        found: dict[int, dict[str, int]] = {choice: {} for choice in range(choices + 1)}
        for choice, word, new in self._db.execute(
            "SELECT choice, word, found FROM form_words WHERE form = ? AND answered = 1 ORDER BY rowid",
            (number,),
        ):
            found.setdefault(choice, {})[word] = new
        plain = found.pop(0)
        if waits and len(plain) < AT_ONCE:
            return []
        words = [*own, *sorted(plain, key=lambda word: -plain[word])]
        made: list[Asked] = []
        for choice in sorted(found, key=lambda one: len(found[one])):
            said = found[choice]
            barren = len(said) >= BARREN_CHOICE and not any([*said.values()][-BARREN_CHOICE:])
            word = next((word for word in words if word not in said), None)
            if word is not None and not barren:
                made.append(Asked(number, word, choice))
            if len(made) == AT_ONCE:
                break
        return made

    def _is_over(self, number: int) -> bool:
        last = self._db.execute(
            "SELECT found, refused FROM form_words WHERE form = ? AND choice = 0 AND answered = 1"
            " ORDER BY rowid DESC LIMIT ?",
            (number, BARREN),
        ).fetchall()
        state = ""
        if len(last) >= AT_ONCE and all(refused for _, refused in last):
            state = "refused"
        elif len(last) == BARREN and not any(found for found, _ in last):
            state = "barren"
        if state:
            self._db.execute("UPDATE forms SET state = ? WHERE number = ?", (state, number))
        return bool(state)

    def _choose(self, number: int, own: Sequence[str], learn: bool, most: int) -> list[str]:
        results = dict(
            self._db.execute("SELECT word, results FROM form_words WHERE form = ? AND choice = 0", (number,))
        )
        left = [word for word in own if word not in results]
        if left or not learn:
            return left
        rows = self._db.execute(
            "SELECT word, pages, times FROM site_words WHERE job = ? ORDER BY times DESC LIMIT ?",
            (self._job, _WEIGHED),
        ).fetchall()
        whole = 1 + max((pages for _, pages, _ in rows), default=0)
        # words as common as one that had more results than may be read would show the same ones again
        common = min(
            (pages for word, pages, _ in rows if most and results.get(word, 0) >= most), default=whole
        )
        rows.sort(key=lambda row: (row[1] >= common, -row[2] * math.log(whole / row[1]), row[0]))
        return [word for word, _, _ in rows if word not in results]


def _form(values: Sequence[object]) -> SearchForm:
    action, field, fixed, place, charset, post, choices, options = values
    kept = tuple((str(name), str(value)) for name, value in json.loads(str(fixed)))
    others = tuple(
        Choice(int(at), int(replaced), str(name), str(value))
        for at, replaced, name, value in json.loads(str(choices))
    )
    asked = tuple(map(str, json.loads(str(options))))
    return SearchForm(str(action), str(field), kept, int(str(place)), str(charset), bool(post), others, asked)


def form_reports(path: Path, job_id: str) -> list[FormReport]:
    """The forms that a job has filled, and what they brought. StorageFailed."""
    with opened(path) as db:
        rows = db.execute(
            "SELECT f.action, f.page, f.post, f.state, count(DISTINCT w.word), coalesce(sum(w.found), 0) FROM forms f"
            " LEFT JOIN form_words w ON w.form = f.number WHERE f.job = (SELECT number FROM jobs WHERE job_id = ?)"
            " GROUP BY f.number ORDER BY f.number",
            (job_id,),
        ).fetchall()
    return [
        FormReport(action, page, "post" if post else "get", state, words, pages)
        for action, page, post, state, words, pages in rows
    ]
