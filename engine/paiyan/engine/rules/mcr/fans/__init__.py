"""The fans of 国标 by family, each a small unit."""
