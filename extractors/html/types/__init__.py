"""What kind of page a page is. The way in: `judging.judge`, and `kinds` for the names alone; may import `base`,
and needs no tree.

Rules name what says so itself (home page, log-in, error, result of a search, picture), learned weights the forms that
differ in how their content is arranged. Decisions:
- 4000 words are weighed first (logistic regression), their verdict and 78 counts go into 630 small trees: of 1467 pages
  of other sites 0.894 are named rightly (five folds by site).
- A form below a confidence of 0.4 is "unknown"; which rule gives the main text is no such choice: all shares go there.
"""
