"""The way in: the format of some bytes, the module that reads it, processes with limits for formats that are not safe
to read here, and documents in other forms (JSON, Markdown, HTML).

The content decides first, then the declared type, then the name (`sniffing`). All but pages and short texts are read in
processes with 30 s and 1 GiB a document (`workers`, `worker`, `processes`).

Decisions:
- A JSON object whose language only the model can tell comes back from a worker with a sample of its text, for which the
  caller finds the language (`described.Undecided`): so the model is in memory once.
"""
