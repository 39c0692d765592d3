"""The Tianwang raw page format: records in files, read and written as bytes. The way in:
`reader.RecordReader`, `writer.RecordWriter`, `record.Record`; nothing else of the program is known
here."""
