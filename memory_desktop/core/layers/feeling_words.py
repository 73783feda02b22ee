"""The words of `core.layers.feelings`: (emotion, valence, arousal, intensity) of groups of English words, and emoji.

Numbers are our own judgement in steps of 0.05: valence in [-1, 1], arousal and intensity in [0, 1]. Words that mean
many things ("like", "fine", "well", "crazy", "sick") are left out, as they would say more often something else.
"""

from __future__ import annotations

_Group = tuple[str, float, float, float, str]
_Felt = tuple[str, float, float, float]

GROUPS: tuple[_Group, ...] = (
    ("joy", 0.95, 0.85, 0.9, "ecstatic thrilled overjoyed elated euphoric exhilarated jubilant blissful bliss rapture"),
    (
        "joy",
        0.85,
        0.65,
        0.7,
        "delighted delight joy joyful triumph victory hooray yay woohoo celebrate celebration adore",
    ),
    (
        "joy",
        0.75,
        0.5,
        0.6,
        "happy happier happiest happiness glad cheerful joyous proud pride laugh laughter laughed hilarious inspiring"
        " inspired passionate fulfilled fulfilling rewarding uplifting accomplished achievement blast smile",
    ),
    # Praise comes easily in a conversation, and says less of what is felt.
    (
        "joy",
        0.65,
        0.45,
        0.4,
        "amazing awesome fantastic wonderful incredible fabulous marvelous brilliant excellent lovely beautiful love"
        " loved fun enjoy enjoyed enjoyable passion funny accomplishment win won",
    ),
    (
        "joy",
        0.6,
        0.25,
        0.45,
        "pleased satisfied satisfying content contentment cozy peaceful peace calm calming relaxed"
        " relaxing relax relief relieved soothing serene comfort comforting pleasant nice refreshing grateful gratitude"
        " thankful blessed therapeutic",
    ),
    (
        "trust",
        0.6,
        0.3,
        0.5,
        "trust trusted trusting trustworthy reliable rely confident confidence safe secure reassured"
        " reassuring supportive supported support faith loyal loyalty honest dependable appreciate appreciated"
        " appreciation respect respected admire admired admiration belong belonging accepted acceptance bond bonded",
    ),
    (
        "anticipation",
        0.65,
        0.7,
        0.6,
        "excited exciting excitement eager eagerly stoked pumped psyched enthusiastic enthusiasm",
    ),
    (
        "anticipation",
        0.35,
        0.5,
        0.45,
        "curious curiosity intrigued hopeful hoping anticipate anticipation motivated determined motivation impatient",
    ),
    (
        "surprise",
        0.2,
        0.75,
        0.6,
        "surprised surprise surprising astonished astonishing amazed stunned unbelievable wow"
        " whoa omg unexpected unexpectedly speechless startled",
    ),
    ("surprise", -0.3, 0.7, 0.6, "shocked shocking shock bewildered baffled dumbfounded"),
    (
        "fear",
        -0.85,
        0.9,
        0.9,
        "terrified terrifying terror panic panicked panicking petrified horrified horror dread"
        " dreading nightmare traumatized trauma traumatic",
    ),
    (
        "fear",
        -0.65,
        0.7,
        0.65,
        "afraid scared scary fear fearful frightened frightening anxious anxiety worried worry"
        " worrying nervous alarmed threatened unsafe insecure stressed stressful stress overwhelmed overwhelming",
    ),
    (
        "fear",
        -0.4,
        0.5,
        0.4,
        "uneasy tense hesitant doubt doubtful uncertain unsure concerned apprehensive intimidated"
        " intimidating jittery restless",
    ),
    (
        "sadness",
        -0.95,
        0.45,
        0.9,
        "devastated heartbroken heartbreaking miserable despair hopeless grief grieving grieve"
        " mourning mourn anguish suicidal depressed depression depressing",
    ),
    (
        "sadness",
        -0.7,
        0.35,
        0.65,
        "sad sadness unhappy sorrow sorrowful cry crying cried tears tearful lonely loneliness"
        " hurt hurtful hurting upset upsetting loss disappointed disappointing disappointment"
        " discouraged discouraging gloomy regret regretful ashamed shame guilty guilt rejected rejection abandoned"
        " homesick painful",
    ),
    (
        "sadness",
        -0.45,
        0.2,
        0.4,
        "tired exhausted exhausting drained weary bored boring nostalgic missing miss missed bittersweet numb empty",
    ),
    ("anger", -0.9, 0.9, 0.9, "furious enraged rage outraged outrage livid hate hated hatred hateful fuming"),
    (
        "anger",
        -0.65,
        0.7,
        0.6,
        "angry anger annoyed annoying annoyance irritated irritating frustrated frustrating"
        " frustration resent resentment resentful offended insulted unfair betrayed betrayal jealous jealousy hostile"
        " aggravated infuriating pissed",
    ),
    (
        "disgust",
        -0.8,
        0.6,
        0.8,
        "disgusted disgusting disgust revolting repulsive repulsed vile sickening nauseating gross"
        " appalled appalling filthy",
    ),
    (
        "disgust",
        -0.5,
        0.4,
        0.45,
        "unpleasant nasty distasteful contempt despise loathe loathing dislike disliked awful"
        " terrible horrible dreadful",
    ),
)
#: Phrases that say what none of their words does.
IDIOMS: dict[str, _Felt] = {
    "looking forward": ("anticipation", 0.6, 0.55, 0.55),
    "look forward": ("anticipation", 0.6, 0.55, 0.55),
    "can't wait": ("anticipation", 0.75, 0.8, 0.7),
    "cannot wait": ("anticipation", 0.75, 0.8, 0.7),
    "over the moon": ("joy", 0.95, 0.85, 0.9),
    "on cloud nine": ("joy", 0.95, 0.8, 0.9),
    "means a lot": ("trust", 0.7, 0.4, 0.55),
    "means so much": ("trust", 0.75, 0.4, 0.6),
    "passed away": ("sadness", -0.85, 0.4, 0.8),
    "fed up": ("anger", -0.65, 0.65, 0.65),
    "sick of": ("anger", -0.65, 0.6, 0.6),
    "pissed off": ("anger", -0.75, 0.8, 0.75),
    "mad at": ("anger", -0.65, 0.7, 0.6),
    "broke my heart": ("sadness", -0.9, 0.5, 0.85),
    "heart is broken": ("sadness", -0.9, 0.5, 0.85),
    "freaked out": ("fear", -0.7, 0.9, 0.75),
    "freaking out": ("fear", -0.7, 0.9, 0.75),
    "feeling down": ("sadness", -0.65, 0.25, 0.6),
    "feel down": ("sadness", -0.65, 0.25, 0.6),
    "burned out": ("sadness", -0.6, 0.3, 0.6),
    "burnt out": ("sadness", -0.6, 0.3, 0.6),
    "on edge": ("fear", -0.5, 0.7, 0.5),
    "feel alone": ("sadness", -0.7, 0.3, 0.65),
    "goosebumps": ("surprise", 0.4, 0.7, 0.55),
    "proud of": ("joy", 0.8, 0.5, 0.65),
    "in love": ("joy", 0.9, 0.6, 0.75),
    "no worries": ("trust", 0.3, 0.15, 0.2),
    "don't worry": ("trust", 0.3, 0.15, 0.2),
}
EMOJI: dict[str, _Felt] = {
    **dict.fromkeys("😀😃😄😁😊🙂😺☺", ("joy", 0.75, 0.5, 0.5)),
    **dict.fromkeys("😂🤣😆", ("joy", 0.8, 0.7, 0.6)),
    **dict.fromkeys("🥳🎉🎊🙌🤩", ("joy", 0.9, 0.85, 0.8)),
    **dict.fromkeys("😍🥰❤♥💖💕😘💛💙💜", ("joy", 0.9, 0.6, 0.7)),
    **dict.fromkeys("🤗🙏🤝", ("trust", 0.6, 0.3, 0.5)),
    **dict.fromkeys("😢😥☹🙁😞😔💔", ("sadness", -0.7, 0.35, 0.6)),
    **dict.fromkeys("😭", ("sadness", -0.85, 0.6, 0.8)),
    **dict.fromkeys("😠😡🤬", ("anger", -0.85, 0.85, 0.8)),
    **dict.fromkeys("😨😰😱😟", ("fear", -0.7, 0.8, 0.7)),
    **dict.fromkeys("😲😮😯🤯", ("surprise", 0.2, 0.8, 0.6)),
    **dict.fromkeys("🤢🤮", ("disgust", -0.8, 0.6, 0.75)),
    **dict.fromkeys("🤞", ("anticipation", 0.4, 0.5, 0.5)),
}
