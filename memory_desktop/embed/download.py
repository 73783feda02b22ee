"""Fetches a model's files, when asked: with progress, resumed where it stopped, never taken for whole too soon.

Each file grows as `<name>.part` beside its tag (what the server calls this version of it), so that a later call asks
only for the rest, and begins again when the file has changed meanwhile. Only a file of the size that was announced and
of the known SHA-256 gets its name. Where the catalogue knows no SHA-256, that of the first download is kept in
`first-seen.json` beside the models, and a later download must have the same. The folder becomes a model by one rename.

With no network this says so within two seconds: the server is looked up and connected to in a thread of its own that
is waited for no longer than that, since a lookup cannot be given a time limit.
"""

from __future__ import annotations

import hashlib
import os
import re
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn
from urllib.parse import urlsplit
from urllib.request import getproxies

import orjson

from memory_desktop.core.errors import CancelledError, KnownError
from memory_desktop.core.ports import CancelToken
from memory_desktop.durable import sync_folder, write_durably
from memory_desktop.embed.catalogue import CatalogueModel

if TYPE_CHECKING:
    import httpx

_REACH_SECONDS = 1.6
_ATTEMPTS = 4
_CHUNK = 1 << 17
_FIRST_SEEN = "first-seen.json"
_RANGE = re.compile(r"bytes (\d+)-\d+/(?:\d+|\*)")
_OPTIONAL = frozenset({"special_tokens_map.json"})
_NOT_FOUND, _PARTIAL, _OK, _BEYOND = 404, 206, 200, 416


class DownloadError(KnownError):
    """A model cannot be fetched now; what is here of it stays for the next time."""


def download(
    model: CatalogueModel,
    folder: Path,
    *,
    progress: Callable[[int, int], None] | None = None,
    cancel: CancelToken | None = None,
) -> Path:
    """Fetch a model into `folder`, which is there, whole, on return.

    Args:
        progress: told (bytes done, bytes in all, roughly).

    Raises:
        DownloadError: no network, a refusal, a file that is not the one of the catalogue, or a transfer that broke
            again and again. CancelledError: stopped. What was fetched of right files stays for the next call.
    """
    if folder.is_dir():
        return folder
    files = model.files()
    _reach(next(iter(files.values())))
    import httpx

    work = folder.with_name(folder.name + ".download")
    work.mkdir(parents=True, exist_ok=True)
    with httpx.Client(follow_redirects=True, timeout=httpx.Timeout(30.0, connect=5.0)) as client:
        done = 0
        for name, address in files.items():
            file = _File(client, address, work / name, model.most(name), done, model.size, progress, cancel)
            done += file.fetch(optional=name in _OPTIONAL)
            _check_digest(model, work / name, folder.parent)
    sync_folder(work)
    for left in work.glob("*.tag"):
        left.unlink()
    work.replace(folder)
    sync_folder(folder.parent)
    return folder


def _check_digest(model: CatalogueModel, path: Path, models: Path) -> None:
    """Compare a file with its known SHA-256, or with that of the first download, which is kept.

    Raises:
        DownloadError: it has another; the file is gone.
    """
    if not path.exists():
        return
    found, place = _digest(path), f"{model.repository}@{model.revision}/{path.name}"
    seen = _first_seen(models)
    wanted = model.digests.get(path.name) or seen.get(place)
    if wanted is None:
        write_durably(models / _FIRST_SEEN, [orjson.dumps({**seen, place: found}, option=orjson.OPT_INDENT_2)])
    elif found != wanted:
        path.unlink()
        raise DownloadError(
            f"{path.name} of {model.name} is not the file that it should be: its SHA-256 is {found}, not {wanted}.",
            hint="Nothing of it is kept. Try again on another network, or choose a local folder with the model.",
        )


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _first_seen(models: Path) -> dict[str, str]:
    with suppress(OSError, ValueError):
        found = orjson.loads((models / _FIRST_SEEN).read_bytes())
        if isinstance(found, dict):
            return {str(place): str(digest) for place, digest in found.items()}
    return {}


class _File:
    """One file on its way. `most`: bytes that it may have at most."""

    def __init__(
        self,
        client: httpx.Client,
        address: str,
        path: Path,
        most: int,
        before: int,
        total: int,
        progress: Callable[[int, int], None] | None,
        cancel: CancelToken | None,
    ) -> None:
        self._client = client
        self._address = address
        self._path = path
        self._part = path.with_name(path.name + ".part")
        self._tag = path.with_name(path.name + ".tag")
        self._most = most
        self._before = before
        self._total = total
        self._progress = progress
        self._cancel = cancel

    def fetch(self, *, optional: bool) -> int:
        """Get it, or what is left of it; its size in bytes, 0 for an optional one that is not there."""
        import httpx

        if self._path.exists():
            return self._path.stat().st_size
        problem = ""
        for _attempt in range(_ATTEMPTS):
            try:
                if self._ask(optional=optional):
                    return self._settle()
                return 0
            except httpx.HTTPError as error:
                problem = str(error) or type(error).__name__
        raise DownloadError(
            f"{self._path.name} could not be fetched: {problem}.", hint="Try again: it goes on where it stopped."
        )

    def _ask(self, *, optional: bool) -> bool:
        have = self._part.stat().st_size if self._part.exists() else 0
        headers = {"Accept-Encoding": "identity"}
        if have and self._tag.exists():
            headers |= {"Range": f"bytes={have}-", "If-Range": self._tag.read_text(encoding="utf-8")}
        else:
            have = 0
        with self._client.stream("GET", self._address, headers=headers) as answer:
            if answer.status_code == _NOT_FOUND and optional:
                return False
            if answer.status_code == _BEYOND:  # what is here is no beginning of that file
                raise self._begun_wrong("the server has no such part of it")
            if answer.status_code not in (_OK, _PARTIAL):
                raise DownloadError(
                    f"{urlsplit(self._address).netloc} refuses {self._path.name} (status {answer.status_code}).",
                    hint="Choose a local folder, or try again later.",
                )
            resumed = answer.status_code == _PARTIAL
            if resumed and not self._goes_on(answer, have):
                raise self._begun_wrong("the server sent another part of it")
            self._tag.write_text(answer.headers.get("ETag", ""), encoding="utf-8")
            self._write(answer, have if resumed else 0)
            self._check_length(answer, have if resumed else 0)
        return True

    @staticmethod
    def _goes_on(answer: httpx.Response, have: int) -> bool:
        found = _RANGE.fullmatch(answer.headers.get("Content-Range", ""))
        return found is not None and int(found[1]) == have

    def _begun_wrong(self, problem: str) -> httpx.HTTPError:
        """Throw away what is here of it, so that the next attempt begins anew; the error that asks for that."""
        import httpx

        self._part.unlink(missing_ok=True)
        self._tag.unlink(missing_ok=True)
        return httpx.ReadError(problem)

    def _write(self, answer: httpx.Response, have: int) -> None:
        with self._part.open("ab" if have else "wb") as file:
            for chunk in answer.iter_bytes(_CHUNK):
                file.write(chunk)
                have += len(chunk)
                if have > self._most:
                    self._too_large()
                if self._progress is not None:
                    self._progress(self._before + have, max(self._total, self._before + have))
                if self._cancel is not None and self._cancel.cancelled():
                    raise CancelledError("The download was stopped; it goes on where it was.")
            file.flush()
            os.fsync(file.fileno())

    def _too_large(self) -> NoReturn:
        self._part.unlink(missing_ok=True)
        raise DownloadError(
            f"{self._path.name} is larger than the model can be ({self._most:,} bytes).",
            hint="Nothing of it is kept. Choose a local folder with the model.",
        )

    def _check_length(self, answer: httpx.Response, have: int) -> None:
        import httpx

        length = answer.headers.get("Content-Length")
        if length is not None and self._part.stat().st_size != have + int(length):
            raise httpx.ReadError("the transfer broke off")

    def _settle(self) -> int:
        self._part.replace(self._path)
        return self._path.stat().st_size


def _reach(address: str) -> None:
    """Look the server (or the proxy to it) up and connect, once. Raises DownloadError within two seconds."""
    parts = urlsplit(address)
    via = getproxies().get(parts.scheme)
    target = urlsplit(via) if via else parts
    port = target.port or (443 if target.scheme == "https" else 80)
    reached = threading.Event()

    def connect() -> None:
        try:
            socket.create_connection((str(target.hostname), port), timeout=_REACH_SECONDS).close()
        except OSError:
            failed.set()
        else:
            reached.set()
        answered.set()

    failed, answered = threading.Event(), threading.Event()
    threading.Thread(target=connect, name="reach", daemon=True).start()
    answered.wait(_REACH_SECONDS)
    if not reached.is_set():
        raise DownloadError(
            f"{parts.hostname} cannot be reached: there seems to be no network.",
            hint="Connect and try again, or choose a local folder with the model.",
        )
