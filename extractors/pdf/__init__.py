"""PDF through PDFium, with pdfminer.six as the second reader; its title out of what the first page looks
like."""
