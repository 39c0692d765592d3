"""What robots.txt files mean: facts as rows. The cases are those of the RFC's reference parser and of the catalogue.

A row is (name, lines of the file, asking crawler, addresses it may fetch, addresses it may not).
"""

from __future__ import annotations

F, B = "FooBot", "BarBot"
H = "http://foo.bar"
_LONG = 2083 * 8
_A = "/x/" + "a" * (_LONG - 12)
_B = "/x/" + "b" * (_LONG - 9)
_C = "/x/" + "c" * (_LONG - 9)
_GROUPS = (
    "allow: /foo/bar/\n\nuser-agent: FooBot\ndisallow: /\nallow: /x/\nuser-agent: BarBot\ndisallow: /\nallow: /y/\n\n\n"
    "allow: /w/\nuser-agent: BazBot\n\nuser-agent: FooBot\nallow: /z/\ndisallow: /\n"
)
_FISHES = (
    "/fish",
    "/fish.html",
    "/fish/salmon.html",
    "/fishheads",
    "/fishheads/yummy.html",
    "/fish.html?id=anything",
)
_NO_FISHES = ("/bar", "/Fish.asp", "/catfish", "/?id=fish")
_TWO = "{0}: FooBot\n{1}: /x/\n{2}: /\n"
_GLOBAL = "user-agent: *\nallow: /\nuser-agent: FooBot\ndisallow: /\n"
_NAMED = "user-agent: FooBot\nallow: /\nuser-agent: BarBot\ndisallow: /\nuser-agent: BazBot\ndisallow: /\n"
_SPACED = "User-Agent: *\nDisallow: /\nUser-Agent: Foo Bar\nAllow: /x/\nDisallow: /\n"


def _foo(*rules: str) -> str:
    return "user-agent: FooBot\n" + "".join(rule + "\n" for rule in rules)


CASES: tuple[tuple[str, str, str, tuple[str, ...], tuple[str, ...]], ...] = (
    # ---- the whole of it
    ("an empty file", "", F, ("", "/x"), ()),
    ("an empty file, nobody asks", "", "", ("",), ()),
    ("nobody asks", _foo("disallow: /"), "", ("",), ()),
    ("no address", _foo("disallow: /"), F, (), ("",)),
    # ---- lines
    ("keys", _foo("disallow: /"), F, (), ("/x/y",)),
    ("unknown keys", "foo: FooBot\nbar: /\n", F, ("/x/y",), ()),
    ("no colons", "user-agent FooBot\ndisallow /\n", F, (), ("/x/y",)),
    ("three words without a colon are no line", "user-agent FooBot\ndisallow / all\n", F, ("/x/y",), ()),
    ("capital keys", _TWO.format("USER-AGENT", "ALLOW", "DISALLOW"), F, ("/x/y",), ("/a/b",)),
    ("small keys", _TWO.format("user-agent", "allow", "disallow"), F, ("/x/y",), ("/a/b",)),
    ("mixed keys", _TWO.format("uSeR-aGeNt", "AlLoW", "dIsAlLoW"), F, ("/x/y",), ("/a/b",)),
    ("misspelt keys", "useragent: FooBot\ndissalow: /a\ndisalow: /b\n", F, ("/c",), ("/a", "/b")),
    (
        "a comment after a rule",
        _foo("# Disallow: /", "Disallow: /foo/quz#qux", "Allow: /"),
        F,
        ("/foo/bar",),
        ("/foo/quz",),
    ),
    # ---- groups
    ("groups of one crawler are one", _GROUPS, F, ("/x/b", "/z/d"), ("/y/c", "/foo/bar/")),
    ("blank lines end no group", _GROUPS, B, ("/y/c", "/w/a"), ("/z/d", "/foo/bar/")),
    ("a group goes on to the next rules", _GROUPS, "BazBot", ("/z/d",), ("/foo/bar/",)),
    (
        "a sitemap ends no group",
        "User-agent: BarBot\nSitemap: https://foo.bar/sitemap\nUser-agent: *\nDisallow: /\n",
        B,
        (),
        ("/",),
    ),
    (
        "nor for others",
        "User-agent: BarBot\nSitemap: https://foo.bar/sitemap\nUser-agent: *\nDisallow: /\n",
        F,
        (),
        ("/",),
    ),
    (
        "an unknown line ends no group",
        "User-agent: FooBot\nInvalid-Unknown-Line: unknown\nUser-agent: *\nDisallow: /\n",
        F,
        (),
        ("/",),
    ),
    (
        "nor for the others",
        "User-agent: FooBot\nInvalid-Unknown-Line: unknown\nUser-agent: *\nDisallow: /\n",
        B,
        (),
        ("/",),
    ),
    (
        "a delay ends no group",
        "User-agent: FooBot\nCrawl-delay: 5\nUser-agent: BarBot\nDisallow: /\n",
        F,
        (),
        ("/",),
    ),
    # ---- names of crawlers
    ("a name in capitals", "User-Agent: FOO BAR\nAllow: /x/\nDisallow: /\n", "Foo", ("/x/y",), ("/a/b",)),
    (
        "a name in small letters",
        "User-Agent: foo bar\nAllow: /x/\nDisallow: /\n",
        "Foo",
        ("/x/y",),
        ("/a/b",),
    ),
    ("a name in both", "User-Agent: FoO bAr\nAllow: /x/\nDisallow: /\n", "foo", ("/x/y",), ("/a/b",)),
    ("a name up to its first space", _SPACED, "Foo", ("/x/y",), ()),
    ("no crawler has a space in its name", _SPACED, "Foo Bar", (), ("/x/y",)),
    ("a version is no part of a name", "User-agent: FooBot/2.1\nDisallow: /\n", F, (), ("/a",)),
    ("a beginning of a name is another name", "User-agent: Foo\nDisallow: /\n", F, ("/a",), ()),
    ("the general group is for the others", _GLOBAL, B, ("/x/y",), ()),
    ("the general group is not for the named", _GLOBAL, F, (), ("/x/y",)),
    ("no group for this one", _NAMED, "QuxBot", ("/x/y",), ()),
    ("words after the asterisk", "User-agent: * all\nDisallow: /\n", F, (), ("/a",)),
    (
        "a group of one's own without rules",
        "User-agent: *\nDisallow: /\n\nUser-agent: FooBot\nDisallow:\n",
        F,
        ("/a",),
        (),
    ),
    # ---- paths
    ("small paths", _foo("disallow: /x/"), F, (), ("/x/y",)),
    ("capital paths", _foo("disallow: /X/"), F, ("/x/y",), ()),
    ("the longer rule forbids", _foo("disallow: /x/page.html", "allow: /x/"), F, (), ("/x/page.html",)),
    ("the longer rule allows", _foo("allow: /x/page.html", "disallow: /x/"), F, ("/x/page.html",), ("/x/",)),
    ("empty rules", _foo("disallow: ", "allow: "), F, ("/x/page.html",), ()),
    ("of two alike the kind one", _foo("disallow: /", "allow: /"), F, ("/x/page.html",), ()),
    ("a slash more", _foo("disallow: /x", "allow: /x/"), F, ("/x/",), ("/x",)),
    (
        "of two long ones the kind one",
        _foo("disallow: /x/page.html", "allow: /x/page.html"),
        F,
        ("/x/page.html",),
        (),
    ),
    ("an asterisk counts", _foo("allow: /page", "disallow: /*.html"), F, ("/page",), ("/page.html",)),
    (
        "the longer one beats the asterisk",
        _foo("allow: /x/page.", "disallow: /*.html"),
        F,
        ("/x/page.html",),
        ("/x/y.html",),
    ),
    (
        "only the named group counts",
        "User-agent: *\nDisallow: /x/\nUser-agent: FooBot\nDisallow: /y/\n",
        F,
        ("/x/page",),
        ("/y/page",),
    ),
    # ---- escapes
    (
        "an address in an address",
        _foo("Disallow: /", "Allow: /foo/bar?qux=taz&baz=http://foo.bar?tar&par"),
        F,
        ("/foo/bar?qux=taz&baz=http://foo.bar?tar&par",),
        (),
    ),
    (
        "what is beyond ASCII",
        _foo("Disallow: /", "Allow: /foo/bar/ツ"),
        F,
        ("/foo/bar/%E3%83%84",),
        ("/foo/bar/ツ",),
    ),
    (
        "the same escaped",
        _foo("Disallow: /", "Allow: /foo/bar/%E3%83%84"),
        F,
        ("/foo/bar/%E3%83%84",),
        ("/foo/bar/ツ",),
    ),
    (
        "letters escaped without need",
        _foo("Disallow: /", "Allow: /foo/bar/%62%61%7A"),
        F,
        ("/foo/bar/%62%61%7A",),
        ("/foo/bar/baz",),
    ),
    ("small hexadecimal digits", _foo("Disallow: /a%3cd"), F, ("/a<d",), ("/a%3cd", "/a%3Cd")),
    (
        "a tilde escaped in the rule",
        _foo("Disallow: /%7Ejoe/"),
        F,
        ("/joe/",),
        ("/~joe/a", "/%7Ejoe/a", "/%7ejoe/a"),
    ),
    ("a tilde escaped in the address", _foo("Disallow: /~joe/"), F, (), ("/%7Ejoe/a", "/~joe/a")),
    ("an escaped slash is no slash", _foo("Disallow: /a%2fb"), F, ("/a/b",), ("/a%2Fb",)),
    # ---- signs
    (
        "an asterisk between",
        _foo("Disallow: /foo/bar/quz", "Allow: /foo/*/qux"),
        F,
        ("/foo/quz", "/foo//quz", "/foo/bax/quz"),
        ("/foo/bar/quz",),
    ),
    (
        "an end",
        _foo("Disallow: /foo/bar$", "Allow: /foo/bar/qux"),
        F,
        ("/foo/bar/qux", "/foo/bar/", "/foo/bar/baz"),
        ("/foo/bar",),
    ),
    ("a dollar elsewhere", _foo("Disallow: /a$b"), F, ("/a",), ("/a$bc",)),
    ("asterisk and end", _foo("Disallow: /a*$"), F, ("/b",), ("/a", "/abc?d")),
    (
        "many asterisks",
        _foo("Disallow: /" + "*a" * 50 + "$"),
        F,
        ("/" + "a" * 49, "/" + "a" * 5000 + "b"),
        ("/" + "a" * 5000,),
    ),
    (
        "index.html is its folder",
        "User-Agent: *\nAllow: /allowed-slash/index.html\nDisallow: /\n",
        "foobot",
        ("/allowed-slash/", "/allowed-slash/index.html"),
        ("/allowed-slash/index.htm", "/anyother-url"),
    ),
    # ---- lines without end
    ("a long line is cut", _foo(f"disallow: {_A}/qux"), F, ("/fux",), (_A + "/fux",)),
    (
        "long lines are cut",
        _foo("disallow: /", f"allow: {_B}/qux", f"allow: {_C}/qux"),
        F,
        (_B + "/qux", _C + "/fux"),
        ("/",),
    ),
    # ---- prefixes
    ("/fish", _foo("disallow: /", "allow: /fish"), F, _FISHES, _NO_FISHES),
    ("/fish*", _foo("disallow: /", "allow: /fish*"), F, _FISHES, (*_NO_FISHES, "/Fish.bar")),
    (
        "/fish/",
        _foo("disallow: /", "allow: /fish/"),
        F,
        ("/fish/", "/fish/salmon", "/fish/?salmon", "/fish/salmon.html", "/fish/?id=anything"),
        ("/bar", "/fish", "/fish.html", "/Fish/Salmon.html"),
    ),
    (
        "/*.php",
        _foo("disallow: /", "allow: /*.php"),
        F,
        (
            "/filename.php",
            "/folder/filename.php",
            "/folder/filename.php?parameters",
            "//folder/any.php.file.html",
            "/filename.php/",
            "/index?f=filename.php/",
        ),
        ("/bar", "/php/", "/index?php", "/windows.PHP"),
    ),
    (
        "/*.php$",
        _foo("disallow: /", "allow: /*.php$"),
        F,
        ("/filename.php", "/folder/filename.php"),
        (
            "/bar",
            "/filename.php?parameters",
            "/filename.php/",
            "/filename.php5",
            "/php/",
            "/filename?php",
            "/aaaphpaaa",
            "//windows.PHP",
        ),
    ),
    (
        "/fish*.php",
        _foo("disallow: /", "allow: /fish*.php"),
        F,
        ("/fish.php", "/fishheads/catfish.php?parameters"),
        ("/bar", "/Fish.PHP"),
    ),
    ("/p", _foo("allow: /p", "disallow: /"), F, ("/page",), ()),
    ("/folder twice", _foo("allow: /folder", "disallow: /folder"), F, ("/folder/page",), ()),
    ("/page and /*.htm", _foo("allow: /page", "disallow: /*.htm"), F, (), ("/page.htm",)),
    ("/$", _foo("allow: /$", "disallow: /"), F, ("/",), ("/page.html",)),
    # ---- the catalogue
    ("/help", "User-agent: *\nDisallow:/help", F, ("/hel",), ("/help.html", "/help/index.html")),
    ("/help/", "User-agent: *\nDisallow:/help/", F, ("/help.html",), ("/help/index.html",)),
    ("no space after the colon", "User-agent:*\nDisallow:/", F, (), ("/x",)),
)

FILES: tuple[tuple[str, bytes, dict[str, list[tuple[bool, bytes]]]], ...] = tuple(
    [
        (name, text.replace(b"\n", end), {"foo": [(True, b"/some/path")], "bar": [(False, b"/")]})
        for text in (b"User-Agent: foo\nAllow: /some/path\nUser-Agent: bar\n\n\nDisallow: /\n",)
        for name, end in (("Unix", b"\n"), ("DOS", b"\r\n"), ("Macintosh", b"\r"))
    ]
    + [
        (
            "no last line end",
            b"User-Agent: foo\nAllow: /some/path\nUser-Agent: bar\n\n\nDisallow: /",
            {"foo": [(True, b"/some/path")], "bar": [(False, b"/")]},
        ),
        (
            "mixed line ends",
            b"User-Agent: foo\nAllow: /some/path\r\nUser-Agent: bar\n\r\n\nDisallow: /",
            {"foo": [(True, b"/some/path")], "bar": [(False, b"/")]},
        ),
        (
            "a byte order mark",
            b"\xef\xbb\xbfUser-Agent: foo\nAllow: /AnyValue\n",
            {"foo": [(True, b"/AnyValue")]},
        ),
        (
            "two thirds of one",
            b"\xef\xbbUser-Agent: foo\nAllow: /AnyValue\n",
            {"foo": [(True, b"/AnyValue")]},
        ),
        ("a third of one", b"\xefUser-Agent: foo\nAllow: /AnyValue\n", {"foo": [(True, b"/AnyValue")]}),
        ("a broken one spoils its line", b"\xef\x11\xbfUser-Agent: foo\nAllow: /AnyValue\n", {}),
        (
            "one in the middle spoils its line",
            b"User-Agent: foo\n\xef\xbb\xbfAllow: /AnyValue\n",
            {"foo": []},
        ),
    ]
)
"""(name, content of the file, its groups)"""

PATHS = (
    ("", "/"),
    ("http://www.example.com", "/"),
    ("http://www.example.com/", "/"),
    ("http://www.example.com/a", "/a"),
    ("http://www.example.com/a/", "/a/"),
    ("http://www.example.com/a/b?c=http://d.e/", "/a/b?c=http://d.e/"),
    ("http://www.example.com/a/b?c=d&e=f#fragment", "/a/b?c=d&e=f"),
    ("example.com", "/"),
    ("example.com/", "/"),
    ("example.com/a", "/a"),
    ("example.com/a/", "/a/"),
    ("example.com/a/b?c=d&e=f#fragment", "/a/b?c=d&e=f"),
    ("a", "/"),
    ("a/", "/"),
    ("/a", "/a"),
    ("a/b", "/b"),
    ("example.com?a", "/?a"),
    ("example.com/a;b#c", "/a;b"),
    ("//a/b/c", "/b/c"),
)
"""(address, what of it is compared)"""

ESCAPES = (
    (b"http://www.example.com", b"http://www.example.com"),
    (b"/a/b/c", b"/a/b/c"),
    ("á".encode(), b"%C3%A1"),
    (b"%aa", b"%AA"),
)
"""(pattern as written, pattern as it is compared)"""
