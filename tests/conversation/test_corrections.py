"""Which words of a user correct what was said before."""

from __future__ import annotations

import pytest

from memory_desktop.core.conversation.corrections import corrects

CORRECTS = """No, that's wrong.
Actually, I meant the blue one.
That's not what I said.
Not Berlin, I live in Riga.
Oh wait, I actually live in Riga, not Berlin.
Correction: my birthday is 5 May 1990.
No, my dog is not called Bruno, he is called Bruce.
No, use tabs.
No, the other file.
You're wrong, it was in May.
That is incorrect.
I meant Tuesday, not Monday.
Not quite, the second one.
Wait, it should be the second column.
Sorry, I meant Riga.
Actually, it's not due on Monday.
Actually, my dentist is Dr. Lee.
I misspoke, the rent is 950.
Hmm, that's not right.
My name isn't Ann, it's Anna.
I said Tuesday.
No, I live in Riga.
No, it's on Monday.
Nope, the red one.
Wrong file.
Forget what I said about short sentences.
You got it wrong.
That wasn't right.
No, I said the red one."""

OTHERS = """No worries, Pavel. I'm there for you
No worries!
No problem at all.
No, thanks.
No thanks, I'm good.
No, not yet.
No, I haven't tried that.
No, that's fine.
No, I'm good.
No need to hurry.
No doubt about it.
No way! That's great.
No idea.
No changes for me.
Nah, no changes for me.
No, nothing new.
No, we went home.
Nobody knows the answer.
Thank you!
It was in May, not long ago. That is fine.
Wait, what?
Wait, really?!
Wait for me.
Actually, I love that idea!
Actually I was thinking about dinner.
Sorry to hear that!
Sorry, I was away.
Sorry about the delay.
I said yes!
Nothing is wrong with the car.
No one told me.
No big deal.
No luck so far.
I live in Riga.
Is that wrong?
No, but I will.
Notting Hill is nice.
No kidding!
Actually, that sounds great.
Oh no, I'm so sorry for your loss.
Oh no! What happened?
Something went wrong at work.
In fact I like it."""


@pytest.mark.parametrize("expected", [True, False])
def test_corrections_are_noticed(expected: bool) -> None:
    """B8: who takes something back corrects what was said before; “No worries” and an answer to a question do not."""
    texts = (CORRECTS if expected else OTHERS).splitlines()
    assert len(texts) > 25 and [text for text in texts if corrects(text) != expected] == []


def test_hostile_texts() -> None:
    """B8: long and odd texts are read in time in proportion to them."""
    assert not any(corrects(text) for text in ("", "\x00", "oh " * 20_000, "no " * 20_000, "sorry, " * 20_000 + "?"))
