"""`logins`: passwords and cookies that crawls may use; they are kept outside of all archives."""

from __future__ import annotations

import getpass
import sys
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from app.cli.arguments import Json, argument, text
from app.cli.console import Refused, counted, emit, say

Host = Annotated[
    str,
    argument("HOST", "A host, with its port if that is not the usual one.", callback=text),
]

logins = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    help="Log-ins and cookies for crawls: list, set, import, forget. They are kept for this person on this machine and "
    "never in an archive.",
    epilog="Example: [bold]tianwang logins import cookies.txt[/bold]",
)


@logins.command("list")
def list_(as_json: Json = False) -> None:
    """List the hosts with a log-in (kind login, with the user's name) or cookies (kind cookies, with their number).
    Passwords and cookies are not shown.

    The JSON fields are kind, host, user, count.
    """
    from app.crawl.net.logins import Vault

    vault = Vault()
    for host, user in sorted(vault.logins().items()):
        emit({"kind": "login", "host": host, "user": user, "count": None}) if as_json else say(
            f"login    {host}  {user}"
        )
    for host, count in sorted(Counter(cookie.domain for cookie in vault.cookies()).items()):
        if as_json:
            emit({"kind": "cookies", "host": host, "user": None, "count": count})
        else:
            say(f"cookies  {host}  {count}")


@logins.command("set")
def set_(host: Host, user: Annotated[str, argument("USER", "The user's name.", callback=text)]) -> None:
    """Store the log-in of a host (HTTP authentication). The password is asked for, or read from standard input."""
    from app.crawl.net.logins import Vault

    if sys.stdin.isatty():
        try:
            password = getpass.getpass("Password: ", sys.stderr)
        except EOFError:
            password = ""
    else:
        password = _read_line()
    if not password:
        raise Refused(detail="No password was given.")
    Vault().set_login(host, user, password)


def _read_line() -> str:
    try:
        line = sys.stdin.readline().rstrip("\r\n")
        line.encode()
    except UnicodeError:
        raise Refused(detail="The password is not valid UTF-8.") from None
    return line


@logins.command("import")
def import_(
    file: Annotated[Path, argument("FILE", "cookies.txt, or JSON as browsers' extensions write it.")],
    as_json: Json = False,
) -> None:
    """Store the cookies of a file, as a browser's extension exports them after you have logged in there.

    With --json one object with their count.
    """
    from app.crawl.net.logins import Vault

    count = Vault().import_cookies(file)
    emit({"count": count}) if as_json else say(counted(count, "cookie"))


@logins.command("forget")
def forget(host: Host) -> None:
    """Forget the log-in of a host, and all cookies that would be sent to it."""
    from app.crawl.net.logins import Vault

    vault = Vault()
    if host.strip().lower() not in vault.logins() and not vault.cookies_for(host):
        raise Refused(detail=f"Nothing is stored for {host}.")
    vault.forget(host)
