"""The Agents view: who uses the vault, what each of them does, and how another one is connected."""
