"""Plays a match between two sets of options of `ttlab uci`, through python-chess, one game at a time.

    match.py ENGINE A B [--games N] [--movetime SECONDS] [--plies N] [--longest N] [--seed N]

A and B are options such as `Threads=2` or `Threads=1,Hash=64`. Each opening is played twice, with colours exchanged. It
consists of random moves, and is chosen if a short search finds it balanced. The score of A is printed with an interval
of 95 %, which is computed from the pairs of games: two games with the same opening are not independent.
"""

import argparse
import math
import random
import statistics
import sys

import chess
import chess.engine

PATIENCE = 60
# An opening is balanced if the score, in centipawns, of a search to this depth is at most this far from 0.
BALANCED, DEPTH = 50, 5
# Of Student's t distribution, by degrees of freedom; the last one serves for more.
T_95 = {1: 12.71, 2: 4.30, 3: 3.18, 4: 2.78, 5: 2.57, 7: 2.36, 10: 2.23, 15: 2.13, 20: 2.09, 30: 2.04, 60: 2.00}


def options(text):
    """Options from `NAME=VALUE,NAME=VALUE`."""
    pairs = [pair.partition("=") for pair in text.split(",") if pair]
    for name, sign, _ in pairs:
        if not sign or not name.strip():
            raise argparse.ArgumentTypeError(f"invalid options `{text}`: expected NAME=VALUE,NAME=VALUE")
    return {name.strip(): value.strip() for name, _, value in pairs}


def start(path):
    return chess.engine.SimpleEngine.popen_uci([path, "uci"], timeout=PATIENCE)


def openings(path, count, plies, seed):
    """Different balanced positions after random moves."""
    dice, seen = random.Random(seed), set()
    with start(path) as judge:
        while len(seen) < count:
            board = chess.Board()
            while board.ply() < plies and not board.is_game_over():
                board.push(dice.choice(list(board.legal_moves)))
            if board.is_game_over() or board.epd() in seen:
                continue
            # The table of another opening would change the score.
            info = judge.analyse(board, chess.engine.Limit(depth=DEPTH), game=object())
            if abs(info["score"].white().score(mate_score=10_000)) <= BALANCED:
                seen.add(board.epd())
                yield board


def play(board, white, black, limit, longest):
    """A game from a position; returns what White scores. A game that takes too long is a draw."""
    board, game = board.copy(), object()
    while not board.is_game_over(claim_draw=True) and board.ply() < longest:
        engine = white if board.turn == chess.WHITE else black
        board.push(engine.play(board, limit, game=game).move)
    result = board.result(claim_draw=True)
    return {"1-0": 1.0, "0-1": 0.0}.get(result, 0.5), board.ply()


def interval(pairs):
    """Half of the width of the 95 % interval of the mean of `pairs`; None if there are too few."""
    if len(pairs) < 2:
        return None
    freedom = len(pairs) - 1
    t = T_95[max(known for known in T_95 if known <= freedom)]
    return t * statistics.stdev(pairs) / math.sqrt(len(pairs))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("engine")
    parser.add_argument("a", metavar="A", type=options)
    parser.add_argument("b", metavar="B", type=options)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--movetime", type=float, default=0.1)
    parser.add_argument("--plies", type=int, default=6)
    parser.add_argument("--longest", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1970)
    arguments = parser.parse_args()
    if arguments.games < 2 or arguments.games % 2:
        parser.error("--games: expected an even number, because each opening is played twice")
    limit = chess.engine.Limit(time=arguments.movetime)
    points, wins, draws, pairs = 0.0, 0, 0, []
    with start(arguments.engine) as a, start(arguments.engine) as b:
        for engine, chosen in [(a, arguments.a), (b, arguments.b)]:
            try:
                engine.configure(chosen)
            except chess.engine.EngineError as error:
                sys.exit(f"error: {chosen}: {error}\nhelp: the engine lists its options after the command `uci`")
        chosen = openings(arguments.engine, arguments.games // 2, arguments.plies, arguments.seed)
        for number, board in enumerate(chosen):
            pair = 0.0
            for a_is_white in [True, False]:
                white, black = (a, b) if a_is_white else (b, a)
                score, plies = play(board, white, black, limit, arguments.longest)
                score = score if a_is_white else 1.0 - score
                pair, points = pair + score / 2, points + score
                wins, draws = wins + (score == 1.0), draws + (score == 0.5)
                done = 2 * number + 1 + (not a_is_white)
                colour = "White" if a_is_white else "Black"
                print(f"game {done} of {arguments.games}: A as {colour} scores {score:g} in {plies} plies; "
                      f"{points:g} of {done}", flush=True)
            pairs.append(pair)
    half = interval(pairs)
    spread = "" if half is None else f" ± {100 * half:.1f} %"
    lost = arguments.games - wins - draws
    print(f"A scores {points:g} of {arguments.games}: {100 * points / arguments.games:.1f} %{spread} "
          f"({wins} won, {draws} drawn, {lost} lost)")


main()
