"""Setting up crawls: the fields of every setting, templates, timetables, changes to a crawl that has begun, log-ins."""
