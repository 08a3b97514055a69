CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE card (id INTEGER PRIMARY KEY, name TEXT NOT NULL, layout TEXT NOT NULL);

-- `lines` is the JSON of the parsed lines, compressed with zlib. With its long rows, a table without row ids would take
-- twice the space.
CREATE TABLE face (
    card INTEGER NOT NULL REFERENCES card, position INTEGER NOT NULL,
    name TEXT NOT NULL, type_line TEXT NOT NULL, text TEXT NOT NULL, mana_cost TEXT NOT NULL,
    power TEXT NOT NULL, toughness TEXT NOT NULL, loyalty TEXT NOT NULL, defense TEXT NOT NULL,
    color_indicator TEXT NOT NULL,
    french_name TEXT, french_type_line TEXT, french_text TEXT,
    lines BLOB NOT NULL,
    PRIMARY KEY (card, position)
);

CREATE TABLE ruling (
    card INTEGER NOT NULL REFERENCES card, position INTEGER NOT NULL, date TEXT NOT NULL, text TEXT NOT NULL,
    PRIMARY KEY (card, position)
) WITHOUT ROWID;

-- The keys of a card's names. `whole` is 1 for the name of the whole card, 0 for the name of a face. `words` is the name
-- without punctuation.
CREATE TABLE name (
    key TEXT NOT NULL, lang TEXT NOT NULL, whole INTEGER NOT NULL, card INTEGER NOT NULL REFERENCES card,
    printed TEXT NOT NULL, words TEXT NOT NULL,
    PRIMARY KEY (key, lang, whole, card)
) WITHOUT ROWID;
CREATE INDEX name_words ON name (words);

CREATE TABLE kind (name TEXT PRIMARY KEY, lines INTEGER NOT NULL, understood INTEGER NOT NULL) WITHOUT ROWID;
