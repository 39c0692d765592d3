"""The way in: the format of some bytes, the module that reads it, processes with limits for what is not safe to read
here, and documents in other forms (JSON, Markdown, HTML).

The content decides first, then the declared type, then the name (`sniffing`). All but pages and short texts are read in
processes with 30 s and 1 GiB a document (`workers`, `worker`).

Decisions:
- A JSON object whose language takes the model comes back from a worker with a sample of its text; who
  asked finds the language out (`described.Undecided`), so the model is in memory once.
"""
