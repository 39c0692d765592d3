"""How often short texts that declare no charset are read wrongly, by language, charset and length.

Run: python tests/benchmarks/bench_charset.py FOLDER [--count N] [--seed N] [--lengths 6 10 15 50]. FOLDER has a
folder for each language (zh, zh-tw, ja, ko, de, pl, ru …) with texts in UTF-8 (Markdown, YAML, plain), for instance
manuals and sites that were translated. From each N stretches are drawn, encoded, and read bare and as the title of a
page.

Goal: at most 2 % of Chinese stretches of 10 characters. Results of two checkouts can be compared sample by sample with
--errors FILE.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from extractors.base.charset import decode

CODECS = {
    "zh": ("gb18030",),
    "zh-tw": ("big5",),
    "ja": ("cp932", "euc_jp"),
    "ko": ("cp949",),
    **dict.fromkeys(("de", "fr", "es", "it", "pt", "nl", "da", "sv", "fi", "is"), ("cp1252",)),
    **dict.fromkeys(("pl", "cs", "hu"), ("cp1250", "iso8859_2")),
    **dict.fromkeys(("ro", "hr", "sl"), ("cp1250",)),
    **dict.fromkeys(("lt", "lv", "et"), ("cp1257",)),
    "tr": ("cp1254",),
    "ru": ("cp1251", "koi8_r", "cp866"),
    **dict.fromkeys(("uk", "bg", "sr"), ("cp1251",)),
    "el": ("cp1253", "iso8859_7"),
    "he": ("cp1255",),
    "ar": ("cp1256",),
    "th": ("cp874",),
}
WIDE = frozenset(("zh", "zh-tw", "ja", "ko"))
CJK = re.compile("[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
CODE = re.compile(r"```.*?```|`[^`\n]*`|<[^>]+>|https?://\S+|&\w+;|\{\{.*?\}\}|!?\[|\]\([^)]*\)", re.DOTALL)
MARK = re.compile(r'^(?:\s*\w+: "|[\s>#*\-\d.)]+)|"$')


def lines(folder: Path) -> list[str]:
    texts = (path.read_text("utf-8", "ignore") for path in sorted(folder.rglob("*")) if path.is_file())
    found = (
        " ".join(MARK.sub("", line).split()) for text in texts for line in CODE.sub(" ", text).splitlines()
    )
    return [line for line in found if len(line) >= 6]


def stretches(
    language: str, found: list[str], codec: str, length: int, count: int, seed: int
) -> Iterator[bytes]:
    """Of scripts of words, whole words about that long; of the others, so many characters from anywhere."""
    rng = random.Random(f"{seed} {language} {codec} {length}")
    if language in WIDE:
        found = [line for line in found if len(line) >= length]
    elif length > 30:
        found = [f"{line} {after}" for line, after in pairwise(found)]
    given = 0
    for _ in range(count * 60 if found else 0):
        line = rng.choice(found)
        if language in WIDE:
            begin = rng.randint(0, len(line) - length)
            text = line[begin : begin + length]
            if len(CJK.findall(text)) * 2 < length:
                continue
        else:
            text = line[rng.choice([word.start() for word in re.finditer(r"\S+", line)]) :]
            end = text.find(" ", length)
            text = text[:end] if end > 0 else text
            if len(text) * 2 < length:
                continue
        try:
            data = text.encode(codec)
        except UnicodeEncodeError:
            continue
        if data.isascii():
            continue
        yield data
        given += 1
        if given == count:
            return


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lengths", type=int, nargs="+", default=[6, 10, 15, 50])
    parser.add_argument("--errors", type=Path)
    options = parser.parse_args()
    wrong: Counter[tuple[str, int]] = Counter()
    drawn: Counter[tuple[str, int]] = Counter()
    errors: dict[str, list[str]] = {}
    for language, codecs in CODECS.items():
        if not (options.folder / language).is_dir():
            continue
        found = lines(options.folder / language)
        group = language if language in WIDE else "western"
        for codec in codecs:
            for length in options.lengths:
                failed = errors[f"{language} {codec} {length}"] = []
                for data in stretches(language, found, codec, length, options.count, options.seed):
                    page = b"<html><head><title>" + data + b"</title></head><body></body></html>"
                    for form in (data, page):
                        drawn[group, length] += 1
                        if decode(form, None)[0] != form.decode(codec):
                            failed.append(form.decode(codec))
                wrong[group, length] += len(failed)
    for (group, length), count in sorted(drawn.items()):
        bad = wrong[group, length]
        print(f"{group:8} {length:3} characters: {bad:4} of {count:5} wrong ({100 * bad / count:.2f} %)")
    if options.errors:
        options.errors.write_text(json.dumps(errors, ensure_ascii=False), "utf-8")


if __name__ == "__main__":
    main()
