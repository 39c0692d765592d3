"""The blocks of one page: outlined on the page as it looked, in a tree, and each on a card with its history. The way
in: `tab.BlocksTab`; `histories` is what the strip of versions shows, too."""
