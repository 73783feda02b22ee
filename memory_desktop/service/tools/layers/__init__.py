"""Tools for the layers of the memory, a module for each."""
