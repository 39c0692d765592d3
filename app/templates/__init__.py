"""What the pages of a site have in common: its templates, learned from its pages and used for each of them.

The way in: `known.Templates` answers for a page, `changed.of_template` for its changes, `pointing.spots` for a click in it;
`feeding.feed` learns from what an archive holds and `feeding.learn` from
one site. Stands on `app.archive` and the text units of `extractors.html.units`; knows neither crawls, blocks nor search,
which use it.

Decisions:
- A template is a set of numbers: keys of text units (path of element names, words without numbers but with prices) and
  signs of regions (path with classes). It goes with a question to whoever reads a page, so a page that is seen alone later
  needs none of the others.
- A unit is template from 30 % of the pages of a group on, and three pages; a region where three quarters of what its pages
  say is. A region whose other text is in anchors is template, too: menus open elsewhere on each page, and say what is next.
- So is a region whose texts come again and again, each on some pages: a foot in ten languages, the warning of each old
  version of what is documented. Short values are not meant (a price, a colour that some products have).
- A sign leaves out what a build adds to classes (`menu_SIkG`) and the classes of html and body, which name the page.
- What the page's own heading says counts as linked: menus and trails name the open page without an anchor. A `nav` that
  says nothing else is template though each page's leads elsewhere.
- The line that says when a page was changed is template by its first words, in ten languages, if it has a year and is one.
- A line whose words before a link to another host recur is template, whatever the link says (“Source: R/run.R”);
  links to the site itself are not meant: who makes a product is said of it.
- The style tree of Yi, Liu and Li (2003) is built of the same pages and tells the importance of each element; by itself
  it finds less of a template (figures in tests/benchmarks/RESULTS.md): one entry more in a menu is another style.
- Pages are grouped by their outline before they are counted: each layout of a site has its own share of pages.
- A site is learned from a bounded sample (`learning`), in the order of its records: a feed that is killed and begun anew
  comes to the same.
- Similarity of sequences is 12 lines of whole numbers as bit vectors (Hyyrö 2004): rapidfuzz 3.14 does two outlines of 300
  paths in 0.09 ms, this in 0.8; few are compared, reading a page takes ten times as long, and it is a 3 MB wheel less.
"""
