"""Words of the program for what the engine says and counts: sentences, reasons, figures, formats, languages.

Engine code reports codes and values; what a person reads stands here, with its translation context.

Decisions:
- Translations are read into memory: Qt maps their files, and an update under a running program would kill
  it.
"""


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:
    """The text: marks it for the translation tool, under a context. (Qt's own is an object to the type checker.)"""
    return text
