"""What Paiyan's work costs in time, measured across the layers."""
