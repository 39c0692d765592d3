"""Some sites on one server, 127.0.0.1, 127.0.0.2 … at one port, whose pages link to each other; all requests noted."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

HOSTS = tuple(f"127.0.0.{number}" for number in range(1, 10))
PAGES = 6


class Sites(ThreadingHTTPServer):
    """Each of the `hosts` has so many `pages` below its front page; the last one of each leads to the next two hosts.
    `requests` are addresses, `times` with them (host, moment)."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, hosts: Sequence[str] = HOSTS, pages: int = PAGES, port: int = 0) -> None:
        super().__init__(("0.0.0.0", port), _Handler)  # all of 127.0.0.0/8
        self.hosts, self.pages = hosts, pages
        self.requests: list[str] = []
        self.times: list[tuple[str, float]] = []
        self._thread = threading.Thread(
            target=self.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        )
        self._thread.start()

    @property
    def seed(self) -> str:
        return self.url(0, "/")

    def url(self, host: int, path: str) -> str:
        return f"http://{self.hosts[host % len(self.hosts)]}:{self.server_port}{path}"

    def forget(self) -> None:
        self.requests.clear()
        self.times.clear()

    def page(self, host: int, path: str) -> str | None:
        if path == "/":
            links = [self.url(host, f"/p{number}") for number in range(self.pages)] + [self.seed]
        elif path.startswith("/p") and path[2:].isdigit() and int(path[2:]) < self.pages:
            links = [self.url(host, "/")]
            if path == f"/p{self.pages - 1}":
                links += [self.url(host + 1, "/"), self.url(host + 2, "/"), self.url(host + 1, "/p2")]
            if path == "/p0":
                links.append(self.url(host, "/moved"))
        else:
            return None
        anchors = "".join(f'<a href="{link}">to {link}</a> ' for link in links)
        return f"<title>{host}{path}</title><p>Page {path} of host {host}. {anchors}"

    def note(self, client: str, host: str) -> None:
        """For who wants to know who asks."""

    def close(self) -> None:
        self.shutdown()
        self.server_close()
        self._thread.join()

    def handle_error(self, request: object, client_address: object) -> None:
        """Clients that hang up are part of the tests."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Sites
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        sites = self.server
        name = self.headers["Host"].partition(":")[0]
        sites.times.append((name, time.monotonic()))
        sites.note(self.client_address[0], name)
        sites.requests.append(f"http://{self.headers['Host']}{self.path}")
        host = sites.hosts.index(name)
        headers = {"Content-Type": "text/html"}
        body, status = sites.page(host, self.path), 200
        if self.path == "/moved":
            status, headers["Location"], body = 302, sites.url(host + 4, "/p1"), ""
        elif body is None:
            status, body = 404, "not here"
        self.send_response(status)
        for key, value in headers.items():
            self.send_header(key, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *_: object) -> None:
        """Quiet."""
