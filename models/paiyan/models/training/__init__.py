"""Training of the tile detector: ultralytics' oriented-box trainer, made to run on ordinary CPUs by the clock."""
