"""Who may ask, and what is hidden."""

from __future__ import annotations

import base64
import re
import socket
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.service.collection import Hidden, HiddenUnreadable, read_hidden
from tests.app.service.conftest import HOME, Serve


def test_a_token_is_needed_and_taken_in_both_ways(serve: Serve) -> None:
    """As a bearer, and as the password that a browser asks for; no other, none in the address."""
    client = serve(token="geheim")
    basic = base64.b64encode(b"anyone:geheim").decode()
    assert client.get("/").status_code == 401
    assert client.get("/?token=geheim").status_code == 401
    assert client.get("/", headers={"Authorization": "Bearer wrong"}).status_code == 401
    assert client.get("/", headers={"Authorization": "Basic !"}).status_code == 401
    assert client.get("/", headers={"Authorization": f"Basic {basic}"}).status_code == 200
    assert client.get("/", headers={"Authorization": "Bearer geheim"}).status_code == 200


def test_a_client_that_asks_too_often_is_told_to_wait(serve: Serve) -> None:
    client = serve(rate=0.05)  # one at once, the next in twenty seconds
    assert client.get("/").status_code == 200
    answer = client.get("/")
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) > 1


def test_what_a_client_has_left_is_told_with_every_answer(serve: Serve) -> None:
    """As the fields of draft-ietf-httpapi-ratelimit-headers say it; nothing where there is no limit. Attempts without the
    token count, too."""
    client = serve(rate=0.2, token="geheim")  # four in twenty seconds
    known = {"Authorization": "Bearer geheim"}
    for left in (3, 2):
        answer = client.get("/", headers=known)
        assert answer.headers["ratelimit-policy"] == '"client";q=4;w=20'
        found = re.fullmatch(r'"client";r=(\d+);t=(\d+)', answer.headers["ratelimit"])
        assert found and int(found[1]) == left
        assert 5 * (4 - left) - 1 <= int(found[2]) <= 5 * (4 - left)
    for status in (401, 401, 429):
        answer = client.get("/", headers={"Authorization": "Bearer wrong"})
        assert answer.status_code == status
    assert answer.headers["ratelimit"] == f'"client";r=0;t={answer.headers["retry-after"]}'
    assert "ratelimit" not in serve().get("/").headers


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
def test_nothing_can_be_written(serve: Serve, method: str) -> None:
    assert serve().request(method, f"/one/{HOME}").status_code == 405


def test_hidden_addresses_are_not_shown_anywhere(serve: Serve, tmp_path: Path) -> None:
    """451 with the reason; lists leave them out; what is hidden until a day that is past is shown."""
    file = tmp_path / "hidden.txt"
    file.write_text(
        f"# held back\n\nhttp://example.com/about - A person asked for it\n{HOME}s.css 2001-01-31\n", "utf-8"
    )
    client = serve(hidden=read_hidden(file))
    answer = client.get("/one/20200102120000/http://example.com/about.html")
    assert (answer.status_code, answer.json()["detail"]) == (451, "A person asked for it")
    assert "about" not in client.get("/one/cdx?url=example.com/*").text
    assert client.get("/one/timemap/link/http://example.com/about.html").status_code == 451
    assert client.get("/one/20200101120000/http://example.com/s.css").status_code == 200


def test_a_line_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    file = tmp_path / "hidden.txt"
    file.write_text("http://a.test/ -\nhttp://b.test/ someday\n", "utf-8")
    with pytest.raises(HiddenUnreadable, match="Line 2"):
        read_hidden(file)
    assert Hidden("test,a)/", None, "").holds("test,a)/x", datetime.now(UTC))


@pytest.mark.parametrize(
    "path",
    [
        "/one/../../etc/passwd",
        "/one/20200101120000/file:///etc/passwd",
        "/one/%00",
        "/one/timemap/",
        "/one/" + "x" * 40_000,
        "/%2e%2e/",
    ],
)
def test_no_path_reaches_further_than_the_archive(serve: Serve, path: str) -> None:
    """Addresses that are in no archive, told as such; never a fault of the service."""
    client = serve()
    with socket.create_connection((client.base_url.host, client.base_url.port or 80)) as raw:
        raw.sendall(f"GET {path} HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n".encode())
        answer = b"".join(iter(lambda: raw.recv(65536), b""))
    assert 400 <= int(answer.split()[1]) < 500


def test_a_name_that_is_no_host_is_not_repeated(serve: Serve) -> None:
    """What a client says of the service's name stands in links only when it can be one."""
    client = serve()
    with socket.create_connection((client.base_url.host, client.base_url.port or 80)) as raw:
        raw.sendall(f"GET /one/timegate/{HOME} HTTP/1.1\r\nHost: a<b>\r\nConnection: close\r\n\r\n".encode())
        answer = b"".join(iter(lambda: raw.recv(65536), b"")).decode()
    assert "a<b>" not in answer


def test_scripts_of_named_origins_alone_may_read(serve: Serve) -> None:
    """Any page open in a browser can ask a service on this machine; what it says is for those that were named."""
    client = serve(origins=("https://viewer.test",), token="geheim")
    asked = {"Origin": "https://viewer.test", "Access-Control-Request-Headers": "range"}
    before = client.options("/api/v1/one/wacz", headers=asked)
    assert before.status_code == 204
    assert before.headers["access-control-allow-origin"] == "https://viewer.test"
    assert "Range" in before.headers["access-control-allow-headers"]
    entry = {"Authorization": "Bearer geheim"}
    answer = client.get("/api/v1/", headers={**asked, **entry})
    assert answer.headers["access-control-allow-origin"] == "https://viewer.test"
    other = client.get("/api/v1/", headers={**entry, "Origin": "https://other.test"})
    assert "access-control-allow-origin" not in other.headers and "Origin" in other.headers["vary"]
    assert "access-control-allow-origin" not in serve().get("/api/v1/", headers=asked).headers
