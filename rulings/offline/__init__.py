"""What a device keeps to work without a network: every text, card and game, and what the search needs."""
