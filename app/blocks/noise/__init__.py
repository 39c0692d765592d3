"""What changes by itself: learned from versions and sibling pages, or ruled out by a person.

The way in: `judged.compare_captures`. Stands on `compare`.

Decisions:
- Noise is only what nobody wrote (numbers, dates, tokens, markup, contents by turns, advertisements) and
  what happens again and again in the page's own captures or on its siblings; new words never are.
- It is learned from further comparisons within a bound in steps, counted from bytes and tags before
  anything is compared (`page.effort`): the same on every machine.
"""
