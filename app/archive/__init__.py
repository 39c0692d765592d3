"""The archive folder: monthly batches of Tianwang records, and an index that can always be rebuilt from
them. The way in: `archive.Archive`, which hands out readers and the one writer; values are in `model`."""
