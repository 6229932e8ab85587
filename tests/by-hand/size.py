#!/usr/bin/env python3
"""Prints the size of the program for each package: lines of Rust code outside of tests (without comments, blank lines
and items behind #[cfg(test)]), files, and the longest function in such lines.

Usage: size.py [COMMIT]    without COMMIT: the working tree
"""

import collections
import pathlib
import re
import subprocess
import sys

FUNCTION = re.compile(r"(?:pub(?:\([a-z]+\))? )?(?:const |async |unsafe )*fn (\w+)")


def git(*args):
    return subprocess.check_output(["git", *args], text=True)


def code_lines(text):
    """Yields the lines of code as indentation and text."""
    test = None  # indentation of an item of tests, and whether its body has begun
    in_comment = False
    for line in text.split("\n"):
        code, indent = line.strip(), len(line) - len(line.lstrip())
        if test:
            start, is_open = test
            if not is_open:
                if code.startswith("#["):
                    continue
                is_block = code.endswith(("{", "(", "["))
                test = (indent, True) if is_block else None if code.endswith((";", "}", ",")) else test
            elif code and indent <= start and code[0] in "})]":
                test = None
        elif in_comment:
            in_comment = "*/" not in code
        elif code.startswith("/*"):
            in_comment = "*/" not in code
        elif code.startswith("#[cfg(test)]"):
            test = (0, False)
        elif code and not code.startswith("//"):
            yield indent, code


def main():
    commit = sys.argv[1] if len(sys.argv) > 1 else None
    names = git("ls-tree", "-r", "--name-only", commit) if commit else git("ls-files")
    n_lines, n_files, longest = collections.Counter(), collections.Counter(), {}
    for name in names.splitlines():
        parts = pathlib.PurePath(name).parts
        is_test = {"tests", "benches", "examples"} & set(parts) or parts[-1] == "tests.rs"
        if not name.endswith(".rs") or is_test:
            continue
        package = parts[1] if parts[0] == "crates" else "pgnkit"
        text = git("show", f"{commit}:{name}") if commit else pathlib.Path(name).read_text()
        n_files[package] += 1
        function = None  # its name, indentation and lines
        for indent, code in code_lines(text):
            n_lines[package] += 1
            if function:
                function[2] += 1
                if indent == function[1] and code.startswith("}"):
                    longest[package] = max(longest.get(package, (0, "")), (function[2], f"{name} {function[0]}"))
                    function = None
            elif (found := FUNCTION.match(code)) and not code.endswith((";", "}")):
                function = [found[1], indent, 1]
    for package in sorted(n_lines):
        lines, name = longest.get(package, (0, ""))
        print(f"{package:14}{n_lines[package]:7}{n_files[package]:5}{lines:5}  {name}")
    print(f"{'total':14}{n_lines.total():7}{n_files.total():5}{max(longest.values())[0]:5}")


main()
