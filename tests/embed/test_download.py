"""Downloads from a server of our own: resumed, broken off, changed meanwhile, stopped; and no network at all."""

from __future__ import annotations

import hashlib
import shutil
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from time import perf_counter, sleep

import pytest

from memory_desktop.core.errors import CancelledError, EmbeddingError
from memory_desktop.embed import FolderShelf, bundled_model
from memory_desktop.embed.catalogue import CATALOGUE, CatalogueModel
from memory_desktop.embed.download import _REACH_SECONDS, DownloadError, download


@pytest.fixture(autouse=True)
def direct(monkeypatch: pytest.MonkeyPatch) -> None:
    """No proxy of this machine comes between."""
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


@dataclass
class Site:
    """What the server has, and how it behaves."""

    files: dict[str, bytes] = field(default_factory=dict)
    tag: str = '"one"'
    ranges: bool = True
    cut_after: int = 0
    cuts: int = 0
    status: int = 0
    beyond: int = 0
    shift: int = 0
    asked: list[tuple[str, str]] = field(default_factory=list)
    address: str = ""


@pytest.fixture
def site() -> Iterator[Site]:
    found = Site()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            name = self.path.rsplit("/", 1)[-1]
            wanted = self.headers.get("Range", "")
            found.asked.append((name, wanted))
            body = found.files.get(name)
            if found.status or body is None:
                self.send_error(found.status or 404)
                return
            start = 0
            if wanted and found.ranges and self.headers.get("If-Range") == found.tag:
                start = int(wanted.removeprefix("bytes=").removesuffix("-"))
            rest = body[start:]
            if start and found.beyond:
                found.beyond -= 1
                self.send_error(416)
                return
            self.send_response(206 if start else 200)
            if start:
                first = start + found.shift
                self.send_header("Content-Range", f"bytes {first}-{len(body) - 1}/{len(body)}")
            self.send_header("Content-Length", str(len(rest)))
            self.send_header("ETag", found.tag)
            self.end_headers()
            if found.cuts and len(rest) > found.cut_after:
                found.cuts -= 1
                self.wfile.write(rest[: found.cut_after])
                self.wfile.flush()
                self.connection.close()
                return
            self.wfile.write(rest)

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.handle_error = lambda *args: None  # type: ignore[method-assign]
    found.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    source = bundled_model().path
    for file in source.iterdir():
        if file.is_file():
            found.files[file.name] = file.read_bytes()
    yield found
    server.shutdown()
    server.server_close()
    thread.join()


def model(site: Site) -> CatalogueModel:
    size = sum(len(body) for body in site.files.values())
    return CatalogueModel(
        "fetched", 256, size, "mean", "For trying.", "some/model", "model.onnx", "0123abcd", host=site.address
    )


class Stop:
    """Cancels after so many looks."""

    def __init__(self, after: int) -> None:
        self.left = after

    def cancelled(self) -> bool:
        self.left -= 1
        return self.left < 0


def test_a_model_is_fetched_and_used(site: Site, tmp_path: Path) -> None:
    """D5: it is on the shelf as something to download, is fetched with progress, and then embeds."""
    shelf = FolderShelf(tmp_path / "models", (model(site),))
    assert [(one.ref, one.state) for one in shelf.choices()] == [("bundled", "here"), ("fetched", "download")]
    with pytest.raises(EmbeddingError, match="not on this computer"):
        shelf.open("fetched")
    told: list[tuple[int, int]] = []
    choice = shelf.download("fetched", lambda done, total: told.append((done, total)))
    assert choice.state == "here"
    assert choice.version.startswith("fetched@")
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert shelf.open("fetched").embed(["tea"]).shape == (1, 256)
    assert [one.state for one in shelf.choices()] == ["here", "here"]
    asked = len(site.asked)
    shelf.download("fetched")
    assert len(site.asked) == asked


def test_a_transfer_that_breaks_off_is_resumed(site: Site, tmp_path: Path) -> None:
    """D5: what is here is not fetched again, and the whole file is the server's."""
    site.cuts, site.cut_after = 2, 1_000_000
    folder = download(model(site), tmp_path / "models" / "fetched")
    assert (folder / "model.onnx").read_bytes() == site.files["model.onnx"]
    resumed = [wanted for name, wanted in site.asked if name == "model.onnx" and wanted]
    assert len(resumed) == 2


def test_a_stopped_download_goes_on_later(site: Site, tmp_path: Path) -> None:
    """D5: stopping keeps the part; the next call asks only for the rest; a half model is never taken for one."""
    target = tmp_path / "models" / "fetched"
    with pytest.raises(CancelledError):
        download(model(site), target, cancel=Stop(3))
    assert not target.exists()
    assert FolderShelf(tmp_path / "models", (model(site),)).choice("fetched").state == "download"
    site.asked.clear()
    download(model(site), target)
    assert site.asked[0][1].startswith("bytes=")
    assert (target / "model.onnx").read_bytes() == site.files["model.onnx"]


@pytest.mark.parametrize("change", ["tag", "ranges"])
def test_what_changed_meanwhile_is_fetched_anew(site: Site, tmp_path: Path, change: str) -> None:
    """D5: another version of the file, or a server that knows no ranges: it begins again, and is whole."""
    target = tmp_path / "models" / "fetched"
    with pytest.raises(CancelledError):
        download(model(site), target, cancel=Stop(3))
    if change == "tag":
        site.tag = '"two"'
        site.files["model.onnx"] = site.files["model.onnx"][::-1]
    else:
        site.ranges = False
    download(model(site), target)
    assert (target / "model.onnx").read_bytes() == site.files["model.onnx"]


@pytest.mark.parametrize("fault", ["416", "another part"])
def test_half_a_file_never_counts_as_whole(site: Site, tmp_path: Path, fault: str) -> None:
    """R10: a server that refuses the rest, or sends another part, gets the file asked for from its beginning."""
    target = tmp_path / "models" / "fetched"
    with pytest.raises(CancelledError):
        download(model(site), target, cancel=Stop(3))
    site.beyond, site.shift = (1, 0) if fault == "416" else (0, 7)
    download(model(site), target)
    assert (target / "model.onnx").read_bytes() == site.files["model.onnx"]


def test_a_file_that_is_not_the_catalogues_is_refused(site: Site, tmp_path: Path) -> None:
    """R10: a file with another SHA-256 than the catalogue's is not kept, and nothing is taken for a model."""
    target = tmp_path / "models" / "fetched"
    digests = {"model.onnx": hashlib.sha256(site.files["model.onnx"]).hexdigest(), "config.json": "0" * 64}
    with pytest.raises(DownloadError, match="SHA-256"):
        download(replace(model(site), digests=digests), target)
    assert not target.exists()
    kept = {path.name for path in (tmp_path / "models").rglob("*")}
    assert not kept & {"config.json", "config.json.part"}
    right = {**digests, "config.json": hashlib.sha256(site.files["config.json"]).hexdigest()}
    assert (download(replace(model(site), digests=right), target) / "config.json").exists()


def test_what_was_fetched_first_is_what_is_fetched_later(site: Site, tmp_path: Path) -> None:
    """R10: where the catalogue knows no SHA-256, the first download's is kept, and another file is refused later."""
    shelf = FolderShelf(tmp_path / "models", (model(site),))
    assert "from the second time on" in shelf.choice("fetched").description
    target = download(model(site), tmp_path / "models" / "fetched")
    shutil.rmtree(target)
    download(model(site), target)
    shutil.rmtree(target)
    site.files["tokenizer.json"] += b" "
    with pytest.raises(DownloadError, match=r"tokenizer\.json"):
        download(model(site), target)
    assert not target.exists()


def test_a_file_that_does_not_end_is_given_up(site: Site, tmp_path: Path) -> None:
    """R10: a file that is larger than the model can be is given up, and its part is removed."""
    with pytest.raises(DownloadError, match="larger"):
        download(replace(model(site), size=1_000_000), tmp_path / "models" / "fetched")
    assert not list((tmp_path / "models").rglob("*.part"))


def test_a_refusal_is_told(site: Site, tmp_path: Path) -> None:
    """D5: a server that refuses, or lacks a file that is needed, is named; nothing is taken for a model."""
    site.status = 403
    with pytest.raises(DownloadError, match="403"):
        download(model(site), tmp_path / "models" / "fetched")
    site.status = 0
    del site.files["tokenizer.json"]
    with pytest.raises(DownloadError, match=r"tokenizer\.json"):
        download(model(site), tmp_path / "models" / "fetched")
    assert not (tmp_path / "models" / "fetched").exists()


@pytest.mark.parametrize("host", ["http://127.0.0.1:9", "http://no-such-host.invalid", "black hole"])
def test_without_a_network_it_says_so_at_once(
    site: Site, tmp_path: Path, host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """D5: a closed port, a name that nobody knows and a lookup that hangs: within two seconds, and a folder as hint."""
    if host == "black hole":
        host = "http://127.0.0.1:9"

        def hangs(*args: object, **more: object) -> None:
            sleep(6)
            raise OSError

        monkeypatch.setattr("socket.create_connection", hangs)
    started = perf_counter()
    with pytest.raises(DownloadError, match="cannot be reached") as caught:
        download(replace(model(site), host=host), tmp_path / "models" / "fetched")
    assert perf_counter() - started < 4.5  # a busy machine's share, and still before the lookup gives up
    assert _REACH_SECONDS < 2
    assert "local folder" in caught.value.hint


def test_the_catalogue_names_whole_models() -> None:
    """D5: every model of the catalogue has its graph and tokenizer at an https address, and a size to show."""
    for one in CATALOGUE:
        assert {"model.onnx", "tokenizer.json", "config.json"} <= one.files().keys()
        assert all(address.startswith("https://") for address in one.files().values())
        assert one.size > 1_000_000
        assert len(one.revision) == 40
        assert len(one.digests["model.onnx"]) == 64


def test_a_folder_of_ones_own(tmp_path: Path) -> None:
    """D5: any local folder with a model is taken; one without is named."""
    shelf = FolderShelf(tmp_path / "models")
    assert shelf.choice(str(bundled_model().path)).dim == 256
    with pytest.raises(EmbeddingError, match=r"model\.onnx"):
        shelf.open(str(tmp_path))
    with pytest.raises(EmbeddingError, match="not there"):
        shelf.open(str(tmp_path / "nowhere"))
