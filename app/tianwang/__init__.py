"""The Tianwang raw page format: records in files, read and written as bytes."""

from app.tianwang.dialects import DIALECTS
from app.tianwang.encoding import compose, copy, encode, pack, tidy
from app.tianwang.http import HttpMessage, split_http
from app.tianwang.reader import RecordReader, Tail
from app.tianwang.record import Record
from app.tianwang.sealing import is_sealed, verify_data, verify_header
from app.tianwang.strict import Deviation, deviations
from app.tianwang.writer import RecordWriter

__all__ = [
    "DIALECTS", "Deviation", "HttpMessage", "Record", "RecordReader", "RecordWriter", "Tail", "compose", "copy",
    "deviations", "encode", "is_sealed", "pack", "split_http", "tidy", "verify_data", "verify_header",
]  # fmt: skip
