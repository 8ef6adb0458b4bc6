"""Types of results."""

from __future__ import annotations

from typing import TypedDict


class ReplayedTable(TypedDict):
    """What a table would have kept of a recorded search."""

    scheme: str
    width: int
    kept: int
    lost: int
    lost_nodes: int
    nodes: int
    bound: str
    bound_lost_nodes: int
    to_best: float | None
    to_any: float | None
    search_nodes: int | None
    seconds: float


class ReplayedSize(TypedDict):
    """The tables of one size."""

    positions: int
    load: float
    new_lost_nodes: int
    any_lost_nodes: int
    rank_correlation: float | None
    schemes: list[ReplayedTable]


class ReplayReport(TypedDict):
    """A replay: the output of ``ttlab replay --format json``."""

    trace: str
    requests: int
    nodes: int
    positions: int
    hits: int
    cutoffs: int
    saved_nodes: int
    sizes: list[ReplayedSize]
