"""What belongs to a crawl: settings, scope, written forms of addresses, robots.txt, traps, links as
candidates; values that other parts see."""
