"""Sentences that speak to a model instead of about the world: disregard, become, reveal, obey.

They are looked for in clauses of small words with single blanks between them. What tells someone to disregard earlier
instructions must be a command: who reports one ("she told us to ignore the previous instructions") is left alone. For
the other languages a verb, an object and what makes it "previous" or "all" must stand in one clause, in any order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from memory_desktop.core.screening.words import has_any, one_of, shared_parts

DISREGARD = "It tells a model to disregard its instructions."
BECOME = "It gives a model another role, or frees it of its limits."
REVEAL = "It asks a model for its instructions, or to send away what it knows."
ADDRESSED = "It is addressed to a model."

# Vowel signs of Arabic, Hebrew and the scripts of India are no letters to "\\w".
_NOT_A_WORD = re.compile(r"(?:[^\w\n.!?:;…。！？@\u0591-\u05c7\u064b-\u065f\u0900-\u0e7f]|\b_+|_+\b)+")
_BETWEEN_CLAUSES = re.compile(r" ?(?:[.!?:;…。！？]+(?=\s|$)|[。！？]|\n) ?\n*")
_INSIDE = re.compile(r"[.!?:;…]")

_LEADS = one_of(
    (
        *"please now and then just kindly immediately instead so first ok okay also important actually".split(),
        *"attention".split(),
        *"hey hi hello assistant ai claude chatgpt gpt gemini copilot model system note admin urgent stop".split(),
        *"but always".split(),
        *(
            "from now on",
            "from here on",
            "at this point",
            "i want you to",
            "i need you to",
            "i order you to",
            "you must",
        ),
        *(
            "you should",
            "you will",
            "you can",
            "you may",
            "you are to",
            "you have to",
            "you need to",
            "you shall",
            "you",
        ),
        *(
            "your task is to",
            "your job is to",
            "your new task is to",
            "your only task is to",
            "as an ai",
            "we ask you to",
        ),
        *(
            "feel free to",
            "remember to",
            "make sure to",
            "be sure to",
            "it is time to",
            "time to",
            "step 1",
            "1",
            "task",
        ),
        *("todo", "nb", "ps", "p s", "read this", "listen", "wait", "great", "thanks", "thank you", "sorry", "update"),
    ),
    whole=False,
)
_START = rf"(?:^(?:{_LEADS} ){{0,6}}| (?:and|then|please|but|now|you to|you must|you should|you will|you can|let s) )"
_FILL = r"(?:\w+ )"

_VERBS = one_of(
    (
        *"ignore disregard forget override overrule bypass neglect discard dismiss abandon circumvent".split(),
        *"violate scrap".split(),
        *"nullify erase overwrite unlearn".split(),
        *(
            "pay no attention to",
            "do not follow",
            "don t follow",
            "stop following",
            "do not obey",
            "don t obey",
            "set aside",
        ),
        *(
            "no longer follow",
            "stop obeying",
            "put aside",
            "throw away",
            "throw out",
            "do not listen to",
            "give no weight to",
        ),
        *("treat as void", "do not comply with", "break free from", "break free of", "leave behind", "skip over"),
    )
)
_EARLIER = one_of(
    (
        *"previous prior above earlier preceding foregoing former past existing original initial system all".split(),
        *"any".split(),
        *"your every these those such developer safety content ethical moral other current default".split(),
    )
)
_ORDERS = one_of(
    (
        *"instruction instructions prompt prompts rules guidelines guideline directives directive directions".split(),
        *"commands orders programming training restrictions constraints policies policy guardrails safeguards".split(),
        *"limitations filters protocols alignment context rule command restriction".split(),
        *("system message", "system messages", "safety measures"),
    )
)
_TOLD = (
    r"(?:everything|anything|all|whatever|what) (?:that )?(?:you|i|we|was|has been|above|before|came|stated|written)\b"
)
_DISREGARD = (
    re.compile(rf"(?m){_START}{_VERBS} {_FILL}{{0,4}}?{_EARLIER} {_FILL}{{0,3}}?{_ORDERS}"),
    re.compile(
        rf"(?m){_START}{_VERBS} {_FILL}{{0,2}}?{_ORDERS} {_FILL}{{0,3}}?(?:above|before|given|so far|until now|you)\b"
    ),
    re.compile(
        rf"(?m){_START}{_VERBS} {_TOLD} {_FILL}{{0,4}}?(?:told|said|given|instructed|taught|know|learned|above"
        rf"|before)\b"
    ),
    re.compile(
        rf"(?m){_START}{_VERBS} (?:all of |all |everything |anything )(?:the )?(?:above|before this|prior to this)\b"
    ),
    re.compile(
        r"(?:previous|prior|above|earlier|all|your|existing) (?:\w+ ){0,2}?(?:instructions|rules|prompts?"
        r"|guidelines|directives)"
        r" (?:\w+ ){0,2}?(?:no longer apply|are (?:now )?(?:void|null|cancelled|canceled|obsolete|revoked"
        r"|superseded|suspended"
        r"|outdated|lifted|invalid)|do not apply|don t apply|can be ignored|must be ignored|should be ignored|have been"
        r" (?:replaced|revoked|cancelled|lifted|updated|suspended))"
    ),
)
_LIMITS = (
    r"(?:dan|jailbr\w+|unrestricted|unfiltered|uncensored|unlimited|no (?:\w+ )?(?:restrictions?|limits?"
    r"|limitations|rules|filters?"
    r"|ethics|morals|censorship|guidelines|boundaries)|without (?:any |all )?(?:restrictions?|limits?"
    r"|limitations|rules|filters?"
    r"|ethics|morals|censorship|guidelines|boundaries|safety)|evil|amoral|unethical|(?:developer|god|debug|sudo"
    r"|root|admin) mode"
    r"|do anything now|not bound by|free (?:from|of) (?:all |any |your )?(?:restrictions?|rules|limits?"
    r"|constraints|censorship)"
    r"|never refuse\w*|cannot refuse|can not refuse|must not refuse|always comply|any request|opposite of)"
)
_MACHINES = (
    r"(?:ai|llm|llms|ais|language models?|chatbots?|chatgpt|gpt|claude|gemini|copilot|ai (?:agents?|assistants?"
    r"|models?)"
    r"|(?:any|all|future) (?:agents?|assistants?|models?|bots?))"
)
_BECOME = (
    re.compile(rf"\byou (?:are|re|will be|become|act) now {_FILL}{{0,14}}?{_LIMITS}\b"),
    re.compile(
        r"\byou are now (?:\w+ ){0,4}?(?:ai|assistant|bot|chatbot|model|hacker|persona|pirate|terminal|simulator|gpt)\b"
    ),
    re.compile(r"\byou are (?:not|no longer) (?:\w+ ){0,3}?(?:ai|assistant|chatgpt|claude|gpt|language model|bound)\b"),
    re.compile(
        r"\b(?:act|behave|respond|pretend|role ?play|answer|speak|operate|function|simulate|imagine|assume|play"
        r"|talk|write)\b"
        rf" {_FILL}{{0,14}}?{_LIMITS}\b"
    ),
    re.compile(rf"\bfrom now on {_FILL}{{0,12}}?{_LIMITS}\b"),
    re.compile(
        r"\bfrom now on (?:\w+ )?(?:you|your) (?:\w+ ){0,3}?(?:respond|answer|reply|act|obey|output|only say"
        r"|refer|speak|talk|name"
        r" is|are (?:an? )?(?:\w+ )?(?:ai|bot|assistant|model))\b"
    ),
    re.compile(rf"\byou (?:have|are|must|can|will|should|do|may|re) {_FILL}{{0,5}}?{_LIMITS}\b"),
    re.compile(
        r"\b(?:enter|enable|activate|switch (?:in)?to|turn on|start|go into)(?: \w+)? (?:dan|jailbreak|god|sudo"
        r"|unrestricted"
        r"|unfiltered|uncensored|opposite|evil|unsafe) mode\b"
    ),
    re.compile(
        r"\b(?:system|admin|administrator|developer|security|safety|root|policy) override\b|\boverride (?:mode"
        r"|protocol|code)\b"
    ),
    re.compile(r"\bdo anything now\b|\bdan mode\b|\bjailbreak (?:prompt|mode|yourself)\b"),
)
_THEIRS = (
    r"(?:(?:system|initial|hidden|original|secret|developer|first|full|entire|internal|base|custom|pre|exact"
    r"|own|confidential)"
    r" ){1,3}(?:prompts?|instructions?|messages?|rules|guidelines|directives|configuration|programming)"
)
_DATA = (
    r"(?:memories|memory|conversations?(?: history)?|chat (?:history|logs?)|user s? ?(?:data|information"
    r"|details|messages)"
    r"|personal data|credentials|api keys?|passwords|secrets|private keys?|access tokens?|environment variables"
    r"|everything you"
    r" (?:know|remember|have)|all (?:\w+ )?(?:data|notes|memories|messages|files|contents)|contents of|system"
    r" prompt|context)"
)
_AWAY = (
    r"(?:https?\b|www\b|webhook|[\w+]{0,64}@|attacker|this (?:url|address|server|endpoint|link)|the (?:following|url"
    r"|endpoint))"
)
_REVEAL = (
    re.compile(
        r"\b(?:reveal|show|print|repeat|output|display|tell|give|leak|dump|disclose|share|expose|recite|write"
        r"|list|return|echo"
        r"|summari[sz]e|translate|copy|paste|provide|what (?:is|are|was|were)|what s|quote|state|spell|send|append)"
        rf" {_FILL}{{0,5}}?(?:your|the|its|this|all|any) {_FILL}{{0,2}}?{_THEIRS}\b"
    ),
    re.compile(
        r"\b(?:repeat|print|output|copy|echo|recite|return|show|translate) (?:me )?(?:everything|all|the"
        r" (?:words|text|prompt|content|lines)|all (?:the )?(?:words|text)) (?:\w+ ){0,2}?(?:above|before)\b"
    ),
    re.compile(
        r"\bwhat (?:\w+ ){0,3}?(?:instructions|rules|prompt) (?:were|was|are|did) (?:you|they) (?:\w+"
        r" ){0,2}?(?:given|told|get|following|receive)\b"
    ),
    re.compile(
        r"\b(?:send|post|forward|upload|e ?mail|mail|exfiltrate|transmit|leak|submit|copy|deliver|report|append"
        r"|encode|include)"
        rf" {_FILL}{{0,6}}?{_DATA} {_FILL}{{0,8}}?(?:to|at|via|in|into|as|with) {_FILL}{{0,3}}?{_AWAY}"
    ),
    re.compile(
        rf"(?m){_START}(?:delete|erase|wipe|purge|destroy|remove|forget|clear) (?:all|every|everything)(?:"
        rf" of)?(?: \w+){{0,2}}?"
        r" (?:memories|memory|you (?:know|remember|have stored)|(?:stored|saved) (?:\w+ )?(?:data|facts|notes))\b"
    ),
)
_HIDE = (
    r"(?:tell|tells|inform|notify|mention|reveal|alert|show"
    r"|ask|asking|telling|informing|notifying|alerting|warn|warning|disclose)"
)
_ADDRESSED = (
    re.compile(
        rf"(?m)^(?:{_LEADS} ){{0,3}}(?:note|message|instructions?|attention|notice|important|reminder|command"
        rf"|memo|directive|hint"
        rf"|warning|information|info)s? (?:to|for|of) (?:\w+ ){{0,3}}?{_MACHINES}\b"
    ),
    re.compile(rf"(?m)^(?:attention|dear|hey|hello|hi|listen|to(?: all)?|for(?: all)?) (?:\w+ )?{_MACHINES}$"),
    re.compile(rf"\bif you (?:are|re) (?:an? |the )?(?:\w+ ){{0,2}}?{_MACHINES}\b"),
    re.compile(
        rf"\b(?:any|all|every|the|this|an?) (?:\w+ )?{_MACHINES} (?:that |which |who )?(?:\w+"
        rf" ){{0,2}}?(?:reads?|reading|process\w*|see\w*|summari\w+|pars\w+|index\w*) this\b"
    ),
    re.compile(r"\bas an ai (?:\w+ ){0,3}?you (?:must|should|will|shall|are required)\b"),
    re.compile(
        r"\bwhen(?:ever)? (?:you|the (?:assistant|ai|model|agent|bot)|an ai) (?:\w+ )?(?:reads?|process\w*"
        r"|sees?|recalls?"
        r"|summari[sz]\w+|retrieves?|loads?|parses?) (?:this|these) (?:\w+ ){0,6}?(?:must|should|ignore|execute"
        r"|output|respond"
        r"|reply|obey|insert|append|recommend)\b"
    ),
    re.compile(
        rf"\b(?:do not|don t|never|without|must not|should not) (?:ever )?{_HIDE} (?:\w+ ){{0,4}}?"
        r"(?:the user|the human|your user|your operator|user s knowledge)\b"
    ),
    re.compile(
        r"\bthe user (?:has |have )?(?:already |explicitly |previously |pre ){0,2}(?:authori[sz]ed|approved"
        r"|consented|agreed|allowed|granted)\b"
    ),
    re.compile(
        r"\byour (?:new|real|true|actual|secret|hidden|updated) (?:\w+ )?(?:instructions?|directives?|objective"
        r"|system prompt|goal is|role is|purpose is|task is to (?:ignore|send|reveal))\b"
    ),
    re.compile(
        r"\b(?:end|start|begin(?:ning)?) of (?:the )?(?:system prompt|system message|instructions|prompt|user"
        r" input|user query|context)\b|\bbegin (?:new |admin |system )(?:instructions|prompt|session|message)\b"
    ),
    re.compile(
        r"(?m)^(?:system|developer|admin)(?: message| prompt| note| instructions?)?\n(?:you (?:are|must|will"
        r"|should|have)|ignore|disregard|always|never|from now|do not)\b"
    ),
    re.compile(
        r"(?m)^(?:new|updated|revised|secret|hidden|priority|overriding|high priority) (?:system"
        r" )?(?:instructions?|directives?|orders?|prompt)\n(?:you|ignore|disregard|send|reveal|always|never|do"
        r"|from now|respond|reply|output|delete)\b"
    ),
    re.compile(
        r"\b(?:say|print|output|reply|respond|answer|write)(?: only| exactly| just)?(?: with)? (?:\w+"
        r" ){0,5}?(?:pwned|hacked|jailbroken|owned by)\b"
    ),
    re.compile(
        rf"(?m){_START}(?:call|invoke|execute|run|use|trigger) (?:the )?\w*(?:delete|transfer|wipe|send|forward"
        rf"|drop|exfiltrate|purge|erase|forget|pay)\w*_\w+"
    ),
    re.compile(
        rf"(?m){_START}(?:call|invoke|execute|trigger) (?:the )?(?:\w+ ){{0,3}}?(?:tool|function|plugin)s?"
        rf" (?:\w+ ){{0,6}}?(?:with|and) (?:\w+ ){{0,4}}?(?:all|every|secret|password|credentials|memories"
        rf"|arguments?)\b"
    ),
    re.compile(
        r"\byou (?:must|will|shall|should) (?:now |always |only )?(?:obey|comply with) (?:me|all|every|any|the|my)\b"
    ),
)
_ENGLISH: Mapping[str, tuple[re.Pattern[str], ...]] = {
    DISREGARD: _DISREGARD,
    BECOME: _BECOME,
    REVEAL: _REVEAL,
    ADDRESSED: _ADDRESSED,
}
# Verbs; what makes it all or earlier; what it is about. Then verbs of telling, and what must not be told.
_LANGUAGES: Mapping[str, tuple[str, str, str, str, str]] = {
    "de": (
        "ignorier* vergiss vergesst vergessen missacht* verwirf überschreib* übergeh* umgeh*",
        "vorherig* bisherig* obig* früher* vorangegangen* vorhergehend* alle sämtlich* deine ursprünglich*"
        " vorig* bisher",
        "anweisung* instruktion* befehl* regel* vorgabe* anleitung* systemprompt* richtlinie* prompt* beschränkung*",
        "zeig* verrat* nenn* gib wiederhol* offenbar*",
        "systemprompt* systemanweisung* systemnachricht* system~prompt",
    ),
    "fr": (
        "ignor* oubli* néglige* outrepass* contourn* abstraction compte",
        "précédent* antérieur* dessus toutes tous initiales système",
        "instruction* consigne* règle* directive* ordre* invite prompt",
        "révèl* affich* montr* donn* répèt*",
        "prompt~système invite~système instructions~système message~système prompt",
    ),
    "es": (
        "ignor* olvid* descart* omit* desobedec* omiso",
        "anterior* previa* previo* todas todos tus sistema iniciales",
        "instruccion* regla* indicacion* orden órdenes ordenes directri* prompt restriccion*",
        "revel* muestr* dime imprim* repit*",
        "prompt~del~sistema instrucciones~del~sistema mensaje~del~sistema",
    ),
    "pt": (
        "ignor* esqueç* esquec* desconsider* descart*",
        "anterior* prévi* todas todos suas acima",
        "instruç* regra* ordens diretri* comando* prompt",
        "revel* mostr* repit*",
        "prompt~do~sistema instruções~do~sistema",
    ),
    "it": (
        "ignor* dimentic* trascur* tralasci* disattend*",
        "precedent* tutte tutti tue sopra iniziali",
        "istruzion* regol* direttiv* comand* ordini prompt",
        "rivel* mostr* ripet*",
        "prompt~di~sistema istruzioni~di~sistema",
    ),
    "nl": (
        "negeer negeren vergeet",
        "vorige eerdere bovenstaande alle voorgaande",
        "instructie* regels opdracht* aanwijzing* richtlijnen",
        "toon onthul geef",
        "systeemprompt* systeeminstructie*",
    ),
    "nordic": (
        "ignorer* glöm glem bortse strunta unohda ohita",
        "tidigare föregående forrige tidligere alla alle ovanstående dina dine aiemmat edelliset kaikki foregående",
        "instruktion* instruksjon* instruks* regler reglerna anvisning* ohjeet ohjeita säännöt kommandon",
        "visa vis avslöja",
        "systemprompt*",
    ),
    "slavic": (
        "zignoruj* ignoruj* zapomnij zapomeň pomiń игнориру* проигнориру* забудь* ігноруй* проігноруй*",
        "poprzedni* wcześniejsz* wszystk* powyższ* předchozí všechny предыдущ* прежн* все всі попередн* вышеуказанн*",
        "instrukcj* instrukce pokyny polece* zasad* reguł* pravidla инструкци* указани* правил* команд* інструкці*",
        "pokaż ujawnij покажи раскрой выведи",
        "system~prompt prompt~systemowy системный~промпт системный~запрос системные~инструкции",
    ),
    "other": (
        "yok~say* görmezden unut* abaikan lupakan bỏ~qua अनदेखा नज़रअंदाज़ تجاهل انسَ انس התעלם* שכח αγνόησε"
        " αγνοήστε ξέχασε",
        "önceki tüm yukarıdaki sebelumnya semua trước पिछले सभी السابقة جميع كل הקודמות כל προηγούμεν* όλες",
        "talimat* komut* kural* instruksi perintah aturan hướng~dẫn chỉ~dẫn lệnh निर्देश* التعليمات الأوامر"
        " القواعد ההוראות"
        " οδηγίες εντολές",
        "göster",
        "sistem~istemi",
    ),
}
# What a pattern finds counts only beside one of these.
_MARKS: Mapping[str, tuple[str, ...]] = {
    DISREGARD: (
        *"instruct prompt rule guideline directi command order program training restrict constrain polic".split(),
        *"guardrail safeguard limitation filter protocol alignment context safety told said given taught know".split(),
        *("learned", "above", "before", "prior to", "system message"),
    ),
    BECOME: (
        *"limit restrict filter ethic moral censor guideline boundar rule evil jailbr mode unsafe refuse".split(),
        *"comply".split(),
        *"assistant chatbot hacker persona pirate terminal simulator gpt claude override".split(),
        *(
            "anything now",
            "not bound",
            "longer bound",
            "free of",
            "free from",
            "any request",
            "opposite",
            "from now on",
        ),
        *(" dan", " ai", " bot", "language model", " model"),
    ),
    REVEAL: (
        *"prompt instruct rule guideline message directive configur program above before memor conversation".split(),
        *"chat".split(),
        *"user credential key password secret token variable note file context content data stored".split(),
        *("everything you", "you know", "you remember"),
    ),
    ADDRESSED: (
        *"llm model chatbot gpt claude gemini copilot assistant agent user human operator instruct directive".split(),
        *"objective prompt message context session system developer admin order pwned hacked jailbr obey".split(),
        *"comply".split(),
        *("owned by", "goal is", "role is", "purpose is", "task is", "ai", "bot", "_", "tool", "function", "plugin"),
    ),
}
_EAST_ASIAN = re.compile(
    r"(?:忽略|无视|無視|忘记|忘記|忽視|不要理会|忘掉|抛开|绕过)[^\n]{0,14}?(?:指令|指示|说明|說明|規則|规则|提示|命令|要求|设定|限制)"
    r"|(?:指示|命令|ルール|プロンプト|指令|制約|設定)[^\n]{0,10}?(?:無視|忘れ|破棄|従わない)"
    r"|(?:지시|명령|규칙|프롬프트|지침)[^\n]{0,10}?(?:무시|잊)"
)
_EAST_ASIAN_TOLD = re.compile(
    r"(?:显示|顯示|告诉|告訴|输出|輸出|打印|透露|泄露)[^\n]{0,8}?(?:系统提示|系統提示|系统指令|初始指令)"
    r"|(?:システムプロンプト|초기 지시|시스템 프롬프트)[^\n]{0,10}?(?:表示|教え|出力|보여|알려|출력)"
)
_WITHIN = 80
_ROLES = 5
# Characters from which on it pays to look clause by clause first.
_LONG = 4_000

# What a stem means, and in which language; a longer stem means what those mean that it begins with.
_MEANINGS: dict[str, list[tuple[str, int]]] = {}
for _language, _sets in _LANGUAGES.items():
    for _role, _words in enumerate(_sets):
        for _word in _words.split():
            _MEANINGS.setdefault(_word.rstrip("*").replace("~", " "), []).append((_language, _role))
_OPEN_STEMS = [
    (_word.rstrip("*").replace("~", " "), (_language, _role))
    for _language, _sets in _LANGUAGES.items()
    for _role, _words in enumerate(_sets)
    for _word in _words.split()
    if _word.endswith("*")
]
for _stem, _found in _MEANINGS.items():
    _found += [_meaning for _open, _meaning in _OPEN_STEMS if _stem != _open and _stem.startswith(_open)]
_ANY_WORD = re.compile(
    one_of(word.replace("~", " ") for sets in _LANGUAGES.values() for each in sets for word in each.split())
)
# Of each pattern the rarest of its parts: a text in whose words there is none of these is matched by no pattern.
_NEEDED = frozenset(
    "ignore disregard forget override overrule bypass neglect discard dismiss abandon circumvent violate scrap nullify"
    " erase overwrite unlearn weight void comply obey obeying instruction instructions prompt prompts rules guidelines"
    " directive directives dan unrestricted unfiltered uncensored unlimited restriction restrictions limit limits"
    " limitations filter filters ethics morals censorship boundaries safety constraints evil amoral unethical mode"
    " bound opposite message messages configuration programming above before http https www delete wipe purge destroy"
    " remove clear ai ais llm llms model models chatbot chatbots chatgpt gpt claude gemini copilot agent agents"
    " assistant assistants bot bots user human operator objective context session system developer admin order orders"
    " pwned hacked jailbroken owned tool tools function functions plugin plugins".split()
)
_NEEDED_PARTS = (
    *("attention to", "not follow", "don t follow", "stop following", "longer follow", "set aside", "put aside"),
    *("throw away", "throw out", "listen to", "break free", "leave behind", "skip over", "jailbr", "anything now"),
    *("refuse", "any request", "you are now", "you are not", "you are no longer", "from now on", "webhook", "attacker"),
    *("this url", "this address", "this server", "this endpoint", "this link", "the following", "the url"),
    *("the endpoint", "when you ", "whenever you ", "goal is", "role is", "purpose is", "task is to"),
    # For the other languages a verb of disregarding, or what is revealed.
    *shared_parts(
        word for sets in _LANGUAGES.values() for role in (0, 4) for word in sets[role].split() if word.isascii()
    ),
)
_NEEDED_BY_NAMES = frozenset("call invoke execute run use trigger".split())  # of tools, which have "_" in them
_BLANKS = str.maketrans({char: " " for char in map(chr, range(128)) if not char.isalnum() and char != "@"})


def may_command(small: str) -> bool:
    """Has a text in small letters what one of the patterns needs, its lines taken together or apart?

    Nearly all have not, and are done with in a tenth of the time that `commands` takes.
    """
    plain = (small if small.isascii() else clauses(small)).translate(_BLANKS)
    if "@" in plain or not plain.isascii():
        return True
    words = plain.split()
    return (
        not _NEEDED.isdisjoint(words)
        or ("_" in small and not _NEEDED_BY_NAMES.isdisjoint(words))
        or has_any(" ".join(words), _NEEDED_PARTS)
    )


def clauses(small: str) -> str:
    """A text in small letters as words with single blanks, a line a clause."""
    plain = _BETWEEN_CLAUSES.sub("\n", _NOT_A_WORD.sub(" ", small))
    return _INSIDE.sub(" ", plain).strip()


def commands(small: str) -> Iterator[str]:
    """Why a text, in small letters, is taken for one that commands a model; each reason once."""
    words = clauses(small)
    abroad = _abroad(words)
    for reason, patterns in _ENGLISH.items():
        told = False
        if has_any(words, _MARKS[reason]):
            marked = _marked(words, _MARKS[reason]) if len(words) > _LONG else words
            told = any(pattern.search(marked) for pattern in patterns)
        if told or reason in abroad:
            yield reason


def _marked(words: str, marks: Sequence[str]) -> str:
    """The clauses with a mark in them, with the one before and the one after; an empty line stands for the others.

    A match has one of the marks in it and goes over two clauses at most, so that the patterns, which take their time,
    are spared nearly all of a long text.
    """
    spans: set[tuple[int, int]] = set()
    for mark in marks:
        at = words.find(mark)
        while at >= 0:
            begin, end = words.rfind("\n", 0, at) + 1, words.find("\n", at)
            if end < 0:
                end = len(words)
            after = words.find("\n", end + 1)
            spans.add((words.rfind("\n", 0, max(begin - 1, 0)) + 1, after if after >= 0 else len(words)))
            at = words.find(mark, end)
    merged: list[list[int]] = []
    for begin, end in sorted(spans):
        if merged and begin <= merged[-1][1]:
            merged[-1][1] = max(end, merged[-1][1])
        else:
            merged.append([begin, end])
    return "\n\n".join(words[begin:end] for begin, end in merged)


def _abroad(words: str) -> set[str]:
    """What is said of this in other languages."""
    found: set[str] = set()
    if not words.isascii():
        if _EAST_ASIAN.search(words):
            found.add(DISREGARD)
        if _EAST_ASIAN_TOLD.search(words):
            found.add(REVEAL)
    last = {language: [-1] * _ROLES for language in _LANGUAGES}
    for match in _ANY_WORD.finditer(words):
        for language, role in _MEANINGS[match[0]]:
            places = last[language]
            places[role] = match.start()
            reason, together = (DISREGARD, places[:3]) if role < 3 else (REVEAL, places[3:])
            first = min(together)
            near = first >= 0 and reason not in found and match.start() - first <= _WITHIN
            if near and "\n" not in words[first : match.start()]:
                found.add(reason)
    return found
