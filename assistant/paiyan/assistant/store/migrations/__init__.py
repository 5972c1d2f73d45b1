"""Migrations of the database, run when it is opened."""
