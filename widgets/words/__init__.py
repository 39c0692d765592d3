"""Words of the program for what the engine says and counts: sentences, reasons, figures, formats,
languages."""
