"""Keeping derived data sound: keyword index, verification, rebuild, upgrade."""
