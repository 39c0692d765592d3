"""Figures of an archive over time: topics as lines on one chart, how long pages last, growth, errors, languages, types.

The way in: `view.StatisticsView`, which the shell shows where pages are shown. A point of a topic leads to its pages in the
search. The figures are made in workers from `app.statistics`; sentences for its codes stand in `words`.
"""
