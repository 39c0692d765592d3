"""Recovery of damaged Tianwang files: what is whole, what may be, what is lost."""
