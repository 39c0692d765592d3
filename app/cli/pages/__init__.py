"""What pages are and what they have in common: `tianwang page-type` and `template`."""
