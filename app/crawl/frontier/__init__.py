"""crawl.sqlite: every address of a job with its state, the log, and views of both from outside.

The way in: `frontier.Frontier` for the loop; `joblist`, `queue`, `summaries` for views from outside. Stands on `rules`.

Decisions:
- Another order of the queue is another score in the same index. In a scored order windows in memory are
  small and exchanged when the database holds something better, so it is exact as of the last commit.
- A change of settings and its preview are one rule over the same rows (`replanning`). A change that a
  crash broke off is finished when the job is next opened.
"""
