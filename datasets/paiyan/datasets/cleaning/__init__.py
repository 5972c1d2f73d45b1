"""Mends known defects of public tile data: loose or partial boxes, unlabelled tiles, mirrored and doubled pictures."""
