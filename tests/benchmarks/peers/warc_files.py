"""warcio and FastWARC at the same pages: run by the benchmarks with the Python of the peers' environment.

    python warc_files.py write PAGES OUT.warc[.gz]            pages of corpus.save as response records, by warcio
    python warc_files.py read warcio|fastwarc FILE heads|bodies ROUNDS

Each prints one JSON object with the processor seconds of every round. Reading takes address, date, status and
Content-Type of every record, with `bodies` also the whole body.
"""

from __future__ import annotations

import json
import sys
import time
from io import BytesIO
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import corpus


def write(source: Path, target: Path) -> dict[str, object]:
    from warcio.statusandheaders import StatusAndHeaders
    from warcio.warcwriter import WARCWriter

    made = corpus.load(source)
    began = time.process_time()
    with target.open("wb") as out:
        writer = WARCWriter(out, gzip=target.suffix == ".gz")
        for page in made:
            lines = page.head.decode().split("\r\n")
            headers = [tuple(line.split(": ", 1)) for line in lines[1:] if line]
            http = StatusAndHeaders(lines[0].partition(" ")[2], headers, protocol="HTTP/1.1")
            about = {"WARC-Date": page.date.strftime("%Y-%m-%dT%H:%M:%SZ"), "WARC-IP-Address": page.ip}
            record = writer.create_warc_record(
                page.url, "response", payload=BytesIO(page.body), http_headers=http, warc_headers_dict=about
            )
            writer.write_record(record)
    return {"seconds": [time.process_time() - began], "bytes": target.stat().st_size}


def read_warcio(path: Path, bodies: bool) -> int:
    from warcio.archiveiterator import ArchiveIterator

    count = 0
    with path.open("rb") as file:
        for record in ArchiveIterator(file):
            if record.rec_type == "response":
                url = record.rec_headers.get_header("WARC-Target-URI")
                date = record.rec_headers.get_header("WARC-Date")
                kind = record.http_headers.get_header("Content-Type")
                if not (url and date and record.http_headers.get_statuscode() == "200" and kind):
                    raise SystemExit("a record is not as it was written")
                if bodies:
                    record.content_stream().read()
                count += 1
    return count


def read_fastwarc(path: Path, bodies: bool) -> int:
    from fastwarc.warc import ArchiveIterator, WarcRecordType

    count = 0
    for record in ArchiveIterator(str(path), record_types=WarcRecordType.response, parse_http=True):
        url, date = record.headers["WARC-Target-URI"], record.headers["WARC-Date"]
        kind = record.http_headers["Content-Type"]
        if not (url and date and record.http_headers.status_code == 200 and kind):
            raise SystemExit("a record is not as it was written")
        if bodies:
            record.reader.read()
        count += 1
    return count


def read(program: str, path: Path, what: str, rounds: int) -> dict[str, object]:
    walk = {"warcio": read_warcio, "fastwarc": read_fastwarc}[program]
    seconds = []
    for _ in range(rounds):
        began = time.process_time()
        count = walk(path, what == "bodies")
        seconds.append(time.process_time() - began)
    return {"seconds": seconds, "records": count}


if __name__ == "__main__":
    task, *values = sys.argv[1:]
    if task == "write":
        print(json.dumps(write(Path(values[0]), Path(values[1]))))
    else:
        print(json.dumps(read(values[0], Path(values[1]), values[2], int(values[3]))))
