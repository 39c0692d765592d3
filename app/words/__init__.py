"""The ground floor of words: how texts are cut into words, which words say nothing, how sequences of words differ,
guide words of a topic.

Stands below blocks and crawls, and below search, links, likeness and classes when they come; a segmenter of Chinese
belongs here, behind `wording.words`. Imports nothing else of the program.
"""
