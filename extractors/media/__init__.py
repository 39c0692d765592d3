"""Sound, film and pictures: what their headers and tags say."""
