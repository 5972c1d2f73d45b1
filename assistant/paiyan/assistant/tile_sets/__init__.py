"""Tile sets that were enrolled: kept with their pictures, chosen for a game, used to read its photos."""

from paiyan.assistant.tile_sets.book import LONGEST_NAME, TileSetBook, TileSetError, missing_faces

__all__ = ["LONGEST_NAME", "TileSetBook", "TileSetError", "missing_faces"]
