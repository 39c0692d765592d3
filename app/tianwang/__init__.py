"""The Tianwang raw page format: records in files, read and written as bytes."""

from app.tianwang.http import HttpMessage, split_http
from app.tianwang.reader import Record, RecordReader, Tail
from app.tianwang.writer import RecordWriter

__all__ = ["HttpMessage", "Record", "RecordReader", "RecordWriter", "Tail", "split_http"]
