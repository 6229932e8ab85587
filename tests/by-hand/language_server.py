#!/usr/bin/env python3
"""Times `pgnkit server` on a large file: opening it, edits at random lines until their findings come (text typed, lines
deleted, a game pasted, a brace opened and undone), hover, outline, formatting; and prints the memory of the server.

Usage: language_server.py PGNKIT FILE [EDITS [SEED]]
"""

import glob
import json
import random
import subprocess
import sys
import time

URI = "file:///large.pgn"
PASTED = """[Event "Pasted"]
[Site "?"]
[Date "2026.11.25"]
[Round "?"]
[White "Novák, Jiří"]
[Black "?"]
[Result "1-0"]

1. e4 e5 2. Bc4 (2. Nf3 Nc6) 2... Nc6 3. Qh5 {with a threat} 3... Nf6 4. Qxf7# 1-0

"""
TYPED = ["x", "{", "e4 ", "}", "\n", "(", "[", ";", "%", '"', "1-0\n\n"]


class Server:
    def __init__(self, program):
        self.process = subprocess.Popen(
            [program, "server", "--isolated"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self.last_id = 0

    def send(self, method, params, wants_answer=False):
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        if wants_answer:
            self.last_id += 1
            message["id"] = self.last_id
        body = json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def receive(self):
        length = 0
        while line := self.process.stdout.readline().strip():
            if line.startswith(b"Content-Length:"):
                length = int(line.split()[1])
        return json.loads(self.process.stdout.read(length))

    def ask(self, method, params):
        """Returns the answer and the seconds it took. All findings are there before it."""
        start = time.monotonic()
        self.send(method, params, wants_answer=True)
        while (message := self.receive()).get("id") != self.last_id:
            pass
        return message, time.monotonic() - start

    def tell(self, method, params):
        """Returns the first findings that a change leads to, and the seconds they took."""
        start = time.monotonic()
        self.send(method, params)
        version = params["textDocument"]["version"]
        while (found := self.receive()["params"])["version"] != version:
            pass
        return found["diagnostics"], time.monotonic() - start

    def computed_ms(self):
        """Returns the milliseconds of processor time of all threads of the server so far."""
        total = 0
        for stat in glob.glob(f"/proc/{self.process.pid}/task/*/schedstat"):
            with open(stat) as file:
                total += int(file.read().split()[0])
        return total / 1e6

    def memory(self):
        with open(f"/proc/{self.process.pid}/status") as file:
            sizes = dict(line.split(":", 1) for line in file)
        return {name: int(sizes[name].split()[0]) // 1024 for name in ("VmRSS", "VmHWM")}


def random_edits(text, n_edits):
    """Yields the name and the change of each edit. A brace that was opened is closed by the next edit, which undoes it; a third
    of the others delete up to twenty lines, or paste a game."""
    # Places are in the text as it was opened: lines that edits have added or taken move them a little.
    n_lines = text.count("\n") - 40 * n_edits
    opened = None
    for _ in range(n_edits):
        if opened is not None:
            start, opened = opened, None
            yield "undo {", {"range": {"start": start, "end": {**start, "character": 1}}, "text": ""}
            continue
        start = {"line": random.randrange(n_lines), "character": 0}
        kind = random.randrange(6)
        if kind == 0:
            yield "delete", {"range": {"start": start, "end": {**start, "line": start["line"] + random.randint(1, 20)}}, "text": ""}
        elif kind == 1:
            yield "paste", {"range": {"start": start, "end": start}, "text": PASTED}
        else:
            typed = "{" if kind == 2 else random.choice(TYPED)
            opened = start if typed == "{" else None
            yield typed, {"range": {"start": start, "end": start}, "text": typed}


def show(name, times):
    """Prints what the times from an edit to its first findings are, and the longest of each kind of edit."""
    times.sort()
    at = lambda share: times[min(len(times) - 1, int(share * len(times)))][0]
    print(f"{name}, edit to findings: median {at(0.5):.1f} ms, 90 % {at(0.9):.1f} ms, longest {at(1):.1f} ms")
    longest = {typed: ms for ms, typed in times}
    print("  longest by what was typed:", ", ".join(f"{typed!r} {ms:.1f} ms" for typed, ms in longest.items()))


def main():
    program, path = sys.argv[1:3]
    n_edits = int(sys.argv[3]) if len(sys.argv) > 3 else 40
    random.seed(int(sys.argv[4]) if len(sys.argv) > 4 else 1)
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    server = Server(program)
    server.ask("initialize", {"capabilities": {}})
    server.send("initialized", {})
    document = {"uri": URI, "languageId": "pgn", "version": 1, "text": text}
    findings, seconds = server.tell("textDocument/didOpen", {"textDocument": document})
    print(f"first findings: {seconds:.2f} s, {len(text) / 1e6:.1f} MB, {len(findings)} findings")
    start = {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 0}}
    _, rest = server.ask("textDocument/hover", start)
    print(f"whole file read: {seconds + rest:.2f} s, MiB {server.memory()}")
    n_lines = text.count("\n")
    times, computed = [], []
    for version, (typed, change) in enumerate(random_edits(text, n_edits), 2):
        identifier = {"uri": URI, "version": version}
        begin = server.computed_ms()
        _, seconds = server.tell(
            "textDocument/didChange", {"textDocument": identifier, "contentChanges": [change]}
        )
        computed.append((server.computed_ms() - begin, typed))
        times.append((seconds * 1e3, typed))
        # So that the next edit does not wait for the rest of this one.
        server.ask("textDocument/hover", start)
    show("elapsed", times)
    show("computed", computed)
    print(f"MiB {server.memory()}")
    requests = [
        ("hover", {"position": {"line": n_lines // 2, "character": 4}}),
        ("documentSymbol", {}),
        ("formatting", {"options": {"tabSize": 1, "insertSpaces": True}}),
    ]
    for name, params in requests:
        _, seconds = server.ask(f"textDocument/{name}", {"textDocument": {"uri": URI}, **params})
        print(f"{name}: {seconds * 1e3:.1f} ms")
    server.ask("shutdown", None)
    server.send("exit", None)
    sys.exit(server.process.wait())


main()
