"""Checks that a program follows the Universal Chess Interface, started without arguments.

    compliance.py ENGINE

Prints the number of cases. The script fails at the first case that does not hold, with what the engine printed.
python-chess drives the engine as a client does, and complains about illegal moves and about lines that it cannot read.
"""

import logging
import queue
import re
import subprocess
import sys
import tempfile
import threading
import time

import chess
import chess.engine

from play import Complaints, check_line

PATIENCE = 60
NUMBER = r"-?\d+"
# The fields of an `info` line, each with its value.
FIELDS = {
    "depth": NUMBER, "seldepth": NUMBER, "multipv": NUMBER, "nodes": NUMBER, "nps": NUMBER, "time": NUMBER,
    "hashfull": NUMBER, "score": rf"(cp {NUMBER}|mate {NUMBER})( lowerbound| upperbound)?",
    "pv": r"[a-h][1-8][a-h][1-8][nbrq]?( [a-h][1-8][a-h][1-8][nbrq]?)*",
}  # fmt: skip
INFO = re.compile("info( (" + "|".join(f"{name} {value}" for name, value in FIELDS.items()) + "))+")
MOVE = "([a-h][1-8][a-h][1-8][nbrq]?|0000)"
BEST = re.compile(f"bestmove {MOVE}( ponder {MOVE})?")
OPTION = re.compile(r"option name [\w ]+ type (check default (true|false)|spin default \d+ min \d+ max \d+"
                    r"|combo default \S+( var \S+)+|button|string default \S+)")  # fmt: skip
MATE_IN_1 = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
CHECKMATE, STALEMATE = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"

cases = []


def case(function):
    cases.append(function)
    return function


class Lines:
    """An engine, line by line."""

    def __init__(self, path):
        self.program = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.queue, self.printed = queue.Queue(), []
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.program.stdout:
            self.queue.put(line.decode().rstrip("\r\n"))

    def send(self, *lines):
        self.program.stdin.write("".join(line + "\n" for line in lines).encode())
        self.program.stdin.flush()

    def until(self, start):
        """The lines up to the next one that begins with this."""
        lines = []
        while not lines or not lines[-1].startswith(start):
            lines.append(self.queue.get(timeout=PATIENCE))
            self.printed.append(lines[-1])
        return lines

    def ready(self):
        self.send("isready")
        return self.until("readyok")[:-1]

    def best(self, *lines):
        self.send(*lines)
        return self.until("bestmove")

    def ends(self):
        return self.program.wait(PATIENCE) == 0


def nodes(lines):
    return int(re.findall(r" nodes (\d+)", "\n".join(lines))[-1])


# Through python-chess.


@case
def it_says_who_it_is(client, _):
    assert client.id["name"].startswith("ttlab ") and client.id["author"], client.id


@case
def the_usual_options_exist(client, _):
    types = {name: option.type for name, option in client.options.items()}
    expected = {
        "Hash": "spin", "Threads": "spin", "MultiPV": "spin", "Move Overhead": "spin", "Ponder": "check",
        "Clear Hash": "button", "NeverClearHash": "check", "HashFile": "string", "SaveHash": "button",
        "LoadHash": "button", "Scheme": "string",
    }  # fmt: skip
    assert expected.items() <= types.items(), types


@case
def every_default_and_minimum_is_accepted(client, lines):
    for option in client.options.values():
        values = [option.default, option.min] if option.type == "spin" else [option.default]
        if option.type == "combo":
            values = [option.default, option.var[-1], option.default]
        for value in [] if option.type == "button" else values:
            lines.send(f"setoption name {option.name} value {str(value).lower()}")
    assert lines.ready() == []
    lines.send(*(f"setoption name {option.name} value {option.default}" for option in client.options.values()
                 if option.type == "spin"))  # fmt: skip
    assert lines.ready() == []


@case
def any_scheme_can_be_chosen(client, _):
    for scheme in ["two-big1", "depth-4+age-8", "size-4", "none", client.options["Scheme"].default]:
        client.configure({"Scheme": scheme})
        assert client.analyse(chess.Board(), chess.engine.Limit(depth=4))["depth"] == 4, scheme


@case
def an_analysis_has_all_fields(client, _):
    info = client.analyse(chess.Board(), chess.engine.Limit(depth=6))
    assert {"depth", "seldepth", "score", "nodes", "nps", "time", "hashfull", "pv"} <= info.keys(), info


@case
def several_lines_differ_and_are_sorted(client, _):
    board = chess.Board()
    lines = client.analyse(board, chess.engine.Limit(depth=5), multipv=4)
    scores = [line["score"].relative for line in lines]
    assert len({line["pv"][0] for line in lines}) == 4 and all(a >= b for a, b in zip(scores, scores[1:])), lines
    for line in lines:
        check_line(board, line["pv"][0], line["pv"])


@case
def every_limit_ends_a_search(client, _):
    board = chess.Board()
    limit = chess.engine.Limit
    for given in [limit(depth=3), limit(nodes=500), limit(time=0.05), limit(mate=1), limit(white_clock=0.3),
                  limit(white_clock=0.3, black_clock=0.3, white_inc=0.01, black_inc=0.01),
                  limit(white_clock=0.3, black_clock=9, remaining_moves=1), limit(white_clock=0.001)]:  # fmt: skip
        result = client.play(board, given, info=chess.engine.INFO_ALL)
        assert result.move in board.legal_moves, given
        assert given.nodes is None or result.info["nodes"] <= given.nodes, result.info
    board.push_uci("e2e4")
    for given in [limit(black_clock=0.3), limit(white_clock=0.001, black_clock=0.3)]:
        assert client.play(board, given).move in board.legal_moves, given


@case
def only_the_given_moves_are_searched(client, _):
    board = chess.Board(MATE_IN_1)
    move = chess.Move.from_uci("g1f1")
    assert client.play(board, chess.engine.Limit(depth=4), root_moves=[move]).move == move


@case
def an_infinite_analysis_ends_at_stop(client, _):
    with client.analysis(chess.Board()) as analysis:
        assert any(info.get("depth", 0) >= 3 for info in analysis)
    assert analysis.wait().move


@case
def a_mate_is_found_and_announced(client, _):
    result = client.play(chess.Board(MATE_IN_1), chess.engine.Limit(depth=4), info=chess.engine.INFO_SCORE)
    assert result.move.uci() == "d1d8" and result.info["score"].relative == chess.engine.Mate(1), result


@case
def it_plays_a_game_and_ponders(client, _):
    board = chess.Board()
    for _ in range(12):
        ponder = board.turn == chess.WHITE
        result = client.play(board, chess.engine.Limit(nodes=300), game="one", ponder=ponder)
        board.push(result.move)
        assert result.ponder is None or result.ponder in board.legal_moves, board.fen()


@case
def special_moves_of_a_game_are_understood(client, _):
    for fen, moves in [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1 e8c8"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n"),
        ("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4 d4e3"),
        (chess.STARTING_FEN, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8"),
    ]:
        board = chess.Board(fen)
        for move in moves.split():
            board.push_uci(move)
        assert client.play(board, chess.engine.Limit(depth=2)).move in board.legal_moves, fen


# Line by line.


@case
def nothing_is_printed_before_a_command(_, lines):
    time.sleep(0.05)
    assert lines.queue.empty() and lines.ready() == []


@case
def the_answer_to_uci_has_its_form(_, lines):
    for _ in range(2):
        lines.send("uci")
        answer = lines.until("uciok")
        assert [line.split()[:2] for line in answer[:2]] == [["id", "name"], ["id", "author"]], answer
        assert all(OPTION.fullmatch(line) for line in answer[2:-1]), answer


@case
def the_answer_to_go_has_its_form(_, lines):
    for go in ["depth 5", "nodes 2000", "movetime 30", "wtime 100", "wtime 100 winc 100 btime 100 binc 100"]:
        answer = lines.best("ucinewgame", "position startpos", f"go {go}")
        assert any(" score " in line for line in answer), (go, answer)
        assert all(INFO.fullmatch(line) for line in answer[:-1]) and BEST.fullmatch(answer[-1]), (go, answer)
        assert lines.ready() == [], f"go {go}: one answer"


@case
def a_game_that_is_over_has_no_move(_, lines):
    for fen, score in [(CHECKMATE, "mate 0"), (STALEMATE, "cp 0")]:
        answer = lines.best(f"position fen {fen}", "go depth 3")
        assert answer == [f"info depth 0 score {score}", "bestmove 0000"], answer


@case
def it_is_ready_during_a_search(_, lines):
    lines.send("go infinite")
    assert not any(line.startswith("bestmove") for line in lines.ready())
    lines.best("stop")


@case
def an_infinite_search_answers_after_stop_only(_, lines):
    lines.send(f"position fen {MATE_IN_1}", "go infinite")
    time.sleep(0.1)
    assert not any(line.startswith("bestmove") for line in lines.ready())
    assert lines.best("stop")[-1].startswith("bestmove d1d8")


@case
def a_ponder_search_answers_after_ponderhit_or_stop_only(_, lines):
    for end in ["ponderhit", "stop"]:
        lines.send("position startpos moves e2e4", "go ponder wtime 200 btime 200")
        time.sleep(0.05)
        assert not any(line.startswith("bestmove") for line in lines.ready()), end
        lines.best(end)


@case
def stop_without_a_search_has_no_answer(_, lines):
    lines.send("stop", "ponderhit")
    assert lines.ready() == []


@case
def unknown_words_do_no_harm(_, lines):
    for line in ["joho", "joho isready", "debug on", "debug off", "register later", "setoption name Nothing value 1",
                 "setoption name Hash value many", "position nothing", "position startpos moves e2e5",
                 "position fen 8/8/8/8/8/8/8/8 w - - 0 1", "go depth x", ""]:  # fmt: skip
        lines.send(line)
    assert all(line.startswith(("info", "bestmove", "readyok")) for line in lines.ready())
    lines.best("position startpos", "go depth 1")


@case
def spaces_and_line_ends_do_not_matter(_, lines):
    lines.send("  position \t startpos   moves e2e4  \r", "\r", "   go\tdepth  2 \r")
    assert re.match("bestmove [a-h][78]", lines.until("bestmove")[-1])


@case
def options_wait_for_the_end_of_a_search(_, lines):
    lines.send("position startpos", "go movetime 100", "setoption name MultiPV value 2", "go depth 3")
    first, second = lines.until("bestmove"), lines.until("bestmove")
    assert "multipv" not in str(first) and "multipv 2" in str(second)


@case
def a_new_game_forgets_the_table_unless_it_must_not(_, lines):
    go = ["position startpos", "go depth 7"]
    fresh = nodes(lines.best(*go))
    assert nodes(lines.best("ucinewgame", *go)) == fresh
    assert nodes(lines.best("setoption name NeverClearHash value true", "ucinewgame", *go)) < fresh / 2
    assert nodes(lines.best("setoption name Clear Hash", "setoption name NeverClearHash value false",
                            "ucinewgame", *go)) == fresh  # fmt: skip


@case
def a_table_is_saved_and_loaded(client, lines):
    go = ["position startpos", "go depth 7"]
    fresh = nodes(lines.best(*go))
    with tempfile.TemporaryDirectory() as directory:
        file = f"{directory}/my  hash.tt"
        lines.send(f"setoption name HashFile value {file}", "setoption name SaveHash")
        assert lines.ready() == [f"info string saved the table to {file}"]
        client.configure({"NeverClearHash": True, "HashFile": file, "LoadHash": None})
        info = client.analyse(chess.Board(), chess.engine.Limit(depth=7))
        assert info["nodes"] < fresh / 2, (info, fresh)


@case
def quit_and_the_end_of_the_input_end_it(_, lines):
    lines.send("go infinite", "quit")
    assert lines.ends()
    for text in [b"uci\n", b"go infinite\n", b"isready\nquit\n"]:
        program = subprocess.run([sys.argv[1]], input=text, capture_output=True, timeout=PATIENCE, check=True)
        assert program.stdout and not program.stderr, text


def main():
    complaints = Complaints()
    logging.getLogger("chess.engine").addHandler(complaints)
    for check in cases:
        lines = Lines(sys.argv[1])
        with chess.engine.SimpleEngine.popen_uci(sys.argv[1], timeout=PATIENCE) as client:
            try:
                check(client, lines)
                assert not complaints.messages, complaints.messages
            except Exception:
                print(f"{check.__name__}: the engine printed", *lines.printed[-20:], sep="\n  ")
                raise
            finally:
                lines.program.kill()
                lines.program.wait()
    print(f"{len(cases)} cases")


if __name__ == "__main__":
    main()
