"""What matters in a graph. The way in: `pagerank.pagerank`, `hits.hits` and `hits.arc`, `communities.communities`; all take
`network.Arcs` and know no archive.
"""
