"""Files in and out of the archive: import, export, recovery of damaged files."""
