"""ONNX Runtime, without what it would tell its makers.

From 1.29 on its wheels for Linux and macOS send events to Microsoft: a thread of its own, a lasting identifier and a
database in the user's cache folder, and more than one report of that thread ending the process by SIGABRT. Steward
tells nobody anything, so the library is loaded here alone, with that switched off first (docs/decisions/0139).
"""

import os
from types import ModuleType
from typing import Final

SWITCH: Final = "ORT_DISABLE_TELEMETRY"
"""Read once, when the library makes its environment; what `disable_telemetry_events` does comes after that."""


def onnxruntime() -> ModuleType:
    """The library; the first call takes half a second."""
    os.putenv(SWITCH, "1")  # of the process, where libraries look; nobody here reads it
    import onnxruntime as library  # type: ignore[import-untyped]  # noqa: PLC0415  (only where a model is loaded)

    found: ModuleType = library
    return found
