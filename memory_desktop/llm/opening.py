"""Opens the language model that a vault's settings name, if it is switched on and allowed on this computer."""

from __future__ import annotations

from memory_desktop.core.errors import LanguageModelError
from memory_desktop.core.ports import LanguageModel
from memory_desktop.core.settings import Settings
from memory_desktop.llm.client import Endpoint, OpenAIModel
from memory_desktop.llm.keys import Keys


class ModelOpener:
    """See the module."""

    def __init__(self, keys: Keys | None = None) -> None:
        self._keys = keys or Keys()

    def __call__(self, settings: Settings) -> LanguageModel | None:
        """The model; None while it is switched off.

        Raises:
            LanguageModelError: it has no address or name, or its address is not allowed on this computer.
        """
        if not settings.on("llm.on"):
            return None
        address, model = settings.text("llm.address"), settings.text("llm.model")
        if not address or not model:
            raise LanguageModelError("The language model has no address, or no name.", hint="See Preferences.")
        # Who sets the address in the environment has allowed it; a vault's settings may be a stranger's.
        if "llm.address" not in settings.overrides and not self._keys.allowed(address):
            raise LanguageModelError(
                f"{address} is not on this computer, and nobody has allowed it here.",
                hint="“memory-desktop model-key ADDRESS” allows it, and keeps its key in the system's keyring.",
            )
        endpoint = Endpoint(
            address,
            model,
            self._keys.get(address) or "",
            settings.number("llm.timeout"),
            settings.whole("llm.retries"),
        )
        return OpenAIModel(endpoint)
