"""Generated scenes: photographed and drawn faces pasted on tile bodies, laid out on procedural tables."""
