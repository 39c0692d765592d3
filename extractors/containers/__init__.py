"""Files that hold files: archives, mails, e-books, saved pages."""
