"""Opens the language model that a vault's settings name, if it is switched on and allowed on this computer."""

from __future__ import annotations

from memory_desktop.core.errors import LanguageModelError
from memory_desktop.core.ports import LanguageModel, Moderator
from memory_desktop.core.settings import Settings
from memory_desktop.llm.endpoint import Endpoint
from memory_desktop.llm.keys import Keys


class ModelOpener:
    """See the module."""

    def __init__(self, keys: Keys | None = None) -> None:
        self._keys = keys or Keys()

    def __call__(self, settings: Settings) -> LanguageModel | None:
        """The model that helps; None while it is switched off.

        Raises:
            LanguageModelError: it has no address or name, or its address is not allowed on this computer.
        """
        if not settings.on("llm.on"):
            return None
        found = self.endpoint(settings, settings.text("llm.model"))
        if not found.model:
            raise LanguageModelError("The language model has no name.", hint="See Preferences.")
        from memory_desktop.llm.client import OpenAIModel  # which loads an HTTP client

        return OpenAIModel(found)

    def moderating(self, settings: Settings) -> Moderator | None:
        """The model that judges texts; None while it is switched off.

        Raises:
            LanguageModelError: it has no address or name, or its address is not allowed on this computer.
        """
        if settings.text("llm.moderation") == "off":
            return None
        name = settings.text("llm.moderation_model")
        if not name:
            raise LanguageModelError("The moderation model has no name.", hint="See Preferences.")
        from memory_desktop.llm.moderation import ModerationModel  # which loads it, too

        return ModerationModel(self.endpoint(settings, name))

    def passing(self, settings: Settings) -> Endpoint:
        """Where requests of other programs are passed on to.

        Raises:
            LanguageModelError: that is switched off, or the address is not allowed on this computer.
        """
        if not settings.on("llm.pass_through"):
            raise LanguageModelError(
                "Programs may not ask the language model through Memory Desktop.",
                hint="A person can turn that on in Preferences.",
            )
        return self.endpoint(settings, settings.text("llm.response_model"))

    def endpoint(self, settings: Settings, model: str) -> Endpoint:
        """The address of the settings with its key. Raises LanguageModelError: there is none, or it is not allowed."""
        address = settings.text("llm.address")
        if not address:
            raise LanguageModelError("The language model has no address.", hint="See Preferences.")
        # Who sets the address in the environment has allowed it; a vault's settings may be a stranger's.
        if "llm.address" not in settings.overrides and not self._keys.allowed(address):
            raise LanguageModelError(
                f"{address} is not on this computer, and nobody has allowed it here.",
                hint="“memory-desktop model-key ADDRESS” allows it, and keeps its key in the system's keyring.",
            )
        key = self._keys.get(address) or ""
        return Endpoint(address, model, key, settings.number("llm.timeout"), settings.whole("llm.retries"))
