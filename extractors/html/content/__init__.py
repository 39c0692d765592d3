"""The main text of a page by what kind of page it is. The way in: `choosing.main`; may import `main_text` and `types`.

Every block is a row of numbers (its words, its names, what is repeated around it, what the rules say, how likely each
form of page is), and a forest judges it. The parts of the answer are those of the page, in its order.

Measured (mean word F1 of 1497 pages of WCXB, trees learned from other sites, five folds; the rules alone; trafilatura):
all 0.861, 0.810, 0.823; articles 0.952, 0.939, 0.937; documentation 0.939, 0.890, 0.917; service 0.834, 0.786, 0.765;
forums 0.745, 0.689, 0.694; listings 0.744, 0.487, 0.583; collections 0.666, 0.533, 0.574; products 0.637, 0.577, 0.637.
On 181 news articles of another benchmark the rules alone gave 0.963, the trees 0.962. Trees of twice the number gave
0.001 more. These folds are over the 1467 pages that showed text before scriptless contents were read.

Where none of them finds anything, `statistical` counts links and letters, as the book does.
"""
