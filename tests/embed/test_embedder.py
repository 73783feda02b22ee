"""The embedding adapter, run with the real bundled model."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from memory_desktop.core.errors import EmbeddingError
from memory_desktop.core.ports import Embedder, Vectors
from memory_desktop.embed import MAX_CHARS, FastEmbedder, ModelSpec, bundled_model, local_model

ROOT = Path(__file__).resolve().parents[2]
TRANSFORMER = ROOT.parent / "shared" / "models" / "all-MiniLM-L6-v2-int8"

TEXTS = [
    "Ada moved the billing service to PostgreSQL on Friday.",
    "",
    "the",
    "Ünïcödé, 日本語, العربية, Ελληνικά",
    "🎉🦉",
    "🎉🦉🎉",
    " \t\n\u200b",
    "\x00\x01",
    "a lone surrogate \ud800 from a broken export",
    "[CLS] literal [PAD] tokens [UNK]",
    "word " * 5000,
    "x" * 100_000,
]


@pytest.fixture(scope="module")
def embedder() -> FastEmbedder:
    return FastEmbedder(bundled_model())


def model_copy(folder: Path) -> ModelSpec:
    """A copy of the bundled model that a test may damage."""
    shutil.copytree(bundled_model().path, folder)
    return local_model(folder)


def cosine(left: Vectors, right: Vectors) -> float:
    return float(left @ right)


def test_shape(embedder: FastEmbedder) -> None:
    """Texts become one float32 row each, and no texts become no rows (E4)."""
    port: Embedder = embedder
    vectors = port.embed(TEXTS)
    assert vectors.shape == (len(TEXTS), 256) == (len(TEXTS), port.dim)
    assert vectors.dtype == np.float32
    assert port.embed([]).shape == (0, 256)
    assert port.embed_query("one").shape == (256,)


def test_unit_length(embedder: FastEmbedder) -> None:
    """Any text, even an empty or an unknown one, gets a finite vector of length one (E4)."""
    assert np.linalg.norm(embedder.embed(TEXTS), axis=1) == pytest.approx(1.0, abs=1e-5)


def test_deterministic(embedder: FastEmbedder) -> None:
    """The same texts give the same bytes, also from a second embedder of the same model (E4)."""
    again = FastEmbedder(bundled_model()).embed(TEXTS)
    assert embedder.embed(TEXTS).tobytes() == embedder.embed(TEXTS).tobytes() == again.tobytes()


def test_batch_is_single(embedder: FastEmbedder) -> None:
    """A text's vector does not depend on what else is in its batch, nor on its place (E4)."""
    texts = TEXTS + [f"note number {number} " * (number % 40 + 1) for number in range(600)]
    single = np.stack([embedder.embed_query(text) for text in texts])
    np.testing.assert_allclose(embedder.embed(texts), single, atol=1e-6)


def test_texts_without_words_are_told_apart(embedder: FastEmbedder) -> None:
    """Texts without a known word are like themselves and like nothing else (E4)."""
    emoji, other, words = embedder.embed(["🎉", "🦉", "a party with an owl"])
    assert cosine(emoji, embedder.embed_query("🎉")) == pytest.approx(1.0, abs=1e-5)
    assert abs(cosine(emoji, other)) < 0.5
    assert abs(cosine(emoji, words)) < 0.5


def test_special_tokens_do_not_count(embedder: FastEmbedder) -> None:
    """A special token in a text leaves its vector where it was (E4)."""
    plain, marked = embedder.embed(["the owl sleeps", "[CLS] the owl sleeps [SEP] [PAD]"])
    assert cosine(plain, marked) == pytest.approx(1.0, abs=1e-5)


def test_long_text_is_read_past_the_transformers_limit(embedder: FastEmbedder) -> None:
    """Words far behind the transformer's limit of tokens still count, and those behind MAX_CHARS do not (E4)."""
    start = "owl " * 900
    assert cosine(*embedder.embed([start, start + "volcano " * 100])) < 0.999
    filler = " " * MAX_CHARS
    assert cosine(*embedder.embed(["owl", "owl" + filler + "volcano"])) == pytest.approx(1.0, abs=1e-5)


@pytest.mark.parametrize(
    ("query", "similar", "dissimilar"),
    [
        ("When did she adopt the puppy?", "We got a new dog last May.", "The server ran out of memory."),
        ("database choice", "We keep the tables in SQL.", "Dinner was pasta with mushrooms."),
        ("favourite food", "She loves eating pizza.", "He fixed the bicycle's rear brake."),
    ],
)
def test_meaning(embedder: FastEmbedder, query: str, similar: str, dissimilar: str) -> None:
    """A sentence about the same thing scores above one about another, with no word in common (E4)."""
    asked, near, far = embedder.embed([query, similar, dissimilar])
    assert cosine(asked, near) > cosine(asked, far) + 0.1


def test_version_is_stable_and_cheap() -> None:
    """The version names the model and its content, and asking for it loads nothing (D4)."""
    embedder = FastEmbedder(bundled_model())
    name, _, hash8 = embedder.model_version.partition("@")
    assert name == "minilm-static-256"
    assert len(hash8) == 8
    assert int(hash8, 16) >= 0
    assert embedder.model_version == FastEmbedder(bundled_model()).model_version
    assert not embedder.loaded


@pytest.mark.parametrize("file", ["model.onnx", "tokenizer.json"])
def test_version_depends_on_the_files(tmp_path: Path, file: str) -> None:
    """A changed model or tokeniser is another version, whatever its folder is called (D4)."""
    spec = model_copy(tmp_path / "minilm-static-256")
    assert FastEmbedder(spec).model_version == FastEmbedder(bundled_model()).model_version
    with (spec.path / file).open("ab") as stream:
        stream.write(b" ")
    assert FastEmbedder(spec).model_version != FastEmbedder(bundled_model()).model_version


def test_threads() -> None:
    """Threads that share a cold embedder load it once and get the vectors a single thread gets (E4)."""
    shared = FastEmbedder(bundled_model())
    start = threading.Barrier(6)
    results: list[bytes] = []

    def work() -> None:
        start.wait()
        results.extend(shared.embed(TEXTS[:6]).tobytes() for _ in range(20))

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 120
    assert set(results) == {FastEmbedder(bundled_model()).embed(TEXTS[:6]).tobytes()}


def run_python(code: str) -> str:
    """What `code` prints in an interpreter that has imported nothing yet."""
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return run.stdout.strip()


def test_no_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loading a model and embedding with it open no socket (E4)."""

    def refuse(*args: object, **kwargs: object) -> None:
        raise AssertionError("a socket was opened")

    FastEmbedder(bundled_model()).warm_up()  # urllib3, on import, binds one on this machine to look for IPv6
    for name in ("socket", "create_connection", "getaddrinfo"):
        monkeypatch.setattr(socket, name, refuse)
    embedder = FastEmbedder(bundled_model())
    embedder.warm_up()
    assert embedder.loaded


def test_no_network_from_a_cold_start() -> None:
    """From the first import on, no host is looked up and no connection is made or written to (E4)."""
    code = (
        "import sys\n"
        "touched = []\n"
        "local = ('socket.__new__', 'socket.bind')\n"
        "def hook(event, args):\n"
        "    if event.startswith('socket.') and event not in local:\n"
        "        touched.append(event)\n"
        "sys.addaudithook(hook)\n"
        "from memory_desktop.embed import FastEmbedder, bundled_model\n"
        "FastEmbedder(bundled_model()).warm_up()\n"
        "print(touched)\n"
    )
    assert run_python(code) == "[]"


def test_lazy_import() -> None:
    """Importing the package and asking for a version imports neither fastembed nor onnxruntime (E4)."""
    code = (
        "import sys\n"
        "from memory_desktop.embed import FastEmbedder, bundled_model\n"
        "FastEmbedder(bundled_model()).model_version\n"
        "print([name for name in ('fastembed', 'onnxruntime', 'tokenizers') if name in sys.modules])\n"
    )
    assert run_python(code) == "[]"


def test_nothing_is_written_on_load(tmp_path: Path) -> None:
    """Loading a model leaves its folder as it was (E4)."""
    spec = model_copy(tmp_path / "model")
    before = sorted(path.name for path in spec.path.rglob("*"))
    FastEmbedder(spec).warm_up()
    assert sorted(path.name for path in spec.path.rglob("*")) == before


@pytest.mark.parametrize("file", ["model.onnx", "tokenizer.json", "tokenizer_config.json", "config.json"])
def test_missing_file(tmp_path: Path, file: str) -> None:
    """A model folder that lacks a file is refused in a sentence that names it (E4)."""
    spec = model_copy(tmp_path / "model")
    (spec.path / file).unlink()
    with pytest.raises(EmbeddingError, match=f"has no {file}"):
        local_model(spec.path)


@pytest.mark.parametrize("content", ["{", "[]", "{}", json.dumps({"hidden_size": "wide"})])
def test_bad_config(tmp_path: Path, content: str) -> None:
    """A config without a usable size is refused in a sentence that names it (E4)."""
    spec = model_copy(tmp_path / "model")
    (spec.path / "config.json").write_text(content, encoding="utf-8")
    with pytest.raises(EmbeddingError, match=r"hidden_size in .*config\.json"):
        local_model(spec.path)


def test_damaged_model(tmp_path: Path) -> None:
    """A damaged or vanished model is a known error that names the model, and the embedder stays unloaded (E4)."""
    spec = model_copy(tmp_path / "model")
    (spec.path / "model.onnx").write_bytes(b"not a graph")
    embedder = FastEmbedder(spec)
    with pytest.raises(EmbeddingError, match=r"model model in .* cannot be read"):
        embedder.embed(["a text"])
    assert not embedder.loaded
    shutil.rmtree(spec.path)
    with pytest.raises(EmbeddingError, match="cannot be read"):
        _ = FastEmbedder(spec).model_version


def test_wrong_size() -> None:
    """A model whose vectors are not of the size it declares is a known error (E4)."""
    with pytest.raises(EmbeddingError, match="failed on a batch of 1 texts"):
        FastEmbedder(replace(bundled_model(), dim=128)).embed(["a text"])


def test_not_a_text(embedder: FastEmbedder) -> None:
    """Something that is not a sequence of texts is a known error (E4)."""
    with pytest.raises(EmbeddingError):
        embedder.embed([7])  # type: ignore[list-item]
    with pytest.raises(EmbeddingError):
        embedder.embed("a single text")


@pytest.mark.skipif(not TRANSFORMER.is_dir(), reason="needs a transformer in a folder beside the project")
def test_transformer() -> None:
    """A real transformer works through the same adapter, beside the bundled model, and is another version (D4)."""
    transformer = FastEmbedder(local_model(TRANSFORMER))
    vectors = transformer.embed(TEXTS)
    assert vectors.shape == (len(TEXTS), 384)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1.0, abs=1e-5)
    asked, near, far = transformer.embed(["a puppy", "the dog is young", "quarterly tax return"])
    assert cosine(asked, near) > cosine(asked, far) + 0.1
    assert transformer.model_version != FastEmbedder(bundled_model()).model_version


def test_a_model_knows_words_and_only_spells_others(tmp_path: Path) -> None:
    """E10: words of the vocabulary and those with a long piece in it are known; made-up ones, single letters and other
    languages are not; a vocabulary that cannot be judged or read knows all."""
    model = FastEmbedder(bundled_model())
    known = ("tea", "volunteering", "sunsets", "naïve", "hobbies")
    unknown = ("zxqv", "blorf", "snorgle", "x", "مرحبا", "我喜欢茶", "สวัสดี", "привет", "a\ud800b", "2026")
    assert [word for word in known if not model.knows(word)] == []
    assert [word for word in unknown if model.knows(word)] == []
    shutil.copytree(bundled_model().path, tmp_path / "other")
    file = tmp_path / "other" / "tokenizer.json"
    told = json.loads(file.read_text(encoding="utf-8"))
    told["model"] = {"type": "Unigram", "unk_id": 0, "vocab": [["<unk>", 0.0], ["z", -1.0]], "byte_fallback": False}
    told["added_tokens"], told["post_processor"] = [], None
    file.write_text(json.dumps(told), encoding="utf-8")
    assert FastEmbedder(local_model(tmp_path / "other")).knows("zxqv")
    file.write_text("{", encoding="utf-8")
    assert FastEmbedder(local_model(tmp_path / "other")).knows("zxqv")
