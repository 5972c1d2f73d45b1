"""Registry of shipped weights, training, export and evaluation of tile detectors."""
