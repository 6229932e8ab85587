#!/usr/bin/env python3
"""Sends signals at random moments of their running time to commands that write files.

    signals.py PROGRAM FILE.pgn [N]

SIGINT, SIGTERM and SIGHUP must end a run by that signal (or find it done) and leave no temporary file.
After SIGKILL the next run of the same command must remove what is left. Whatever the signal, a file with a
final name has its old bytes or its final ones, of the parts of a set all or none have a name, and the input
does not change. At the end: few threads, few descriptors, a file size limit, a closed stdout.
"""
import hashlib, os, random, shutil, signal, subprocess, sys, tempfile, time

program, source = os.path.abspath(sys.argv[1]), sys.argv[2]
n_signals = int(sys.argv[3]) if len(sys.argv) > 3 else 100
random.seed(2026)
base = tempfile.mkdtemp()
given, out = os.path.join(base, "in.pgn"), os.path.join(base, "out")
shutil.copy(source, given)
with open(source, "rb") as file:
    # Something to fix in each game.
    to_fix = file.read().replace(b"[Round ", b"[Runde ")

COMMANDS = {
    "split": ["split", "--games", "100", "--force", "--dir", out, given],
    "merge": ["merge", "--dedup", "--force", "--duplicates", out + "/dup.pgn", "-o", out + "/all.pgn.zst", given],
    "export --in-place": ["export", "--in-place", out + "/rewritten.pgn"],
    "check --fix": ["check", "--isolated", "--fix-only", "--select", "missing-roster-tag", "--severity", "info", out + "/rewritten.pgn"],
    "filter --append": ["filter", "--append", "-o", out + "/archive.pgn", given],
}
SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL]


def fresh():
    shutil.rmtree(out, ignore_errors=True)
    os.mkdir(out)
    with open(out + "/rewritten.pgn", "wb") as file:
        file.write(to_fix)
    with open(out + "/archive.pgn", "w") as file:
        file.write('[White "old"]\n\n*\n\n')


def state():
    found = {}
    for name in os.listdir(out):
        path = os.path.join(out, name)
        if not name.startswith(".") and os.path.isfile(path):
            with open(path, "rb") as file:
                found[name] = hashlib.sha256(file.read()).hexdigest()
    return found


def hidden():
    return sorted(name for name in os.listdir(out) if name.startswith("."))


def run(name, sent=None, after=0.0):
    start = time.time()
    # As a shell starts it: nothing is ignored.
    child = subprocess.Popen([program] + COMMANDS[name], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                             stderr=subprocess.PIPE, text=True)
    if sent is not None:
        time.sleep(after)
        child.send_signal(sent)
    said = child.communicate()[1]
    return child.returncode, said, time.time() - start


fresh()
before = state()
whole, lasts = {}, {}
for name in COMMANDS:
    fresh()
    status, said, lasts[name] = run(name)
    assert status == 0, (name, status, said)
    whole[name] = state()
    assert whole[name] != before, f"{name} changes nothing"
    assert not hidden(), hidden()
with open(given, "rb") as file:
    input_hash = hashlib.sha256(file.read()).hexdigest()

faults, seen = [], {}
for _ in range(n_signals):
    name, sent = random.choice(list(COMMANDS)), random.choice(SIGNALS)
    fresh()
    status, said, _ = run(name, sent, random.uniform(0, lasts[name] * 1.05))
    case = f"{name}, {sent.name}: "
    outcome = "ended by it" if status == -sent else "done before" if status == 0 else "other"
    counts = seen.setdefault(sent.name, {})
    counts[outcome] = counts.get(outcome, 0) + 1
    # A run may have said what it counted, with all its files in place, before the signal came.
    is_early = outcome == "ended by it" and said and state() != whole[name]
    if outcome == "other" or is_early:
        faults.append(f"{case}status {status}: {said!r}")
    now = state()
    for file, hash in now.items():
        if hash not in (before.get(file), whole[name].get(file)):
            faults.append(f"{case}{file} is neither old nor whole")
    n_new = sum(file not in before for file in now)
    if sent != signal.SIGKILL and 0 < n_new < len(set(whole[name]) - set(before)):
        faults.append(f"{case}{n_new} of the files of a set")
    if sent != signal.SIGKILL and hidden():
        faults.append(f"{case}left {hidden()}")
    if sent == signal.SIGKILL:
        counts["left files"] = counts.get("left files", 0) + bool(hidden())
        status, said, _ = run(name)
        # What is appended twice is another whole.
        if status != 0 or hidden() or (name != "filter --append" and state() != whole[name]):
            faults.append(f"{case}the next run: status {status}, left {hidden()}: {said!r}")
    with open(given, "rb") as file:
        if hashlib.sha256(file.read()).hexdigest() != input_hash:
            faults.append(f"{case}the input has changed")
            break


def limited(what, lines, allowed):
    """Runs lines of a shell; one of the `allowed` statuses, at most one error, and no fault of the program."""
    fresh()
    done = subprocess.run(["bash", "-c", lines], cwd=base, capture_output=True, text=True)
    errors = [line for line in done.stderr.splitlines() if line.startswith("error")]
    is_fault = "bug" in done.stderr or "panic" in done.stderr or done.returncode not in allowed
    if is_fault or len(errors) != (done.returncode == 2) or hidden():
        faults.append(f"{what}: status {done.returncode}, left {hidden()}: {done.stderr!r}")
    return done.returncode


limits = 0
os.chmod(base, 0o777)
other_user = "setpriv --reuid=65534 --clear-groups" if os.geteuid() == 0 else ""
for name in ("split", "merge", "filter --append"):
    args = " ".join(COMMANDS[name])
    for n in (7, 8, 10, 16, 24):
        limits += 1
        limited(f"{name}, {n} descriptors", f"ulimit -n {n}; {program} {args}", (0, 2))
    limits += 1
    limited(f"{name}, file size", f"ulimit -f 100; {program} {args}", (0, 2) if name == "split" else (2,))
limits += 1
limited("closed stdout", f"{program} filter {given} >&-", (2,))
shutil.copy(program, base + "/pgnkit")
for n in (1, 2, 3, 4, 8):
    # Only reading: the folder is somebody else's.
    for command in (f"filter {given} > /dev/null", f"stats {given} > /dev/null", f"check -q {given} > /dev/null"):
        limits += 1
        limited(f"{n} processes, {command}", f"{other_user} bash -c 'ulimit -u {n}; exec {base}/pgnkit {command}'", (0, 1, 2))

shutil.rmtree(base)
for fault in faults:
    print(fault)
print(f"{n_signals} signals and {limits} limits, {len(faults)} faults; {seen}")
sys.exit(len(faults) > 0)
