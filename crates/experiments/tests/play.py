"""Drives `ttlab uci` by python-chess: full games in several settings. The client refuses illegal moves by itself."""

import random
import sys

import chess
import chess.engine

SETTINGS = [
    {"Hash": 1, "Scheme": "two-big1"},
    {"Hash": 2, "Scheme": "deep", "Parts": "move"},
    {"Scheme": "none"},
    {"Hash": 1, "Scheme": "new", "Seed": 7},
]


def play(engine, seed):
    """One game from a random opening, the engine on both sides; returns its moves."""
    dice = random.Random(seed)
    board = chess.Board()
    for _ in range(6):
        board.push(dice.choice(list(board.legal_moves)))
    while not board.is_game_over(claim_draw=True) and board.ply() < 160:
        # Three kinds of limit in turn.
        limit = [
            chess.engine.Limit(nodes=1500),
            chess.engine.Limit(depth=2),
            chess.engine.Limit(white_clock=1, black_clock=1, white_inc=0.01, black_inc=0.01),
        ][board.ply() % 3]
        result = engine.play(board, limit, info=chess.engine.INFO_ALL)
        assert result.move in board.legal_moves
        if "pv" in result.info:
            line = board.copy()
            for move in result.info["pv"]:
                assert move in line.legal_moves, (board.fen(), result.info["pv"])
                line.push(move)
        board.push(result.move)
    return board


def main():
    with chess.engine.SimpleEngine.popen_uci([sys.argv[1], "uci"]) as engine:
        for seed, settings in enumerate(SETTINGS):
            engine.configure(settings)
            board = play(engine, seed)
            print(settings, board.result(claim_draw=True), board.ply(), "plies")
        mate = chess.Board("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
        info = engine.analyse(mate, chess.engine.Limit(depth=3))
        assert info["score"].relative == chess.engine.Mate(1), info
        with engine.analysis(chess.Board()) as analysis:
            for info in analysis:
                if info.get("depth", 0) >= 4:
                    break


main()
