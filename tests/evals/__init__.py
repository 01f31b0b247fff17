"""Opt-in evaluations over third-party data and real models (`make evals`): never part of `make test`."""
