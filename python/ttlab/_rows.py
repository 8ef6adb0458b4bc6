"""Experiments and their rows, as dictionaries, pandas data frames or Arrow tables."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from ttlab import _native

if TYPE_CHECKING:
    import pandas
    import pyarrow

    Path = str | os.PathLike[str]


class Experiment(NamedTuple):
    """An experiment: its name, title and source."""

    name: str
    title: str
    cites: str


class Picture(NamedTuple):
    """A picture of an experiment as SVG, which notebooks show."""

    name: str
    caption: str
    svg: str

    def _repr_svg_(self) -> str:
        return self.svg


def _frame(columns: dict[str, list[Any]], types: list[tuple[str, str]]) -> pandas.DataFrame:
    import pandas

    names = {"int64": "Int64", "uint64": "UInt64", "float64": "float64", "bool": "boolean", "string": "string"}
    return pandas.DataFrame({name: pandas.array(columns[name], dtype=names[kind]) for name, kind in types})


def _table(columns: dict[str, list[Any]], types: list[tuple[str, str]]) -> pyarrow.Table:
    import pyarrow

    kinds = {"float64": pyarrow.float64(), "bool": pyarrow.bool_()}
    fields = [pyarrow.field(name, kinds.get(kind) or getattr(pyarrow, kind)()) for name, kind in types]
    return pyarrow.table(columns, schema=pyarrow.schema(fields))


class Rows:
    """The results of cells: one row for each configuration of a search.

    The documentation of the columns is the chapter "Working with the rows" of the book. A value that a game does not
    have is ``None``.

    >>> rows = run_cell("domineering board=4x4 first=vertical scheme=deep positions=1K parts=all seed=1970")
    >>> len(rows), rows.to_dict()["winner"], rows.to_dict()["positions"]
    (1, ['first'], [1024])
    """

    def __init__(self, native: _native.NativeRows) -> None:
        self._native = native

    def __len__(self) -> int:
        return len(self._native)

    def __repr__(self) -> str:
        of = f" of {self.experiment}" if self.experiment else ""
        return f"<{len(self)} rows{of}>"

    @property
    def experiment(self) -> str | None:
        """The name of the experiment that the rows are of; ``None`` if they are not of one."""
        experiment = self._native.experiment()
        return experiment[0] if experiment else None

    @property
    def missing(self) -> int:
        """The number of cells of the experiment that have no row."""
        experiment = self._native.experiment()
        return experiment[1] if experiment else 0

    @property
    def types(self) -> dict[str, str]:
        """The type of each column: ``int64``, ``uint64``, ``float64``, ``bool`` or ``string``."""
        return dict(self._native.types())

    def to_dict(self) -> dict[str, list[Any]]:
        """Return the rows as a list for each column."""
        return self._native.to_dict()

    def to_pandas(self) -> pandas.DataFrame:
        """Return the rows as a data frame, with types that allow missing values. Requires pandas."""
        return _frame(self._native.to_dict(), self._native.types())

    def to_arrow(self) -> pyarrow.Table:
        """Return the rows as an Arrow table. Requires pyarrow."""
        return _table(self._native.to_dict(), self._native.types())

    def searches(self) -> dict[str, list[Any]]:
        """Return the searches of single positions as a list for each column.

        ``row`` is the number of the row, ``position`` the number of the position in its game, both from 0, ``depth``
        the depth in plies, ``nodes`` the nodes of this depth and the depths before it, ``score`` the score for the
        player to move, and ``best`` the best move in chess.
        """
        return self._native.searches()

    def searches_to_pandas(self) -> pandas.DataFrame:
        """Return the searches as a data frame. Requires pandas."""
        return _frame(self._native.searches(), self._native.search_types())

    def searches_to_arrow(self) -> pyarrow.Table:
        """Return the searches as an Arrow table. Requires pyarrow."""
        return _table(self._native.searches(), self._native.search_types())

    def pictures(self) -> list[Picture]:
        """Return the pictures of the experiment.

        Raises ``ValueError`` if the rows are not those of an experiment.
        """
        return [Picture(*one) for one in self._native.pictures()]

    def compare(self, one: str, other: str, *, level: float = 0.95) -> _native.Comparison:
        """Compare the nodes of two schemes on the same positions with the same key seeds.

        ``"none"`` is a search without a table. The ratio is the geometric mean over depths or boards, and sizes.
        Raises ``ValueError`` if the rows are not those of an experiment, or lack one of the schemes.

        >>> rows = run_experiment("thesis-fig-2.8", positions=["512"], depths=[3])
        >>> rows.compare("two-big1", "new").ratio < 1
        True
        """
        return self._native.compare(one, other, level=level)


def experiments() -> list[Experiment]:
    """Return the built-in experiments.

    >>> next(one.title for one in experiments() if one.name == "thesis-fig-2.8")
    'Replacement schemes in the chess middle game, the table cleared'
    """
    return [Experiment(*one) for one in _native.experiments()]


def run_cell(cell: str, *, max_nodes: int | None = None) -> Rows:
    """Run one configuration, given as text, and return its row.

    A search that reaches ``max_nodes`` nodes stops, and its row is not ``complete``. Raises ``ValueError`` if the text
    is invalid.

    >>> cell = "domineering board=5x5 first=vertical scheme=two-big1 positions=8K parts=all seed=1970"
    >>> run_cell(cell).to_dict()["winner"]
    ['second']
    """
    return Rows(_native.run_cell(cell, max_nodes=max_nodes))


def run_experiment(
    name: str,
    *,
    full: bool = False,
    schemes: Iterable[str] = (),
    positions: Iterable[str] = (),
    depths: Iterable[int] = (),
    searches: Iterable[str] = (),
    seeds: int = 1,
    max_nodes: int | None = None,
    jobs: int | None = None,
    db: Path | None = None,
) -> Rows:
    """Run the cells of an experiment and return their rows.

    ``name`` is the name of a built-in experiment or the path of a TOML file. Without ``full``, the quick part is run,
    which takes seconds. ``schemes``, ``positions`` (table sizes such as ``"8K"``), and ``searches`` choose cells,
    ``depths`` replaces the depths in plies, and ``seeds`` is the number of key seeds. Each cell stops at ``max_nodes``
    nodes. ``jobs`` cells run at once, by default one for each core.

    With a database ``db``, finished cells are stored at once, and are not run again. An interrupted call resumes.

    >>> rows = run_experiment("thesis-fig-2.8", schemes=["new", "two-big1"], positions=["512"], depths=[2])
    >>> rows
    <4 rows of thesis-fig-2.8>
    """
    native = _native.run_experiment(
        name,
        full=full,
        schemes=list(schemes),
        positions=list(positions),
        depths=list(depths),
        searches=list(searches),
        seeds=seeds,
        max_nodes=max_nodes,
        jobs=jobs,
        db=None if db is None else os.fspath(db),
    )
    return Rows(native)


def read_rows(path: Path, experiment: str | None = None, *, full: bool | None = None) -> Rows:
    """Read rows from a database, or from text that ``ttlab export --lines`` has written.

    With an ``experiment``, its rows are returned: those of the full part if it is complete and otherwise those of the
    quick part, unless ``full`` chooses. Raises ``FileNotFoundError`` if the file does not exist, and ``ValueError`` if
    it does not contain rows.
    """
    return Rows(_native.read_rows(os.fspath(path), experiment, full=full))
