"""Pictures of every view for the docs, and the checks that go with looking at them; see `tests.pictures.__main__`."""
