"""The same content at several addresses: a list of the archive's contents that repeat."""

from widgets.duplicates.view import DuplicatesView

__all__ = ["DuplicatesView"]
