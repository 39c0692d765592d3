"""Archives of others: Tianwang, WARC, ARC and WACZ files in and out.

The way in: `importing.import_files`, `exporting.export_archive`. Files come in record by record: a reader of the
format, `arrivals` (address, date, DATA, attributes), threads that prepare, the same writer as a crawl's.

Decisions:
- WARC is read and written by our own modules: warcio names no offset of a broken gzip member and was 2.5
  to 3.3 times slower; peers check what we write in the benchmarks.
- A WACZ file without its directory is read as one WARC from its first stored WARC file on.
- What WARC has beside pages is kept (`companions`): requests and metadata as attributes of their capture,
  everything else as records with addresses no page has (`urn:…`, `screenshot:…`, `post:http://…`); an
  export writes all of it back. What our records have and WARC has not travels in extension headers.
- Two captures of one address and second with equal bodies are one only when their HTTP headers are equal
  as well.
"""
