"""`python -m tests.support.half_weights IN.onnx OUT.onnx`: large weights as float16, computed with as float32.

So the voice model of the package was made (docs/decisions/0082). Needs the package `onnx`, which nothing else does.
"""

import sys
from importlib import import_module
from math import prod

LARGE = 1_024


def halved(source: str, target: str) -> None:
    """Each large initializer stored in half, with a Cast before all other nodes."""
    onnx = import_module("onnx")
    model = onnx.load(source)
    graph, kept, casts = model.graph, [], []
    for weights in graph.initializer:
        if weights.data_type != onnx.TensorProto.FLOAT or prod(weights.dims) < LARGE:
            kept.append(weights)
            continue
        half = f"{weights.name}.f16"
        kept.append(onnx.numpy_helper.from_array(onnx.numpy_helper.to_array(weights).astype("float16"), half))
        casts.append(onnx.helper.make_node("Cast", [half], [weights.name], to=onnx.TensorProto.FLOAT))
    nodes = [*casts, *graph.node]
    del graph.initializer[:], graph.node[:]
    graph.initializer.extend(kept)
    graph.node.extend(nodes)
    onnx.checker.check_model(model)
    onnx.save(model, target)


if __name__ == "__main__":
    halved(*sys.argv[1:])
