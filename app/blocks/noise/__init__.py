"""What changes by itself: learned from versions and siblings, or ruled out by a person."""
