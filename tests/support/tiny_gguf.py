"""A whole GGUF file of one layer with random weights: it loads and generates in no time, and says nothing sensible.

The format: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md (magic, version, counts, key-values, tensor infos,
aligned data).
"""

import struct
from pathlib import Path
from typing import Any

import numpy as np

EMBEDDING, HEADS, FEED_FORWARD, CONTEXT = 64, 4, 128, 2048
ALIGNMENT = 32
_U32, _F32, _STRING, _ARRAY, _I32 = 4, 6, 8, 9, 5
_NORMAL, _UNKNOWN, _CONTROL, _BYTE = 1, 2, 3, 6
TEMPLATE = "{% for m in messages %}{{ m.role }}: {{ m.content }}\n{% endfor %}assistant: "


def write_tiny_gguf(path: Path) -> Path:
    """Write the file; about 250 kB."""
    tokens = ["<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256)), "▁"]
    types = [_UNKNOWN, _CONTROL, _CONTROL, *([_BYTE] * 256), _NORMAL]
    values: list[tuple[str, int, Any]] = [
        ("general.architecture", _STRING, "llama"),
        ("llama.context_length", _U32, CONTEXT),
        ("llama.embedding_length", _U32, EMBEDDING),
        ("llama.block_count", _U32, 1),
        ("llama.feed_forward_length", _U32, FEED_FORWARD),
        ("llama.attention.head_count", _U32, HEADS),
        ("llama.attention.head_count_kv", _U32, HEADS),
        ("llama.attention.layer_norm_rms_epsilon", _F32, 1e-5),
        ("llama.rope.dimension_count", _U32, EMBEDDING // HEADS),
        ("tokenizer.ggml.model", _STRING, "llama"),
        ("tokenizer.ggml.tokens", _ARRAY, (_STRING, tokens)),
        ("tokenizer.ggml.scores", _ARRAY, (_F32, [0.0] * len(tokens))),
        ("tokenizer.ggml.token_type", _ARRAY, (_I32, types)),
        ("tokenizer.ggml.bos_token_id", _U32, 1),
        ("tokenizer.ggml.eos_token_id", _U32, 2),
        ("tokenizer.ggml.unknown_token_id", _U32, 0),
        ("tokenizer.chat_template", _STRING, TEMPLATE),
    ]
    tensors = _tensors(len(tokens))
    head = struct.pack("<4sIQQ", b"GGUF", 3, len(tensors), len(values))
    head += b"".join(_text(name) + struct.pack("<I", kind) + _value(kind, value) for name, kind, value in values)
    offset = 0
    body = b""
    for name, weights in tensors.items():
        shape = weights.shape[::-1]
        head += _text(name) + struct.pack(f"<I{len(shape)}QIQ", len(shape), *shape, 0, offset)
        data = weights.tobytes()
        body += data + b"\0" * (-len(data) % ALIGNMENT)
        offset = len(body)
    path.write_bytes(head + b"\0" * (-len(head) % ALIGNMENT) + body)
    return path


def _tensors(vocabulary: int) -> dict[str, Any]:
    random = np.random.default_rng(7)

    def weights(*shape: int) -> Any:
        return (random.standard_normal(shape) * 0.05).astype(np.float32)

    ones = np.ones(EMBEDDING, np.float32)
    square = (EMBEDDING, EMBEDDING)
    return {
        "token_embd.weight": weights(vocabulary, EMBEDDING),
        "output_norm.weight": ones,
        "output.weight": weights(vocabulary, EMBEDDING),
        "blk.0.attn_norm.weight": ones,
        **{f"blk.0.attn_{part}.weight": weights(*square) for part in ("q", "k", "v", "output")},
        "blk.0.ffn_norm.weight": ones,
        "blk.0.ffn_gate.weight": weights(FEED_FORWARD, EMBEDDING),
        "blk.0.ffn_up.weight": weights(FEED_FORWARD, EMBEDDING),
        "blk.0.ffn_down.weight": weights(EMBEDDING, FEED_FORWARD),
    }


def _text(text: str) -> bytes:
    data = text.encode()
    return struct.pack("<Q", len(data)) + data


def _value(kind: int, value: Any) -> bytes:
    if kind == _STRING:
        return _text(value)
    if kind == _ARRAY:
        inner, items = value
        return struct.pack("<IQ", inner, len(items)) + b"".join(_value(inner, item) for item in items)
    return struct.pack({_U32: "<I", _I32: "<i", _F32: "<f"}[kind], value)
