"""Language models that speak OpenAI's protocol, and their keys. Nothing here is used unless a person switches it on."""

from memory_desktop.llm.endpoint import Endpoint
from memory_desktop.llm.keys import Keys, is_local
from memory_desktop.llm.opening import ModelOpener

__all__ = ["Endpoint", "Keys", "ModelOpener", "is_local"]
