"""Commands of `paiyan`, one module each."""
