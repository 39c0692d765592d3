"""The ground floor of words: how texts are cut in words, which words say nothing, how sequences of words
differ, guide words of a topic."""
