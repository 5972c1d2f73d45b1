"""Label store, label formats, cleaning, synthesis and audits of tile images."""
