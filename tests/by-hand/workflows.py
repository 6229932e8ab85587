#!/usr/bin/env python3
"""Runs every shell step of the workflows: workflows.py PROGRAM

Each row of each job runs in a clone of the last commit, its steps one after another, with the shell, the variables and
the artifacts that a runner would give them. What a runner has and this machine has not, or what would take an hour, is a
stand-in that notes its arguments and writes what the next step reads: cargo build gives PROGRAM for every target, the
wheels and the Debian package for arm64 are empty files, nothing is published. Needs git, node, npm, binutils, zstd,
PyYAML; runs the real cargo-deb if there is one.
"""
import fnmatch
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
HOST = "x86_64-unknown-linux-gnu"
STAND_INS = ["cargo", "rustup", "dnf", "curl", "pip", "maturin", "uv", "gh", "npm", "7z"]

# The program behind each of the STAND_INS.
STAND_IN = r'''#!/usr/bin/env python3
import os, pathlib, re, subprocess, sys, zipfile
name, args = os.path.basename(sys.argv[0]), sys.argv[1:]
environ = dict(os.environ, PATH=os.environ["REAL_PATH"])

def value(option):
    return args[args.index(option) + 1] if option in args else None

def real(*command):
    sys.exit(subprocess.run(command, env=environ).returncode)

def note():
    with open(os.environ["NOTES"], "a") as notes:
        print(name, *args, file=notes)

def write(path, content=b""):
    path = pathlib.Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)

def existing(pattern):
    paths = [it for it in args if re.search(pattern, it)]
    missing = [it for it in paths if not os.path.exists(it)]
    if missing or not paths:
        sys.exit(f"{name}: no such files: {missing or pattern}")

match (name, args):
    case ("cargo", ["metadata" | "rustc" | "locate-project" | "config" | "--version" | "-V", *_]):
        real("cargo", *args)
    case ("cargo", ["deb", *_]) if value("--target") == os.environ["HOST"] and os.environ["CARGO_DEB"]:
        note()
        real(os.environ["CARGO_DEB"], *args)
    case ("cargo", ["build", *_]):
        note()
        target = value("--target")
        ending = ".exe" if "windows" in target else ""
        write(f"target/{target}/{value('--profile')}/pgnkit{ending}", open(os.environ["PROGRAM"], "rb").read())
    case ("cargo", ["deb", *_]):
        note()
        write(f"{value('--output')}/pgnkit_0_{value('--target')}.deb")
    case ("npm", ["pack", *_]):
        real("npm", *args)
    case ("cargo", ["cyclonedx", *_]):
        note()
        write(f"{value('--override-filename')}.json", b"{}")
    case ("cargo", ["fuzz", "list"]):
        print(*re.findall(r'\[\[bin\]\]\s*name = "(\w+)"', open("fuzz/Cargo.toml").read()), sep="\n")
    case ("cargo", ["fmt" | "clippy" | "doc" | "test" | "install" | "deny" | "fuzz", *_]) | ("rustup" | "dnf" | "curl" | "pip", _):
        note()
    case ("maturin", ["build", *_]):
        note()
        write(f"{value('--out')}/pgnkit-0-py3-none-{value('--target')}.whl")
    case ("uv", ["publish", *_]):
        note()
        existing(r"\.whl$")
    case ("gh", ["release", "create", *_]):
        note()
        existing(r"^dist/")
        if not open(value("--notes-file")).read().strip():
            sys.exit("gh: the notes are empty")
    case ("npm", ["publish", *_]):
        note()
        real("npm", "pack", "--dry-run", "--silent", args[-1])
    case ("npm", ["install", "--global", *_]):
        note()
    case ("7z", ["a", "-bso0", archive, folder]):
        note()
        with zipfile.ZipFile(archive, "w") as out:
            for path in pathlib.Path(folder).rglob("*"):
                out.write(path)
    case _:
        sys.exit(f"no stand-in for {name} {args}")
'''


def rows(job):
    """The rows of a job's matrix."""
    matrix = dict(job.get("strategy", {}).get("matrix", {}))
    more = matrix.pop("include", [])
    all_rows = [{}] if matrix or not more else []
    for key, values in matrix.items():
        all_rows = [{**row, key: value} for row in all_rows for value in values]
    return all_rows + more


def expand(text, context):
    """Replaces `${{ name }}`; a name that is not in the context is an error."""

    def value(match):
        key = match.group(1)
        if re.fullmatch(r"hashFiles\('[^']+'\)", key):
            return "hash"
        return str(context[key])

    return re.sub(r"\$\{\{ (.*?) \}\}", value, str(text))


def is_wanted(step, context):
    condition = step.get("if")
    if condition is None:
        return True
    key, ending = re.fullmatch(r"endsWith\(([\w.]+), '([^']+)'\)", condition).groups()
    return context[key].endswith(ending)


def use(step, folder, artifacts, context):
    """Does what the steps that come after an action need of it."""
    action = step["uses"].split("@")[0]
    assert re.fullmatch(r"[0-9a-f]{40}", step["uses"].split("@")[1]), step
    given = {key: expand(value, context) for key, value in step.get("with", {}).items()}
    if action in ("actions/checkout", "actions/cache"):
        return
    if action == "actions/download-artifact":
        for artifact in artifacts.iterdir():
            if fnmatch.fnmatch(artifact.name, given["pattern"]):
                shutil.copytree(artifact, folder / given["path"], dirs_exist_ok=True)
        return
    paths = glob.glob(str(folder / given.get("path", given.get("subject-path"))))
    assert paths, f"{action}: no file {given}"
    if action == "actions/attest-build-provenance":
        return
    assert action == "actions/upload-artifact", action
    for path in map(Path, paths):
        # Folders beside one another keep their names, as the action has it for what is below the common part.
        target = artifacts / given["name"] / (path.relative_to(folder / "programs") if path.is_dir() else path.name)
        shutil.copytree(path, target) if path.is_dir() else (
            target.parent.mkdir(parents=True, exist_ok=True), shutil.copy(path, target))


def run_job(name, job, row, workflow, scratch, artifacts, environ):
    label = " ".join([name, *map(str, row.values())])
    folder = Path(tempfile.mkdtemp(dir=scratch))
    subprocess.run(["git", "clone", "-q", "--shared", ROOT, folder], check=True)
    # What the commit of a release changes.
    changes = folder / "CHANGELOG.md"
    version = re.search(r'^version = "(.*)"', (ROOT / "Cargo.toml").read_text(), re.M).group(1)
    changes.write_text(changes.read_text().replace("## [Unreleased]", f"## [{version}]", 1))
    context = {f"matrix.{key}": value for key, value in row.items()}
    context |= {"github.ref_name": f"v{version}", "github.token": "none", "github.workflow": workflow["name"],
                "github.ref": f"refs/tags/v{version}", "runner.os": "Linux", "runner.arch": "X64"}
    for step in job["steps"]:
        if not is_wanted(step, context):
            continue
        if "uses" in step:
            use(step, folder, artifacts, context)
            continue
        variables = {**workflow.get("env", {}), **job.get("env", {}), **step.get("env", {})}
        variables = {key: expand(value, context) for key, value in variables.items()}
        shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail"] if step.get("shell") == "bash" else ["bash", "-e"]
        script = Path(scratch) / "step"
        script.write_text(expand(step["run"], context))
        done = subprocess.run([*shell, script], cwd=folder / step.get("working-directory", ""),
                              env={**environ, "GITHUB_WORKSPACE": str(folder), **variables}, capture_output=True, text=True)
        title = step.get("name") or step["run"].splitlines()[0]
        print(f"{'ok' if done.returncode == 0 else 'FAILED':6} {label}: {title}")
        if done.returncode != 0:
            sys.exit(done.stdout + done.stderr)
    return folder


def main():
    program = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as scratch:
        tools, notes, artifacts = (Path(scratch) / it for it in ("tools", "notes", "artifacts"))
        tools.mkdir(), artifacts.mkdir()
        for name in STAND_INS:
            (tools / name).write_text(STAND_IN)
            (tools / name).chmod(0o755)
        home = Path.home()
        environ = {"CARGO_HOME": home / ".cargo", "RUSTUP_HOME": home / ".rustup", **os.environ, "HOME": scratch,
                   "PATH": f"{tools}:{os.environ['PATH']}", "REAL_PATH": os.environ["PATH"],
                   "GITHUB_PATH": f"{scratch}/path", "NOTES": str(notes), "PROGRAM": str(program), "HOST": HOST,
                   "CARGO_DEB": shutil.which("cargo-deb") or ""}
        for path in sorted((ROOT / ".github/workflows").iterdir()):
            workflow = yaml.safe_load(path.read_text())
            print(f"== {path.name}")
            for name, job in workflow["jobs"].items():
                for row in rows(job):
                    last = run_job(name, job, row, workflow, scratch, artifacts, environ)
        filled = [last / "dist" / it for it in ("pgnkit.rb", "pgnkit.json")]
        assert not any(re.search(r"@\w+@", it.read_text()) for it in filled), "a template was not filled in"
        print("== called\n" + notes.read_text(), end="")
        print("== released\n" + "\n".join(sorted(it.name for it in (last / "dist").iterdir())))


main()
