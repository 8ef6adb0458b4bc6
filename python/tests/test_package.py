"""The package: games, tables, recordings, experiments, errors and interruptions."""

import _thread
import doctest
import importlib.util
import os
import signal
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

import ttlab
from ttlab import _native, _rows

ROOT = Path(__file__).resolve().parents[2]
RECORDED = ROOT / "testsets" / "recorded" / "full.rows"
CELL = "domineering board=5x5 first=vertical scheme=two-big1 positions=8K parts=all seed=1970"
#: Takes hours.
LONG = "domineering board=8x8 first=vertical scheme=none parts=all seed=1970"


def needs(*modules):
    missing = [name for name in modules if importlib.util.find_spec(name) is None]
    return unittest.skipIf(missing, f"without {', '.join(missing)}: pip install --requirement .ci/requirements.txt")


class Games(unittest.TestCase):
    def test_connect_four(self):
        solved = ttlab.solve_connect_four("52753311433677442422121")
        self.assertEqual((solved.score, solved.best), (8, [5]))
        weak = ttlab.solve_connect_four("52753311433677442422121", weak=True)
        self.assertEqual(weak.score, 1)
        self.assertIsNone(ttlab.solve_connect_four("", max_nodes=1000).score)
        self.assertEqual(ttlab.solve_connect_four("", board="4x4").score, 0)

    def test_the_solver_solves_a_test_set(self):
        lines = [line.split() for line in (ROOT / "testsets/connect-four/Test_L3_R1").read_text().splitlines()[:100]]
        solver = ttlab.ConnectFourSolver()
        solutions = solver.solve_all([moves for moves, _ in lines])
        self.assertEqual([one.score for one in solutions], [int(score) for _, score in lines])
        self.assertEqual([solver.solve(moves) for moves, _ in lines[:10]], solutions[:10])
        for threads in [1, 2, 7, 200]:
            self.assertEqual(solver.solve_all([moves for moves, _ in lines], threads=threads), solutions)
        self.assertEqual(solver.solve_all([]), [])
        with self.assertRaises(ValueError):
            solver.solve_all(["4"], threads=0)

    def test_domineering(self):
        for program in ["best", "historic"]:
            # Horizontal always wins on 5x6.
            solved = [ttlab.solve_domineering("5x6", first, program=program) for first in ["vertical", "horizontal"]]
            self.assertEqual([one.winner for one in solved], ["horizontal", "horizontal"])
            self.assertEqual([one.best is None for one in solved], [True, False])
        self.assertIsNone(ttlab.solve_domineering("8x8", program="historic", max_nodes=1000).winner)

    def test_chess(self):
        position = ttlab.Position("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
        for program in ["best", "historic"]:
            found = ttlab.analyse(position, depth=4, program=program)
            self.assertEqual((found.mate, found.best, found.san), (1, "d1d8", ["Rd8#"]))
        found = ttlab.analyse(ttlab.Position(), depth=5, scheme="deep", positions="8K")
        self.assertEqual([depth.depth for depth in found.depths], [1, 2, 3, 4, 5])
        self.assertEqual((found.depths[-1].line, found.depths[-1].nodes), (found.line, found.nodes))
        limited = ttlab.analyse(ttlab.Position().fen, nodes=10_000)
        self.assertTrue(limited.stopped and limited.nodes <= 10_000)

    def test_a_game_is_played_to_its_end(self):
        position = ttlab.Position("7k/8/8/8/8/8/R7/1R5K w - - 0 1")
        while position.outcome is None:
            position = position.play(ttlab.analyse(position, depth=6, positions="8K").best)
        self.assertEqual((position.outcome, position.turn), ("checkmate", "black"))


class Tables(unittest.TestCase):
    def test_every_scheme_keeps_a_position(self):
        for scheme in ttlab.schemes():
            try:
                table = ttlab.Table(scheme, "64K")
            except ValueError as error:
                self.assertIn("invalid", str(error))
                continue
            table.store(ttlab.mixed_key(1), score=-7, bound="lower", depth=3, nodes=9, payload=5)
            found = table.probe(ttlab.mixed_key(1))
            self.assertEqual((found.score, found.bound), (-7, "lower"), scheme)

    def test_a_full_table_replaces(self):
        table = ttlab.Table("deep", "1")
        done = [table.store(ttlab.mixed_key(key), depth=depth) for key, depth in [(1, 4), (1, 5), (2, 1), (3, 9)]]
        self.assertEqual(done, ["fresh", "same", "kept", "replaced"])
        self.assertEqual((len(table), table.capacity, ttlab.mixed_key(3) in table), (1, 1, True))
        table.clear()
        self.assertEqual(len(table), 0)

    def test_a_recording_is_replayed(self):
        with tempfile.TemporaryDirectory() as directory:
            for recording in [
                ttlab.Recording.domineering("5x5"),
                ttlab.Recording.connect_four("5275331143367744"),
                ttlab.Recording.chess(depth=4),
                ttlab.Recording.chess(depth=3, program="historic"),
            ]:
                path = Path(directory) / "x.trace"
                recording.save(path)
                loaded = ttlab.Recording.load(path)
                self.assertEqual((len(loaded), str(loaded), loaded.nodes), (len(recording), str(recording), recording.nodes))
                report = loaded.replay(["new", "deep"], ["64", "1K"], search=True)
                for size in report["sizes"]:
                    for table in size["schemes"]:
                        self.assertEqual(table["kept"] + table["lost"], report["cutoffs"])
                        self.assertGreaterEqual(table["search_nodes"], 1)


class Rows(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.recorded = ttlab.read_rows(RECORDED, "thesis-fig-2.8")

    def test_a_cell(self):
        rows = ttlab.run_cell(CELL)
        columns = rows.to_dict()
        self.assertEqual((columns["cell"], columns["winner"], columns["signature"]), ([CELL], ["second"], [None]))
        self.assertEqual(set(columns), set(rows.types))
        self.assertEqual(columns["nodes"], [ttlab.solve_domineering("5x5", program="historic", positions="8K").nodes])

    def test_an_experiment_is_resumed(self):
        with tempfile.TemporaryDirectory() as directory:
            db = Path(directory) / "x.sqlite"
            chosen = {"schemes": ["new", "deep"], "positions": ["512"], "depths": [3]}
            rows = ttlab.run_experiment("thesis-fig-2.8", db=db, **chosen)
            again = ttlab.run_experiment("thesis-fig-2.8", db=db, **chosen)
            self.assertEqual(rows.to_dict(), again.to_dict())
            read = ttlab.read_rows(db)
            self.assertEqual(read.to_dict()["nodes"], rows.to_dict()["nodes"])
            self.assertNotIn(None, read.to_dict()["signature"])

    @needs("pandas")
    def test_recorded_rows_in_pandas(self):
        rows = self.recorded
        frame = rows.to_pandas()
        self.assertEqual(rows.missing, 0)
        by_scheme = frame[frame.positions == 8192].groupby("scheme").nodes.sum()
        # As in the chapter on the rows of the book.
        self.assertEqual((by_scheme["two-big1"], by_scheme["old"]), (121_970_900, 153_457_744))
        searches = rows.searches_to_pandas()
        self.assertEqual(searches[searches.depth == 7].nodes.sum(), frame.nodes.sum())
        self.assertEqual(str(frame.nodes.dtype), "Int64")

    @needs("pyarrow")
    def test_recorded_rows_in_arrow(self):
        rows = self.recorded
        table = rows.to_arrow()
        self.assertEqual(table.num_rows, len(rows))
        self.assertEqual({name: str(kind) for name, kind in zip(table.column_names, table.schema.types)},
                         {name: {"float64": "double"}.get(kind, kind) for name, kind in rows.types.items()})
        self.assertEqual(rows.searches_to_arrow().column_names[:2], ["row", "position"])

    def test_pictures_and_comparisons(self):
        rows = self.recorded
        pictures = rows.pictures()
        self.assertIn("thesis-fig-2.8-7-ply", [picture.name for picture in pictures])
        self.assertTrue(all(picture.svg.startswith("<svg") for picture in pictures))
        compared = rows.compare("two-big1", "deep")
        low, high = compared.interval
        self.assertTrue(low < compared.ratio < high < 1, compared)


class Errors(unittest.TestCase):
    def test_bad_arguments(self):
        for call, words in [
            (lambda: ttlab.solve_connect_four("4x"), "invalid move `x` (character 2)"),
            (lambda: ttlab.ConnectFourSolver().solve_all(["4", "8"]), "invalid move `8`"),
            (lambda: ttlab.solve_connect_four("", board="99x99"), "invalid board `99x99`"),
            (lambda: ttlab.solve_domineering("5x5", "diagonal"), "invalid player `diagonal`"),
            (lambda: ttlab.solve_domineering("5x5", scheme="deeep"), "did you mean"),
            (lambda: ttlab.Position("nonsense"), "invalid FEN"),
            (lambda: ttlab.Position().play("e2e5"), "invalid move `e2e5`"),
            (lambda: ttlab.analyse(ttlab.Position()), "set depth or nodes"),
            (lambda: ttlab.analyse(ttlab.Position(), depth=0), "invalid depth 0"),
            (lambda: ttlab.Table("none"), "needs a scheme"),
            (lambda: ttlab.Table("deep", "1000"), "invalid table size"),
            (lambda: ttlab.Table().store(1, bound="open"), "invalid bound `open`"),
            (lambda: ttlab.Recording.domineering("5x5", max_nodes=10), "node limit"),
            (lambda: ttlab.Recording.domineering("4x4").replay(["unbounded"]), "cannot replay"),
            (lambda: ttlab.run_experiment("thesis-fig-2.88"), "did you mean"),
            (lambda: ttlab.run_cell("domineering board=5x5"), ""),
            (lambda: ttlab.run_cell(CELL).compare("deep", "new"), "not those of an experiment"),
            (lambda: ttlab.run_cell(CELL).pictures(), "not those of an experiment"),
            (lambda: ttlab.read_rows(ROOT / "README.md"), ""),
        ]:
            with self.assertRaises(ValueError) as raised:
                call()
            self.assertIn(words, str(raised.exception))

    def test_files(self):
        for call in [
            lambda: ttlab.read_rows("missing.sqlite"),
            lambda: ttlab.Recording.load("missing.trace"),
            lambda: ttlab.run_experiment("missing.toml"),
        ]:
            with self.assertRaises(FileNotFoundError) as raised:
                call()
            self.assertIn("missing", str(raised.exception))
        with self.assertRaises(OSError):
            ttlab.Recording.domineering("4x4").save(ROOT / "README.md" / "x.trace")


class Interruptions(unittest.TestCase):
    """Each call takes hours. That it is interrupted shows that other threads run meanwhile, too."""

    def setUp(self):
        # A shell starts programs in the background with this signal ignored.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)

    def test_long_calls(self):
        solver = ttlab.ConnectFourSolver()
        for call in [
            lambda: ttlab.solve_connect_four("", board="8x8"),
            lambda: ttlab.solve_domineering("8x8", program="historic", scheme="none"),
            lambda: ttlab.analyse(ttlab.Position(), depth=100),
            lambda: ttlab.analyse(ttlab.Position(), depth=100, program="historic"),
            lambda: ttlab.Recording.chess(depth=40),
            lambda: ttlab.run_cell(LONG),
            lambda: ttlab.run_experiment("thesis-fig-2.8", full=True),
            lambda: solver.solve(""),
            lambda: solver.solve_all([""] * 1000),
        ]:
            timer = threading.Timer(0.5, _thread.interrupt_main)
            timer.start()
            with self.assertRaises(KeyboardInterrupt):
                call()
            timer.join()
        self.assertEqual(solver.solve("52753311433677442422121").score, 8)


class Documentation(unittest.TestCase):
    def test_examples(self):
        options = doctest.ELLIPSIS
        tried = 0
        for module in [ttlab, _rows, _native]:
            found = doctest.DocTestFinder(exclude_empty=True).find(module, module.__name__, module, globs=vars(ttlab).copy())
            # The finder does not look into native functions.
            names = [one for one in vars(module).values() if module is _native and getattr(one, "__doc__", None)]
            members = [one for cls in names if isinstance(cls, type) for one in vars(cls).values()]
            parser = doctest.DocTestParser()
            for one in names + members:
                text, name = getattr(one, "__doc__", None), getattr(one, "__name__", str(one))
                if isinstance(text, str) and ">>>" in text and not name.startswith("__"):
                    found.append(parser.get_doctest(text, vars(ttlab).copy(), name, None, None))
            for test in {test.name: test for test in found}.values():
                if test.examples:
                    tried += 1
                    result = doctest.DocTestRunner(optionflags=options).run(test)
                    with self.subTest(test.name):
                        self.assertEqual(result.failed, 0)
        self.assertGreaterEqual(tried, 16)

    def test_every_public_name_is_described(self):
        for name in ttlab.__all__:
            self.assertTrue(getattr(ttlab, name).__doc__, name)

    @needs("mypy")
    def test_stubs(self):
        """The stubs have every name and signature of the native module, and the package is typed."""
        package = Path(ttlab.__file__).parent.parent
        is_installed = package.name in ("site-packages", "dist-packages")
        environment = os.environ | ({} if is_installed else {"MYPYPATH": str(package)})
        for command in [
            ["-m", "mypy.stubtest", "ttlab._native"],
            ["-m", "mypy", "--strict", "--ignore-missing-imports", "-p", "ttlab"],
        ]:
            # Files in the current directory would shadow the standard library.
            with tempfile.TemporaryDirectory() as empty:
                done = subprocess.run(
                    [sys.executable, *command], cwd=empty, env=environment, capture_output=True, text=True
                )
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_stubs_have_the_docstrings_of_the_module(self):
        import ast
        import inspect

        tree = ast.parse((Path(ttlab.__file__).parent / "_native.pyi").read_text(encoding="utf-8"))
        checked = 0
        for node in tree.body:
            if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and hasattr(_native, node.name):
                of = getattr(_native, node.name)
                named = [(node, of)]
                if isinstance(node, ast.ClassDef):
                    methods = [one for one in node.body if isinstance(one, ast.FunctionDef)]
                    named += [(one, getattr(of, one.name)) for one in methods if not one.name.startswith("__")]
                for one, of in named:
                    if ast.get_docstring(one):
                        self.assertEqual(ast.get_docstring(one), inspect.getdoc(of), one.name)
                        checked += 1
        self.assertGreaterEqual(checked, 40)


if __name__ == "__main__":
    unittest.main()
