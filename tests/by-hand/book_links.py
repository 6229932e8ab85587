#!/usr/bin/env python3
"""Follows every link of the book that stays in it: book_links.py FOLDER, which `mdbook build -d FOLDER` wrote."""
import html
import re
import sys
from pathlib import Path
from urllib.parse import unquote

LINK = re.compile(r'<(?:a|img|link|script)\b[^>]*?(?:href|src)="([^"]*)"')
ID = re.compile(r'\bid="([^"]+)"')


def main():
    root = Path(sys.argv[1]).resolve()
    pages = {path: path.read_text(encoding="utf-8") for path in root.rglob("*.html")}
    ids = {path: set(ID.findall(text)) for path, text in pages.items()}
    n_links, lost = 0, []
    for path, text in pages.items():
        # Parts of all pages together, whose links are relative to other folders.
        if path.name in ("toc.html", "print.html", "404.html"):
            continue
        for link in map(html.unescape, LINK.findall(text)):
            if re.match(r"[a-z]+:", link):
                continue
            n_links += 1
            name, _, anchor = link.partition("#")
            target = (path.parent / unquote(name)).resolve() if name else path
            if not target.is_file() or anchor and unquote(anchor) not in ids.get(target, set()):
                lost.append(f"{path.relative_to(root)}: {link}")
    print(*lost, f"{len(pages)} pages, {n_links} links, {len(lost)} lost", sep="\n")
    sys.exit(1 if lost or not n_links else 0)


main()
