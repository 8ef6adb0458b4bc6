-- Version 2 of the tables of a results database. If the meaning of a column changes, the version changes.
--
-- `cells` has a row for each configuration, `results` for each result of one, `searches` for each search of a position.
-- The names of version 1 are views, with the columns of version 1 first: a query that was written for it runs on both.

CREATE TABLE IF NOT EXISTS meta (                -- the row 'schema' has the value '2'
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS cells (
    cell_id   INTEGER PRIMARY KEY,
    digest    INTEGER NOT NULL,                  -- of the text, which finds it: smaller than an index of texts
    text      TEXT NOT NULL,                     -- the configuration as text, see `Cell`; no two are the same
    game      TEXT NOT NULL,                     -- 'chess', 'domineering', 'connect-four'
    scheme    TEXT NOT NULL,                     -- 'none' is a search without a table
    positions INTEGER,                           -- the size of the table; NULL without a table
    parts     TEXT NOT NULL,                     -- the parts of the table in use, or 'all'
    seed      INTEGER NOT NULL,                  -- of the keys
    search    TEXT NOT NULL,                     -- the options of the search, or 'plain'
    -- The others are columns of some games, and NULL in other games. Those of further games are added.
    "set"     TEXT,                              -- the test set: chess and Connect Four
    number    INTEGER,                           -- of the game in its set; Connect Four: the positions of the set
    depth     INTEGER,                           -- plies: chess
    "between" TEXT,                              -- what happens to the table between searches: 'clear' or 'stamp'
    line      INTEGER,                           -- how many moves of a line the table stores
    board     TEXT,                              -- rows x columns: domineering and Connect Four
    first     TEXT,                              -- who moves first: domineering
    mode      TEXT,                              -- 'best' is the best solver
    window    TEXT,                              -- of the tutorial's solver: 'strong' or 'weak'
    bounds    TEXT,                              -- that the tutorial's solver stores: 'upper' or 'both'
    without   TEXT,                              -- techniques that the best program does not use: chess
    "with"    TEXT,                              -- techniques that it uses besides the standard ones: chess
    variant   TEXT,                              -- the side whose results are stored: games of chess
    base      TEXT,                              -- the other side: games of chess
    pairs     INTEGER                            -- the number of pairs: games of chess
) STRICT;

CREATE INDEX IF NOT EXISTS cells_by_digest ON cells (digest);

CREATE TABLE IF NOT EXISTS results_data (
    result_id  INTEGER PRIMARY KEY,
    cell_id    INTEGER NOT NULL REFERENCES cells,
    signature  INTEGER NOT NULL,                 -- of the solver and the scheme that counted, see `signature`
    nodes      INTEGER NOT NULL,
    winner     TEXT,                             -- 'first' or 'second'; NULL if not solved
    look_ups   INTEGER NOT NULL,                 -- this and the next nine: see `tt::Statistics`
    hits       INTEGER NOT NULL,
    cutoffs    INTEGER NOT NULL,
    fresh      INTEGER NOT NULL,
    same       INTEGER NOT NULL,
    replaced   INTEGER NOT NULL,
    kept       INTEGER NOT NULL,
    demoted    INTEGER NOT NULL,
    collisions INTEGER NOT NULL,
    fill       INTEGER NOT NULL,
    seconds    REAL NOT NULL,                    -- on the machine that ran it; never compared
    guided     INTEGER NOT NULL,                 -- see `Row`
    interior   INTEGER,                          -- this and the next four: see `InteriorNodes`; NULL if not counted
    interior_hits    INTEGER,
    interior_cutoffs INTEGER,
    table_moves      INTEGER,
    generated        INTEGER,
    UNIQUE (cell_id, signature)
) STRICT;

CREATE TABLE IF NOT EXISTS searches_data (       -- of games whose positions are searched: one row for each search
    result_id INTEGER NOT NULL REFERENCES results_data,
    position  INTEGER NOT NULL,                  -- its number in the game, from 0
    depth     INTEGER NOT NULL,                  -- plies; 0 if solved
    nodes     INTEGER NOT NULL,                  -- of this depth and of those before
    score     INTEGER NOT NULL,
    best      TEXT,                              -- chess: the best move, such as 'e2e4'; NULL if not known
    PRIMARY KEY (result_id, position, depth)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS examined_data (       -- of cells whose options ask for it: one row for each search
    result_id  INTEGER NOT NULL REFERENCES results_data,
    position   INTEGER NOT NULL,                 -- its number in the game, from 0
    depth      INTEGER NOT NULL,                 -- plies; 0 if solved
    score      INTEGER NOT NULL,
    best       TEXT,                             -- the best move; NULL if there is none
    false_hits INTEGER NOT NULL,                 -- this and the next four: see `search::Audit`
    collisions INTEGER NOT NULL,
    positions  INTEGER NOT NULL,
    absent     INTEGER NOT NULL,
    residents  INTEGER NOT NULL,
    injected   INTEGER NOT NULL,
    PRIMARY KEY (result_id, position, depth)
) STRICT, WITHOUT ROWID;

-- A block of games has counts of pairs, and the moves, nodes and depths of two sides, which no search has; its row in
-- `results_data` has the nodes of both sides together, and zeros as the counts of a table.
CREATE TABLE IF NOT EXISTS played_data (         -- of cells that play games: one row for each result
    result_id INTEGER PRIMARY KEY REFERENCES results_data,
    pairs_0 INTEGER NOT NULL,                    -- this and the next four: pairs by the half points of the variant
    pairs_1 INTEGER NOT NULL,
    pairs_2 INTEGER NOT NULL,
    pairs_3 INTEGER NOT NULL,
    pairs_4 INTEGER NOT NULL,
    variant_moves  INTEGER NOT NULL,             -- this and the next five: what both sides searched, see `Work`
    variant_nodes  INTEGER NOT NULL,
    variant_depths INTEGER NOT NULL,
    base_moves     INTEGER NOT NULL,
    base_nodes     INTEGER NOT NULL,
    base_depths    INTEGER NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS runs (                -- the journal: one row for each sweep, see `Run`
    started   TEXT NOT NULL,
    command   TEXT NOT NULL,
    commit_id TEXT,
    machine   TEXT NOT NULL,
    cells     INTEGER NOT NULL,
    nodes     INTEGER NOT NULL,
    seconds   REAL NOT NULL,
    id        TEXT                               -- NULL in rows of older programs
) STRICT;

CREATE VIEW IF NOT EXISTS results AS
    SELECT text AS cell, signature, nodes, winner, look_ups, hits, cutoffs, fresh, same, replaced, kept, demoted,
           collisions, fill, seconds, guided, interior, interior_hits, interior_cutoffs, table_moves, generated,
           result_id, cells.cell_id AS cell_id
    FROM results_data JOIN cells ON cells.cell_id = results_data.cell_id;

CREATE VIEW IF NOT EXISTS searches AS
    SELECT text AS cell, signature, position, searches_data.depth AS depth, searches_data.nodes AS nodes, score, best,
           results_data.result_id AS result_id, cells.cell_id AS cell_id
    FROM searches_data JOIN results_data ON results_data.result_id = searches_data.result_id
                       JOIN cells ON cells.cell_id = results_data.cell_id;

CREATE VIEW IF NOT EXISTS examined AS
    SELECT text AS cell, signature, position, examined_data.depth AS depth, score, best, false_hits,
           examined_data.collisions AS collisions, examined_data.positions AS positions, absent, residents, injected,
           results_data.result_id AS result_id, cells.cell_id AS cell_id
    FROM examined_data JOIN results_data ON results_data.result_id = examined_data.result_id
                       JOIN cells ON cells.cell_id = results_data.cell_id;

CREATE VIEW IF NOT EXISTS played AS
    SELECT text AS cell, signature, played_data.*, cells.cell_id AS cell_id
    FROM played_data JOIN results_data ON results_data.result_id = played_data.result_id
                     JOIN cells ON cells.cell_id = results_data.cell_id;
