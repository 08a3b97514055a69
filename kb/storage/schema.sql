-- The knowledge base, one SQLite file. docs/store.md explains it for readers with other tools.
-- Dates are ISO 8601 text (2026-01-16), so that text order is time order.

CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

-- An ingested document, identified by the SHA-256 of its bytes.
CREATE TABLE source (
    id       INTEGER PRIMARY KEY,
    name     TEXT NOT NULL,
    sha256   TEXT NOT NULL UNIQUE,
    size     INTEGER NOT NULL,
    format   TEXT NOT NULL,
    encoding TEXT NOT NULL,
    title    TEXT NOT NULL,
    site     TEXT NOT NULL,
    fetched  TEXT NOT NULL,
    holds    TEXT NOT NULL,          -- languages of its rules: 'fr en'; one may not be ingested
    location TEXT NOT NULL DEFAULT '' -- absolute path or normal form of the address; '' if there is none
);

-- One state of the rules or of another document (doc) in one language, or an excerpt of it (partial = 1).
CREATE TABLE edition (
    id           INTEGER PRIMARY KEY,
    lang         TEXT NOT NULL,
    effective    TEXT NOT NULL,
    until        TEXT,               -- for an excerpt: the last day on which its text is known to be in force
    partial      INTEGER NOT NULL,
    lossy        INTEGER NOT NULL,   -- 1 if the source has lost quotation marks and apostrophes
    source       INTEGER NOT NULL REFERENCES source,
    sections     INTEGER NOT NULL,
    rules        INTEGER NOT NULL,
    subrules     INTEGER NOT NULL,
    examples     INTEGER NOT NULL,
    glossary     INTEGER NOT NULL,
    "references" INTEGER NOT NULL,   -- how many rule numbers it cites; a range counts as two
    dangling     INTEGER,            -- how many of the cited numbers it doesn't have; NULL for an excerpt
    doc          TEXT NOT NULL DEFAULT 'cr' -- 'cr', 'mtr', 'ipg' or 'jar'
);
CREATE UNIQUE INDEX edition_whole ON edition (doc, lang, effective) WHERE partial = 0;
CREATE INDEX edition_source ON edition (source);

-- Defects of an edition or its source.
CREATE TABLE finding (
    edition INTEGER NOT NULL REFERENCES edition ON DELETE CASCADE,
    place   INTEGER NOT NULL,
    code    TEXT NOT NULL,
    message TEXT NOT NULL,
    "where" TEXT NOT NULL,
    text    TEXT NOT NULL,
    -- The data of `message` (kb.i18n.StoredMessage) as JSON, for translating it; '' if it is unknown.
    said    TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (edition, place)
) WITHOUT ROWID;

-- Passages of a source besides rules and glossary: introduction, contents page, credits, comments.
CREATE TABLE passage (
    id   INTEGER PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE,
    text TEXT NOT NULL
);
CREATE TABLE part (
    edition INTEGER NOT NULL REFERENCES edition ON DELETE CASCADE,
    place   INTEGER NOT NULL,
    kind    TEXT NOT NULL,
    passage INTEGER NOT NULL REFERENCES passage,
    PRIMARY KEY (edition, place)
) WITHOUT ROWID;

-- Lists of types that a page prints beside its rules; items is a JSON array.
CREATE TABLE type_list (
    edition INTEGER NOT NULL REFERENCES edition ON DELETE CASCADE,
    place   INTEGER NOT NULL,
    "table" TEXT NOT NULL,
    name    TEXT NOT NULL,
    items   TEXT NOT NULL,
    PRIMARY KEY (edition, place)
) WITHOUT ROWID;

-- A place in a document: a number (kind 'rule', also for chapters and sections) or a headword ('glossary').
-- nth is 2 for the second rule that one edition prints under the same number.
CREATE TABLE place (
    id       INTEGER PRIMARY KEY,
    doc      TEXT NOT NULL,
    lang     TEXT NOT NULL,
    kind     TEXT NOT NULL,
    label    TEXT NOT NULL,
    nth      INTEGER NOT NULL,
    sort_key TEXT NOT NULL,          -- sorts rules by number; begins with the key of the rule or section above
    UNIQUE (doc, lang, kind, label, nth)
);
CREATE INDEX place_order ON place (doc, lang, kind, sort_key, nth);

-- Places that an edition prints out of the usual order, each with the place printed before it (NULL for the first).
CREATE TABLE displaced (
    edition INTEGER NOT NULL REFERENCES edition ON DELETE CASCADE,
    ord     INTEGER NOT NULL,
    place   INTEGER NOT NULL REFERENCES place,
    after   INTEGER REFERENCES place,
    PRIMARY KEY (edition, ord)
) WITHOUT ROWID;

-- A text of a rule or headword with its examples, stored once for all editions that have it.
CREATE TABLE wording (
    id   INTEGER PRIMARY KEY,
    -- SHA-256 of language, text and examples; in a policy document, also of the document, and for a part of a section,
    -- of the section's title: the penalty "Warning" of another infraction is another wording.
    hash BLOB NOT NULL UNIQUE,
    lang TEXT NOT NULL,              -- the language of the text; a French edition may have English texts
    text TEXT NOT NULL
);
CREATE TABLE example (
    wording INTEGER NOT NULL REFERENCES wording,
    place   INTEGER NOT NULL,
    after   INTEGER NOT NULL,        -- the number of paragraphs of the text before the example
    marker  TEXT NOT NULL,
    text    TEXT NOT NULL,
    PRIMARY KEY (wording, place)
) WITHOUT ROWID;

-- References of a wording to rules or to the glossary; offsets count characters.
CREATE TABLE reference (
    wording    INTEGER NOT NULL REFERENCES wording,
    place      INTEGER NOT NULL,
    example    INTEGER,              -- index of the example; NULL for a reference in the text itself
    start      INTEGER NOT NULL,
    "end"      INTEGER NOT NULL,
    text       TEXT NOT NULL,
    target     TEXT,                 -- a number; NULL for a reference to the glossary
    target_end TEXT,                 -- upper end of a range
    title      TEXT NOT NULL,        -- the title that the reference quotes, without quotation marks
    term       TEXT NOT NULL,        -- the headwords as the text names them; '' for a reference to a number
    doc        TEXT NOT NULL DEFAULT 'cr', -- the document of the target
    PRIMARY KEY (wording, place)
) WITHOUT ROWID;
CREATE INDEX reference_target ON reference (target);

-- A place has a wording in all whole editions from the day `first` to the day before `ended`.
CREATE TABLE span (
    place   INTEGER NOT NULL REFERENCES place,
    wording INTEGER NOT NULL REFERENCES wording,
    printed TEXT NOT NULL,           -- the printed number; '' if it has the usual form
    first   TEXT NOT NULL,           -- the first edition with the wording
    ended   TEXT NOT NULL            -- the first edition without the wording; '9999-12-31' if there is none
);
CREATE INDEX span_place ON span (place, first, ended);
CREATE INDEX span_ended ON span (ended, first);
CREATE INDEX span_wording ON span (wording);

-- The places of a rule in the edition before (`old`) and in `edition` (`new`). A rule with equal number and text in
-- these two editions has no row.
-- For an excerpt, `old` is a place of the edition that it is linked with (see kb/storage/link_writer.py).
CREATE TABLE link (
    edition    INTEGER NOT NULL REFERENCES edition ON DELETE CASCADE,
    new        INTEGER NOT NULL REFERENCES place,
    old        INTEGER NOT NULL REFERENCES place,
    kind       TEXT NOT NULL,        -- 'same', 'split' or 'merged'
    confidence REAL NOT NULL,
    reason     TEXT NOT NULL,
    PRIMARY KEY (edition, new, old)
) WITHOUT ROWID;
CREATE INDEX link_old ON link (edition, old);

-- A place has a wording in an excerpt. An excerpt says nothing about places that it doesn't have.
CREATE TABLE excerpt (
    place   INTEGER NOT NULL REFERENCES place,
    wording INTEGER NOT NULL REFERENCES wording,
    printed TEXT NOT NULL,
    edition INTEGER NOT NULL REFERENCES edition ON DELETE CASCADE
);
CREATE INDEX excerpt_place ON excerpt (place);
CREATE INDEX excerpt_wording ON excerpt (wording);
CREATE INDEX excerpt_edition ON excerpt (edition);

-- A row of `excerpt` that a later finished translation of the same rule and day has replaced. It comes back to
-- `excerpt` if the later one is taken out.
CREATE TABLE superseded (
    place   INTEGER NOT NULL REFERENCES place,
    wording INTEGER NOT NULL REFERENCES wording,
    printed TEXT NOT NULL,
    edition INTEGER NOT NULL REFERENCES edition ON DELETE CASCADE
);
CREATE INDEX superseded_edition ON superseded (edition);

-- The English headword that a headword of a finished translation translates, as the English edition of the same day
-- prints it.
CREATE TABLE counterpart (
    edition  INTEGER NOT NULL REFERENCES edition ON DELETE CASCADE,
    place    INTEGER NOT NULL REFERENCES place,
    headword TEXT NOT NULL,
    replaces TEXT NOT NULL,          -- the earlier French headword of the same entry; '' if it is the same or unknown
    PRIMARY KEY (edition, place)
) WITHOUT ROWID;
CREATE INDEX counterpart_place ON counterpart (place);
