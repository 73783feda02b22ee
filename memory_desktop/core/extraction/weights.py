"""What the signs of a message weigh. Written by `python -m tests.benchmarks.extraction --fit`."""

from __future__ import annotations

#: By the name of the sign, in log odds.
WEIGHTS = {
    "statements": -0.1,
    "words": 0.37,
    "many words": 0.22,
    "I": 0.25,
    "my": 0.22,
    "others": -0.43,
    "I did": 0.2,
    "when": 0.43,
    "names": 0.59,
    "likes": -0.08,
    "family": 0.3,
    "has": 0.1,
    "reasons": -0.14,
    "asks last": -0.28,
    "asks first": 0.08,
    "asks only": -0.33,
    "greets": 0.06,
    "reacts first": -0.11,
    "all about you": -0.66,
    "was asked": 1.04,
    "answers with I": -0.27,
    "exclaims": -0.15,
    "I am, I have": 0.34,
    "something new": 0.46,
    "circumstances": 0.53,
}
BIAS = -1.04
#: Likelihood from which a message is taken.
ENOUGH = 0.36
