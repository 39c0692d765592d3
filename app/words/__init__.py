"""The ground floor of words: how texts are cut into words, which words say nothing, how sequences of words differ,
guide words of a topic.

Stands below blocks, crawls and search, and below links, likeness and classes when they come. Chinese is cut into words by
`segmenting`; for differences a character stays a word (`wording`). Imports nothing else of the program.
"""
