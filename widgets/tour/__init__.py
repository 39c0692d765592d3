"""The tour: the real windows, driven on the sample site from the first click to the export, with
pictures. The way in: `play.play`."""
