"""Parts that several views use: theme, tables, sheets, messages, background jobs.

The way in: `jobs.run` for whatever takes longer than 50 ms, `theme` for colours and icons. Knows no archive.

Decisions:
- The window goes first: a crawl waits between two pieces of its work while the window works (`courtesy`),
  and cyclic garbage is collected in the GUI thread only (`garbage`), when the process has grown; threads
  share two arenas of the allocator, which keeps large blocks apart and is asked to give back what is free.
"""
