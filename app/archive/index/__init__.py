"""index.sqlite and the filter of addresses: tables, rows as values, the tree's rows, facets, figures,
duplicates. Everything here can be rebuilt from the batches."""
