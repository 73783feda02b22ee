"""Keys of language models, in the system's keyring: never in a vault, a log or a file of this program.

A key also says that this person, on this computer, wants texts sent to that address. A vault's settings name an
address, and a vault may come from a stranger: so none but this computer itself is asked unless its key is here, be it
an empty one.
"""

from __future__ import annotations

import ipaddress
from contextlib import suppress
from urllib.parse import urlsplit

from memory_desktop.core.errors import KnownError

_SERVICE = "Memory Desktop language model"
#: Stands in the keyring for an address that is allowed and needs no key.
_NONE = "-"


class Keys:
    """See the module."""

    def get(self, address: str) -> str | None:
        """The key of an address: "" if it needs none, None if nobody has allowed it (or there is no keyring)."""
        import keyring
        from keyring.errors import KeyringError

        try:
            found = keyring.get_password(_SERVICE, _place(address))
        except (KeyringError, RuntimeError):
            return None
        return "" if found == _NONE else found

    def set(self, address: str, key: str = "") -> None:
        """Allow an address on this computer, with its key. Raises KnownError: the system has no keyring."""
        import keyring
        from keyring.errors import KeyringError

        if not _place(address):
            raise KnownError(f"“{address}” is no address of a model.", hint="Write it as https://host/v1.")
        try:
            keyring.set_password(_SERVICE, _place(address), key.strip() or _NONE)
        except (KeyringError, RuntimeError) as error:
            raise KnownError(
                "The key cannot be kept: this computer has no keyring that works.",
                hint="On Linux that is GNOME Keyring or KWallet.",
            ) from error

    def forget(self, address: str) -> None:
        """Allow it no longer."""
        import keyring
        from keyring.errors import KeyringError

        with suppress(KeyringError, RuntimeError):
            keyring.delete_password(_SERVICE, _place(address))

    def allowed(self, address: str) -> bool:
        """May texts be sent there?"""
        return bool(_place(address)) and (is_local(address) or self.get(address) is not None)


def is_local(address: str) -> bool:
    """Is it an address of this computer?"""
    host = urlsplit(address).hostname or ""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _place(address: str) -> str:
    """Scheme, host and port of an address; "" if it is none."""
    try:
        parts = urlsplit(address.strip())
        port = parts.port
    except ValueError:
        return ""
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return ""
    return f"{parts.scheme}://{parts.hostname}:{port or (443 if parts.scheme == 'https' else 80)}"
