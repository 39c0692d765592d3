"""Reports about the links of an archive: broken ones, orphans, redirects, depth, words, farms and more, to look through and
hand on."""
