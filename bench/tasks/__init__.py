"""How much work is a task on the console? `python -m bench.tasks URL TOKENFILE` (`__main__.py`)."""
