"""The semantic fingerprint of a text: its five best terms, sorted, digested (crawler book, lines 13530–13586).

Two reports of one event have it in common though no sentence is the same. The first 20 000 characters count, with the title
in front; names weigh twice as much. Of terms of one weight the first by the alphabet is taken, so all machines agree.
"""

from __future__ import annotations

from hashlib import blake2b

from app.likeness.terms import Terms, Weights

CHARACTERS = 20_000
TERMS = 5
NAMES = 2.0
"""What a name weighs more."""
LEAST = 3
"""Terms below which a text has no such fingerprint: too many would have the same."""


def best_terms(terms: Terms, weights: Weights) -> tuple[str, ...]:
    """The terms that stand for a text, sorted; fewer than `TERMS` where it has no more."""
    weighed = weights.weighed(terms)
    ranked = sorted(
        weighed, key=lambda term: (-weighed[term] * (NAMES if term in terms.names else 1.0), term)
    )
    return tuple(sorted(ranked[:TERMS]))


def semantic(best: tuple[str, ...]) -> bytes:
    """The 16 bytes of a fingerprint; empty for a text with too few terms."""
    if len(best) < LEAST:
        return b""
    return blake2b("\0".join(best).encode("utf-8", "surrogatepass"), digest_size=16).digest()
