"""What every reader stands on: the values it gives back, limits, charsets, dates, addresses, languages,
white space."""
