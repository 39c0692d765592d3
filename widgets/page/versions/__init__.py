"""The versions of a page in time: the strip with its axis, their pictures, captures of other archives below it, and where
a version's text stood before.

The way in: `strip.VersionStrip`. Knows nothing of the tabs that show one version.
"""
