"""Stars, tags and notes of the open archive: kept (`keeper`), shown and written (`bar`)."""
