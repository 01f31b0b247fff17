"""Does ONNX Runtime keep to itself what it is used for?"""

import os
import subprocess
import sys
from pathlib import Path

from tests.support.source import ROOT, modules

LOADS = "from orchestrator.llm.embedding import in_process; kept = in_process.load_minilm()"


def test_one_module_loads_it() -> None:
    loading = {module.name for module in modules() for _, name in module.imports() if name.startswith("onnxruntime")}
    assert loading == {"kit/onnx.py"}


def test_it_leaves_no_identifier_and_keeps_no_events(tmp_path: Path) -> None:
    """Where it sends events it writes both as soon as a model is loaded (its wheels for Linux and macOS, from 1.29)."""
    home = {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / ".cache"), "PYTHONPATH": str(ROOT / "backend")}
    unset = {name: value for name, value in os.environ.items() if name != "ORT_DISABLE_TELEMETRY"}
    subprocess.run([sys.executable, "-c", LOADS], env={**unset, **home}, check=True)
    assert not list(tmp_path.rglob("*"))
