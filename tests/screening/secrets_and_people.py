"""Texts with personal data and secrets in them, and texts that look so and are not. All values are made up."""

from __future__ import annotations

import base64
import random
import string

_chance = random.Random(20261121)
_UPPER, _LOWER, _DIGITS = string.ascii_uppercase, string.ascii_lowercase, string.digits
_ALNUM, _HEX, _URL = _UPPER + _LOWER + _DIGITS, "0123456789abcdef", _UPPER + _LOWER + _DIGITS + "-_"


def _of(alphabet: str, length: int) -> str:
    drawn = "".join(_chance.choice(alphabet) for _ in range(length - 2))
    return (
        drawn[: length // 2] + "7a" + drawn[length // 2 :] if "7" in alphabet and "a" in alphabet else drawn + drawn[:2]
    )


def _uuid() -> str:
    return "-".join(_of(_HEX, size) for size in (8, 4, 4, 4, 12))


def _jwt() -> str:
    return f"eyJ{_of(_URL, 33)}.eyJ{_of(_URL, 60)}.{_of(_URL, 43)}"


KEYS: tuple[str, ...] = (
    f"aws_access_key_id = AKIA{_of(_UPPER + '234567', 16)}",
    f"ASIA{_of(_UPPER + '234567', 16)} is the temporary one",
    f"aws_secret_access_key = {_of(_ALNUM + '/+', 40)}",
    f"AKIA{_of(_UPPER, 16)} / {_of(_ALNUM + '/+', 40)}",
    f"maps: AIza{_of(_URL, 35)}",
    f"GOCSPX-{_of(_URL, 28)}",
    f"ya29.{_of(_URL, 120)}",
    '{"type": "service_account", "private_key": "-----BEGIN PRIVATE KEY-----\\nMIIEvQ\\n-----END PRIVATE KEY-----\\n"}',
    f"DefaultEndpointsProtocol=https;AccountName=shop;AccountKey={_of(_ALNUM + '+/', 86)}==;EndpointSuffix=core",
    f"client secret {_of(_ALNUM, 3)}8Q~{_of(_ALNUM, 34)}",
    f"Endpoint=sb://x.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey={_of(_ALNUM, 43)}=",
    *(f"git clone with {head}{_of(_ALNUM, 36)}" for head in ("ghp_", "gho_", "ghu_", "ghs_", "ghr_")),
    f"github_pat_{_of(_ALNUM, 22)}_{_of(_ALNUM, 59)}",
    f"glpat-{_of(_URL, 20)}",
    f"gldt-{_of(_URL, 20)}",
    f"glptt-{_of(_HEX, 40)}",
    f"xoxb-123456789012-1234567890123-{_of(_ALNUM, 24)}",
    f"xoxp-123456789012-123456789012-123456789012-{_of(_HEX, 32)}",
    f"xapp-1-A0{_of(_UPPER + _DIGITS, 9)}-1234567890123-{_of(_HEX, 64)}",
    f"https://hooks.slack.com/services/T{_of(_UPPER + _DIGITS, 8)}/B{_of(_UPPER + _DIGITS, 8)}/{_of(_ALNUM, 24)}",
    *(f"stripe {head}{_of(_ALNUM, 24)}" for head in ("sk_live_", "sk_test_", "rk_live_", "rk_test_")),
    f"whsec_{_of(_ALNUM, 32)}",
    f"sk-{_of(_ALNUM, 20)}T3BlbkFJ{_of(_ALNUM, 20)}",
    f"sk-proj-{_of(_URL, 74)}T3BlbkFJ{_of(_URL, 74)}",
    f"sk-svcacct-{_of(_URL, 60)}",
    f"sk-ant-api03-{_of(_URL, 93)}AA",
    f"sk-ant-admin01-{_of(_URL, 93)}AA",
    f"sk-or-v1-{_of(_HEX, 64)}",
    f"hf_{_of(_UPPER + _LOWER, 34)}",
    f"gsk_{_of(_ALNUM, 52)}",
    f"pplx-{_of(_HEX, 48)}",
    f"r8_{_of(_ALNUM, 37)}",
    f"//registry.npmjs.org/:_authToken=npm_{_of(_ALNUM, 36)}",
    f"pypi-AgEIcHlwaS5vcmc{_of(_URL, 80)}",
    f"rubygems_{_of(_HEX, 48)}",
    f"dckr_pat_{_of(_URL, 27)}",
    f"twilio AC{_of(_HEX, 32)}",
    f"SK{_of(_HEX, 32)}",
    f"TWILIO_AUTH_TOKEN={_of(_HEX, 32)}",
    f"SG.{_of(_URL, 22)}.{_of(_URL, 43)}",
    f"mailgun key-{_of(_HEX, 32)}",
    f"{_of(_HEX, 32)}-us14",
    f"bot 123456789:AA{_of(_URL, 33)}",
    f"M{_of(_ALNUM, 23)}.G{_of(_ALNUM, 5)}.{_of(_URL, 38)}",
    f"https://discord.com/api/webhooks/112233445566778899/{_of(_URL, 68)}",
    f"dop_v1_{_of(_HEX, 64)}",
    *(f"{head}{_of(_HEX, 32)}" for head in ("shpat_", "shpca_", "shppa_", "shpss_")),
    f"sq0atp-{_of(_URL, 22)}",
    f"sq0csp-{_of(_URL, 43)}",
    f"EAAA{_of(_URL, 60)}",
    f"dapi{_of(_HEX, 32)}",
    f"HEROKU_API_KEY={_uuid()}",
    f"heroku: {_uuid()}",
    f"cloudflare api token: {_of(_URL, 40)}",
    f"CLOUDFLARE_API_KEY={_of(_HEX, 37)}",
    f"lin_api_{_of(_ALNUM, 40)}",
    f"ntn_{_of(_DIGITS, 11)}{_of(_ALNUM, 35)}",
    f"notion secret_{_of(_ALNUM, 43)}",
    f"ATATT3xFfGF0{_of(_URL, 160)}=1A2B3C4D",
    f"ATBB{_of(_ALNUM, 32)}",
    f"figd_{_of(_URL, 40)}",
    f"PMAK-{_of(_HEX, 24)}-{_of(_HEX, 34)}",
    f"pat-na1-{_uuid()}",
    f"glsa_{_of(_ALNUM, 32)}_{_of(_HEX, 8)}",
    f"NRAK-{_of(_UPPER + _DIGITS, 27)}",
    f"DD_API_KEY: {_of(_HEX, 32)}",
    f"hvs.{_of(_URL, 90)}",
    f"dp.pt.{_of(_ALNUM, 43)}",
    f"tskey-auth-{_of(_ALNUM, 17)}-{_of(_ALNUM, 32)}",
    f"sbp_{_of(_HEX, 40)}",
    f"rzp_live_{_of(_ALNUM, 14)}",
    f"xkeysib-{_of(_HEX, 64)}-{_of(_ALNUM, 16)}",
    f"Authorization: Bearer {_jwt()}",
    f"cookie jwt {_jwt()}",
    "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmU\n-----END OPENSSH PRIVATE KEY-----",
    "-----BEGIN EC PRIVATE KEY-----\nMHcCAQEEIIrYSSNQFaA2Hwf1duRSxKtLYX5CB04fSeQ6tF1aY/PuoAoGCCqGSM49",
    "-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nlQOYBF\n-----END PGP PRIVATE KEY BLOCK-----",
    "postgres://shop:s3cr3t-pa55@db.example.com:5432/orders",
    "mongodb+srv://admin:Winter2024@cluster0.ab1cd.mongodb.net/test",
    "redis://:p4ssw0rdredis@cache.example.com:6379/0",
    "amqp://guest:guestpw@rabbit:5672/",
    "Server=sql.example.com;Database=shop;User Id=sa;Password=Pa55w0rd!x;",
    "mysql://root:toor1234@localhost/wp",
    "password = hunter2go",
    'password: "Tr0ub4dor&3"',
    "DB_PASSWORD=swordfish-lagoon",
    "The wifi password is Sonne-4711-Regen",
    "Das Passwort ist Regenbogen77!",
    "contraseña: LuzAzul2023",
    "mot de passe : Soleil!89",
    "api_key='9c2f7ab318de4f01a9b7'",
    f'"client_secret": "{_of(_ALNUM, 32)}"',
    f"SECRET_KEY = 'django-insecure-{_of(_ALNUM, 50)}'",
    f"Authorization: Basic {base64.b64encode(b'admin:s3cretpw!').decode()}",
    "curl -u deploy:Xk29fjw2 https://ci.example.com/job",
    "PIN: 4821",
    "the alarm code is 7391",
    "seed phrase: abandon ability able about above absent absorb abstract absurd abuse access accident",
)

PEOPLE: tuple[tuple[str, str], ...] = (
    ("Write to mara.lind+boat@example.co.uk today", "email"),
    ("jörg@müller.de", "email"),
    ("O'Brien: o.brien_99@mail.example.org", "email"),
    ("mara [at] example [dot] org", "email"),
    ("Call +46 31 123 45 67 after six", "phone"),
    ("+1 (415) 555-2671", "phone"),
    ("phone: 0701234567", "phone"),
    ("Tel. 030 901820", "phone"),
    ("my number is 07911 123456", "phone"),
    ("06 12 34 56 78 is her mobile", "phone"),
    ("WhatsApp +34 612 34 56 78", "phone"),
    ("call me at 415.555.2671", "phone"),
    ("Ring +91 98765 43210", "phone"),
    ("+4915112345678", "phone"),
    ("tel +81 3-1234-5678", "phone"),
    ("Card 4111 1111 1111 1111, valid", "card"),
    ("5500-0055-5555-5559", "card"),
    ("Amex 378282246310005", "card"),
    ("6011111111111117 Discover", "card"),
    ("Maestro 6759649826438453", "card"),
    ("Pay to DE89 3704 0044 0532 0130 00 please", "iban"),
    ("IBAN GB82WEST12345698765432", "iban"),
    ("FR14 2004 1010 0505 0001 3M02 606", "iban"),
    ("SE45 5000 0000 0583 9825 7466", "iban"),
    ("NL91 ABNA 0417 1643 00", "iban"),
    ("The server answers at 203.0.113.42", "ip"),
    ("login from 81.2.69.142 at night", "ip"),
    ("ssh admin@192.168.1.24", "ip"),
    ("2001:db8:85a3::8a2e:370:7334", "ip"),
    ("ping 2a00:1450:4001:81b::200e", "ip"),
    ("My IP address is 10.0.0.5", "ip"),
    ("Passport number X1234567", "passport"),
    ("passport: 533380006, expires in May", "passport"),
    ("Reisepass C01X00T47", "passport"),
    ("My passport no. is GB 925076473", "passport"),
    ("P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10", "passport"),
    ("SSN 536-22-8721", "id"),
    ("My social security number is 536228721", "id"),
    ("NI number AB 12 34 56 C", "id"),
    ("personnummer 811218-9876", "id"),
    ("19811218-9876", "id"),
    ("DNI 12345678Z", "id"),
    ("NIE X1234567L", "id"),
    ("RSSMRA85T10A562S", "id"),
    ("NIR 2 69 05 49 588 157 80", "id"),
    ("PESEL 44051401359", "id"),
    ("BSN 111222333", "id"),
    ("CPF 111.444.777-35", "id"),
    ("AHV 756.9217.0769.85", "id"),
    ("Steuer-ID 86095742719", "id"),
    ("Aadhaar 2341 2341 2346", "id"),
    ("PAN ABCPE1234F", "id"),
    ("HETU 131052-308T", "id"),
    ("SIN 046 454 286", "id"),
    ("身份证 11010519491231002X", "id"),
    ("driver's license D1234567", "id"),
    ("NHS number 943 476 5919", "id"),
    ("She lives at 221B Baker Street, London", "address"),
    ("1600 Pennsylvania Ave NW", "address"),
    ("Send it to 742 Evergreen Terrace", "address"),
    ("Office: 350 Fifth Avenue, Suite 3300", "address"),
    ("Lindenstraße 12a, Berlin", "address"),
    ("Vasagatan 14, Göteborg", "address"),
    ("12 rue de la Paix, Paris", "address"),
    ("Calle de Alcalá 42, Madrid", "address"),
    ("Via Roma 15, Torino", "address"),
    ("Prinsengracht 263, Amsterdam", "address"),
    ("Unter den Linden 5 and Berliner Allee 17", "address"),
    ("P.O. Box 1234", "address"),
)

ORDINARY: tuple[str, ...] = tuple(
    """\
We met on 2026-03-01 at 12:30:45 and again on 01.04.2026.
2026-11-20T12:00:00.123456Z and 1700000000
Order 4711-0815-2026 costs 1,234,567.89 kronor
Version 10.15.7.1234 on 192.168.178.100
ISBN 978-3-16-148410-0, page 1234567
ISBN 0-306-40615-2 is out of print
ISSN 2049-3630
uuid 123e4567-e89b-12d3-a456-426614174000
sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
commit 3f786850e387550fdab836ed7e6dc881de23001b
fixed in a1b2c3d, reverted in 9e8d7c6
57.708870, 11.974560 is Gothenburg
The years 1914 1918 1939 1945 matter
1234567890123456 is no card, 0000000000000000 neither
The password is in the drawer, the key too.
She said: token of love @ noon
Room 2.07 at 09:30, seat 12A, 19.4 m high
Numbers 1 2 3 4 5 6 7 8 9 10 11 12
DE12 is a road; GB82WEST12345698765431 has a wrong digit
The secret of good bread is time
My password manager is Bitwarden
Reset your password every 90 days
The token is required
Please rotate the API key soon
password: required
The password must be at least 12 characters long
Password is case-sensitive
tokens: 150000 per minute
max_tokens = 4096
The tokenizer splits words into tokens
def get_token(self): return self._token
token = request.headers["X-Token"]
password = os.environ["DB_PASSWORD"]
password = getpass.getpass()
secret: ${DB_SECRET}
api_key=<your key here>
PASSWORD=$PASSWORD
type="password" name="password"
"password": "string"
the primary key is a uuid: 123e4567-e89b-12d3-a456-426614174000
cache key: user_profile_page
public key cryptography was invented in 1976
The keyboard has 104 keys
Author: Jane Austen
Authorization is done by the gateway
for i in range(10): print(i)
x[1:2] = y[::2]
std::vector<int> v; a::b::c
12:30:45 and 08:15:00
The ratio is 16:9, not 4:3:2
Python 3.11.4, Node 20.10.0, Chrome 120.0.6099.109
version 1.2.3.4
libfoo 2.10.0.1 was released
127.0.0.1 is localhost
listen on 0.0.0.0
mask 255.255.255.0
icon@2x.png is missing
git@github.com:owner/repo.git
npm install react@18.2.0
@decorator on a method
Follow @mara on the site
Twitter: @someone
look @ this
Price: 1 299,00 kr
$1,234.56 and €99.95
It costs 1.299.000 rupiah
1 000 000 people live there
The population is 10 234 567
3.14159265358979
2.718281828459045
6.02214076e23
1/3 + 2/3 = 1
24 / 7 service
10-20 people came
2019-2023 were hard years
Pages 123-456
from 1990 to 2000
on 12/24/2025
24.12.2025 18:00
11-05-2024
2024/05/11
Q3 2024: 12.5 %
order no. 20240511001234
Invoice 2024-000123
Ticket 4829103 is closed
Case 19-12345
Tracking 1Z999AA10123456784
SKU 8843-221-09
Part number 4410-2231-77
serial 3321-9987-1123
Model X1-450-22
IMEI 490154203237518
EAN 4006381333931
MAC 00:1A:2B:3C:4D:5E
#ff8800 and #00ff00
rgb(255, 128, 0)
E=mc2, H2O and CO2
A4 is 210 x 297 mm
The A380 and the B747
Boeing 737-800
Route 66 and Highway 61
We took the M25 to Heathrow
flight LH 454 at 10:15
Train ICE 1234, coach 27, seat 81
Gate B42, row 14
platform 9 3/4
Chapter 12, verse 4
Psalm 23:4
Matthew 5:3-12
Beethoven op. 27 no. 2
Mozart K. 550
The 1990s were loud
He is 1.82 m tall and weighs 78.5 kg
Blood pressure 120/80
37.2 degrees Celsius
15 mg twice a day
10 km in 52:31
a half marathon in 1:49:22
Score: 3-2 (1-1)
6-4, 3-6, 7-5
The vote was 512-488
0.5 l of milk, 250 g of flour
180 degrees for 45 minutes
2 eggs, 3 apples
Bake 12 rolls
5 minutes walk from the station
3 streets further on
We have 2 roads to choose from
It takes 20 minutes to drive
The best way 2 go
He drove his road bike
The drive has 512 GB
A place of 40 square metres
Windows 11 Pro
iPhone 15 Pro Max
GTX 1080 Ti
USB 3.2 Gen 2
IPv6 and IPv4
HTTP 404 and 500
port 8080 is taken
http://localhost:8080/path
https://example.org/a/very/long/path?with=parameters&and=more#fragment
https://example.com/2024/05/11/some-long-title-of-an-article
see RFC 2616, section 14.9
PEP 8 and PEP 484
ISO 8601 and ISO 27001
DIN EN 60601-1
UTF-8 and UTF-16
SELECT * FROM t WHERE id = 12345
{"id": 12345, "count": 67890}
[1, 2, 3, 4, 5, 6, 7, 8]
0x7fff5fbff8a0
0b10110111
chmod 755 file
drwxr-xr-x 12 root root 4096
-rw-r--r-- 1 me me 1048576 Jan 12 10:22 a.bin
192 kHz, 24 bit
1920x1080 at 60 Hz
ETA 14:35, gate closes 14:05
temperature 21.5, humidity 48
9f86d081 884c7d65 9a2feaa0
MD5 (a) = 0cc175b9c0f1b6a831c399e269772661
etag "33a64df551425fcc55e4d42a148795d9f25f89d4"
docker image sha256:4bcff63911fcb4448bd4fdacec207030997caf25e9bea4045fa6c8c44de311d1
arXiv:2106.09685
doi 10.1038/s41586-021-03819-2
PMID 34265844
The lottery numbers were 4 8 15 16 23 42
pi is 3.141592653589793238462643383279
She turned 30 on 14 May
Mara likes green tea in the afternoon
The train to Porto leaves at nine
Tiago plays the violin in an orchestra
Meet at the corner of the square at 5
Take bus 16 to the harbour
Ignore the oven's beeping
The alarm rings at 6:45
safe distance is 2 m
The pin of the grenade in level 3
Pin 13 drives the LED
TAN is short for tangent
passports are renewed in May
My passport expires on 2031-05-04
Bring the passport at 10:30
an ID card with a photo
the national team won 3-1
insurance costs 120 euros a month
tax of 19 % on 1,200 euros
The visa takes 14 days
""".splitlines()
)
