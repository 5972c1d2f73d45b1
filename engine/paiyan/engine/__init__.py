"""Rules core: tiles, hands, rule systems, rulings and settlements. Standard library and numpy only."""
