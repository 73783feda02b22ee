"""Which earlier statement a later one takes the place of."""

from __future__ import annotations

import pytest

from memory_desktop.core.memory.restated import restates, states_one
from memory_desktop.core.memory.slots import may_replace, replaces

#: An earlier statement | a later one that surely takes its place.
REPLACES = """I prefer green tea.|I switched to coffee.
I prefer green tea|I prefer coffee now
I prefer green tea.|I now prefer coffee.
I prefer green tea.|These days I prefer coffee.
I prefer tea over coffee.|I prefer coffee now.
I prefer green tea.|I no longer drink tea.
I drink green tea.|I don't drink tea any more.
I prefer coffee.|I stopped drinking coffee.
I drink coffee.|I gave up coffee last month.
I prefer black coffee.|I've switched from coffee to tea.
I prefer green tea.|I prefer black tea now.
I prefer tea in the morning.|I prefer coffee in the morning now.
I use Gmail.|I switched from Gmail to Proton Mail.
I use vim.|I use emacs instead of vim now.
I prefer vim.|I switched to Helix.
I prefer Firefox.|I have recently switched to Brave.
I prefer dark mode.|I prefer light mode now.
I prefer tabs.|From now on I prefer spaces.
I live in Oslo.|I moved to Riga.
I live in Oslo.|Actually, I moved to Riga last month.
We live in Oslo.|We have just moved to Riga.
I live in Oslo.|I live in Riga now.
I live in Oslo.|I no longer live in Oslo.
I live in Oslo.|I used to live in Oslo.
I moved to Oslo in March.|I used to live in Oslo, but since June I live in Riga.
I work at Bosch.|I used to work at Bosch but now I work at Siemens.
I moved to Oslo.|I moved to Riga.
I work at Bosch.|I work at Siemens now.
I work at Bosch.|I started a new job at Siemens last week.
I work for Bosch.|I no longer work for Bosch.
I work at Bosch.|I left my job at Bosch.
I work as a nurse.|I now work as a teacher.
My name is Ann.|I changed my name to Anna.
My name is Ann.|Call me Anna from now on.
I am vegetarian.|I am no longer vegetarian.
I'm a vegetarian.|I'm vegan now.
I am vegan.|I'm not vegan any more.
I smoke.|I quit smoking.
I have a dog.|I no longer have a dog.
I have a dog called Rex.|I don't have a dog anymore.
I play the cello.|I stopped playing the cello.
I drive a Saab.|I no longer drive a Saab.
My dog is called Rex.|My dog is called Max now.
My favourite colour is blue.|My favourite colour is red now.
User: I prefer green tea.|I switched to coffee.
Mara: I prefer green tea.|Mara: I switched to coffee.
I like jazz.|I no longer like jazz.
I prefer green tea.|I switched to coffee because tea keeps me awake.
I prefer coffee.|I switched back to tea.
I prefer Spotify.|Now I prefer Tidal.
My dentist is Dr. Kim.|My dentist is Dr. Lee now.
I live in Oslo.|Actually I moved to Riga last month.
I live in Oslo.|I've just moved to Riga.
I live in Oslo.|I moved from Oslo to Riga.
I live in Oslo.|We relocated to Riga last week.
I live in Oslo.|Not Oslo, I live in Riga.
I live in Oslo.|Oh wait, I actually live in Riga, not Oslo.
I live in Oslo.|I don't live in Oslo, I live in Riga.
I live in Oslo.|Forget that I live in Oslo.
My dog is called Rex.|No, my dog is not called Rex, he is called Max.
My dog is called Rex.|My dog isn't called Rex. He's called Max.
My name is Ann.|My name isn't Ann, it's Anna.
My birthday is 3 May 1990.|My birthday is not 3 May 1990, it's 5 May 1990.
Always answer me in short sentences.|Forget what I said about short sentences.
I prefer green tea.|Please forget everything I told you about tea.
Answer in German from now on.|Stop answering in German.
Please always call me Bob.|Please stop calling me Bob.
From now on, use metric units.|Don't use metric units any more.
I'm a vegetarian.|I went back to eating fish.
I'm vegan.|I eat cheese again.
I don't eat fish any more.|I eat fish again.
I drink tea in the evening.|It's not tea that I drink, it's coffee.
I play the violin.|Actually, I play the cello, not the violin.
My dog is called Rex.|My dog is not called Rex.
My name is Ann.|I was joking, my name isn't Ann.
I live in Oslo.|It turns out I don't live in Oslo after all.
I am afraid of dogs.|Turns out I'm not afraid of dogs after all.
I work at Bosch.|I left Bosch.
I work at Bosch.|I left Bosch for Siemens.
I work at Bosch.|I quit Bosch and joined Siemens last month.
I work at Bosch.|I left Zeiss and started working at Siemens.
I'm 34.|I just turned 35.
I'm 34 years old.|I'm 35 now.
I hate Mondays!|Scratch that, Mondays are fine.
I don't like opera.|Sorry, opera is actually great.
I like opera.|Wait, opera is not my thing.
I like tea more than coffee.|I don't like tea.
The spare key is under the blue pot.|Forget the thing about the spare key.
My gate code is 4711.|Forget everything you know about my gate code."""

#: An earlier statement | a later one that may be about something else, another time or another person.
KEEPS = """Answer in German from now on.|Stop answering in French.
Answer in German from now on.|Stop writing in German.
I answer in German.|Stop answering in German.
I live in Oslo.|I left Oslo yesterday.
I work at Nokia.|I left Kone.
I work at Nokia Park.|I left Nokia.
I'm vegetarian.|I eat cheese again.
I'm vegetarian.|My wife eats meat again.
I'm vegetarian.|I would eat meat again.
I hate Mondays.|Mondays are fine.
I hate Mondays.|Scratch that, Tuesdays are fine.
My name is Ann.|My name is not Anna.
My dog is called Rex.|My dog is not called Max.
I drink tea.|I drink coffee in the morning, not tea.
I prefer tabs, not spaces.|I prefer spaces, not tabs.
I drink tea.|It's a pity that I drink coffee.
I'm 34 years old.|My brother turned 35 yesterday.
I'm 34 years old.|I'm turning 35 next week.
I'm 34 years old.|I turned 34 yesterday.
My rent is 900.|I turned 35.
I like jazz more than blues.|I hate blues.
I'm allergic to nuts.|It turned out that I'm not allergic to milk after all.
The spare key is under the blue pot.|Forget the thing about the blue key card.
I prefer green tea.|I prefer coffee.
I live in Oslo.|I used to live in Riga.
I live in Oslo.|I used to live in Oslo and moved back last year.
I live in Oslo.|I used to live in Oslo when I was ten.
I live in Oslo.|My sister used to live in Oslo.
I live in Oslo.|I used to work in Oslo.
I work at Bosch.|I used to live in Oslo, but now I live in Riga.
I prefer green tea.|I like coffee.
I prefer green tea.|I drink coffee sometimes now.
I prefer green tea.|I switched to Linux.
I prefer green tea.|I switched to oat milk.
I prefer red wine.|I switched to coffee.
I prefer green tea.|I might switch to coffee.
I prefer green tea.|I would prefer coffee now.
I prefer green tea.|If it is late I prefer coffee now.
I prefer green tea.|I switched to coffee for a week.
I prefer green tea.|I once switched to coffee.
I prefer tea in the morning.|I prefer coffee in the evening now.
I prefer tea in the morning.|I switched to coffee.
I prefer green tea.|I no longer drink coffee.
I drink tea.|I no longer drink green tea.
I prefer green tea.|I prefer tea now.
I prefer tea and coffee.|I switched to coffee.
I prefer green tea.|I switched to coffee and cocoa.
Mara: I prefer green tea.|Ben: I switched to coffee.
Mara: I prefer green tea.|I switched to coffee.
My sister prefers green tea.|I switched to coffee.
I live in Oslo.|My brother moved to Riga.
I live in Oslo.|I moved to Riga in 2015.
I live in Oslo.|I will move to Riga.
I live in Oslo.|I moved to Google.
I live in Oslo.|I moved to the backend team.
I live in Oslo.|I moved to a new flat.
I live in Oslo.|I moved to Oslo.
I live in Oslo.|I no longer live in Riga.
I live in Oslo.|I want to live in Riga now.
I live in Oslo.|I work in Riga now.
I live in Oslo.|Ana lives in Riga now.
I work at Bosch.|I no longer work for Siemens.
I work at Bosch.|I no longer work at night.
I work at Bosch.|My wife works at Siemens now.
I work as a nurse.|I work at Bosch now.
My name is Ann.|My sister's name is Anna.
My name is Ann.|Call me tomorrow.
I am vegetarian.|My son is vegan now.
I am vegetarian.|I'm hungry now.
I smoke.|My father quit smoking.
I have a dog.|I no longer have a cat.
I have a dog walker.|I no longer have a dog.
I have a dog.|I no longer have time.
My dog is called Rex.|My cat is called Max now.
My dog is called Rex.|My second dog is called Max.
I use vim.|I switched to Firefox.
I use Linux.|I switched to Windows.
I play the cello.|I stopped playing chess.
I like jazz.|I like rock now.
I like tea.|I switched to coffee.
My favourite colour is blue.|My favourite food is pizza now.
I prefer green tea.|Did you know I switched to coffee?
I prefer Dr. Kim as a dentist.|I switched to coffee.
I live in Oslo.|I live in a bigger flat now.
I prefer green tea.|I prefer coffee today.
I prefer green tea.|I prefer coffee now and then.
I prefer green tea.|I switched to coffee in the evening.
I work at Bosch.|I work at the new office now.
I prefer tea.|I almost switched to coffee.
I live in Oslo.|Now I live in a bigger flat.
I live in Oslo.|I used to live in Riga.
I prefer no tea.|I switched to coffee.
I live in Oslo.|I live in Riga, not Bergen.
I live in Oslo.|Not Bergen, I live in Riga.
I live in Oslo.|We use tabs, not spaces.
I live in Oslo.|Actually I moved to the backend team.
I live in Oslo.|I've just moved to a bigger flat.
I live in Oslo.|No worries, I live in Oslo.
My dog is called Rex.|My cat is not called Rex, he is called Max.
My dog is called Rex.|My dog is not well, he is at the vet.
My name is Ann.|My sister's name isn't Ann, it's Anna.
Always answer me in short sentences.|Don't forget what I said about short sentences.
Always answer me in short sentences.|Forget what I said about short emails.
I prefer green tea.|Forget what you said about tea.
Ben: I prefer green tea.|Mara: Forget what I said about tea."""


@pytest.mark.parametrize("sure", [True, False])
def test_what_a_statement_replaces(sure: bool) -> None:
    """E7.4: a statement replaces an earlier one of the same slot by the same speaker where that is sure, and no other."""
    pairs = [line.split("|") for line in (REPLACES if sure else KEEPS).splitlines()]
    assert len(pairs) >= 30
    assert [(old, new) for old, new in pairs if replaces(new, old) != sure] == []
    assert all(may_replace(new) for _, new in pairs) or not sure
    assert not any(replaces(old, old) or replaces("", old) for old, _ in pairs)


def test_hostile_texts_are_read_in_time() -> None:
    """E7.4: long and odd texts replace nothing, and nothing runs away."""
    for text in (
        "I prefer " + "a " * 90,
        "I switched to " + "tea " * 40,
        "no, " * 50_000,
        "I moved to " + "A" * 180,
        "\x00",
    ):
        assert not replaces(text, "I prefer green tea.") and not replaces("I switched to coffee.", text)


#: An earlier statement | a later one of another conversation that gives another value to what one has one of.
RESTATES = """I live in Rome.|I live in Turin.
I live in Rome|I currently live in Turin.
We live in New York.|I live in San Francisco.
I live in Rio de Janeiro.|We live in São Paulo.
User: I live in Rome.|I live in Turin.
Mara: I live in Rome.|Mara: I live in Turin.
By the way, I live in Rome.|Hi, I live in Turin.
My name is Ann Lee.|My name is Anna Kim.
My birthday is 3 May 1990.|My birthday is 5 May 1990.
I was born on May 3rd, 1990.|My birthday is 5 May.
My birthday is 3 May 1990.|My birthday is 3 May 1991.
I am 34 years old.|I'm 35."""

#: An earlier statement | a later one that says something else, too, of another time, or of somebody else.
STAYS = """I live in Rome.|I lived in Turin as a child.
I live in Rome.|My sister lives in Turin.
I live in Rome.|I live in Italy.
I live in Italy.|I live in Rome.
I live in Rome.|I live in Rome.
I live in York.|I live in New York.
I live in Rome.|I live in Turin in summer.
I live in Rome.|I live in Turin during the week.
I live in Rome.|I live in Turin until June.
I live in Rome.|I live in Rome and Turin.
I live in Rome.|I live in Turin, too.
I live in Rome.|I live in a small flat.
I live in Rome.|I live in the city centre.
I live in Rome.|I live in Turin with my mother when she is ill.
I live in Rome.|I used to live in Turin.
I live in Rome.|I would live in Turin.
I live in Rome.|I want to live in Turin.
I live in Rome.|Do I live in Turin?
I live in Rome.|If I live in Turin I need a car.
I live in Rome.|They live in Turin.
I live in Rome.|I work in Turin.
I live in Rome.|Ben: I live in Turin.
Ann: I live in Rome.|Ben: I live in Turin.
I live in Austin.|I live in Texas.
I work at Bosch.|I work at Siemens.
I work as a nurse.|I work as a teacher.
My name is Ann.|My name is Ann Lee.
My name is Ann.|My sister's name is Beth.
My birthday is 3 May.|My birthday is 3 May 1990.
My birthday is 3 May.|I was born in Rome.
My birthday is 3 May.|I was born in 1990.
My birthday is 3 May.|My mother's birthday is 5 May.
My birthday is 3 May.|My birthday is on a Monday this year.
I am 34 years old.|I am 35 minutes late.
My wife is Ann.|My wife is Italian.
I have a dog called Rex.|I have a dog called Max.
My phone number is 555 1234.|My phone number is 555 9876.
I like tea.|I like coffee."""


@pytest.mark.parametrize("sure", [True, False])
def test_what_is_said_again_with_another_value(sure: bool) -> None:
    """E7.4: where one lives, one's name, birthday and age take the place of an earlier value without a word that says
    so; what may be true besides does not."""
    pairs = [line.split("|") for line in (RESTATES if sure else STAYS).splitlines()]
    assert [(old, new) for old, new in pairs if restates(new, old) != sure] == []
    assert all(states_one(new) for _, new in pairs) or not sure
