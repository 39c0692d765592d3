"""Archives of others: Tianwang, WARC, ARC and WACZ files in and out. The way in:
`importing.import_files`, `exporting.export_archive`."""
