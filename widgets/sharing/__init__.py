"""*Share on this network…*: the reading room for the open archive, in a process of its own.

The way in: `sheet.ShareSheet`, which starts and stops a `service.Service`. The process ends with the window, also when that
is killed: it listens to the pipe between them. The service itself is `app.service`, which the window does not load.
"""
