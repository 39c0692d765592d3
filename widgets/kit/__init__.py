"""Parts that several views use: theme, tables, sheets, messages, background jobs."""
