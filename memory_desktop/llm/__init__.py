"""Language models that speak OpenAI's protocol, and their keys. Nothing here is used unless a person switches it on."""

from memory_desktop.llm.client import Endpoint, OpenAIModel
from memory_desktop.llm.keys import Keys, is_local
from memory_desktop.llm.moderation import ModerationModel
from memory_desktop.llm.opening import ModelOpener

__all__ = ["Endpoint", "Keys", "ModelOpener", "ModerationModel", "OpenAIModel", "is_local"]
