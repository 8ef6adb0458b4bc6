-- Version 1 of the tables of a results database. If the meaning of a column changes, the version changes.
--
-- Earlier programs wrote files without `searches`, `examined`, `runs`, `results.guided`, `results.interior` and the
-- columns after it, `searches.best` and `runs.id`. A program that writes to such a file adds them.

CREATE TABLE IF NOT EXISTS meta (                          -- the row 'schema' has the value '1'
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS results (
    cell       TEXT NOT NULL,                -- the text of the configuration, see `Cell`
    signature  INTEGER NOT NULL,             -- of the solver and the scheme that counted, see `signature`
    nodes      INTEGER NOT NULL,
    winner     TEXT,                         -- 'first' or 'second'; NULL if not solved
    look_ups   INTEGER NOT NULL,             -- this and the next nine: see `tt::Statistics`
    hits       INTEGER NOT NULL,
    cutoffs    INTEGER NOT NULL,
    fresh      INTEGER NOT NULL,
    same       INTEGER NOT NULL,
    replaced   INTEGER NOT NULL,
    kept       INTEGER NOT NULL,
    demoted    INTEGER NOT NULL,
    collisions INTEGER NOT NULL,
    fill       INTEGER NOT NULL,
    seconds    REAL NOT NULL,                -- on the machine that ran it; never compared
    guided     INTEGER NOT NULL DEFAULT 0,   -- see `Row`; the last columns are those that older files lack
    interior   INTEGER,                      -- this and the next four: see `InteriorNodes`; NULL if not counted
    interior_hits    INTEGER,
    interior_cutoffs INTEGER,
    table_moves      INTEGER,
    generated        INTEGER,
    PRIMARY KEY (cell, signature)
) STRICT;

CREATE TABLE IF NOT EXISTS searches (        -- of games whose positions are searched: one row for each search
    cell      TEXT NOT NULL,
    signature INTEGER NOT NULL,
    position  INTEGER NOT NULL,              -- its number in the game, from 0
    depth     INTEGER NOT NULL,              -- plies
    nodes     INTEGER NOT NULL,              -- of this depth and of those before
    score     INTEGER NOT NULL,
    best      TEXT,                          -- chess: the best move, such as 'e2e4'; NULL if not known
    PRIMARY KEY (cell, signature, position, depth)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS examined (        -- of cells whose options ask for it: one row for each search, see `Examined`
    cell       TEXT NOT NULL,
    signature  INTEGER NOT NULL,
    position   INTEGER NOT NULL,             -- its number in the game, from 0
    depth      INTEGER NOT NULL,             -- plies; 0 if solved
    score      INTEGER NOT NULL,
    best       TEXT,                         -- the best move; NULL if there is none
    false_hits INTEGER NOT NULL,             -- this and the next four: see `search::Audit`
    collisions INTEGER NOT NULL,
    positions  INTEGER NOT NULL,
    absent     INTEGER NOT NULL,
    residents  INTEGER NOT NULL,
    injected   INTEGER NOT NULL,
    PRIMARY KEY (cell, signature, position, depth)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS runs (            -- the journal: one row for each sweep, see `Run`
    started   TEXT NOT NULL,
    command   TEXT NOT NULL,
    commit_id TEXT,
    machine   TEXT NOT NULL,
    cells     INTEGER NOT NULL,
    nodes     INTEGER NOT NULL,
    seconds   REAL NOT NULL,
    id        TEXT                           -- the last column, because older files lack it
) STRICT;
