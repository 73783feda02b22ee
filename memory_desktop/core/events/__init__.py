"""Events: what the log holds, and one module for each family of them."""
