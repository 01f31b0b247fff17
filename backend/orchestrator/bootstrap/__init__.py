"""How is a running Steward put together, and taken down again? The only composition root: Settings -> Runtime.

A file a question; `running` in `runtime.py` asks them all.
"""
