"""HTTP to addresses that a user gave, which must not reach what is not meant for them."""
