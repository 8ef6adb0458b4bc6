"""The code cells of the notebooks, and the examples of the book's page, run."""

import ast
import contextlib
import importlib.util
import io
import json
import os
import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def run(code, names):
    """Runs a cell, and returns the value of its last expression."""
    *body, last = ast.parse(code).body
    if not isinstance(last, ast.Expr):
        body.append(last)
        last = None
    exec(compile(ast.Module(body, []), "cell", "exec"), names)
    return last and eval(compile(ast.Expression(last.value), "cell", "eval"), names)


@unittest.skipIf(importlib.util.find_spec("pandas") is None, "without pandas")
class Notebooks(unittest.TestCase):
    def setUp(self):
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(ROOT)

    def test_figure_2_8(self):
        notebook = json.loads((ROOT / "python/notebooks/figure-2.8.ipynb").read_text(encoding="utf-8"))
        cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
        self.assertLessEqual(sum(len(cell.splitlines()) for cell in cells), 22)
        names = {}
        values = [run(cell, names) for cell in cells]
        self.assertTrue(any(hasattr(value, "_repr_svg_") for value in values))
        figure = names["figure"]
        self.assertEqual(figure.shape, (7, 4))
        # Old needs the most nodes with the smallest table, and TwoBig1 fewer than New at every size, as in the thesis.
        self.assertEqual(figure[figure.columns[0]].idxmax(), "old")
        self.assertTrue((figure.loc["two-big1"] < figure.loc["new"]).all(), figure)

    def test_the_page_of_the_book(self):
        page = (ROOT / "docs/src/python.md").read_text(encoding="utf-8")
        blocks = re.findall(r"```python\n(.*?)```\n+(?:```text\n(.*?)```)?", page, re.DOTALL)
        self.assertGreaterEqual(len(blocks), 4)
        names = {}
        for code, expected in blocks:
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile(code, "python.md", "exec"), names)
            self.assertEqual(printed.getvalue().strip(), expected.strip(), code)


if __name__ == "__main__":
    unittest.main()
