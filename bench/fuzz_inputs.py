"""Inputs for the fuzz program: real documents as seeds, and random changes to them.

The seeds are the starter data, the fixtures of the tests and, if it exists, the folder `../shared`. Files of
translation tools are exported from the starter data. All randomness comes from one generator, so a seed number repeats
a run.
"""

from __future__ import annotations

import gzip
import io
import json
import random
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from cli.app import main as run_rules

_ROOT = Path(__file__).parents[1]
_SHARED = _ROOT.parent / "shared"
_MAX_SEED_BYTES = 40_000
_MAX_INPUT_BYTES = 400_000

# Pieces that readers treat specially, as Python writes them; a space separates two pieces.
_TOKENS = tuple(
    piece.encode("ascii").decode("unicode_escape").encode("latin-1")
    for piece in r"""
\0 \x1b]0;x\x07 \x9b31m \r \n \n\n\n \t \xff\xfe \xef\xbb\xbf \xe2\x80\xae \xe2\x80\xa8 \xed\xa0\x80 \xc2\xa0
&#27; &#x202e; &#0; &#xD800; &amp;lt; <p> <b> <!-- --> <![foo\x20bar]> <![CDATA[ ]]> <table><tr><td> </div> <script>
<!DOCTYPE\x20a\x20[<!ENTITY\x20b\x20"c">]> <?xml\x20version='1.0'?> <target\x20state='translated'> <unit\x20id='
306.5 306.5d\x20 306.5,\x20 999.99z 1.\x20 100.\x20General Example:\x20 Glossary Credits Contents (See\x20rule\x20306.)
rules\x20306.5a-f effective\x20as\x20of\x20June\x207,\x202024 \xe2\x80\x9c \xe2\x80\x99 " ' (((( )))) [[[[ {{{{ }}}}
|\x20a\x20|\x20b\x20| #\x20 *\x20 >\x20 -\x20 ``` msgid\x20"" msgstr\x20" #,\x20fuzzy &x:\x20*x
!!python/object:os.system *anchor <<:\x20 objects: null ~ 1e999 -1 99999999999999999999 true --
*.txt **/ a*a*a*a*b ! [a- AND NOT\x20 title: refs( !under( @2009-09-04 %s {0}
""".split()
)

# Invented cards.
_PASTED = b"""Gate of Glass {2}
Legendary Creature \xe2\x80\x94 Elf Wall
Flying, ward {2} (A reminder.)
Landfall \xe2\x80\x94 Whenever a land enters, if you control no Swamps, you may draw a card.
{T}, Sacrifice Gate of Glass: It deals 3 damage to any target. Activate only once each turn.
0/4
"""
_ATOMIC_CARDS = json.dumps(
    {"meta": {"version": "5"}, "data": {"Gate of Glass": [
        {"name": "Gate of Glass", "type": "Creature", "manaCost": "{2}", "layout": "normal", "text": "Flying\nScry 1.",
         "power": "0", "toughness": "4", "rulings": [{"date": "2021-02-05", "text": "It is glass."}],
         "foreignData": [{"language": "French", "name": "Portail", "type": "Cr\u00e9ature", "text": "Vol"}]}],
        "Dawn // Dusk": [
            {"name": "Dawn // Dusk", "faceName": face, "type": "Instant", "layout": "split", "text": "Draw a card."}
            for face in ("Dawn", "Dusk")]}},
).encode()  # fmt: skip
_SCRYFALL_CARDS = json.dumps(
    [{"name": "Glass Owl", "layout": "normal", "type_line": "Creature", "oracle_text": "Flying", "power": "1"},
     {"name": "Glass Owl", "layout": "token", "type_line": "Token Creature", "oracle_text": ""}],
).encode()  # fmt: skip

_Change = Callable[[random.Random, bytearray], None]


def _flip(draw: random.Random, data: bytearray) -> None:
    for _ in range(draw.choice((1, 1, 4, 16))):
        data[draw.randrange(len(data))] = draw.randrange(256)


def _delete(draw: random.Random, data: bytearray) -> None:
    start = draw.randrange(len(data))
    del data[start : start + draw.choice((1, 8, 200))]


def _insert_token(draw: random.Random, data: bytearray) -> None:
    place = draw.randrange(len(data) + 1)
    data[place:place] = draw.choice(_TOKENS)


def _repeat(draw: random.Random, data: bytearray) -> None:
    start = draw.randrange(len(data))
    piece = bytes(data[start : start + draw.choice((1, 2, 7, 40, 300))])
    data[start:start] = piece * min(draw.choice((3, 50, 2_000, 50_000)), _MAX_INPUT_BYTES // max(1, len(piece)))


def _repeat_token(draw: random.Random, data: bytearray) -> None:
    token = draw.choice(_TOKENS)
    place = draw.randrange(len(data) + 1)
    data[place:place] = token * min(draw.choice((10, 1_000, 50_000)), _MAX_INPUT_BYTES // len(token))


def _move(draw: random.Random, data: bytearray) -> None:
    start, place = draw.randrange(len(data)), draw.randrange(len(data))
    piece = data[start : start + draw.choice((3, 60, 900))]
    data[place:place] = piece


def _truncate(draw: random.Random, data: bytearray) -> None:
    del data[draw.randrange(len(data)) :]


_CHANGES: Sequence[_Change] = (_flip, _delete, _insert_token, _insert_token, _repeat, _repeat_token, _move, _truncate)


def mutate(draw: random.Random, seed: bytes) -> bytes:
    """Return a seed with one to six random changes. A ZIP archive is changed within one of its members most times."""
    if seed.startswith(b"PK") and draw.random() < 0.85:
        return _mutate_member(draw, seed)
    data = bytearray(seed)
    for _ in range(draw.randrange(1, 7)):
        if not data:
            data += draw.choice(_TOKENS)
        draw.choice(_CHANGES)(draw, data)
    return bytes(data[:_MAX_INPUT_BYTES])


def _mutate_member(draw: random.Random, archive: bytes) -> bytes:
    """Return an Office document with a changed member, most times the one with the text."""
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        members = {name: opened.read(name) for name in opened.namelist()}
    texts = [name for name in members if name.endswith("document.xml")]
    name = draw.choice(texts if texts and draw.random() < 0.8 else sorted(members))
    members[name] = mutate(draw, members[name])
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as made:
        for member, content in members.items():
            made.writestr(member, content)
    return packed.getvalue()


def load_seeds(work: Path) -> Mapping[str, Sequence[bytes]]:
    """Return the seeds of each kind of input. `work` is a folder for exported files."""
    pages = _ROOT / "tests" / "fixtures"
    starter = [path.read_bytes() for path in sorted((_ROOT / "data" / "starter").iterdir()) if path.is_file()]
    editions = _files(_SHARED / "corpus" / "en", "*.txt", 3) + _files(pages / "editions_fr", "*.txt", 4)
    situations = _files(_ROOT / "data" / "examples", "*.yaml", 40) + _files(_ROOT / "docs" / "situations", "*.yaml", 9)
    exported = _export(work, ("rules.xlf", "rules.po", "rules.tbx"))
    exported["two.xlf"] = _export(work, ("two.xlf",), "--xliff-version", "2.0")["two.xlf"]
    return {
        "text": starter + editions,
        "html": _files(pages, "**/*.html", 20) + _files(_SHARED / "corpus", "**/*.html", 12),
        "policy": _files(pages / "policy", "*.html", 3) + _files(_SHARED / "corpus" / "policy", "**/*.html", 9),
        "markdown": _files(pages, "**/*.md", 9) + _files(_SHARED / "corpus" / "markdown", "*.md", 3),
        "docx": _files(_SHARED / "corpus" / "office", "*.docx", 2, whole=True) or [_small_docx()],
        "pdf": _files(_SHARED / "corpus" / "office", "*.pdf", 1, whole=True) or [b"%PDF-1.4\n%%EOF\n"],
        "xliff": [exported["rules.xlf"], exported["two.xlf"]],
        "po": [exported["rules.po"]],
        "tbx": [exported["rules.tbx"]],
        "situation": situations,
        "cards": [_ATOMIC_CARDS, _SCRYFALL_CARDS, gzip.compress(_ATOMIC_CARDS, mtime=0)],
        "pasted": [_PASTED],
        "citing": _files(pages / "lint", "*.txt", 3) + _files(_SHARED / "corpus" / "citing", "**/*.java", 9) + starter,
        "ignored": [b"*.pyc\nbuild/\n!keep\n", b"**/a*b\n/x/\n[a-c]?.txt\n", b"\\#\n\n# x\nfoo/**/bar\n"],
        "line": [
            b"loyalty", b"306.5d", b"306.7@2009-09-04", b"refs(306.*) & !under(306)", "règle de légende".encode(),
            b"what happens if two creatures deal damage", b'"combat damage" AND title:flying number:[702.1 TO 702.9]',
        ],
    }  # fmt: skip


def _files(folder: Path, pattern: str, count: int, *, whole: bool = False) -> list[bytes]:
    """Return the beginnings of up to `count` files, spread over the folder. `whole` returns the entire files."""
    paths = sorted(folder.glob(pattern))
    step = max(1, len(paths) // count)
    return [path.read_bytes()[: None if whole else _MAX_SEED_BYTES] for path in paths[::step][:count]]


def _export(work: Path, names: Sequence[str], *options: str) -> dict[str, bytes]:
    """Export translations of section 306 of the starter data, and return the files."""
    home = ["--home", str(work / "export-home")]
    for name in names:
        section = [] if name.endswith(".tbx") else ["--section", "306"]
        run_rules(["translation", "export", str(work / name), *section, "--force", *options, *home])
    return {name: (work / name).read_bytes() for name in names}


def _small_docx() -> bytes:
    import docx

    document, packed = docx.Document(), io.BytesIO()
    document.add_paragraph("306.5. Loyalty is a characteristic only planeswalkers have.")
    document.save(packed)
    return packed.getvalue()
