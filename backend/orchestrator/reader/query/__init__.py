"""Queries whose value no record holds: what code works out of the records that the tools find."""
