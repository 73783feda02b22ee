"""Which words of two and three letters say what a turn is about: "dog" and "TV" do, "ran", "bad" and "huh" do not.

Most short words of English are not nouns, so here the words decide first and their neighbours second. Those that are
never what one talks about stand in a list; those that are nouns or verbs count only behind an article and the like.
The list has every word of three letters that is not a noun in the commonest 5,000 words of English, and those that
are frequent in chats. Words that are in neither list count.
"""

from __future__ import annotations

#: Verbs, qualities, numbers, days and months, sounds, ways to address somebody, and nouns that say next to nothing.
_SAY_NOTHING = frozenset(
    "aah ace act add ago aha ahh any apr apt ate aug aww bad beg bet bit bon bro btw bud buy bye com coz cuz dec"
    " dim dry due dug eat edu els end etc fab fam fan fat fav feb fed fit fri fun fyi gad gal god guy hah haw hee"
    " hid hip hmm hot hrm huh idk ill imo jan jul jun key lay led lit lol lot low mad man mar meh met mhm mid mix"
    " mmm mon nah nay nda non nor nov oct odd ohh omg oof ooh opt owe own pal per pic pre pro rad ran raw red rid"
    " rub sad sat sep set sew shh shy sir sis sit six sly sow sue tad tan tbh ten tho thu ton top tsk tue ugh uhh"
    " umm ups via wed wet won wow www yah yay yep yum yup".split()
)
#: Of two letters, all in capitals, and yet no abbreviation of a thing.
_NO_ABBREVIATION = frozenset("ah am aw eh er ex ha hm ii iv ix mm mr ms dr pm re st th uh um vi vs xi ya yo".split())
#: What one does as often as what there is.
_ALSO_DONE = frozenset(
    "aid aim air bid bow cry cut die dig dip dye fix fly fry hit hop hug jog lie log mow nap net nod pat pay pee"
    " pin pop pry rip run sin sip sob tap tie tip tow try tug vow wag win".split()
)
#: "Great job!" is praise, and about no job.
_PRAISED = frozenset("good great nice awesome amazing fantastic wonderful excellent incredible fine super".split())


def names_something(word: str, before: str, behind_an_article: bool, capitals: bool) -> bool:
    """Can a word of fewer than four letters be what is talked about?

    Args:
        word, before: it and its neighbour, in small letters.
        behind_an_article: an article, "my", "this" or a number stands before it, or before the word before it.
        capitals: it is written in capitals, in a sentence that is not.
    """
    if len(word) < 3:
        return capitals and len(word) == 2 and word not in _NO_ABBREVIATION
    if word in _SAY_NOTHING or (word == "job" and before in _PRAISED):
        return False
    return behind_an_article or word not in _ALSO_DONE
