"""Is this JSON value a number? `true` is none, though Python and pydantic take it for 1."""

from pydantic import BeforeValidator


def no_truth(value: object) -> object:
    """The value as it is, for pydantic to read as a number. Raises ValueError for `true` and `false`."""
    if isinstance(value, bool):
        msg = "a number is needed"
        raise ValueError(msg)  # pydantic reports these alone
    return value


NUMBER = BeforeValidator(no_truth)
"""Stands last among the metadata of a type: what bounds the number is then described as JSON Schema has it."""
