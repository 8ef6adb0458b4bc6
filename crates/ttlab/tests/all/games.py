"""Compares the positions that `ttlab testset` reads in games with those of python-chess.

    games.py TTLAB [--games N] [--seed N]

The games are random: comments, variations, annotations, tags, initial positions, results, and spacing. Some of them are
damaged, which must cost only those games. The last line says how many games and positions were compared.
"""

import argparse
import csv
import io
import os
import random
import re
import subprocess
import tempfile

import chess
import chess.pgn

RESULTS = ["1-0", "0-1", "1/2-1/2", "*"]
WORDS = ["best", "1. e4 e5", "1-0", "(see below)", "[%clk 0:01:02]", "é", "$1", "; or", 'a "b"', "Ke9 --", "x\ny", "%"]
# Each makes a game unreadable, between any two moves.
DAMAGES = ["Ke9", "--", "Z0", "--?", ")", "}", "12 13", "(1. e4", "{ unclosed", "Rh1xh8xh1", "]", "Qz4"]


def random_game(dice, node, plies, depth):
    """Adds random moves, variations, comments and annotations below a node."""
    board = node.board()
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            return
        dice.shuffle(moves)
        children = [node.add_variation(move) for move in moves[: 1 if depth > 2 or dice.random() < 0.8 else 3]]
        for child in children[1:]:
            random_game(dice, child, dice.randrange(6), depth + 1)
        for child in children:
            if dice.random() < 0.2:
                child.nags.add(dice.randrange(1, 140))
            if dice.random() < 0.2:
                child.comment = " ".join(dice.choices(WORDS, k=dice.randrange(1, 4)))
        node = children[0]
        board.push(node.move)


def blank(dice, newline):
    return dice.choice([" ", " ", " ", "  ", "\t", newline, newline + newline, f" ; to the end {{ ( 1-0{newline}"])


def san(dice, board, move):
    """A move in one of the usual spellings."""
    text = board.san(move)
    if dice.random() < 0.1:
        text = text.replace("O", "0")
    if dice.random() < 0.1:
        text = text.rstrip("+#")
    if dice.random() < 0.1:
        text = text.replace("=", "")
    return text + dice.choice(["", "", "", "", "!", "?!", "??"])


def comment(text):
    return "{" + text + "}"


def moves_of(dice, node, newline):
    """The words of the moves below a node, with variations."""
    is_first = True
    while node.variations:
        board = node.board()
        for index, child in enumerate(node.variations):
            words = []
            if board.turn == chess.WHITE or is_first or index > 0 or dice.random() < 0.2:
                number = f"{board.fullmove_number}" + ("." if board.turn == chess.WHITE else "...")
                words.append(number + dice.choice(["", "", blank(dice, newline)]))
            words.append(san(dice, board, child.move))
            words += [blank(dice, newline) + f"${nag}" for nag in sorted(child.nags)]
            if child.comment:
                words.append(dice.choice(["", " "]) + comment(child.comment))
            if index == 0:
                yield "".join(words)
            else:
                below = [word for word in moves_of(dice, child, newline)]
                yield "(" + blank(dice, newline).join(["".join(words), *below]) + dice.choice([")", " )"])
        is_first = False
        node = node.variations[0]


def written(dice, game, newline, damage):
    """A game as PGN, with odd spacing."""
    tags = [f'[{name} "{value}"]' for name, value in game.headers.items()]
    words = list(moves_of(dice, game, newline))
    if damage:
        words.insert(dice.randrange(1, len(words) + 1), damage)
    text = words[0] if words else ""
    for word in words[1:]:
        text += blank(dice, newline) + word
    end = dice.choice([" ", newline, ""]) if game.headers["Result"] == "*" and not damage else newline
    return newline.join(tags) + newline * dice.choice([1, 2, 2, 3]) + text + end + game.headers["Result"]


def generated(dice, number):
    game = chess.pgn.Game()
    game.headers["Event"] = dice.choice(["Open", "A (B) [c] {d} ; e", "é", "1-0", r"a \"quoted\" b", "?"])
    game.headers["Round"] = str(number)
    game.headers["Result"] = dice.choice(RESULTS)
    if dice.random() < 0.2:
        board = chess.Board()
        for _ in range(dice.randrange(1, 60)):
            moves = list(board.legal_moves)
            if moves:
                board.push(dice.choice(moves))
        if not board.is_game_over():
            game.setup(board.fen(en_passant="legal"))
    random_game(dice, game, dice.randrange(1, 80), 0)
    return game


def rows(name, game):
    """The positions of the main line, as `ttlab testset` writes them."""
    board = game.board()
    for move in game.mainline_moves():
        turn = "w" if board.turn == chess.WHITE else "b"
        yield [name, str(board.fullmove_number), turn, board.fen(en_passant="legal"), board.san(move), move.uci()]
        board.push(move)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ttlab")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    dice = random.Random(arguments.seed)
    texts, expected, damaged, compared = [], [], [], 0
    for number in range(1, arguments.games + 1):
        game = generated(dice, number)
        damage = dice.choice(DAMAGES) if dice.random() < 0.1 else None
        newline = dice.choice(["\n", "\n", "\r\n"])
        text = written(dice, game, newline, damage)
        texts.append(text + dice.choice([newline, newline * 2, newline * 3, newline + "\ufeff"]))
        if damage:
            damaged.append(number)
            continue
        positions = list(rows(f"games.g{number}", game))
        # What python-chess reads in the text. For it, an empty line between moves ends a game.
        tags, moves = re.fullmatch(r"((?:\[.*\]\n)+)(.*)", text.replace("\r\n", "\n"), re.DOTALL).groups()
        read = chess.pgn.read_game(io.StringIO(tags + "\n" + re.sub("\n+", "\n", moves.lstrip("\n"))))
        assert not read.errors and list(rows(f"games.g{number}", read)) == positions, text
        assert read.headers["Round"] == str(number)
        expected += positions
        compared += 1
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, "games.pgn")
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write("".join(texts))
        run = subprocess.run([arguments.ttlab, "testset", path], capture_output=True, encoding="utf-8")
    skipped = [line for line in run.stderr.splitlines() if line.endswith(" skipped") and "; game " in line]
    numbers = [int(line.split("; game ")[1].split()[0]) for line in skipped]
    assert numbers == damaged, f"{run.stderr}{damaged}: {sorted(set(numbers) ^ set(damaged))}"
    assert run.returncode == (1 if damaged else 0), run.stderr
    found = [row[:6] for row in csv.reader(io.StringIO(run.stdout))][1:]
    for ours, theirs in zip(found, expected):
        assert ours == theirs, f"{ours}\n{theirs}"
    assert len(found) == len(expected), (len(found), len(expected))
    print(f"{compared} games, {len(expected)} positions, {len(damaged)} damaged games")


main()
