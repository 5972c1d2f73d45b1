"""From pixels to tiles and their geometry. Knows no rules and looks up no weights."""
