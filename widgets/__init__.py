"""Qt views and Qt models. They get their services by constructor and never know the composition root."""
