"""The main text of a page by what kind of page it is. The way in: `choosing.main`; may import `main_text` and `types`.

Every block is a row of numbers (its words, its names, what is repeated around it, what the rules say, what learned words
say of it and its neighbours, how likely each form of page is), and a forest judges it. The parts of the answer are those
of the page, in its order.

Measured (mean word F1 of 1487 pages of WCXB, all that is learned from other sites, five folds; the same without the words;
of trafilatura; the rules alone): all 0.872, 0.865, 0.823, 0.810; articles 0.955, 0.952, 0.937, 0.939; documentation 0.943,
0.936, 0.917, 0.890; service 0.846, 0.837, 0.765, 0.786; forums 0.820, 0.802, 0.694, 0.689; listings 0.739, 0.731, 0.583,
0.487; collections 0.678, 0.673, 0.574, 0.533; products 0.654, 0.626, 0.637, 0.577. Better in each fold. On 181 news
articles of another benchmark 0.962 with and 0.963 without the words.

What is lost is lost by pages of which people did not agree what belongs to them: with the best limit for each page the
same trees give 0.919, but neither trees that choose the limit (0.872), nor a second forest over the first one's answers on
the blocks around (0.869), nor the mean of several forests (0.871) find it.

Where none of them finds anything, `statistical` counts links and letters, as the book does.
"""
