"""The InfoMall interface (after Web InfoMall 2.0: a page by its global id, a batch by its token, a collection on a
subject, statistics), as JSON over HTTP under `/api/v1/`, described by an OpenAPI document that it serves itself.

The way in: `routing.Interface` answers the requests below `/api/`. What there is to ask stands in one table
(`operations.Operation`), which the parameters are checked by and the OpenAPI document is made of, so neither can say
what the other does not do. Answers are worked out by `pages`, `lists`, `figures` and `comparing` from the engine's own
functions, those that the command line uses; `streams` sends batches and packages.

Decisions:
- FastAPI was not taken: it is 2.7 times slower with empty answers, and its models would describe each answer once more.
- Nothing of an archive is brought up to date here: search, ranks, likeness and categories are as far as their caches
  are, and say so when there are none.
- Every list is filtered by what is hidden before it is counted; a total that would tell of hidden pages is null.
- Lists go on by a cursor; a batch that is being written only grows, so a cursor and a byte range hold for ever.
"""
