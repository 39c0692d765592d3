"""Parts that several views use: theme, tables, sheets, messages, small widgets, background jobs, loading."""
