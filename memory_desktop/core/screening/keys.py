"""Secrets in a text: vendors' keys, private keys, connection strings, and values that are called a password.

Three ways to know one: by how a vendor's keys begin (`_ISSUED_AS`), by the word in front of it ("api key: …"), and by
the place it stands in (`https://name:secret@host`). Each pattern begins with a literal, repeats single classes of
characters within bounds, and starts anew only where a token starts, so that every text takes linear time.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator

from memory_desktop.core.screening.words import Beside, has_any, lowered, one_of, shared_parts

Span = tuple[int, int]

_UUID = "[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"
# How a key begins, literally, and what follows.
_ISSUED_AS: tuple[tuple[str, str], ...] = (
    # Clouds and hosting
    ("AKIA", r"[A-Z0-9]{16}(?![A-Za-z0-9])"),
    ("ASIA", r"[A-Z0-9]{16}(?![A-Za-z0-9])"),
    ("amzn.mws.", _UUID),
    ("AIza", r"[\w-]{35}(?![\w-])"),
    ("GOCSPX-", r"[\w-]{20,60}"),
    ("ya29.", r"[\w-]{20,400}"),
    ("1//0", r"[\w-]{30,200}"),
    ("LTAI", r"[A-Za-z0-9]{16,24}(?![A-Za-z0-9])"),
    ("AKID", r"[A-Za-z0-9]{32}(?![A-Za-z0-9])"),
    ("do", r"[opr]_v1_[a-f0-9]{64}"),
    ("HRKU-", r"[\w-]{30,80}"),
    ("v1.0-", r"[a-f0-9]{24}-[a-f0-9]{100,160}"),
    ("nfp_", r"[A-Za-z0-9]{30,60}"),
    ("rnd_", r"[A-Za-z0-9]{24,60}"),
    ("fo1_", r"[\w-]{30,80}"),
    ("FlyV1 ", r"fm\d_[\w+/=-]{40,800}"),
    ("vc", r"[apk]_[A-Za-z0-9]{24,80}"),
    ("tskey-", r"[a-z]{2,12}-[A-Za-z0-9-]{10,80}"),
    ("hv", r"[sbr]\.[\w-]{20,300}"),
    ("pul-", r"[a-f0-9]{40}"),
    ("dp.", r"(?:pt|st|ct|sa)\.[\w.-]{30,80}"),
    ("sbp_", r"[a-f0-9]{40}"),
    ("sb_secret_", r"[\w-]{20,60}"),
    ("pscale_", r"(?:tkn|pw|oauth)_[\w=.-]{30,70}"),
    ("napi_", r"[a-z0-9]{40,80}"),
    ("AGE-SECRET-KEY-1", r"[A-Z0-9]{58}"),
    ("A3-", r"[A-Z0-9]{6}-[A-Z0-9]{6}-?[A-Z0-9]{5}(?:-[A-Z0-9]{5}){3}"),
    ("ops_eyJ", r"[\w+/=-]{100,1000}"),
    # Code and packages
    ("gh", r"[pousr]_[A-Za-z0-9]{30,255}"),
    ("github_pat_", r"\w{30,255}"),
    ("gl", r"(?:pat|ptt|oas|dt|rt|rtr|cbt|ft|imt|soat|agent|ffct)-[\w.-]{18,300}"),
    ("ATBB", r"[A-Za-z0-9_=]{28,200}"),
    ("ATATT3", r"[\w=-]{50,250}"),
    ("ATCTT3", r"[\w=-]{50,250}"),
    ("npm_", r"[A-Za-z0-9]{36}(?![A-Za-z0-9])"),
    ("pypi-", r"AgE[\w-]{40,400}"),
    ("rubygems_", r"[a-f0-9]{48}"),
    ("oy2", r"[a-z0-9]{43}(?![A-Za-z0-9])"),
    ("dckr_", r"(?:pat|oat)_[\w-]{24,60}"),
    ("AKCp", r"[A-Za-z0-9]{60,80}"),
    ("CLOJARS_", r"[a-z0-9]{60}"),
    ("sq", r"[pua]_[a-f0-9]{40}"),
    ("CCIPAT_", r"[A-Za-z0-9_]{40,80}"),
    ("bkua_", r"[a-z0-9]{40}"),
    ("sgp_", r"\w{40,80}"),
    # Models
    ("sk-", r"[\w-]{20,300}"),
    ("hf_", r"[A-Za-z0-9]{30,100}"),
    ("api_org_", r"[A-Za-z0-9]{30,60}"),
    ("gsk_", r"[A-Za-z0-9]{40,80}"),
    ("xai-", r"[A-Za-z0-9]{40,120}"),
    ("pplx-", r"[A-Za-z0-9]{32,80}"),
    ("r8_", r"[A-Za-z0-9]{32,60}"),
    ("fw_", r"[A-Za-z0-9]{20,60}"),
    ("pcsk_", r"\w{40,100}"),
    ("lsv2_", r"(?:pt|sk)_\w{32,80}"),
    ("tvly-", r"[\w-]{24,80}"),
    ("nvapi-", r"[\w-]{40,100}"),
    # Money
    ("sk_", r"(?:live|test|prod)_[A-Za-z0-9]{16,255}"),
    ("rk_", r"(?:live|test|prod)_[A-Za-z0-9]{16,255}"),
    ("whsec_", r"[A-Za-z0-9+/=]{20,80}"),
    ("sq0", r"(?:atp|csp|idp)-[\w-]{20,60}"),
    ("EAA", r"[\w-]{57,300}"),
    ("access_token$", r"(?:production|sandbox)\$[a-z0-9]{16}\$[a-f0-9]{32}"),
    ("access-", r"(?:production|sandbox|development)-" + _UUID),
    ("rzp_", r"(?:live|test)_[A-Za-z0-9]{14,40}"),
    ("shippo_", r"(?:live|test)_[a-f0-9]{40}"),
    ("EZ", r"[AT]K[A-Za-z0-9]{54}"),
    ("FLWSEC", r"(?:K|_)[\w-]{20,80}"),
    # Messages, shops, work
    ("xox", r"[abceoprs](?:\.xox[bp])?-[A-Za-z0-9-]{10,250}"),
    ("xapp-", r"\d-[A-Za-z0-9-]{20,200}"),
    ("https://hooks.slack.com/", r"(?:services|workflows|triggers)/[A-Za-z0-9+/]{20,120}"),
    ("https://discord", r"(?:app)?\.com/api/webhooks/\d{10,25}/[\w-]{20,100}"),
    ("SG.", r"[\w-]{16,32}\.[\w-]{16,64}"),
    ("key-", r"[0-9a-f]{32}(?![A-Za-z0-9])"),
    ("xkeysib-", r"[a-f0-9]{64}-[A-Za-z0-9]{16}"),
    ("re_", r"[A-Za-z0-9]{8}_[A-Za-z0-9]{20,40}"),
    ("AC", r"[0-9a-f]{32}(?![A-Za-z0-9])"),
    ("SK", r"[0-9a-f]{32}(?![A-Za-z0-9])"),
    ("shp", r"(?:at|ca|pa|ss|ut|tka)_[a-fA-F0-9]{32}"),
    ("pat-", r"(?:na|eu|ap)\d-" + _UUID),
    ("pat", r"[A-Za-z0-9]{14}\.[a-f0-9]{64}"),
    ("dapi", r"[a-f0-9]{32}(?:-\d)?(?![A-Za-z0-9])"),
    ("lin_", r"(?:api|oauth)_[A-Za-z0-9]{32,80}"),
    ("ntn_", r"[A-Za-z0-9]{40,60}"),
    ("secret_", r"[A-Za-z0-9]{40,60}(?![A-Za-z0-9])"),
    ("figd_", r"[\w-]{30,80}"),
    ("PMAK-", r"[a-f0-9]{24}-[a-f0-9]{34}"),
    ("CFPAT-", r"[\w-]{40,60}"),
    ("tfp_", r"[\w.-]{40,80}"),
    ("sl.", r"[\w-]{130,160}"),
    ("AAAAAAAAAAAAAAAAAAAAA", r"[A-Za-z0-9%]{40,150}"),
    # Watching
    ("glsa_", r"[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}"),
    ("glc_", r"[A-Za-z0-9+/]{32,400}={0,3}"),
    ("sntry", r"[su]_[\w+/=-]{40,400}"),
    ("NR", r"(?:AK|RA|JS|II)-[A-Za-z0-9-]{16,60}"),
    ("dt0", r"[a-z]\d\d\.[A-Z0-9]{24}\.[A-Z0-9]{64}"),
    ("phx_", r"[A-Za-z0-9]{40,60}"),
    ("sha256~", r"[\w-]{43}"),
    # Of no one vendor
    ("eyJ", r"[\w-]{8,8000}\.eyJ[\w-]{8,8000}(?:\.[\w-]{8,2000})?"),
    ("Bearer ", r"[\w.~+/=-]{16,2000}"),
    ("bearer ", r"[\w.~+/=-]{16,2000}"),
    ("Basic ", r"[A-Za-z0-9+/]{12,500}={0,2}(?![A-Za-z0-9+/=])"),
)


def _issued(head: str, tail: str) -> re.Pattern[str]:
    literal = re.escape(head)
    # At the start of a token only; "\\n" is a line's end in a file that was pasted as a JSON string.
    return re.compile(rf"{literal}(?:(?<![\w-]{literal})|(?<=\\[nrt]{literal})){tail}", re.ASCII)


_ISSUED = tuple((head, _issued(head, tail)) for head, tail in _ISSUED_AS)
_NEEDS_DIGIT = frozenset(
    {"sk-", "re_", "fw_", "ATBB", "key-", "EAA", "xapp-", "gl", "SG.", "sgp_", "Basic ", "secret_"}
)

# A Telegram bot's key begins with the bot's number, a Discord bot's has its number in base64, an Azure secret "Q~".
_TELEGRAM = re.compile(r":AA[\w-]{33}(?![\w-])", re.ASCII)
_DISCORD = re.compile(r"(?<![\w.-])[MNO][\w-]{22,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])", re.ASCII)
_AZURE = re.compile(r"(?<![\w~.-])[\w~.-]{3}\dQ~[\w~.-]{31,34}(?![\w~.-])", re.ASCII)
_MAILCHIMP = re.compile(r"-us\d{1,2}(?!\w)", re.ASCII)

_BEGIN = re.compile(r"-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----")
_END = re.compile(r"-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----")
_LONGEST_BLOCK = 20_000

_IN_URL = re.compile(r"://[^\s:/@\"'<>]{0,100}:(?P<value>[^\s/@\"'<>]{1,200})@(?=[\w.\[-])")
_CURL_USER = re.compile(r"(?:\s-u|--user)[ =]?[\"']?[\w.@+-]{1,64}:(?P<value>[^\s\"']{4,200})")

_CALLED_PASSWORDS = (
    *"pass~word pass~wort pass~wd pass~phrase pass~code pass~key pwd kennwort contraseña senha wachtwoord".split(),
    *"lösenord adgangskode hasło heslo parola пароль 密码 密碼 パスワード 비밀번호".split(),
    *("mot de passe", "كلمة المرور"),
)
_CALLED_KEYS = (
    *"secret token bearer credential authorization auth connection~string jsessionid phpsessid sessionid".split(),
    *(f"{name}~key" for name in "api app access auth account client private shared signing encryption".split()),
    *(f"{name}~key" for name in "master deploy service storage license licence admin webhook consumer".split()),
    *(f"{name}~key" for name in "session subscription write ingest server recovery backup".split()),
    *"access~code backup~code recovery~code".split(),
)
_PASSWORDS, _KEYS = one_of(_CALLED_PASSWORDS, whole=False), one_of(_CALLED_KEYS, whole=False)
_CALLED = shared_parts((*_CALLED_PASSWORDS, *_CALLED_KEYS))
# What a password is called, what stands between, a sign, and the value; on the text in small letters.
_ASSIGNED = re.compile(
    rf"(?:(?P<word>{_PASSWORDS})|{_KEYS})[ _-]?[\w-]{{0,20}}+(?: (?:for|of|to|on|für|pour|para) [^\n:=]{{1,30}}?)?"
    r"[\"'`*]{0,3}\s{0,3}(?P<sign>:=|=>|==?|:|\bis\b:?|\bist\b:?|\best\b|\bes\b|\bär\b|→|--?>)\s{0,3}[*`]{0,2}"
    r"(?:\"(?P<double>[^\"\n]{4,300})\"|'(?P<single>[^'\n]{4,300})'|(?P<bare>[^\s\"'`<>\[\]{};,]{4,300}))"
)
_PIN = re.compile(
    r"\b(?:PIN|CVV|CVC|CVV2|PUK|TAN|OTP)(?:[ -]?(?:code|number))?(?: for [\w ]{1,30}| of [\w ]{1,30})?"
    r"\s{0,2}(?::|=|is|ist|\s)\s{0,2}(?P<value>\d{3,8})(?![\w.,-]\d|\w)"
)
_CODE = re.compile(
    r"\b(?:alarm|door|gate|safe|lock|entry|locker|unlock|security|verification)[ -]?(?:code|combination)"
    r"(?: for [\w ]{1,30}| of [\w ]{1,30})?\s{0,2}(?::|=|is)\s{0,2}(?P<value>\d[\d -]{2,10}\d)"
)
_PHRASE = re.compile(
    r"(?:seed|recovery|mnemonic|backup|wallet)[ _-]?(?:seed )?(?:phrase|words?|mnemonic)?\s{0,3}(?:[:=]|is)\s{0,3}"
    r"[\"']?(?P<value>[a-z]{3,8}(?:[ ,]{1,2}[a-z]{3,8}){11,23})(?![a-z])"
)
_LONG = re.compile(r"[A-Za-z0-9_/+=~-]{20,}+", re.ASCII)
_NAMED = re.compile(
    one_of(
        (
            *(f"{name}~key*" for name in "api access secret auth private account license encryption signing".split()),
            *(f"{name}~key*" for name in "shared master deploy service admin storage app".split()),
            *"secret* token password* credential* pat aws* amazon azure* heroku* cloudflare* twilio* datadog*".split(),
            *"algolia* okta* cohere* mistral* airtable* fastly* linode* hetzner* vultr* snyk* zendesk* mapbox*".split(),
            *"dropbox* discord* telegram* mailgun* sonar* grafana* new~relic* circleci* travis* jenkins*".split(),
            *"bitbucket* facebook* linkedin* twitter* spotify* akia* asia*".split(),
        )
    )
)
_NAME_WITHIN = 60
# No vendor's key is shorter without a blank, and no long token than `_LONG` says.
_SHORTEST, _LEAST_LONG = 12, 20
_LONGEST = 300

_NO_SECRETS = frozenset(
    "none null true false undefined string secret password passwort token required optional example test hidden"
    " redacted placeholder oauth oauth2 sha256 sha512 sha1 md5 base64 hs256 rs256 es256 bcrypt argon2 argon2id jwt ipv4"
    " ipv6 utf8 utf-8 utf-16 2fa-enabled 2fa key-based http https localhost text plain number object basic bearer"
    " anonymous empty changed expired invalid missing wrong correct weak strong unknown disabled enabled rotated shared"
    " stored here below".split()
)
_PHRASED = re.compile(
    r"(?i)-(?:encoded|hashed|based|sensitive|protected|bit|bits|digits?|letters?|long|only|free|chars?\w*)$"
)
_CALLS = re.compile(
    r"^(?:\$|%|<|\{|\*{2}|x{4}|•|\.{2,}|os\.|process\.|env\.|self\.|this\.|settings\.|config\.|args\.)|[()\[\]]"
)


def find_keys(text: str) -> Iterator[Span]:
    """Where secrets stand; places may overlap."""
    yield from _blocks(text)
    tokens = [token for token in text.split() if len(token) >= _SHORTEST]
    if tokens:
        yield from _issued_in(text, " ".join(tokens))
        yield from _of_bots(text)
    if "://" in text:
        yield from _values(_IN_URL, text, _given)
    if "curl" in text:
        yield from _values(_CURL_USER, text, _given)
    yield from _called(text, long=any(len(token) >= _LEAST_LONG for token in tokens))


def _issued_in(text: str, tokens: str) -> Iterator[Span]:
    """Vendors' keys. `tokens`: those of the text that are long enough; the text, if a blank is part of the pattern."""
    for head, pattern in _ISSUED:
        if head in (text if " " in head else tokens):
            for match in pattern.finditer(text):
                if head not in _NEEDS_DIGIT or any(char.isdigit() for char in match[0]):
                    yield match.span()


def entropy(text: str) -> float:
    """Shannon's, of the characters, in bits a character."""
    total = len(text)
    return -sum(n / total * math.log2(n / total) for n in Counter(text).values()) if total else 0.0


def _blocks(text: str) -> Iterator[Span]:
    """Private keys in PEM. One without its end goes as far as such a key could."""
    if "PRIVATE KEY" not in text:
        return
    place = 0
    ends = [match.span() for match in _END.finditer(text)][::-1]
    while begin := _BEGIN.search(text, place):
        while ends and ends[-1][0] < begin.end():
            ends.pop()
        closed = bool(ends) and ends[-1][0] - begin.end() <= _LONGEST_BLOCK
        place = ends[-1][1] if closed else min(len(text), begin.end() + _LONGEST_BLOCK)
        yield begin.start(), place


def _of_bots(text: str) -> Iterator[Span]:
    if ":AA" in text:
        for match in _TELEGRAM.finditer(text):
            start = match.start()
            while start and match.start() - start < 10 and text[start - 1].isdigit():
                start -= 1
            if match.start() - start >= 8:
                yield start, match.end()
    if "Q~" in text:
        yield from (match.span() for match in _AZURE.finditer(text))
    if "-us" in text:
        for match in _MAILCHIMP.finditer(text):
            body = text[max(0, match.start() - 32) : match.start()]
            if len(body) == 32 and all(char in "0123456789abcdef" for char in body):
                yield match.start() - 32, match.end()
    if text.count(".") > 1:
        yield from (match.span() for match in _DISCORD.finditer(text))


def _called(text: str, *, long: bool) -> Iterator[Span]:
    """What a word in front of it calls a secret. `long`: there are tokens of `_LEAST_LONG` characters."""
    small = lowered(text)
    for match in _ASSIGNED.finditer(small) if has_any(small, _CALLED) else ():
        kind = "double" if match["double"] else "single" if match["single"] else "bare"
        quoted, value = kind != "bare", text[slice(*match.span(kind))]
        env = match["sign"] == "=" and text[match.start() : match.start("sign")].isupper()
        if _secret(value, sign=match["sign"], quoted=quoted, password=bool(match["word"]), env=env):
            end = match.end(kind)
            yield match.start(kind), end if quoted else match.start(kind) + len(value.rstrip(".,;:?)"))
    if any(mark in text for mark in ("PIN", "CVV", "CVC", "PUK", "TAN", "OTP")):
        yield from _values(_PIN, text)
    if "code" in small or "combination" in small:
        yield from _values(_CODE, small)
    if "phrase" in small or "words" in small or "mnemonic" in small:
        yield from _values(_PHRASE, small)
    if long:
        yield from _named(text, small)


def _named(text: str, small: str) -> Iterator[Span]:
    """Long tokens of no known form that stand close behind a name of what is secret."""
    names = Beside(small, _NAMED)
    if not names:
        return
    for match in _LONG.finditer(text):
        value = match[0]
        if len(value) <= _LONGEST and names.before(match.start(), _NAME_WITHIN) and _random(value):
            yield match.span()


def _values(pattern: re.Pattern[str], text: str, check: Callable[[str], bool] = lambda _value: True) -> Iterator[Span]:
    for match in pattern.finditer(text):
        if check(match["value"]):
            yield match.span("value")


def _given(value: str) -> bool:
    return not _CALLS.search(value)


def _random(value: str) -> bool:
    """Does it look as if a machine had drawn it: letters and digits mixed, and no word or path?"""
    if sum(char.isdigit() for char in value) < 2 or sum(char.isalpha() for char in value) < 6:
        return False
    return entropy(value) >= 3.0 and max(map(len, re.split(r"[^A-Za-z0-9]", value))) >= 8


def _secret(value: str, *, sign: str, quoted: bool, password: bool, env: bool) -> bool:
    plain = value.strip(".,;:!?)")
    folded = plain.casefold()
    if len(plain) < 4 or folded in _NO_SECRETS or _CALLS.search(plain) or _PHRASED.search(plain):
        return False
    if " " in plain:
        return False
    letters, digits = any(c.isalpha() for c in plain), any(c.isdigit() for c in plain)
    marks = any(c in "!@#$%^&*+=?~|\\" for c in plain[:-1])
    if (letters and digits) or (marks and (letters or digits)):
        return len(plain) >= 6 and not _identifier(plain, quoted=quoted)
    if digits and not letters:
        return password and sign != "is" and len(plain) >= 4
    if quoted or env:
        return len(plain) >= 6 and letters and (password or env or len(plain) >= 16)
    return False


def _identifier(value: str, *, quoted: bool) -> bool:
    """A name of a variable, a file or an address of a page rather than a value."""
    if quoted:
        return False
    return bool(re.fullmatch(r"[A-Za-z_]+(?:\.[A-Za-z_]+\d?)+|https?:.*|[a-z]+(?:_[a-z]+)+\d?", value))
