"""Tests of the layers of the memory."""
