"""Stand-in while the real one is being written."""


def suspicious(text: str) -> tuple[str, ...]:
    """Reasons."""
    return (
        ("It tells the model to ignore its instructions.",)
        if "ignore all previous instructions" in text.lower()
        else ()
    )
