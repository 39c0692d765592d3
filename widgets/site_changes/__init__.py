"""What changed on a site between two crawls or two dates: a report to look through, sort, filter and hand on."""
