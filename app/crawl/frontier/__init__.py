"""crawl.sqlite: every address of a job, what is to be done about it, the log, and views of all that from
outside."""
