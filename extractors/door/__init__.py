"""The way in: the format of some bytes, the module that reads it, processes with limits for what is not
safe to read here, and documents in other forms."""
