"""Two versions side by side, with what changed between them. The way in: `view.CompareView`."""
