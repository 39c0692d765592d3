"""What the indexes find for a query: entries and what they count for, or the first pages alone.

The way in: `evaluating.Evaluation` for all that is found, `foremost.best` and `glance.Glance` for what ranks first where the
rest need not be handed over. Stands on `index` and `entries`; snippets, counts and what is told of a hit are the caller's.
"""
