"""What kinds of documents an archive has: classifiers, categories, clusters.

The way in, for pages of an archive: `feeding.feed` brings the cache up to date behind the commit, `known.Known` tells
categories, counts and pages, `hand.assign` keeps what a person says (in the notes: primary data, with undo),
`categories.read` and `write` tree and rules, which
`editing` changes. For classifiers: `corpus` gathers labelled documents, `training.train` makes a
`model.Model` of them in a process with limits, `deciding.Decider` uses it, `evaluating` measures it, `feeding.use` has an
archive use it. For a person who begins with ten pages: `proposing.more_like` and `proposing.doubtful`. For groups that
nobody named: `clusters.cluster`, `comparing.compare`; `runs` does both for an archive and keeps what was found.

Stands on `app.archive`, `app.words` and `app.templates`; crawls, searches and windows stand on it, and hand in what they
know (`Anchors`, addresses of a search).

Decisions:
- scikit-learn trains and clusters, in processes (`apart`); deciding is numpy alone. A model is a ZIP of JSON, text and
  arrays: what comes with a stranger's archive can be wrong, and cannot run.
- By hand beats by rule beats by model. What a person says stands in `notes.jsonl`, so undo, merging and travelling with
  exports are those of notes.
- The cache keeps what pages say (200 000 characters, packed): another model or another rule judges an archive without
  reading a page again.
- All features are the default: the best 5 000 by CHI cost up to 4 points of accuracy, and win where documents are few.
- A model answers “don't know” below a confidence of 0.5, which is calibrated on documents that it had not seen.
"""
