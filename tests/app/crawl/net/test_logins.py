"""Cookies and passwords: where they go, where they never go, and where they lie."""

from __future__ import annotations

import hashlib
import json
import logging
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.archive.archive import Archive
from app.crawl.net.challenges import Challenge, Login, best
from app.crawl.net.cookies import (
    MOST_DOMAINS,
    MOST_OF_DOMAIN,
    MOST_TOGETHER,
    Cookie,
    CookieJar,
    CookiesUnreadable,
    parse,
    parse_date,
)
from app.crawl.net.logins import RunCookies, Vault
from app.crawl.rules.model import CrawlProgress
from app.crawl.run.crawl import Crawl
from app.errors import StorageUnreadable

Run = Callable[..., tuple[Crawl, CrawlProgress]]


# -- cookies


def jar(*lines: str, url: str = "https://www.lib.pku.edu.cn/a/b", now: float = 1000.0) -> CookieJar:
    made = CookieJar(clock=lambda: now)
    made.take(url, lines)
    return made


@pytest.mark.parametrize(
    ("line", "url", "header"),
    [
        ("a=1", "https://www.lib.pku.edu.cn/a/x", "a=1"),
        ("a=1", "https://www.lib.pku.edu.cn/other", ""),
        ("a=1; Path=/", "https://www.lib.pku.edu.cn/other", "a=1"),
        ("a=1; Path=/a", "https://www.lib.pku.edu.cn/ab", ""),
        ("a=1; Path=/", "https://lib.pku.edu.cn/", ""),
        ("a=1; Path=/; Domain=pku.edu.cn", "https://other.pku.edu.cn/", "a=1"),
        ("a=1; Path=/; Domain=.PKU.edu.cn", "https://pku.edu.cn/", "a=1"),
        ("a=1; Path=/; Domain=edu.cn", "https://www.lib.pku.edu.cn/", ""),
        ("a=1; Path=/; Domain=x.lib.pku.edu.cn", "https://x.lib.pku.edu.cn/", ""),
        ("a=1; Path=/; Secure", "http://www.lib.pku.edu.cn/", ""),
        ("a=1; Path=/; Secure", "https://www.lib.pku.edu.cn/", "a=1"),
        ("a=1; Path=/; Max-Age=0", "https://www.lib.pku.edu.cn/", ""),
        (
            "a=1; Path=/; Max-Age=10; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
            "https://www.lib.pku.edu.cn/",
            "a=1",
        ),
        ("a=1; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT", "https://www.lib.pku.edu.cn/", ""),
        ("a=b=c; Path=/", "https://www.lib.pku.edu.cn/", "a=b=c"),
        ("alone; Path=/", "https://www.lib.pku.edu.cn/", "alone"),
        ("a=1\x00; Path=/", "https://www.lib.pku.edu.cn/", ""),
        ("a=" + "x" * 5000 + "; Path=/", "https://www.lib.pku.edu.cn/", ""),
        ("", "https://www.lib.pku.edu.cn/", ""),
    ],
)
def test_cookies_go_where_they_belong(line: str, url: str, header: str) -> None:
    assert jar(line).header(url) == header


def test_nobody_sets_cookies_for_what_lies_below_a_public_suffix_or_an_ip_address() -> None:
    assert jar("a=1; Domain=localhost", url="http://localhost/").header("http://x.localhost/") == ""
    assert jar("a=1; Domain=127.0.0.1", url="http://127.0.0.1/").header("http://127.0.0.1/") == "a=1"
    assert jar("a=1; Domain=0.0.1", url="http://127.0.0.1/").header("http://127.0.0.1/") == ""
    assert jar("a=1; Domain=edu.cn", url="http://edu.cn/").header("http://pku.edu.cn/") == ""


def test_a_later_cookie_replaces_and_removes_an_earlier_one() -> None:
    made = jar("a=1; Path=/", "b=2; Path=/a", "a=3; Path=/")
    assert made.header("https://www.lib.pku.edu.cn/a/") == "b=2; a=3", "longer paths first"
    made.take("https://www.lib.pku.edu.cn/", ["a=; Path=/; Max-Age=0"])
    assert made.header("https://www.lib.pku.edu.cn/a/") == "b=2"


def test_cookies_stay_bounded() -> None:
    made = CookieJar()
    for number in range(MOST_OF_DOMAIN * 2):
        made.take("http://h.org/", [f"c{number}=1"])
    assert len(list(made)) == MOST_OF_DOMAIN and f"c{MOST_OF_DOMAIN * 2 - 1}=1" in made.header(
        "http://h.org/"
    )
    for number in range(MOST_DOMAINS + 100):
        made.add(Cookie("a", "1", f"h{number}.org"))
    assert len(made._domains) == MOST_DOMAINS
    # a host under ever new names, with as much as it may set
    for number in range(6000):
        made.add(Cookie("a", "x" * 4000, f"n{number}.h.org"))
        made.add(Cookie("a", "y" * 3900, f"n{number}.h.org"))
    values = [cookie.value for cookie in made]
    assert 0.9 * MOST_TOGETHER < sum(map(len, values)) <= MOST_TOGETHER and values[-1] == "y" * 3900
    made.add(Cookie("a", "", "n5999.h.org", expires=1.0))
    assert made._size == sum(len(cookie.name) + len(cookie.value) for cookie in made)


@pytest.mark.parametrize(
    "text",
    [
        "Sun, 06 Nov 1994 08:49:37 GMT",
        "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994",
        "6nov1994 8:49:37",
    ],
)
def test_the_dates_of_cookies_have_many_forms(text: str) -> None:
    assert parse_date(text.replace("6nov1994", "6 nov 1994")) == 784111777.0


@pytest.mark.parametrize(
    "text", ["", "yesterday", "Sun, 32 Nov 1994 08:49:37 GMT", "06 Nov 1994", "99:99:99 1 jan 2000"]
)
def test_what_is_no_date_is_none(text: str) -> None:
    assert parse_date(text) is None


# -- authentication


def test_digest_by_the_examples_of_the_rfc() -> None:
    """RFC 7616, 3.9.1."""
    header = (
        'Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm={}, '
        'nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"'
    )
    login = Login("Mufasa", "Circle of Life")
    for algorithm, wanted in [
        ("MD5", "8ca523f5e9506fed4657c9700eebdbec"),
        ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
    ]:
        challenge = best([header.format(algorithm)])
        assert challenge is not None
        answer = challenge.answer(
            login, "GET", "/dir/index.html", "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"
        )
        assert (
            f'response="{wanted}"' in answer and "nc=00000001" in answer and 'uri="/dir/index.html"' in answer
        )
        assert "nc=00000002" in challenge.answer(login, "GET", "/")


def test_the_safest_of_several_challenges_is_answered() -> None:
    offered = [
        'Negotiate, Basic realm="say, Digest x"',
        'Digest nonce="a", Digest nonce="b", algorithm=SHA-256',
    ]
    challenge = best(offered)
    assert challenge is not None and challenge.parameters["algorithm"] == "SHA-256"
    assert best(['Basic realm="say, Digest nonce=x"']) == Challenge("basic", {"realm": "say, Digest nonce=x"})
    assert best(['Digest nonce="a", qop="auth-int"', "Bearer", "Digest algorithm=MD5"]) is None
    assert best([]) is None


@pytest.mark.parametrize(
    ("offered", "user", "algorithm"),
    [
        (['Basic realm="x", Digest realm="r", nonce="n", qop="auth"'], "u", "md5"),
        (['Digest realm="r", nonce="n", qop="auth", Basic realm="x"'], "u", "md5"),
        (
            ['Digest realm="r", nonce="n", algorithm=X-NEW', 'Digest realm="r", nonce="n", qop="auth"'],
            "u",
            "md5",
        ),
        (['DIGEST REALM="r", NONCE="n", QOP="auth"'], "u", "md5"),
        (['Digest realm="r", nonce="n", qop="auth-int,  auth"'], "u", "md5"),
        (['Digest realm="r", nonce="n", qop="auth"'], 'a"b', "md5"),
        (['Digest realm="r", nonce="n", qop="auth", algorithm=SHA-512-256'], "u", "sha512_256"),
        (
            ['Digest realm="r", nonce="n", qop="auth", algorithm=SHA-256, userhash=true, charset=UTF-8'],
            "Jäsøn",
            "sha256",
        ),
    ],
)
def test_digest_challenges_in_every_spelling_are_answered(
    offered: list[str], user: str, algorithm: str
) -> None:
    """httpx.DigestAuth answers the second and the last of these."""

    def digest(text: str) -> str:
        return hashlib.new(algorithm, text.encode()).hexdigest()

    challenge = best(offered)
    assert challenge is not None
    answer = challenge.answer(Login(user, "p"), "GET", "/a", "c")
    told = user.replace('"', '\\"')
    secret = digest(f"{user}:r:p")
    request = digest("GET:/a")
    response = digest(f"{secret}:n:00000001:c:auth:{request}")
    assert f'username="{told}"' in answer and f'response="{response}"' in answer


# -- in a crawl


def guarded(site: Any, scheme: str) -> list[str]:
    """/a links to /b; both want a log-in. Returns what was sent as Authorization."""
    sent: list[str] = []

    def page(text: str) -> Callable[[Any], None]:
        def answer(handler: Any) -> None:
            given = handler.headers.get("Authorization", "")
            sent.append(given)
            if given == "Basic d2hvOnNlY3JldA==" or ("response=" in given and 'username="who"' in given):
                handler.reply(200, {"Content-Type": "text/html"}, text.encode())
            else:
                challenge = (
                    'Basic realm="r"' if scheme == "basic" else 'Digest realm="r", nonce="n", qop="auth"'
                )
                handler.reply(401, {"WWW-Authenticate": challenge}, b"who are you?")

        return answer

    site.pages["/a"] = page('<a href="/b">b</a>')
    site.pages["/b"] = page("inside")
    return sent


@pytest.mark.parametrize("scheme", ["basic", "digest"])
def test_a_crawl_logs_in_with_what_is_stored(
    site: Any, crawl: Run, archive: Archive, scheme: str, config: Path
) -> None:
    sent = guarded(site, scheme)
    Vault().set_login(site.url.removeprefix("http://"), "who", "secret")
    _, progress = crawl("/a", retries=0)
    assert progress.pages == 2 and progress.errors == 0
    assert len(sent) == 3 and sent[0] == "" and all(sent[1:]), "asked once; from then on the answer is known"
    for path in archive.path.rglob("*"):
        assert path.is_dir() or b"secret" not in path.read_bytes(), "nothing of it in the archive"


def test_a_wrong_password_is_tried_once_and_the_answer_stored(
    site: Any, crawl: Run, reasons: Any, config: Path
) -> None:
    sent = guarded(site, "basic")
    Vault().set_login("127.0.0.1", "who", "wrong")
    job, progress = crawl("/a")
    assert reasons(job)["/a"] == ("error", "http-401") and progress.pages == 1
    assert len([given for given in sent if given]) == 1


def test_a_crawl_that_may_not_log_in_does_not(site: Any, crawl: Run, config: Path) -> None:
    sent = guarded(site, "basic")
    Vault().set_login("127.0.0.1", "who", "secret")
    crawl("/a", logins=False)
    assert sent == [""]


def test_cookies_of_a_run_go_on_after_a_stop_and_end_with_the_job(
    site: Any, archive: Archive, settings: Any, config: Path
) -> None:
    site.pages["/a"] = (
        200,
        {"Content-Type": "text/html", "Set-Cookie": "session=s3cret"},
        b'<a href="/b">b</a>',
    )

    def stop(handler: Any) -> None:
        first.stop()
        handler.reply(200, {"Content-Type": "text/html"}, b'<a href="/c">c</a>')

    site.pages["/b"] = stop
    site.pages["/c"] = "end"
    first = Crawl.new(archive, settings("/a"))
    first.run()
    assert first.progress().state == "stopped" and site.headers["/b"]["Cookie"] == "session=s3cret"
    kept = config / "crawl-cookies" / f"{first.job_id}.json"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    again = Crawl.resume(archive, first.job_id)
    again.run()
    assert site.headers["/c"]["Cookie"] == "session=s3cret"
    assert not kept.exists(), "a finished job has no use for them"
    assert b"s3cret" not in archive.crawl_db.read_bytes()


# -- the vault


def test_the_vault_is_for_nobody_else_to_read_and_shows_nothing(
    config: Path, caplog: pytest.LogCaptureFixture
) -> None:
    vault = Vault()
    vault.set_login("Lib.example.org", "who", "s3cret")
    vault.set_login("lib.example.org:8443", "other", "s3cret2")
    assert stat.S_IMODE((config / "logins.json").stat().st_mode) == 0o600
    assert stat.S_IMODE(config.stat().st_mode) == 0o700
    assert vault.logins() == {"lib.example.org": "who", "lib.example.org:8443": "other"}
    login = vault.login("lib.example.org")
    assert login == Login("who", "s3cret") and vault.login("lib.example.org:8443").user == "other"  # type: ignore[union-attr]
    assert vault.login("lib.example.org:81") == login and vault.login("example.org") is None
    cookie = parse("session=s3cret", "http://h.org/", 0.0)
    logging.getLogger("test").warning("%r %s %r %s", login, login, cookie, vault)
    assert "s3cret" not in caplog.text
    vault.forget("lib.example.org")
    assert vault.logins() == {"lib.example.org:8443": "other"}


def test_cookies_are_imported_from_netscape_files_and_json(
    config: Path, tmp_path: Path, site: Any, crawl: Run
) -> None:
    lines = tmp_path / "cookies.txt"
    lines.write_text(
        "# Netscape HTTP Cookie File\n"
        "#HttpOnly_127.0.0.1\tFALSE\t/\tFALSE\t4102444800\tone\t1\n"
        ".example.org\tTRUE\t/\tTRUE\t0\ttwo\t2\n"
        "127.0.0.1\tFALSE\t/\tFALSE\t100\told\tgone\n"
        "no cookie at all\n",
    )
    vault = Vault()
    assert vault.import_cookies(lines) == 3
    listed = tmp_path / "cookies.json"
    listed.write_text(
        json.dumps(
            [
                {
                    "domain": "127.0.0.1",
                    "name": "three",
                    "value": "3",
                    "path": "/",
                    "expirationDate": 4102444800.5,
                },
                {
                    "domain": ".example.org",
                    "hostOnly": False,
                    "name": "four",
                    "value": "4",
                    "path": "/",
                    "session": True,
                },
                {"name": "homeless", "value": "x"},
                "nonsense",
            ]
        )
    )
    assert vault.import_cookies(listed) == 2
    state = tmp_path / "state.json"
    state.write_text(
        json.dumps({"cookies": [{"name": "five", "value": "5", "domain": "127.0.0.1", "expires": -1}]})
    )
    assert vault.import_cookies(state) == 1
    assert {cookie.name for cookie in vault.cookies_for("127.0.0.1")} == {"one", "three", "five"}
    assert {cookie.name for cookie in vault.cookies_for("www.example.org")} == {"two", "four"}
    site.links(a="")
    crawl("/a")
    assert sorted(site.headers["/a"]["Cookie"].split("; ")) == ["five=5", "one=1", "three=3"]
    vault.forget("127.0.0.1")
    assert vault.cookies_for("127.0.0.1") == ()
    assert {cookie.name for cookie in vault.cookies()} == {
        "two",
        "four",
    }  # the one that had expired is gone, too


@pytest.mark.parametrize("content", [b"", b"<html>", b"[1, 2]", b"{", b"\xff\xfe\x00", b"[" * 100_000])
def test_a_file_without_cookies_is_told(config: Path, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x"
    path.write_bytes(content)
    with pytest.raises(CookiesUnreadable):
        Vault().import_cookies(path)
    with pytest.raises(CookiesUnreadable):
        Vault().import_cookies(tmp_path / "missing")


def test_a_damaged_vault_is_told_and_never_overwritten(config: Path, site: Any, crawl: Run) -> None:
    config.mkdir(exist_ok=True)
    (config / "logins.json").write_text("{damaged")
    with pytest.raises(StorageUnreadable):
        Vault().set_login("h.org", "a", "b")
    assert (config / "logins.json").read_text() == "{damaged"
    site.links(a="")
    _, progress = crawl("/a")
    assert progress.pages == 1, "a crawl works without"


def test_cookies_of_runs_that_never_went_on_are_cleared_away(tmp_path: Path) -> None:
    cookie = Cookie("a", "1", "h.org")
    RunCookies("old", tmp_path).save([cookie])
    os.utime(tmp_path / "old.json", (0, 0))
    RunCookies("new", tmp_path).save([cookie, Cookie("b", "2", "h.org", imported=True)])
    assert [path.name for path in tmp_path.iterdir()] == ["new.json"]
    assert RunCookies("new", tmp_path).load() == (cookie,), "what is imported has its own place"
