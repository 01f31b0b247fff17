"""The runtime without a database: for `steward eval` and unit tests of decisions."""
