"""What is alike in an archive: duplicates of texts, near duplicates, common passages, fingerprints by version.

The way in: `feeding.feed` brings the cache up to date behind the commit (`likeness.sqlite`); `known.Known` is what it holds
for whoever lists, searches or exports pages (groups of texts, pairs with their Jaccard, SimHash); `groups.groups` are the
groups of pages; `seeking.like` compares one text, also one from outside, with the archive; `passages.between` finds what two
texts have in common, with the places; `prints.of_text` makes the fingerprints of any text. `synonyms` reads the words that a
person says mean the same. Stands on `app.archive`, `app.templates` and `app.words`; crawls, search, exports and classes may
use it, and it knows none of them.

Decisions:
- Compared is the main text without the template of the site: pages of one site are alike by their menus (Henzinger 2006).
- SimHash is kept as the book wants it, eight bytes, and all pairs within three bits are found by permuted tables; but it
  finds 0.3 of the pairs with Jaccard 0.8. Near duplicates come from bands of MinHashes, and each pair is compared exactly by
  all stretches of four characters: figures in tests/benchmarks/RESULTS.md.
- A text is kept once, however many versions have it, with its letters and figures, so no page is read again to compare it.
- Weights of words are learned from the first 4096 texts of an archive and stay: else every page would change all
  fingerprints.
- Nothing is thrown away because of it: versions are stored as they came, and only lists fold what is alike.
"""
