"""How the server meets the world: addresses, the token and its QR code, certificates, and who is let in."""
