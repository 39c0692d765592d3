"""Letters of pages that are pictures, recognised by Tesseract where that is installed.

The way in: `tesseract.program` (is it there?), `pages.Recogniser` (a picture of a page → lines with places and sizes).
May import `base` only. Nothing here is asked unless the caller of `door.registry.extract` wants it (`ocr`), and it
runs inside the process that reads the document, whose limits and folder it shares (`base.confined`).

Decisions:
- The system's program, not a library: bindings (tesserocr, pytesseract) bring the same engine without limits of their
  own, and models that ship with wheels (rapidocr and its kin) are hundreds of megabytes that most archives never need.
- hOCR, not TSV: it says the size of the letters of a line apart from its box (`x_size`), which the title is weighed by.
- The script is asked for (`osd`, about a third of the time of a page) only after the languages at hand made no sense.
"""
