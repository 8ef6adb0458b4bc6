"""The native module of the package: games, tables, recordings and rows."""

import os
from typing import Any, Literal, final

from ttlab._types import ReplayReport

__all__ = [
    "Analysis",
    "Comparison",
    "ConnectFourSolution",
    "ConnectFourSolver",
    "Depth",
    "DomineeringSolution",
    "NativeRows",
    "Position",
    "Record",
    "Recording",
    "Solution",
    "Table",
    "analyse",
    "experiments",
    "mixed_key",
    "read_rows",
    "run_cell",
    "run_experiment",
    "schemes",
    "solve_connect_four",
    "solve_domineering",
]

_Player = Literal["vertical", "horizontal", "v", "h"]
_Program = Literal["best", "historic"]
_Bound = Literal["none", "lower", "upper", "exact"]
_Stored = Literal["fresh", "same", "replaced", "kept", "demoted", "ignored"]
_Path = str | os.PathLike[str]

@final
class Solution:
    """The score of a Connect Four position and the nodes that were visited."""

    score: int | None
    nodes: int
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class ConnectFourSolution:
    """A solved Connect Four position.

    ``score`` is for the player to move: positive if that player wins, the number of own discs left including the last
    one. ``columns`` has the score of a move in each column, ``best`` the best columns from 1, and ``nodes`` counts
    the nodes that ``score`` took. What was not found within the node limit is ``None``, or empty.
    """

    score: int | None
    columns: list[int | None] | None
    best: list[int]
    nodes: int
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class ConnectFourSolver:
    """The fastest solver of Connect Four. Its tables are allocated once, so it solves many positions quickly.

    >>> solver = ConnectFourSolver()
    >>> [solution.score for solution in solver.solve_all(["2252576253462244111563365343671351441", "4445561"])]
    [-1, -2]
    """

    def __new__(cls, board: str = "6x7", *, weak: bool = False, max_nodes: int | None = None) -> ConnectFourSolver: ...
    def solve(self, moves: str) -> Solution:
        """Solve the position after ``moves``, a digit for each column from 1."""
    def solve_all(self, positions: list[str], *, threads: int | None = None) -> list[Solution]:
        """Solve several positions at the same time, without the costs of a call for each.

        ``threads`` is the number of threads, by default one for each core. Each has tables of up to 139 MiB (277 MiB
        on boards of more than 64 bits), of which easy positions use 0.5 MiB (1 MiB). If there is not enough memory,
        there are fewer threads. The results are the same with any number of threads.
        """

def solve_connect_four(
    moves: str = "", *, board: str = "6x7", weak: bool = False, max_nodes: int | None = None
) -> ConnectFourSolution:
    """Solve the position after ``moves``, a digit for each column from 1.

    ``board`` is rows x columns. A ``weak`` solution only has the signs of the scores: who wins. Each search stops at
    ``max_nodes`` nodes. Raises ``ValueError`` if a move is illegal.

    >>> solve_connect_four("23163416124767223154467471272416755633")
    ConnectFourSolution(score=0, columns=[None, None, 0, None, -2, None, None], best=[3], nodes=1)
    """

@final
class DomineeringSolution:
    """A solved empty board of domineering.

    ``first`` is who moves first, and ``winner`` who wins, ``None`` at the node limit. ``best`` is the row and the
    column of the first square of a winning move, from 1, if the first player wins.
    """

    board: str
    first: str
    winner: str | None
    best: tuple[int, int] | None
    nodes: int
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

def solve_domineering(
    board: str,
    first: _Player = "vertical",
    *,
    program: _Program = "best",
    scheme: str = "two-big1",
    positions: str = "1M",
    seed: int | None = None,
    max_nodes: int | None = None,
) -> DomineeringSolution:
    """Solve an empty board by the best solver, or by DOMI, the ``"historic"`` program.

    ``board`` is rows x columns, ``scheme`` the replacement scheme (``"none"`` for no table), ``positions`` the table
    size in positions and ``seed`` that of the keys. The search stops at ``max_nodes`` nodes.

    >>> solve_domineering("5x6", program="historic").winner
    'horizontal'
    """

@final
class Position:
    """A chess position, with the positions before it. It does not change.

    >>> position = Position().play("e2e4").play("e5")
    >>> position.fen
    'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2'
    >>> len(position.legal_moves()), position.san("g1f3")
    (29, 'Nf3')
    """

    def __new__(cls, fen: str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1") -> Position: ...
    @property
    def fen(self) -> str:
        """The position as FEN."""
    @property
    def turn(self) -> str:
        """The player to move: ``"white"`` or ``"black"``."""
    @property
    def key(self) -> int:
        """The Zobrist key, of 64 bits."""
    @property
    def in_check(self) -> bool:
        """Whether the player to move is in check."""
    @property
    def outcome(self) -> str | None:
        """How the game has ended, or could be claimed as a draw; ``None`` if it goes on.

        >>> Position("7k/5KQ1/8/8/8/8/8/8 b - - 0 1").outcome
        'checkmate'
        """
    def legal_moves(self) -> list[str]:
        """Return the legal moves, such as ``"e2e4"`` or ``"e7e8q"``."""
    def san(self, mv: str) -> str:
        """Return a move in standard algebraic notation."""
    def play(self, mv: str) -> Position:
        """Return the position after a move, such as ``"g1f3"`` or ``"Nf3"``. Raises ``ValueError`` if it is illegal."""
    def perft(self, depth: int) -> int:
        """Return the number of lines of ``depth`` plies.

        >>> Position().perft(3)
        8902
        """
    def __eq__(self, other: object, /) -> bool: ...

@final
class Depth:
    """A depth of an analysis: its score, the nodes so far, and the principal variation."""

    depth: int
    score: int | None
    mate: int | None
    nodes: int
    line: list[str]

@final
class Analysis:
    """What a program found.

    ``score`` is in centipawns for the player to move; if the score is a mate, ``mate`` is the number of moves to it
    instead, negative if the player to move is mated. ``best`` is the best move, ``line`` and ``san`` the principal
    variation of the last completed ``depth`` in plies. ``stopped`` says whether the node limit ended the search.
    """

    score: int | None
    mate: int | None
    best: str | None
    line: list[str]
    san: list[str]
    depth: int
    nodes: int
    stopped: bool
    depths: list[Depth]

def analyse(
    position: Position | str,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    program: _Program = "best",
    scheme: str | None = None,
    positions: str = "1M",
    seed: int | None = None,
) -> Analysis:
    """Search a position, or a FEN, to ``depth`` plies or for ``nodes`` nodes, with an empty table.

    ``program`` is the strong program or, as ``"historic"``, ALIBABA of 1994. ``scheme`` is the replacement scheme (by
    default that of the program, ``"none"`` for no table), and ``positions`` the table size in positions.

    >>> analyse("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", depth=4)
    Analysis(mate=1, depth=4, nodes=..., san=['Rd8#'])
    """

@final
class Record:
    """What a table stores about a position.

    ``score`` is for the player to move, ``bound`` says whether it is exact, ``depth`` is in plies, ``nodes`` is the
    size of the subtree, and ``payload`` a number of 16 bits of your own, such as a move.
    """

    score: int
    bound: str
    depth: int
    nodes: int
    payload: int
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Table:
    """A transposition table of any replacement scheme, of a size in positions.

    Keys are numbers of 64 bits, and must be distributed over all of them: use Zobrist keys or :func:`mixed_key`.

    >>> table = Table("two-big1", "8K")
    >>> table.store(mixed_key(1), score=30, depth=5, nodes=812)
    'fresh'
    >>> table.probe(mixed_key(1))
    Record(score=30, bound='exact', depth=5, nodes=812, payload=0)
    >>> len(table), mixed_key(2) in table
    (1, False)
    """

    def __new__(cls, scheme: str = "two-big1", positions: str = "64K") -> Table: ...
    def probe(self, key: int) -> Record | None:
        """Return what the table has of this key."""
    def store(
        self, key: int, *, score: int = 0, bound: _Bound = "exact", depth: int = 0, nodes: int = 1, payload: int = 0
    ) -> _Stored:
        """Offer a record, and return what the table did with it."""
    def stamp(self) -> None:
        """Mark the stored positions as those of an earlier search."""
    def clear(self) -> None:
        """Remove all positions."""
    @property
    def scheme(self) -> str:
        """The name of the replacement scheme."""
    @property
    def capacity(self) -> int:
        """The number of positions that fit into the table."""
    def __len__(self) -> int: ...
    def __contains__(self, key: int, /) -> bool: ...

def mixed_key(number: int) -> int:
    """Return a well-distributed key of 64 bits for a number of 64 bits. Different numbers have different keys."""

def schemes() -> list[str]:
    """Return the names of the replacement schemes. Some of them can have options, such as ``"two-big1+mul-high"``.

    >>> {"two-big1", "deep", "new"} <= set(schemes())
    True
    """

@final
class Recording:
    """The table requests of a search with a table that loses no position.

    >>> recording = Recording.domineering("4x5")
    >>> report = recording.replay(["new", "two-big1"], ["64"])
    >>> [table["scheme"] for table in report["sizes"][0]["schemes"]]
    ['new', 'two-big1']
    """

    @staticmethod
    def chess(
        fen: str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        *,
        depth: int = 7,
        program: _Program = "best",
        seed: int | None = None,
        max_nodes: int | None = None,
    ) -> Recording:
        """Record a search of a position to ``depth`` plies."""
    @staticmethod
    def domineering(
        board: str, first: _Player = "vertical", *, seed: int | None = None, max_nodes: int | None = None
    ) -> Recording:
        """Record DOMI solving an empty board."""
    @staticmethod
    def connect_four(moves: str, *, seed: int | None = None, max_nodes: int | None = None) -> Recording:
        """Record the generic search solving the position after ``moves``."""
    @staticmethod
    def load(path: _Path) -> Recording:
        """Read a file that :meth:`save` or ``ttlab trace-record`` wrote. Raises ``OSError`` if it cannot be read."""
    def save(self, path: _Path) -> None:
        """Write a file that :meth:`load` and ``ttlab replay`` read. Raises ``OSError`` if it cannot be written."""
    def replay(self, schemes: list[str], positions: list[str] | None = None, *, search: bool = False) -> ReplayReport:
        """Send the requests to tables of these schemes and sizes, and compare what they lose.

        By default, three sizes are chosen that fit the search. With ``search``, the search is also run with each table.
        """
    @property
    def requests(self) -> int:
        """The number of requests."""
    @property
    def nodes(self) -> int:
        """The nodes of the search."""
    @property
    def positions(self) -> int:
        """The number of different positions that were stored."""
    def __len__(self) -> int: ...

@final
class Comparison:
    """The nodes of ``one`` divided by those of ``other``.

    ``interval`` is the confidence interval of ``ratio`` and ``p_value`` that of equality; both are ``None`` if a
    single run has no interval. Of ``searches`` pairs, ``fewer`` need fewer nodes with ``one``, and ``equal`` as many.
    """

    one: str
    other: str
    ratio: float
    interval: tuple[float, float] | None
    p_value: float | None
    searches: int
    fewer: int
    equal: int

@final
class NativeRows:
    """Rows, which :class:`ttlab.Rows` wraps."""

    def __len__(self) -> int: ...
    def experiment(self) -> tuple[str, int] | None: ...
    @staticmethod
    def types() -> list[tuple[str, str]]: ...
    @staticmethod
    def search_types() -> list[tuple[str, str]]: ...
    def to_dict(self) -> dict[str, list[Any]]: ...
    def searches(self) -> dict[str, list[Any]]: ...
    def pictures(self) -> list[tuple[str, str, str]]: ...
    def compare(self, one: str, other: str, *, level: float = 0.95) -> Comparison: ...

def experiments() -> list[tuple[str, str, str]]: ...
def run_cell(cell: str, *, max_nodes: int | None = None) -> NativeRows: ...
def run_experiment(
    name: str,
    *,
    full: bool,
    schemes: list[str],
    positions: list[str],
    depths: list[int],
    searches: list[str],
    seeds: int,
    max_nodes: int | None,
    jobs: int | None,
    db: str | None,
) -> NativeRows: ...
def read_rows(path: str, experiment: str | None = None, *, full: bool | None = None) -> NativeRows: ...
