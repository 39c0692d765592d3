"""What the archive and the file of `ls`, `versions` and `cat` hold."""

from __future__ import annotations

HOME = "<html><head><title>主页 Home</title></head><body><p>Hello 世界</p></body></html>"
PNG = b"\x89PNG\r\n\x1a\n\xff\xfe"
OLD = (
    b"version: 1.0\nurl: http://a.test/\xb1\xb1\ndate: Tue, 15 Apr 2003 08:13:06 GMT\nip: 1.2.3.4\nlength: 46\n\n"
    b"HTTP/1.0 404 Not Found\r\nServer: Apache\r\n\r\nGone\n"
)
