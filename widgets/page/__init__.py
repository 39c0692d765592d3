"""One page: as it looked, as text, as source, its links, its details, and its versions in time. The way
in: `area.PageArea`."""
