"""Plays `ttlab uci` against a copy of itself through python-chess, with random options and limits.

    play.py ENGINE [--games N] [--jobs N] [--clock SECONDS INCREMENT] [--seed N]

The script fails if a move or a line is illegal, if a move is not the first one of its line, if an answer takes longer
than a minute, if memory grows from game to game, or, with --clock, if a game is lost on time.
"""

import argparse
import concurrent.futures
import logging
import random
import signal
import time

import chess
import chess.engine

PATIENCE = 60
PLIES = 160
SCHEMES = ["new", "old", "deep", "big1", "two-deep", "two-big1", "depth-4+age-8", "depth-3+age-8+packed", "none"]


class Complaints(logging.Handler):
    """What python-chess does not like: illegal lines, output that it cannot read."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.messages = []

    def emit(self, record):
        self.messages.append(record.getMessage())


def hang(_signal, _frame):
    raise TimeoutError(f"no answer within {PATIENCE} s")


def open_board(dice):
    """A position after some random moves."""
    board = chess.Board()
    for _ in range(dice.choice([2, 4, 6])):
        board.push(dice.choice(list(board.legal_moves)))
    return board


def is_over(board):
    return board.is_game_over(claim_draw=True) or board.ply() >= PLIES


def check_line(board, move, line):
    assert line and line[0] == move, (board.fen(), move, line)
    board = board.copy()
    for move in line:
        assert move in board.legal_moves, (board.fen(), line)
        board.push(move)


def random_options(engine, dice):
    return {
        "Hash": dice.choice([1, 2, 16]),
        "Threads": dice.choice([1, 1, 2, 3]),
        "Scheme": dice.choice(SCHEMES),
        "Parts": dice.choice(engine.options["Parts"].var),
        "Seed": dice.choice([1970, dice.randrange(2**31)]),
        "Move Overhead": dice.choice([0, 10, 30]),
    }


def random_limit(dice):
    return dice.choice(
        [
            chess.engine.Limit(nodes=dice.choice([1, 30, 300, 1000])),
            chess.engine.Limit(nodes=dice.choice([200, 500])),
            chess.engine.Limit(depth=dice.choice([1, 2, 3])),
            chess.engine.Limit(time=dice.choice([0.001, 0.01, 0.02])),
            chess.engine.Limit(mate=1),
            chess.engine.Limit(white_clock=0.3, black_clock=0.3, white_inc=0.01, black_inc=0.01),
            chess.engine.Limit(white_clock=0.2, black_clock=0.2, remaining_moves=3),
        ]
    )


def random_move(engine, board, game, ponder, dice):
    """A move by one of the ways to ask for it."""
    # python-chess cannot ponder and analyse in one game: it sends a ponderhit to the analysis.
    way = 0.5 if ponder else dice.random()
    limit = random_limit(dice)
    if way < 0.03:
        # Without a limit, until it is stopped.
        with engine.analysis(board, multipv=dice.choice([1, 3]), game=game) as analysis:
            for info in analysis:
                if info.get("depth", 0) >= 2:
                    break
        assert analysis.wait().move in board.legal_moves
    if way < 0.2:
        with engine.analysis(board, limit, multipv=dice.choice([2, 5, 200]), game=game) as analysis:
            best = analysis.wait()
        lines = [info for info in analysis.multipv if "pv" in info]
        scores = [info["score"].relative for info in lines]
        assert all(first >= second for first, second in zip(scores, scores[1:])), (board.fen(), scores)
        assert len({info["pv"][0] for info in lines}) == len(lines), board.fen()
        if lines:
            check_line(board, best.move, lines[0]["pv"])
        return best.move
    roots = dice.sample(list(board.legal_moves), min(3, board.legal_moves.count())) if way > 0.95 else None
    result = engine.play(board, limit, game=game, info=chess.engine.INFO_ALL, root_moves=roots, ponder=ponder)
    assert result.move in (roots or board.legal_moves), (board.fen(), result.move, roots)
    if result.info.get("pv"):
        check_line(board, result.move, result.info["pv"])
    if result.ponder:
        after = board.copy()
        after.push(result.move)
        assert result.ponder in after.legal_moves, (board.fen(), result)
    return result.move


def memory(engine):
    """Resident memory in KiB, with the smallest table."""
    engine.configure({"Hash": 1})
    engine.ping()
    try:
        with open(f"/proc/{engine.transport.get_pid()}/status", encoding="utf-8") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))
    except OSError:
        return 0


def random_game(engines, number, ponder, dice):
    for engine in engines:
        engine.configure(random_options(engine, dice))
    board = open_board(dice)
    while not is_over(board):
        signal.alarm(PATIENCE)
        board.push(random_move(engines[board.ply() % 2], board, number, ponder, dice))
    signal.alarm(PATIENCE)
    return board


def clock_game(engines, number, dice, seconds, increment):
    """A game on real clocks; returns the least that was left on one of them."""
    board, clocks, least = open_board(dice), [seconds, seconds], seconds
    while not is_over(board):
        signal.alarm(PATIENCE)
        side = board.ply() % 2
        limit = chess.engine.Limit(
            white_clock=clocks[0], black_clock=clocks[1], white_inc=increment, black_inc=increment
        )
        begun = time.monotonic()
        result = engines[side].play(board, limit, game=number)
        clocks[side] -= time.monotonic() - begun
        least = min(least, clocks[side])
        clocks[side] += increment
        board.push(result.move)
    return board, least


def play(arguments):
    """Some games between two engines; returns a line about each, memory after each and the least clock."""
    path, numbers, clock, seed = arguments
    complaints = Complaints()
    logging.getLogger("chess.engine").addHandler(complaints)
    signal.signal(signal.SIGALRM, hang)
    lines, sizes, least, plies = [], [], float("inf"), 0
    start = lambda: chess.engine.SimpleEngine.popen_uci([path, "uci"], timeout=PATIENCE)
    with start() as white, start() as black:
        for number in numbers:
            dice = random.Random(seed * 1_000_003 + number)
            if clock:
                board, left = clock_game([white, black], number, dice, *clock)
                least = min(least, left)
                lines.append(f"game {number}: {board.result(claim_draw=True)}, {board.ply()} plies, {left:.3f} s left")
            elif dice.random() < 0.2:
                # python-chess does not stop an engine that ponders when a game ends, so others play the next game.
                with start() as ponderer, start() as other:
                    board = random_game([ponderer, other], number, True, dice)
                lines.append(f"game {number}: {board.result(claim_draw=True)}, {board.ply()} plies, pondering")
            else:
                board = random_game([white, black], number, False, dice)
                size = max(memory(white), memory(black))
                sizes.append(size)
                lines.append(f"game {number}: {board.result(claim_draw=True)}, {board.ply()} plies, {size} KiB")
            plies += board.ply()
            assert not complaints.messages, complaints.messages
        mate = chess.Board("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
        for depth in [4, 2]:
            info = white.analyse(mate, chess.engine.Limit(depth=depth))
            assert info["score"].relative == chess.engine.Mate(1), info
        signal.alarm(0)
    return lines, sizes, least, plies


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("engine")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--clock", type=float, nargs=2)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    shares = [range(job, arguments.games, arguments.jobs) for job in range(arguments.jobs)]
    tasks = [(arguments.engine, share, arguments.clock, arguments.seed) for share in shares]
    all_plies, all_lost = 0, 0
    with concurrent.futures.ProcessPoolExecutor(arguments.jobs) as pool:
        for lines, sizes, least, plies in pool.map(play, tasks):
            print("\n".join(lines), flush=True)
            all_plies += plies
            all_lost += least < 0
            # The first games make room for all that is needed later.
            half = len(sizes) // 2
            if half >= 4:
                before, after = max(sizes[:half]), max(sizes[half:])
                print(f"memory: up to {before} KiB in the first half, {after} KiB in the second")
                assert after <= before + 4096, sizes
            if arguments.clock:
                print(f"least time left: {least:.3f} s")
    assert all_lost == 0, "a game was lost on time"
    print(f"{arguments.games} games, {all_plies} plies")


if __name__ == "__main__":
    main()
