"""Measures a detector on labelled photos, through the same detector the product uses."""
