"""What the signs of a message weigh. Written by `python -m tests.benchmarks.extraction --fit`."""

from __future__ import annotations

#: By the name of the sign, in log odds.
WEIGHTS = {
    "statements": -0.06,
    "words": 0.3,
    "many words": 0.25,
    "I": 0.3,
    "my": 0.17,
    "others": -0.45,
    "I did": 0.18,
    "when": 0.38,
    "names": 0.61,
    "likes": -0.09,
    "family": 0.29,
    "has": 0.09,
    "reasons": -0.16,
    "asks last": -0.3,
    "asks first": 0.1,
    "asks only": -0.38,
    "greets": 0.07,
    "reacts first": -0.12,
    "all about you": -0.66,
    "was asked": 1.01,
    "answers with I": -0.27,
    "exclaims": -0.17,
    "I am, I have": 0.36,
    "something new": 0.46,
    "circumstances": 0.58,
}
BIAS = -0.99
#: Likelihood from which a message is taken.
ENOUGH = 0.36
