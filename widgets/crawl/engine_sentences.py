"""What the crawler says in English about settings and addresses: more templates for engine_words. Context "engine"."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP

TEMPLATES = (
    # settings that cannot work
    QT_TRANSLATE_NOOP("engine", "a crawl by topic needs guide words"),
    QT_TRANSLATE_NOOP("engine", "a guide word is empty"),
    QT_TRANSLATE_NOOP("engine", "every weight must be a number"),
    QT_TRANSLATE_NOOP("engine", "a rule for canonical addresses is unknown"),
    QT_TRANSLATE_NOOP("engine", "the rules for canonical addresses are fixed once a crawl has begun"),
    QT_TRANSLATE_NOOP("engine", "“{text}” is no IP address and no range of them"),
    QT_TRANSLATE_NOOP("engine", "delays, bandwidth and hops must not be negative"),
    QT_TRANSLATE_NOOP("engine", "limits must not be negative"),
    QT_TRANSLATE_NOOP("engine", "“{name}” must be a finite number"),
    QT_TRANSLATE_NOOP("engine", "“{value}” is none of the choices for “{name}”: {known}"),
    QT_TRANSLATE_NOOP("engine", "the contact address may hold only plain letters and signs"),
    QT_TRANSLATE_NOOP("engine", "the browser needs at least one worker and some time"),
    QT_TRANSLATE_NOOP("engine", "the shortest interval between visits must not exceed the longest"),
    QT_TRANSLATE_NOOP("engine", "the address of a proxy begins with http://, https:// or socks5://"),
    QT_TRANSLATE_NOOP("engine", "the log-in of a proxy belongs to the stored log-ins, not into its address"),
    QT_TRANSLATE_NOOP("engine", "the address of a proxy is a host name and a port"),
    QT_TRANSLATE_NOOP("engine", "“{name}” is no header that can be sent"),
    QT_TRANSLATE_NOOP("engine", "“{name}” belongs to the stored log-ins: settings are kept in the archive folder"),
    QT_TRANSLATE_NOOP("engine", "“{name}” is set by the program itself"),
    QT_TRANSLATE_NOOP("engine", "the crawl has ended"),
    # files with cookies
    QT_TRANSLATE_NOOP("engine", "the file is too large"),
    QT_TRANSLATE_NOOP("engine", "there is no cookie in it"),
    # why an address was left out, and remarks on those that were stored
    QT_TRANSLATE_NOOP("engine", "any"),
    QT_TRANSLATE_NOOP("engine", "{part} are not wanted"),
    QT_TRANSLATE_NOOP("engine", "requisites are not wanted"),
    QT_TRANSLATE_NOOP("engine", "sitemaps are not wanted"),
    QT_TRANSLATE_NOOP("engine", "requisite of a requisite"),
    QT_TRANSLATE_NOOP("engine", "the server or the page asks for it"),
    QT_TRANSLATE_NOOP("engine", "the same content under more than {count} addresses"),
    QT_TRANSLATE_NOOP("engine", "{count} parameters"),
    QT_TRANSLATE_NOOP("engine", "no such name"),
    QT_TRANSLATE_NOOP("engine", "no address"),
    QT_TRANSLATE_NOOP("engine", "certificate: {detail}"),
    QT_TRANSLATE_NOOP("engine", "not yet valid"),
    QT_TRANSLATE_NOOP("engine", "expired"),
    QT_TRANSLATE_NOOP("engine", "self-signed"),
    QT_TRANSLATE_NOOP("engine", "self-signed root"),
    QT_TRANSLATE_NOOP("engine", "unknown issuer"),
    QT_TRANSLATE_NOOP("engine", "revoked"),
    QT_TRANSLATE_NOOP("engine", "wrong name"),
    QT_TRANSLATE_NOOP("engine", "weak key"),
    QT_TRANSLATE_NOOP("engine", "weak signature"),
    QT_TRANSLATE_NOOP("engine", "outdated protocol {version}"),
)
