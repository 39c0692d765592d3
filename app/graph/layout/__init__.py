"""The links of an archive as a picture: which pages or hosts it shows, and where each of them stands.

The way in: `mapped.mapped` takes pages or hosts and the links among them out of a `Network`, through all of time;
`trees.by_folder` and `trees.by_clicks` make a tree of them, `places.rings` and `places.layers` give it places;
`groups.grouped` says which nodes belong together, `forces.by_links` places them so. Pixels are made elsewhere. Stands on
`network`, `rank` and `reports`, and on `extractors.door` for work that would hold the interpreter (`apart`).

Decisions:
- The tree comes first: with the links of its template any site is a hairball under forces. Links that are no part of the
  tree are drawn on demand.
- Places are worked out once for all that ever was; a date only hides what did not stand then. So nothing jumps while
  somebody goes through time, and a date costs one scan.
"""
