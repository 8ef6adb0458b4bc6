"""A laboratory for transposition tables.

Solve Connect Four and domineering, analyse chess, build tables of any replacement scheme, record the requests of a
search and replay them, run experiments, and read their rows as data frames:

>>> import ttlab
>>> ttlab.solve_connect_four("52753311433677442422121")
ConnectFourSolution(score=8, columns=[2, 3, 7, 7, 8, 7, 2], best=[5], nodes=15)

Invalid arguments raise ``ValueError``, files that cannot be read or written ``OSError``, and tables that do not fit
into memory ``MemoryError``. Searches release the lock of the interpreter, and Ctrl-C ends them.
"""

from ttlab._native import (
    Analysis,
    Comparison,
    ConnectFourSolution,
    ConnectFourSolver,
    Depth,
    DomineeringSolution,
    Position,
    Record,
    Recording,
    Solution,
    Table,
    analyse,
    mixed_key,
    schemes,
    solve_connect_four,
    solve_domineering,
)
from ttlab._rows import Experiment, Picture, Rows, experiments, read_rows, run_cell, run_experiment
from ttlab._types import ReplayedSize, ReplayedTable, ReplayReport

__all__ = [
    "Analysis",
    "Comparison",
    "ConnectFourSolution",
    "ConnectFourSolver",
    "Depth",
    "DomineeringSolution",
    "Experiment",
    "Picture",
    "Position",
    "Record",
    "Recording",
    "ReplayReport",
    "ReplayedSize",
    "ReplayedTable",
    "Rows",
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
