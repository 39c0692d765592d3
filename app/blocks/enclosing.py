"""Which elements are around which, and which hold something of a kind."""

from __future__ import annotations

from collections.abc import Container, Sequence


def enclosing(
    names: Sequence[str], starts: Sequence[int], closes: Sequence[int], kinds: Container[str]
) -> tuple[list[int], bytearray]:
    """The element around each element, -1 for none, and 1 for each that holds one of these kinds, at any depth."""
    around, holds = [-1] * len(names), bytearray(len(names))
    stack: list[int] = []
    for number, name in enumerate(names):
        while stack and closes[stack[-1]] <= starts[number]:
            stack.pop()
        if stack:
            around[number] = stack[-1]
        if name in kinds:
            for holder in reversed(stack):
                if holds[holder]:
                    break
                holds[holder] = 1
        stack.append(number)
    return around, holds
