"""Who asks: credentials, addresses, rate limits."""
