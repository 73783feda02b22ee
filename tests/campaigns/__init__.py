"""Campaigns: thousands of random tries against one law each, with a seed so that every find can be played again.

    python -m tests.campaigns.damage --count 1000 --seed 1

Each module here is a campaign with a command of its own and the same arguments (see `common`). A short form of each, with
a fixed seed, runs with the tests. A campaign prints its counts, and every try that broke the law with the seed to repeat
it alone (`--only`), and ends with 1 if there was any.
"""
