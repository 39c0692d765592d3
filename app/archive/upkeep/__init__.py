"""Work on an archive as a whole: verification, recovery after a crash, a new index, other forms of records, documents
read again."""
