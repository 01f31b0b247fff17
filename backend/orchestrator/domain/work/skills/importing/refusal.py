"""A folder that is no skill, or none that may come in."""


class Refused(ValueError):
    """Why; `path`: the file that is meant, empty for the whole."""

    def __init__(self, why: str, path: str = "") -> None:
        super().__init__(why)
        self.path = path
