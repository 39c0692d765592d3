"""What kind of page a page is. The way in: `judging.judge`, and `kinds` for the names alone; may import `base`,
and needs no tree.

Rules name what says so itself (home page, log-in, error, result of a search, picture), learned weights the forms that
differ in how their content is arranged. Decisions:
- 4000 words are weighed first (logistic regression), their verdict and 78 counts go into 630 small trees: of 1467 pages
  of other sites 0.894 are named rightly (five folds by site).
- Aspect ratios of pictures with width and height, and colours of style elements, inline styles and `bgcolor`, do not help:
  18 counts more gave 0.858 and 0.856 instead of 0.861 and 0.861 in two draws (five folds by site, the verdict of words
  learned in fewer steps than the one that is stored), and took two thirds of the time of all other signs.
- A form below a confidence of 0.4 is "unknown"; which rule gives the main text is no such choice: all shares go there.
"""
