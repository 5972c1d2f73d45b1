"""The network that reads single tiles close up: its shape, its training and its file."""
