"""Language models that speak the protocol of OpenAI."""
