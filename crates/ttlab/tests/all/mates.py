"""Plays endings from a high halfmove clock, and checks that the engine delivers every mate that it announces.

    mates.py ENGINE [--clocks LOW HIGH] [--games N] [--limit depth=7] [--pieces R Q] [--engines 1] [--seed N]

The games of a piece follow each other without `ucinewgame`, so that the table is kept. With two engines, each side has
its own table, and only the mates that the winner announces count: whether the loser is mated depends on the other
engine. The script prints how the games ended, and fails if a mate that was announced was not delivered.
"""

import argparse
import collections
import random

import chess
import chess.engine


def ending(dice, piece, clock):
    """A position with two kings and a piece."""
    while True:
        board = chess.Board(None)
        for square, symbol in zip(dice.sample(range(64), 3), ["K", "k", piece]):
            board.set_piece_at(square, chess.Piece.from_symbol(symbol))
        board.turn = dice.random() < 0.5
        board.halfmove_clock, board.fullmove_number = clock, 90
        if board.is_valid() and not board.is_game_over():
            return board


def ended(board):
    outcome = board.outcome()
    if outcome:
        return outcome.termination.name.lower()
    if board.is_repetition(3):
        return "repetition"
    return "fifty_moves" if board.halfmove_clock >= 100 else None


def play(engines, board, limit):
    """Plays a game. Returns its end, and the mates that were announced: winner, moves, ply and position."""
    announced = []
    while not ended(board):
        result = engines[board.turn].play(board, limit, info=chess.engine.INFO_SCORE)
        score = result.info.get("score")
        own = score and score.relative.mate() and (score.relative.mate() > 0 or engines[0] is engines[1])
        if own:
            moves = score.white().mate()
            announced.append((moves > 0, abs(moves), board.ply(), board.fen()))
        board.push(result.move)
    return ended(board), announced


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("engine")
    parser.add_argument("--clocks", type=int, nargs=2, default=[60, 99])
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--limit", default="depth=7")
    parser.add_argument("--pieces", nargs="+", default=["R", "Q"])
    parser.add_argument("--engines", type=int, choices=[1, 2], default=1)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    name, number = arguments.limit.split("=")
    limit = chess.engine.Limit(**{name: int(number)})
    broken = late = 0
    for piece in arguments.pieces:
        dice, ends, mates = random.Random(arguments.seed), collections.Counter(), 0
        opened = [chess.engine.SimpleEngine.popen_uci([arguments.engine, "uci"]) for _ in range(arguments.engines)]
        for clock in range(arguments.clocks[0], arguments.clocks[1] + 1):
            for _ in range(arguments.games):
                board = ending(dice, piece, clock)
                end, announced = play([opened[0], opened[-1]], board, limit)
                ends[end] += 1
                mates += len(announced)
                for winner, moves, ply, fen in announced:
                    delivered = end == "checkmate" and board.turn != winner
                    late += delivered and board.ply() - ply > 2 * moves
                    if not delivered:
                        broken += 1
                        print(f"{fen}: mate in {moves} was announced; {end} after {board.ply() - ply} plies")
        for engine in opened:
            engine.quit()
        print(f"{piece}: {mates} mates announced;", ", ".join(f"{end} {count}" for end, count in sorted(ends.items())))
    print(f"{broken} mates were not delivered, {late} came later than announced")
    if broken:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
