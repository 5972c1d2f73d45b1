"""Label formats, one module each: YOLO text and labelme JSON."""
