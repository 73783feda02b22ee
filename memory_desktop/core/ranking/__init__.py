"""How hits are fused, lifted and guarded."""
