"""Postgres: the engine, the unit of work, the base of every table, migrations, the embedded server."""
