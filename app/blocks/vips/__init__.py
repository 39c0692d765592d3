"""Pages in visual blocks by what a browser shows (VIPS: Cai, Yu, Wen, Ma, MSR-TR-2003-79).

The way in: `reading.read` makes the visual tree of a measured page, `structure.segment` its content structure,
`Segmentation.at` the blocks for a permitted degree of coherence. Stands on `page.elements` and the messages alone.

A *part* is what the rules leave undivided in one round; a *separator* a band across a region that no part stands in;
a *block* what separators leave together. The *degree of coherence* (DoC) of a block is 10 for one kind of text and 1 for
a page of strangers.

Decisions:
- The structure is built once, down to what cannot be divided, and is pruned for a degree: blocks of a higher degree
  divide those of a lower one, and a slider asks for nothing anew. In the paper each degree is a run of its own.
- The degree of a block that rules 9, 11 and 13 leave whole is not guessed by tag and size; it follows the heaviest
  separator inside it, within the range that the paper gives to the rule.
- The heaviest separators of a region cut it first, in one direction, and each side is a region of its own (a cut
  of the paper's merging order from above). Separators that cross only a part of the page are found so.
- What stands afloat over other parts (position absolute, fixed, sticky) is a block of its own where no separator
  would be left otherwise; these blocks alone may overlap others.
- Paragraphs, lists and tables one below the other are one part however large they are (rule 14, our own): where an
  article is most of the page, the paper's rules divide it in the first round, before columns are told apart.
- `div` and its kin are divided by the rules for tables as well (7 and 8): they have taken the place of tables.
"""
