"""The text rows of the repository, read by their schema alone, are the rows that the program reads."""

import json
import unittest
from pathlib import Path

import ttlab

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = json.loads((ROOT / "docs/src/ttlab-rows.schema.json").read_text(encoding="utf-8"))
KINDS = {one["kind"]: one for one in SCHEMA["lines"]}
CONVERT = {"uint64": int, "uint16": int, "uint8": int, "int16": int, "float64": float, "string": str, "json": json.loads}


def evaluate(text, known):
    """Evaluates what a count usually is: `a + b - c`."""
    total, sign = 0, 1
    for word in text.split():
        if word in "+-":
            sign = 1 if word == "+" else -1
        elif word != "0":
            total += sign * known[word]
    return max(total, 0)


def read_counts(text, schema, known):
    fields = text.split(",")
    items = schema["items"] + (schema["then"] if len(fields) > len(schema["items"]) else [])
    assert len(fields) == len(items), text
    for field, item in zip(fields, items):
        if not field or field[0] in "+-":
            known[item["name"]] = evaluate(item["usual"], known) + int(field or 0)
        else:
            known[item["name"]] = int(field)
        if "values" in item:
            known[item["name"]] = item["values"][str(known[item["name"]])]
    return known


def read_searches(fields, schema):
    first, _, last = fields[0].removesuffix(":").rpartition("-")
    depths = range(int(first), int(last) + 1) if first else [int(last)]
    lists = [text.split(",") for text in fields[1:]]
    names = [item["name"] for item in schema["lists"]]
    kinds = [CONVERT[item["type"]] for item in schema["lists"]]
    searches = []
    for number, values in enumerate(zip(*lists)):
        one = {name: kind(value) for name, kind, value in zip(names, kinds, values)}
        one["position"], one["depth"] = number // len(depths), depths[number % len(depths)]
        searches.append(one)
    return searches


def read(path):
    """Yields the configuration, the counts and the searches of each cell."""
    kind = KINDS["cell"]
    names = [field["name"] for field in kind["fields"]]
    played = next(one for one in kind["then"] if "items" in one)
    of_searches = next(one for one in kind["then"] if "lists" in one)
    group, signatures, cells = None, {}, []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
        assert number or line.startswith(SCHEMA["first-line"]), line
        of = next(one for one in SCHEMA["lines"] if line.startswith(one["begins"]))
        body = line[len(of["begins"]):].split(" ")
        if of["kind"] == "group":
            group = line
        elif of["kind"] == "signature":
            *key, signature = body
            signatures[tuple(key)] = int(signature)
        elif of["kind"] == "run":
            fields = line[len(of["begins"]):].split(" ", len(of["fields"]) - 1)
            run = {field["name"]: CONVERT[field["type"]](text) for field, text in zip(of["fields"], fields)}
            assert len(run["journal"]) == 5, line
        elif of["kind"] == "cell":
            fields, rest = dict(zip(names, body)), body[len(names):]
            size = "" if fields["positions"] == "-" else f" positions={fields['positions']}"
            cell = f"{group} scheme={fields['scheme']}{size} parts={fields['parts']} seed={fields['seed']}"
            searches, games = [], {}
            if rest and rest[0] == played["begins"]:
                games = dict(zip([item["name"] for item in played["items"]], map(int, rest[1].split(","))))
            elif rest:
                searches = read_searches(rest, of_searches)
            last = {one["position"]: one["nodes"] for one in searches}
            counts = read_counts(fields["counts"], kind["fields"][-1], {"deepest": sum(last.values())})
            cells.append((cell, {**counts, **games, "seconds": float(fields["seconds"])}, searches))
        elif of["kind"] == "examined":
            for text in body:
                assert len(text.split(",")) == len(of["items"]), line
    assert signatures
    return cells


class Lines(unittest.TestCase):
    def test_the_schema_describes_the_recorded_rows(self):
        path = ROOT / "testsets/recorded/full.rows"
        rows = ttlab.read_rows(path)
        columns, searches = rows.to_dict(), rows.searches()
        of_cells = {cell: number for number, cell in enumerate(columns["cell"])}
        of_row = {}
        for number, row in enumerate(searches["row"]):
            of_row.setdefault(row, []).append(number)
        cells = read(path)
        self.assertEqual(len(cells), len(rows))
        checked = set()
        for cell, counts, found in cells:
            row = of_cells[cell]
            for count, value in counts.items():
                if count == "seconds":
                    self.assertAlmostEqual(value, columns[count][row], places=6)
                elif count != "deepest":
                    self.assertEqual(value, columns[count][row], f"{cell}: {count}")
                    checked.add(count)
            numbers = of_row.get(row, [])
            for column in ["position", "depth", "nodes", "score"]:
                self.assertEqual([one[column] for one in found], [searches[column][n] for n in numbers], cell)
            self.assertEqual([one.get("best") or None for one in found], [searches["best"][n] for n in numbers])
        described = [item["name"] for item in KINDS["cell"]["fields"][-1]["items"] + KINDS["cell"]["fields"][-1]["then"]]
        self.assertLessEqual(set(described), checked)


if __name__ == "__main__":
    unittest.main()
