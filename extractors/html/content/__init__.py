"""The main text of a page by what kind of page it is. The way in: `choosing.main`; may import `main_text` and `types`.

Every block is a row of numbers (its words, its names, what is repeated around it, what the rules say, what learned words
say of it and its neighbours, how likely each form of page is). A forest judges each row, the networks of `network` all
blocks of a page together, and `choosing` takes from both the blocks that make the best text to be expected. The parts of
the answer are those of the page, in its order.

Measured (mean word F1 of 1487 pages of WCXB, all that is learned from other sites, five folds, two networks; one of them;
the trees by the limit they had; trafilatura; the rules alone): all 0.8769, 0.8746, 0.871, 0.823, 0.810; articles 0.955,
0.953, 0.954, 0.937, 0.939; documentation 0.941, 0.940, 0.940, 0.917, 0.890; service 0.847, 0.843, 0.842, 0.765, 0.786;
forums 0.819, 0.813, 0.821, 0.694, 0.689; listings 0.767, 0.769, 0.738, 0.583, 0.487; collections 0.678, 0.677, 0.673,
0.574, 0.533; products 0.685, 0.679, 0.649, 0.637, 0.577. The three that the program has: 0.8749, listings
0.760. Where nothing is sure enough the program keeps the best to be expected, and it asks the rules where fewer
than 120 characters are found: 0.8754, listings 0.750. The limits of `choosing` were chosen on the same folds; chosen for
each fold on the other four, the two networks have 0.8756 and listings 0.756.

What is lost is lost by pages of which people did not agree what belongs to them, shops above all. The blocks that agree
with the truth give collections 0.953, the best limit for each page 0.814; but of 68 of the 115 collections that describe
what they sell and list it with prices, 33 truths hold the description and not the items, 7 the items, 12 both, 16 mostly
neither. What the truth of the other pages of a site says of places of the same name reaches 0.616 on the 40 collections
that have such (what was learned of other sites 0.628, the mean of both 0.706). So neither knowing the kind of each page
(0.690), nor trees that choose the limit, nor a second forest over the first one's answers on the blocks around, nor the
mean of several forests, nor doubts that the items of a list share, nor a network of three ways to judge between which it
chooses by the page found more. The author's own truth of three weeks before agrees with the released one to 0.758 on
collections and 0.768 on products (articles 0.987), and on 12 of 46 collections says otherwise of whether the items belong
to the text.

Where none of them finds anything, `statistical` counts links and letters, as the book does.
"""
