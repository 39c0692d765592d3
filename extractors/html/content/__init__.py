"""The main text of a page by what kind of page it is. The way in: `choosing.main`; may import `main_text` and `types`.

Every block is a row of numbers (its words, its names, what is repeated around it, what the rules say, what learned words
say of it and its neighbours, how likely each form of page is). A forest judges each row, `network` all blocks of a page
together, and `choosing` takes from both the blocks that make the best text to be expected. The parts of the answer are
those of the page, in its order.

Measured (mean word F1 of 1487 pages of WCXB, all that is learned from other sites, five folds; the same without the
network and by the limit it had; of trafilatura; the rules alone): all 0.8746, 0.871, 0.823, 0.810; articles 0.953, 0.954,
0.937, 0.939; documentation 0.940, 0.940, 0.917, 0.890; service 0.843, 0.842, 0.765, 0.786; forums 0.813, 0.821, 0.694,
0.689; listings 0.769, 0.738, 0.583, 0.487; collections 0.677, 0.673, 0.574, 0.533; products 0.679, 0.649, 0.637, 0.577.
On 181 news articles of another benchmark 0.971, before 0.962. Blocks that look like announcements of other pages to the
rules are no longer left out of articles: that took texts with links between their paragraphs, and cost 0.006.

What is lost is lost by pages of which people did not agree what belongs to them, shops above all: with the best limit for
each page the same trees give 0.919, but neither trees that choose the limit, nor a second forest over the first one's
answers on the blocks around, nor the mean of several forests found it.

Where none of them finds anything, `statistical` counts links and letters, as the book does.
"""
