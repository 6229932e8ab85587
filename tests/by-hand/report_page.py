#!/usr/bin/env python3
"""Opens a page of `pgnkit stats --format html` in headless Chromium: screenshots by day and by night at
two widths, and what must hold of the page: no message on the console, no request to anywhere, every
chart there, hostile names shown as text.

    report_page.py PGNKIT INPUT.pgn FOLDER

Needs `chromium` (Debian package); with AXE=node_modules/axe-core/axe.min.js, axe-core looks at the page, too. The pictures in FOLDER are for the eye.
"""

import html
import json
import os
import pathlib
import re
import subprocess
import sys

HOSTILE = '''
[Event "<img src=x onerror=alert(1)>"]
[Site "?"]
[Date "2024.01.01"]
[Round "1"]
[White "<script>document.title='owned'</script>"]
[Black "\\"quoted\\" & 'single' \u202e\u05d0\u05d1"]
[Result "1-0"]

1. e4 e5 1-0
'''

CHARTS = ["Results", "Years", "Ratings of players", "Games by moves", "Openings by family",
          "Openings by code", "Tags that are missing"]


def chromium(profile, *arguments):
    """Its stdout and stderr."""
    command = ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
               "--disable-background-networking", "--disable-component-update", "--disable-sync",
               "--hide-scrollbars", f"--user-data-dir={profile}", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=180, check=False)
    if done.returncode != 0:
        sys.exit(f"chromium: {done.stderr[-2000:]}")
    return done.stdout, done.stderr


def axe(page, folder, profile, more):
    """Rules that axe-core says the page violates, each with the first place; None without AXE, the path of
    axe.min.js (npm axe-core)."""
    source = os.environ.get("AXE")
    if not source:
        print("AXE is not set: axe-core was not run")
        return None
    # The policy of the page lets scripts of the page itself run.
    script = pathlib.Path(source).read_text(encoding="utf-8").replace("</script", "<\\/script")
    run = """<script>axe.run(document, {resultTypes: ['violations']}).then((found) => {
      document.body.dataset.axe = JSON.stringify(found.violations.map(
        (it) => [it.id, it.nodes.length, it.nodes[0].html.slice(0, 200)]));
    });</script>"""
    with_axe = folder / "axe.html"
    with_axe.write_text(page.read_text(encoding="utf-8").replace(
        "</body>", f"<script>{script}</script>{run}</body>"), encoding="utf-8")
    dom, _ = chromium(profile, *more, "--virtual-time-budget=60000", "--dump-dom", with_axe.as_uri())
    found = re.search(r'data-axe="([^"]*)"', dom)
    return json.loads(html.unescape(found[1])) if found else ["axe did not finish"]


def main():
    program, games, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]).absolute()
    folder.mkdir(parents=True, exist_ok=True)
    hostile = folder / "hostile.pgn"
    # As many games as make them the first of any database.
    hostile.write_text(HOSTILE * 20_000, encoding="utf-8")
    page = folder / "page.html"
    subprocess.run([program, "stats", "--format", "html", "-o", page, games, hostile], check=True)
    text = page.read_text(encoding="utf-8")
    n_wrong = 0

    def check(what, holds):
        nonlocal n_wrong
        n_wrong += not holds
        print(f"{'ok   ' if holds else 'WRONG'} {what}")

    size = page.stat().st_size
    check(f"{size} bytes, under 400 kB", size < 400_000)
    profile = folder / "profile"
    net_log = folder / "net.json"
    dom, log = chromium(profile, "--enable-logging=stderr", "--v=0", f"--log-net-log={net_log}",
                        "--virtual-time-budget=2000", "--dump-dom", page.as_uri())
    (folder / "dom.html").write_text(dom, encoding="utf-8")
    console = [line for line in log.splitlines() if "CONSOLE" in line]
    check(f"nothing on the console {console}", not console)
    events = json.loads(net_log.read_text(encoding="utf-8", errors="replace"))["events"]
    urls = {event["params"]["url"] for event in events if "url" in event.get("params", {})}
    # What the browser itself asks its maker for is not the page's.
    own = ("google", "gvt1.com", "chrome", "clients")
    outside = {url for url in urls if url.startswith("http") and not any(it in url for it in own)}
    check(f"no request to anywhere {sorted(outside)}", not outside)
    n_charts = len(re.findall(r"<svg ", dom))
    titles = re.findall(r'<svg role="img" aria-label="([^"]*)"', dom)
    check(f"{n_charts} charts, each with a title", n_charts == len(titles) > 0)
    check("values show on hover", dom.count("<g><title>") > 20)
    check("tables fold", dom.count("<details") == dom.count("<table") > 0)
    for name, more in (("day", []), ("night", ["--blink-settings=preferredColorScheme=0"])):
        violations = axe(page, folder, profile, more)
        if violations is not None:
            check(f"axe by {name}: {violations}", violations == [])
    for chart in CHARTS:
        check(f"chart: {chart}", any(title.startswith(chart) for title in titles))
    check("the script has made heads of tables buttons", "<th scope=\"col\"><button" in dom)
    check("every table has a caption", dom.count("<table") == dom.count("<caption"))
    check("hostile names are text", "&lt;script&gt;document.title" in dom
          and "<script>document" not in dom and "<img" not in dom and "\u202e" not in dom)
    check("the title is the page's own", "<title>owned" not in dom)
    check("readable without a script: rows stand in the file", text.count("<tr>") > 50)
    for width in (1280, 400):
        for name, more in (("light", []), ("dark", ["--force-dark-mode"])):
            picture = folder / f"{name}-{width}.png"
            height = 9000 if width == 1280 else 16000
            chromium(profile, f"--window-size={width},{height}", f"--screenshot={picture}", *more,
                     page.as_uri())
            check(f"{picture.name}", picture.stat().st_size > 50_000)
    chromium(profile, f"--print-to-pdf={folder / 'print.pdf'}", page.as_uri())
    print(f"{n_wrong} wrong")
    sys.exit(1 if n_wrong else 0)


if __name__ == "__main__":
    main()
