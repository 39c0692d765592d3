"""Two versions side by side, with what changed between them."""

from widgets.compare.view import CompareView

__all__ = ["CompareView"]
