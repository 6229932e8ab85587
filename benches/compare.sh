#!/usr/bin/env bash
# Compares pgnkit with its peers, as docs/performance.md shows it: a Markdown table on standard output.
#
#   benches/compare.sh FOLDER [ROW...]
#
# FOLDER holds masters.pgn and online.pgn, uncompressed; ROW is B1 to B11, all without one. Everything
# that is made (peers, repeated inputs, outputs) goes to $SCRATCH (/tmp/pgnkit-compare), which needs
# 5 GB. $RUNS (5) alternating runs count, $PGNKIT is the program (target/release/pgnkit).
#
# Needs: Rust, python3, zstd, grep, and pgn-extract (`apt-get install pgn-extract`).
set -euo pipefail
cd "$(dirname "$0")/.."

[[ $# -ge 1 ]] || { sed -n "2,/^set/{/^#/s/^# \\{0,1\\}//p}" "$0" >&2; exit 2; }
export FOLDER=$1 SCRATCH=${SCRATCH:-/tmp/pgnkit-compare} RUNS=${RUNS:-5}
export PGNKIT=${PGNKIT:-$PWD/target/release/pgnkit}
export READER=$SCRATCH/peers/release/examples
shift
mkdir -p "$SCRATCH"
[[ -x $PGNKIT ]] || { echo "no $PGNKIT: run cargo build --release" >&2; exit 2; }
PGN_EXTRACT=$(command -v pgn-extract || echo /usr/games/pgn-extract)
export PGN_EXTRACT
[[ -x $PGN_EXTRACT ]] || { echo "no pgn-extract: apt-get install pgn-extract" >&2; exit 2; }

# pgn-reader's own examples, from its own source, for this machine and with fat LTO.
if [[ ! -x $READER/parallel_validate ]]; then
    cargo fetch --quiet
    source=$(ls -d "${CARGO_HOME:-$HOME/.cargo}"/registry/src/*/pgn-reader-0.29.0 | head -n 1)
    rm -rf "$SCRATCH/pgn-reader" && cp -r "$source" "$SCRATCH/pgn-reader"
    printf '\n[profile.release]\nlto = "fat"\ncodegen-units = 1\n\n[workspace]\n' >> "$SCRATCH/pgn-reader/Cargo.toml"
    (cd "$SCRATCH/pgn-reader" && RUSTFLAGS=-Ctarget-cpu=native \
        cargo build --release --quiet --examples --target-dir "$SCRATCH/peers") >&2
fi

exec python3 - "$@" <<'PY'
import json, os, statistics, subprocess, sys, threading, time

FOLDER, SCRATCH, PGNKIT = os.environ["FOLDER"], os.environ["SCRATCH"], os.environ["PGNKIT"]
READER, EXTRACT, RUNS = os.environ["READER"], os.environ["PGN_EXTRACT"], int(os.environ["RUNS"])
ROWS = sys.argv[1:] or [f"B{n}" for n in range(1, 12)]
MB = 1_000_000
bad = []


def say(text):
    print(text, file=sys.stderr, flush=True)


def repeated(name, size):
    """A file of `size` bytes or a little more, made of whole copies of FOLDER/name.pgn."""
    source, path = f"{FOLDER}/{name}.pgn", f"{SCRATCH}/{name}-{size // MB}.pgn"
    if not os.path.exists(path):
        data = open(source, "rb").read()
        if not data.endswith(b"\n\n") and not data.endswith(b"\n\r\n"):
            data += b"\n\n"
        with open(path + ".new", "wb") as out:
            for _ in range(-(-size // len(data))):
                out.write(data)
        os.rename(path + ".new", path)
    return path


def truncated(name, size):
    """The first games of the repeated file, up to `size` bytes."""
    path = f"{SCRATCH}/{name}-first-{size // MB}.pgn"
    if not os.path.exists(path):
        data = open(repeated(name, size), "rb").read(size)
        with open(path, "wb") as out:
            out.write(data[:data.rindex(b"\n[Event ") + 1])
    return path


def packed(path, frames=1):
    out = f"{path}.{frames}.zst"
    if not os.path.exists(out):
        if frames == 1:
            subprocess.run(["zstd", "-q", "-f", path, "-o", out], check=True)
        else:
            size = os.path.getsize(path)
            with open(path, "rb") as src, open(out, "wb") as dst:
                for _ in range(frames):
                    part = subprocess.run(["zstd", "-q", "-c"], input=src.read(-(-size // frames)), stdout=subprocess.PIPE)
                    dst.write(part.stdout)
    return out


class Run:
    """One run of a command: wall and user seconds, peak of memory without file pages, status, output."""

    def __init__(self, command, stdin=None, out=None, watch=False):
        sink = open(out, "wb") if out else subprocess.DEVNULL
        start = time.perf_counter()
        child = subprocess.Popen(command, stdin=stdin or subprocess.DEVNULL, stdout=sink, stderr=subprocess.DEVNULL)
        self.peak, done = 0, threading.Event()

        def sample():
            while not done.is_set():
                try:
                    fields = dict(line.split(":", 1) for line in open(f"/proc/{child.pid}/status"))
                    kib = sum(int(fields[key].split()[0]) for key in ("RssAnon", "RssShmem"))
                    self.peak = max(self.peak, kib * 1024)
                except (OSError, KeyError, ValueError):
                    pass
                done.wait(0.005)

        if watch:
            sampler = threading.Thread(target=sample)
            sampler.start()
        _, status, usage = os.wait4(child.pid, 0)
        self.wall = time.perf_counter() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        done.set()
        if watch:
            sampler.join()
        self.user, self.status = usage.ru_utime, child.returncode


class Refused(Exception):
    """A command failed: its time says nothing."""


def alternate(commands, runs=RUNS):
    """Medians of wall and user seconds of each command, in turns."""
    seen = {name: [] for name in commands}
    for _ in range(runs):
        for name, (command, out) in commands.items():
            run = Run(command, out=out)
            if run.status not in (0, 1):
                raise Refused(f"{' '.join(command)}: status {run.status}")
            seen[name].append(run)
    return {name: (statistics.median(r.wall for r in rs), statistics.median(r.user for r in rs)) for name, rs in seen.items()}


def output(command, **more):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)


def pgnkit(*args):
    return [PGNKIT, *args]


def is_there(command):
    """Whether the program has this command yet: 2 is its way to refuse."""
    tiny = f"{SCRATCH}/tiny.pgn"
    open(tiny, "w").write("1. e4 e5 *\n")
    return output([*command, tiny]).returncode != 2


def show(row, name, what, ours, theirs, need, size):
    """A row of the table; `need` is None where nothing is asked."""
    ratio = theirs[0] / ours[0]
    bar = f"≥ {need:g}×" if need else ""
    mark = "" if not need else "met" if ratio >= need else "**not met**"
    print(f"| {row} | {name} | {what} | {ours[0]:.3f} ({ours[1]:.2f}) | {theirs[0]:.3f} ({theirs[1]:.2f}) | "
          f"{size / ours[0] / MB:.0f} | {ratio:.2f}× | {bar} | {mark} |", flush=True)


def require(holds, what):
    if not holds:
        bad.append(what)
        say(f"WRONG RESULT: {what}")
    return holds


def refused_games(path):
    """Numbers of the games that pgn-reader's validate refuses: the first 2,000."""
    found = set()
    with subprocess.Popen([f"{READER}/validate", path], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as child:
        for line in child.stderr:
            words = line.split(" game ")
            if len(words) > 1:
                found.add(int(words[1].split(":")[0].split()[0]))
    return found


def without_variants(path, name):
    """The file without its games of variants, which validate refuses."""
    out = f"{SCRATCH}/{name}-standard.pgn"
    if not os.path.exists(out):
        subprocess.run(pgnkit("filter", "--not", "-w", 'Variant ~ "?*" and not Variant ~ "Standard"', "-o", out, path), check=True)
    return out


def check_is_right(path, name):
    """Every game that validate refuses has a finding of a move or position in check."""
    rules = "illegal-move,ambiguous-move,bad-fen,illegal-position,missing-promotion,foreign-piece-letter,null-move,unexpected-symbol"
    ours = {json.loads(line)["game"] for line in output(
        pgnkit("check", "--select", rules, "--severity", "info", "--max-diagnostics", "none", "--output-format", "json-lines", path)).stdout.splitlines()}
    theirs = refused_games(path)
    say(f"{name}: {len(theirs)} games refused by validate, {len(ours)} with findings of moves by pgnkit")
    return require(theirs <= ours, f"check {name}: games {sorted(theirs - ours)[:5]} are refused by validate, not by pgnkit")


def export_is_right(path, name):
    ours, theirs = f"{SCRATCH}/ours.pgn", f"{SCRATCH}/theirs.pgn"
    Run(pgnkit("-j", "1", "export", "-o", ours, path))
    Run([EXTRACT, "-s", "-o", theirs, path])
    count = lambda p: int(output(["grep", "-c", "^\\[Event ", p]).stdout or 0)
    one = open(ours, "rb").read()
    Run(pgnkit("-j", "2", "export", "-o", ours, path))
    again = output(pgnkit("export", ours)).stdout
    say(f"{name}: {count(ours)} games exported, {count(theirs)} by pgn-extract, {count(path)} in the input")
    return require(count(ours) == count(path), f"export {name}: {count(ours)} games of {count(path)}") & \
        require(one == open(ours, "rb").read(), f"export {name}: -j 1 and -j 2 differ") & \
        require(one == again, f"export {name}: not a fixed point")


# Questions that tags alone answer: B6 and B7.
OF_TAGS = {"`filter -w 'White ~ \"Carlsen*\"' --count`": ["filter", "-w", 'White ~ "Carlsen*"', "--count"],
           "`stats --by Result`": ["stats", "--by", "Result"]}


def tags_are_right(path, name):
    """As many games match as there are tag pairs that do, and the same in a compressed file; rows come to all games."""
    count = lambda pattern: int(output(["grep", "-ciE", pattern, path]).stdout or 0)
    found = [output(pgnkit(*OF_TAGS["`filter -w 'White ~ \"Carlsen*\"' --count`"], p)).stdout for p in (path, packed(path))]
    rows = json.loads(output(pgnkit("stats", "--by", "Result", "--format", "json", path)).stdout)["by"]
    return require(found == [b"%d\n" % count('^\\[White "Carlsen')] * 2, f"filter {name}: {found}") & \
        require(sum(row["games"] for row in rows) == count("^\\[Event "), f"stats {name}: {rows}")


INPUTS = {"bare": f"{FOLDER}/masters.pgn", "commented": repeated("online", 200 * MB)}
print(f"pgnkit {output(pgnkit('--version')).stdout.decode().split()[-1]}, "
      f"{output(['git', 'rev-parse', '--short', 'HEAD']).stdout.decode().strip()}, {time.strftime('%Y-%m-%d')}, "
      f"{os.cpu_count()} CPUs, median of {RUNS} alternating runs; seconds wall (user)\n")
print("| | input | what | pgnkit | peer | MB/s | ratio | bar | |\n| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | --- |")

def excepthook(kind, error, trace):
    """A refused command ends the run: what was measured before stands."""
    if kind is Refused:
        say(f"refused: {error}")
    else:
        sys.__excepthook__(kind, error, trace)


sys.excepthook = excepthook
for name, path in INPUTS.items():
    size = os.path.getsize(path)
    check = {"B1": (["-j", "1", "check"], "validate", 1.5), "B2": (["-j", "1", "check", "--select", "illegal-move"], "validate", 2.5),
             "B3": (["-j", "2", "check"], "parallel_validate", 1.75)}
    if any(row in ROWS for row in check):
        played = without_variants(path, name) if name == "commented" else path
        for row, (args, peer, need) in check.items() if check_is_right(played, name) else ():
            if row in ROWS:
                t = alternate({"ours": (pgnkit(*args, played), None), "theirs": ([f"{READER}/{peer}", played], None)})
                show(row, name, f"`{' '.join(args[2:])}`, {args[1]} thread(s); {peer}", t["ours"], t["theirs"], need, os.path.getsize(played))
    if "B4" in ROWS and export_is_right(path, name):
        ours, theirs = f"{SCRATCH}/ours.pgn", f"{SCRATCH}/theirs.pgn"
        t = alternate({"one": (pgnkit("-j", "1", "export", "-o", ours, path), None), "two": (pgnkit("-j", "2", "export", "-o", ours, path), None),
                       "theirs": ([EXTRACT, "-s", "-o", theirs, path], None)})
        for key, need in (("one", 12), ("two", 22)):
            show("B4", name, f"`export`, {key}; pgn-extract -o", t[key], t["theirs"], need, size)
    if "B5" in ROWS:
        merge = pgnkit("-j", "2", "merge", "--dedup", "moves", "-o", f"{SCRATCH}/ours.pgn")
        if is_there(merge):
            t = alternate({"ours": ([*merge, path], None), "theirs": ([EXTRACT, "-s", "-D", "-o", f"{SCRATCH}/theirs.pgn", path], None)})
            show("B5", name, "`merge --dedup moves`; pgn-extract -D", t["ours"], t["theirs"], 15, size)
        else:
            print(f"| B5 | {name} | `merge --dedup moves` | not there yet | | | | | |")
    if "B6" in ROWS and tags_are_right(path, name):
        need = 4 if name == "bare" else 1.5
        for what, command in OF_TAGS.items():
            t = alternate({"ours": (pgnkit("-j", "1", *command, path), None), "reader": ([f"{READER}/stats", path], None), "grep": (["sh", "-c", "grep -c '^\\[Event ' \"$0\" | cat", path], None)})  # not into /dev/null: grep would stop at the first line
            show("B6", name, f"{what}; pgn-reader stats", t["ours"], t["reader"], need, size)
            show("B6", name, f"{what}; grep -c", t["ours"], t["grep"], 1 / 1.5, size)
    if "B7" in ROWS:
        # The bar is for one frame: of several, decoded side by side, the time is told.
        for frames in (1, 4):
            zst = packed(path, frames)
            for what, command in OF_TAGS.items():
                t = alternate({"ours": (pgnkit(*command, zst), None), "theirs": (["zstd", "-dc", zst], "/dev/null")})
                show("B7", name, f"{what}, .zst of {frames} frame(s), all threads; zstd -dc", t["ours"], t["theirs"], 1 / 1.15 if frames == 1 else None, size)
    if "B10" in ROWS:
        # What the system does to take in a file is done on the other CPU where pgnkit has one thread, and beside
        # the work where it has two: it is shown, and the bar is for pgnkit's own work.
        to_file = ["-o", f"{SCRATCH}/ours.pgn"]
        for what, more, bar in (("check", [], 1.85), ("export", [], 1.85), ("export", to_file, None)):
            t = alternate({"two": (pgnkit("-j", "2", what, *more, path), None), "one": (pgnkit("-j", "1", what, *more, path), None)})
            words = f"`{what}`" + (" into a file" if more else "")
            show("B10", name, f"{words}, 2 threads; 1 thread", t["two"], t["one"], bar, size)

if "B8" in ROWS or "B9" in ROWS:
    small, large = truncated("masters", 100 * MB), truncated("masters", 1000 * MB)
    if "B8" in ROWS:
        print("\n| B8 | file | pipe | .zst | limit |\n| --- | ---: | ---: | ---: | ---: |")
        limit = 64 + 2 * 16
        for what in ("check", "export", "strip-comments", "split", "filter", "stats"):
            more = ["--games", "100000", "--dir", f"{SCRATCH}/parts", "--force"] if what == "split" else []
            cells = []
            for way in ("file", "pipe", "zst"):
                peaks = []
                for path in (small, large):
                    command = pgnkit("-j", "2", what, *more, "-" if way == "pipe" else packed(path) if way == "zst" else path)
                    stdin = open(path, "rb") if way == "pipe" else None
                    feed = subprocess.Popen(["cat", path], stdout=subprocess.PIPE) if way == "pipe" else None
                    run = Run(command, stdin=feed.stdout if feed else stdin, watch=True)
                    if feed:
                        feed.stdout.close()
                        feed.wait()
                    peaks.append(run.peak / 2**20 if run.status in (0, 1) else float("nan"))
                cells.append(f"{peaks[0]:.0f} / {peaks[1]:.0f}" + ("" if max(peaks) <= limit else " **over**"))
            print(f"| `{what}`, MiB at 100 MB / 1 GB | {' | '.join(cells)} | {limit} |", flush=True)
    if "B9" in ROWS:
        print("\n| B9 | 100 MB | 1 GB | ratio | bar | |\n| --- | ---: | ---: | ---: | ---: | --- |")
        for what, more in (("check", []), ("export", ["-o", f"{SCRATCH}/ours.pgn"])):
            t = alternate({"small": (pgnkit("-j", "2", what, *more, small), None), "large": (pgnkit("-j", "2", what, *more, large), None)}, min(RUNS, 3))
            grown = os.path.getsize(large) / os.path.getsize(small)
            ratio = t["large"][0] / t["small"][0] * 10 / grown
            print(f"| `{what}`, seconds | {t['small'][0]:.3f} | {t['large'][0]:.3f} | {ratio:.2f} | ≤ 10.5 | {'met' if ratio <= 10.5 else '**not met**'} |", flush=True)

if "B11" in ROWS:
    tiny = f"{SCRATCH}/two-kb.pgn"
    data = open(INPUTS["bare"], "rb").read(20_000)
    open(tiny, "wb").write(data[:data.index(b"[Event ", 1500)])
    wall = statistics.median(Run(pgnkit("check", tiny)).wall for _ in range(41)) * 1000
    # The peak that the system reports of a child counts this program's own, from before the start of the
    # other: so pgnkit is asked while it waits to say its last words into a pipe that is full.
    peaks = []
    for _ in range(21):
        reading, writing = os.pipe()
        os.set_blocking(writing, False)
        for n in (4096, 1):
            try:
                while True:
                    os.write(writing, bytes(n))
            except BlockingIOError:
                pass
        os.set_blocking(writing, True)
        child = subprocess.Popen(pgnkit("check", tiny), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=writing)
        os.close(writing)
        time.sleep(0.1)
        fields = dict(line.split(":", 1) for line in open(f"/proc/{child.pid}/status"))
        whole = int(fields["VmHWM"].split()[0]) / 1024
        # Nearly all of it are pages of the program and its libraries, which the system shares between all
        # who run them: what is left without them, as it stands then, is told too.
        own = sum(int(fields[key].split()[0]) for key in ("RssAnon", "RssShmem")) / 1024
        peaks.append((whole, own))
        while os.read(reading, 1 << 16):
            pass
        os.close(reading)
        child.wait()
    # Which pages come with those that are used depends on where the system puts the program.
    whole, own = sorted(peaks)[len(peaks) // 2]
    print(f"\n| B11 | wall | memory | of it not file pages | bar | |\n| --- | ---: | ---: | ---: | ---: | --- |\n"
          f"| `check` of {os.path.getsize(tiny)} bytes | {wall:.1f} ms | {whole:.1f} ({min(peaks)[0]:.1f}–{max(peaks)[0]:.1f}) MiB | {own:.1f} MiB | 5 ms, 8 MiB | "
          f"{'met' if wall <= 5 and whole <= 8 else '**not met**'} |")

for what in bad:
    print(f"\nWrong: {what}")
sys.exit(1 if bad else 0)
PY
