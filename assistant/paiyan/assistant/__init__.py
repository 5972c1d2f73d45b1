"""Readings, use cases, store, HTTP API and command line."""
