"""Spreadsheets: XLS, XLSX, ODS, SpreadsheetML, and tables in text."""
