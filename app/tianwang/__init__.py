"""The Tianwang raw page format: records in files, read and written as bytes.

The way in: `reader.RecordReader`, `writer.RecordWriter`, `record.Record`; recipes of incremental records are in
`recipe` and `rebuilding`, damaged files in `recovery`. The ground floor: imports nothing else of the program.
"""
