"""What a similarity means for a model: how far it stands out from those of ordinary sentences about other things.

Cosines of different models cannot be compared, and those of one model crowd together. So a query is also compared with
a fixed list of sentences about everything and nothing, and a cosine is told in standard deviations above what it has
with them. The list is the same for every vault: no memory can move the scale.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Vectors = npt.NDArray[np.float32]
Scores = npt.NDArray[np.float64]

SENTENCES = (
    "The meeting has been moved to Tuesday afternoon.",
    "She bought a new pair of shoes for the winter.",
    "Our train was late because of snow on the tracks.",
    "The soup needs a little more salt and some pepper.",
    "He learned to play the guitar when he was twelve.",
    "The invoice must be paid before the end of the month.",
    "A storm broke two windows of the old school.",
    "My grandfather kept bees behind his house.",
    "The server restarts every night at three o'clock.",
    "They watched a film about the first people on the moon.",
    "The doctor told me to rest and drink a lot of water.",
    "We painted the kitchen walls in a pale yellow.",
    "The dog barks whenever the postman comes.",
    "Prices of houses have risen again this year.",
    "I forgot my umbrella on the bus.",
    "The museum is closed on Mondays.",
    "Her sister works as a nurse in a small hospital.",
    "The football match ended without a goal.",
    "Please send me the report when it is finished.",
    "The bridge was built more than a hundred years ago.",
    "He is allergic to nuts and to cats.",
    "The password has to be changed every three months.",
    "Children are playing in the garden next door.",
    "The recipe asks for two eggs and a cup of flour.",
    "I would like to travel to Japan in spring.",
    "The car needs new tyres and an oil change.",
    "The professor wrote a book on the history of trade.",
    "They got married by the sea in September.",
    "The phone's battery lasts for two days.",
    "It was so cold that the lake froze over.",
    "The company hired twenty people last year.",
    "She prefers tea to coffee in the morning.",
    "The function returns a list of numbers.",
    "The choir sings in the church on Sundays.",
    "He broke his arm when he fell from the ladder.",
    "The shop around the corner sells fresh bread.",
    "We are thinking about buying a smaller flat.",
    "The river floods the fields every few years.",
    "My favourite colour is dark green.",
    "The lawyer asked for more time to read the contract.",
    "A fox crossed the road in front of us.",
    "The test failed because a file was missing.",
    "I ran ten kilometres in less than an hour.",
    "The restaurant serves fish from the harbour.",
    "He has felt tired and sad since the spring.",
    "The library has a room for quiet work.",
    "Our neighbours have a swimming pool.",
    "The satellite sends pictures of the clouds.",
    "She is proud of her daughter's drawing.",
    "The roof leaks when the wind comes from the west.",
    "They voted for a new mayor on Sunday.",
    "The plant on the balcony wants less sun.",
    "He lost his keys somewhere in the office.",
    "The game is more fun with four players.",
    "Write the date at the top of the page.",
    "The flight to Lisbon leaves at half past six.",
    "Nobody knows who wrote this old song.",
    "The bank raised the interest on the loan.",
    "I talked with an old friend for hours.",
    "The engine makes a strange noise when it is cold.",
    "The teacher explained how volcanoes work.",
    "She donated her books to the hospital.",
    "We had pancakes with apples for breakfast.",
    "The new version fixes many small mistakes.",
)


#: Fewer vectors tell nothing of a model; then cosines are taken as they are, by this spread.
_FEWEST, _SPREAD = 16, 0.1


@dataclass(frozen=True, slots=True)
class Background:
    """Vectors (n, dim) of the sentences, or of other texts, by one model; the standard deviation of their cosines."""

    vectors: Vectors
    spread: float

    @classmethod
    def of(cls, embed: Callable[[Sequence[str]], Vectors]) -> Background:
        """The background of a model. Raises what `embed` raises."""
        vectors = embed(SENTENCES)
        between = (vectors @ vectors.T)[np.triu_indices(len(vectors), 1)]
        return cls(vectors, max(float(np.std(between)), 1e-3))

    @classmethod
    def among(cls, vectors: Vectors) -> Background:
        """The background that these vectors (n, dim) make by themselves; n may be small."""
        if len(vectors) < _FEWEST:
            return cls(vectors[:0], _SPREAD)
        between = (vectors @ vectors.T)[np.triu_indices(len(vectors), 1)]
        return cls(vectors, max(float(np.std(between)), 1e-3))

    def standing_out(self, query: Vectors, cosines: Scores) -> Scores:
        """Cosines with a query as standard deviations above those that the query has with the sentences."""
        usual = float(np.mean(self.vectors @ query)) if len(self.vectors) else 0.0
        return (cosines - usual) / self.spread
