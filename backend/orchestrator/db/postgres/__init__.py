"""The embedded Postgres: its programs, cluster, upgrades, dumps."""
