"""Compares all rows of two databases of results, except for the seconds and the keys."""

import sqlite3
import sys


def rows(path: str, table: str) -> set[tuple[object, ...]]:
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as database:
        columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
        columns = sorted(column for column in columns if column not in ("seconds", "cell_id", "result_id"))
        return {tuple(zip(columns, row)) for row in database.execute(f"SELECT {', '.join(columns)} FROM {table}")}


def main(expected: str, found: str) -> None:
    for table in ["results", "searches"]:
        ours, theirs = rows(found, table), rows(expected, table)
        if not theirs:
            sys.exit(f"compare.py: {expected} has no rows in {table} to compare with")
        for name, row in [("missing", theirs - ours), ("not expected", ours - theirs)]:
            if row:
                example = dict(min(row, key=str))
                sys.exit(f"compare.py: {found}: {len(row)} rows of {table} are {name}, for example {example}")
        print(f"{len(ours)} equal rows in {table}")


if __name__ == "__main__":
    main(*sys.argv[1:])
