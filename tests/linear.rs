//! Commands take time linear in the text, whichever tokens are opened and never closed.
//!
//! Times are the CPU times of the program, so that other processes do not matter. `tests/by-hand/doubling.py`
//! has more commands and larger texts.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::{
    fs,
    path::Path,
    process::Command,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

/// Texts that open a token, or nearly do.
const OPENERS: [&str; 25] = [
    "[", "]", "(", "{", "}", "\"", "\\", ";", "\n%", "<", "$", "!", "=", "*", ".", "0-0", "1-",
    "#", "+-1", "--", ",", "[%c ", "[Event ", "\t", "\u{ff}",
];

/// Texts that follow a row of openers.
const FOLLOWERS: [&str; 7] = ["e4 e5 ", "\n", "1. ", "=", "=e4", "D ", "{} "];

/// Less time than this says nothing.
const MIN_TIME: Duration = Duration::from_millis(50);

/// Returns the CPU time of one run of the program over `text`.
fn cpu_time(dir: &Path, args: &[&str], text: &[u8]) -> Duration {
    let file = dir.join("in.pgn");
    fs::write(&file, text).unwrap();
    // The second line that the shell prints has the times of its children.
    let script = "\"$@\" >/dev/null 2>&1; test $? -lt 2 || exit 9; times";
    let out = Command::new("sh")
        .args(["-c", script, "sh", env!("CARGO_BIN_EXE_pgnkit")])
        .args(args)
        .arg(&file)
        .output()
        .unwrap();
    assert!(
        out.status.success(),
        "{args:?} of {:?}",
        &text[..text.len().min(60)].escape_ascii().to_string()
    );
    let text = String::from_utf8(out.stdout).unwrap();
    let children = text.lines().nth(1).unwrap_or_else(|| panic!("{text}"));
    let seconds = children.split_whitespace().map(|time| {
        let (minutes, seconds) = time.trim_end_matches('s').split_once('m').unwrap();
        minutes.parse::<f64>().unwrap() * 60.0 + seconds.parse::<f64>().unwrap()
    });
    Duration::from_secs_f64(seconds.sum())
}

/// Returns what is wrong if twice the text takes more than three times as long, unless that is too short to tell.
///
/// Doubles `size` until `time` takes long enough. A size above `most` is not tried: from 256 KiB on the thread pool
/// works, and a game of more than 1 MiB is read twice, so the sizes that are compared are on the same side of both.
fn slowdown(size: usize, most: usize, time: impl Fn(usize) -> Duration) -> Option<String> {
    // Smaller sizes take less time: none of them can be found wrong.
    if time(2 * most) <= 3 * MIN_TIME {
        return None;
    }
    let (mut size, mut once) = (size, time(size));
    while once < MIN_TIME && 2 * size <= most {
        size *= 2;
        once = time(size);
    }
    let mut twice = time(2 * size);
    // What disturbs a run makes it slower: of several runs the kindest counts.
    for _ in 0..3 {
        if twice <= 3 * once.max(MIN_TIME) {
            return None;
        }
        (once, twice) = (once.max(time(size)), twice.min(time(2 * size)));
    }
    (twice > 3 * once.max(MIN_TIME))
        .then(|| format!("{size}: {once:?}, twice as much: {twice:?}\n"))
}

/// Returns what is wrong if a command takes longer than linear time for text that repeats one unit, and then another.
fn judge(dir: &Path, args: &[&str], units: [&str; 2]) -> Option<String> {
    // Bytes beyond ASCII are those of an 8-bit set.
    let bytes = |unit: &str| -> Vec<u8> {
        unit.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect()
    };
    let units_bytes = units.map(bytes);
    let slow = slowdown(32 << 10, 64 << 10, |len| {
        let mut text = b"[Event \"E\"]\n\n1. e4 ".to_vec();
        for unit in &units_bytes {
            // Whole units: a part of one may begin a token that makes other work.
            text.extend(unit.repeat(len / 2 / unit.len()));
        }
        cpu_time(dir, args, &text)
    })?;
    Some(format!("{} of {units:?}: {slow}", args[0]))
}

#[test]
fn twice_the_text_takes_twice_the_time() {
    let n = OPENERS.len();
    let pairs = (0..n).flat_map(|a| (a..n).map(move |b| (a, b)));
    let mut alternating = Vec::new();
    for (a, b) in pairs {
        let gap = if (a + b) % 2 == 0 { "" } else { " " };
        alternating.push(format!("{}{gap}{}{gap}", OPENERS[a], OPENERS[b]));
    }
    let in_turn = alternating.iter().map(|unit| [unit.as_str(); 2]);
    let rows = OPENERS.iter().flat_map(|a| FOLLOWERS.iter().map(move |b| [*a, *b]));
    let mut cases: Vec<(&[&str], [&str; 2])> = Vec::new();
    for (at, units) in in_turn.chain(rows).enumerate() {
        let all: [&[&str]; 5] = [
            &["check", "-qq"],
            &["export", "-qq", "--on-error", "comment"],
            &["export", "-qq", "--format", "json-lines"],
            &["strip-comments", "-qq", "--preset", "all"],
            &["merge", "-qq", "--dedup", "--keep", "union"],
        ];
        // Every command includes the parser.
        cases.push((all[at % all.len()], units));
    }
    // Many findings in one long line of letters beyond ASCII.
    let json: &[&str] = &["check", "-q", "--output-format", "json"];
    cases.push((json, ["\u{d0}\u{9a}\u{d1}\u{84}3 >", "[Event \""]));
    // Each variation has a move that cannot be played, which is explained.
    for unit in ["<br> ", "(e4) -- ", "(Sf3) ", "(1... e4 2. e5 e4) "] {
        cases.push((&["check", "-qq"], [unit; 2]));
    }
    // A parenthesis after a marker is open over empty lines.
    cases.push((&["check", "-qq"], ["1-0 (", "\n"]));
    // Each finding says what all of them have in common.
    for units in [
        ["\n[Ti \"\"x\"\"]"; 2],
        ["\n[T-i \"x\"]", "\n[U\u{e2}\u{80}\u{8b}i \"x\"]"],
        ["xyz ", "  "],
        ["5. Nf3 2. Nf6 9. Ng1 1... Ng8 "; 2],
    ] {
        cases.push((&["check", "-qq"], units));
    }
    // Nested braces that nothing balances.
    for units in [["{a{}"; 2], ["{a{} ", "\n"], ["{ {a} ", "} "], ["{}{", "{"]] {
        cases.push((&["export", "-qq", "--nested-comments"], units));
    }
    for unit in OPENERS {
        cases.push((&["filter", "-qq", "--count", "-w", "White = x"], [unit; 2]));
    }
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(String::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let dir = tempfile::tempdir().unwrap();
                while let Some((args, units)) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Some(what) = judge(dir.path(), args, *units) {
                        wrong.lock().unwrap().push_str(&what);
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{wrong}");
}

/// A game may have any number of pairs of one name, or of unknown names, and as many signs. The name `x` is not one of
/// the standard.
#[test]
fn many_tag_pairs_take_linear_time() {
    let dir = tempfile::tempdir().unwrap();
    for (name, is_numbered) in [("White", false), ("Result", false), ("X", true), ("x", true)] {
        let text = |n: usize| {
            let number = |at: usize| if is_numbered { at.to_string() } else { String::new() };
            let pairs: String =
                (0..n).map(|at| format!("[{name}{} \"?\"]\n", number(at))).collect();
            format!("{pairs}\n1. e4 {} *\n", "+- ".repeat(n)).into_bytes()
        };
        for args in [
            &["check", "--diff", "-qq"][..],
            &["export", "-qq", "--verify"],
            &["export", "-qq", "--format", "json-lines"],
            &["export", "-v", "--normalize", "--tag-order", "source", "--set", "Foo=bar"],
            &["merge", "-qq", "--dedup", "--keep", "union"],
        ] {
            let slow = slowdown(4_000, 8_000, |n| cpu_time(dir.path(), args, &text(n)));
            assert!(slow.is_none(), "{args:?} of {name}: {slow:?}");
        }
    }
}

#[test]
fn pairs_of_one_name_are_compared_in_linear_time() {
    let game =
        |value: &str, n: usize| format!("{}\n1. e4 *\n", format!("[a \"{value}\"]\n").repeat(n));
    // With fewer pairs, what each of them costs hides what a search among them costs.
    let dir = tempfile::tempdir().unwrap();
    let old = dir.path().join("old.pgn");
    let slow = slowdown(200_000, 1_600_000, |n| {
        fs::write(&old, game("b", n)).unwrap();
        cpu_time(dir.path(), &["diff", "-qq", old.to_str().unwrap()], game("c", n).as_bytes())
    });
    assert!(slow.is_none(), "{slow:?}");
}

/// Returns `n` lines, of which each has its number in place of `#`.
fn numbered(n: usize, line: &str) -> String {
    (0..n).map(|at| line.replace('#', &at.to_string())).collect()
}

#[test]
fn many_parts_of_one_game_take_linear_time() {
    let dir = tempfile::tempdir().unwrap();
    let tree = |n: usize| format!("{}\n1. e4 *\n\n", numbered(n, "[X# \"?\"]\n")).repeat(2);
    let tabs = |n: usize| format!("{}\n1. e4 *\n", numbered(n, "[X# \"a\tb\"]\n"));
    let ignored = |n: usize| {
        let rules = "bad-date,".repeat(n);
        format!("% pgnkit: ignore {rules} -- x\n[Event \"E\"]\n\n1. e4 {}*\n", "$300 ".repeat(n))
    };
    let check = |args: &[&str], text: &dyn Fn(usize) -> String| {
        let slow = slowdown(16_000, 32_000, |n| cpu_time(dir.path(), args, text(n).as_bytes()));
        assert!(slow.is_none(), "{args:?}: {slow:?}");
    };
    check(&["merge", "-qq", "--tree"], &tree);
    check(&["check", "-qq", "--select", "tab"], &tabs);
    check(&["check", "-qq"], &ignored);
    check(&["check", "-qq", "--select", "unquoted-tag-value"], &|n| "[Event b]\n".repeat(n));
    check(&["export", "-qq"], &|n| format!("1. e4 {{[%csl Ga1{}]}} *", ",Ga2".repeat(n)));
    let elo = ["filter", "-qq", "--count", "-w", "WhiteElo > 2000"];
    check(&elo, &|n| format!("[WhiteElo \"{}\"]\n\n*", "x:".repeat(n)));
    let comments = |n: usize| format!("1. e4 {} *", numbered(n, "{c#} "));
    check(&["stats", "-qq", "--by", "text"], &comments);
    // Each comment may be the numbered name of a game of a tree.
    let with_itself = dir.path().join("in.pgn");
    let account = ["diff", "-qq", "--account", with_itself.to_str().unwrap()];
    check(&account, &|n| format!("1. e4 {} *", numbered(n, "{A# - B, E (2)} ")));
    let after_tag = |n: usize| {
        let moves = format!("Nf3 {{{}}}\n\nNc6 Ng1 Nb8\n", "c ".repeat(100));
        format!("[Event \"T\"]\n(Result \"1/2)\n\n1. e4 e5\n{}*\n", moves.repeat(n / 16))
    };
    check(&["check", "-qq"], &after_tag);
}

#[test]
fn games_are_appended_in_linear_time() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("out.pgn");
    let slow = slowdown(8_000, 32_000, |n| {
        let text = format!("{}1. e4 }} *\n\n", "[Event \"a\"]\n\n*\n\n".repeat(n));
        fs::write(&out, text).unwrap();
        let args = ["filter", "-qq", "--append", "-o", out.to_str().unwrap()];
        cpu_time(dir.path(), &args, b"[Event \"n\"]\n\n1. d4 *\n\n")
    });
    assert!(slow.is_none(), "{slow:?}");
}

#[test]
fn versions_of_one_game_are_merged_in_linear_time() {
    let dir = tempfile::tempdir().unwrap();
    let [base, ours] = ["base.pgn", "ours.pgn"].map(|name| dir.path().join(name));
    for [escape, pair, comment] in [["% a#\n", "", ""], ["", "[X# \"?\"]\n", ""], ["", "", "{c#} "]]
    {
        let slow = slowdown(8_000, 16_000, |n| {
            let game = |skip: usize, last: &str| {
                let [escapes, pairs, comments] = [escape, pair, comment]
                    .map(|line| numbered(n, line)[skip * line.len()..].to_owned());
                format!("{escapes}[Event \"E\"]\n{pairs}\n1. e4 {comments}{last} *\n")
            };
            fs::write(&base, game(0, "e5")).unwrap();
            fs::write(&ours, game(0, "{new} 1... e5")).unwrap();
            let args = ["git-merge", base.to_str().unwrap(), ours.to_str().unwrap()];
            cpu_time(dir.path(), &args, game(1, "e5").as_bytes())
        });
        assert!(slow.is_none(), "{escape}{pair}{comment}: {slow:?}");
    }
}

#[test]
fn long_tables_are_searched_in_logarithmic_time() {
    let dir = tempfile::tempdir().unwrap();
    let table = dir.path().join("ratings.tsv");
    let slow = slowdown(2_000, 8_000, |n| {
        let row = |at: usize| {
            format!("A\t2000\t{}.{:02}.{:02}\n", 1950 + at / 336, at / 28 % 12 + 1, at % 28 + 1)
        };
        fs::write(&table, (0..n).map(row).collect::<String>()).unwrap();
        let args = ["export", "-qq", "--add-ratings", table.to_str().unwrap()];
        let game = "[Date \"1900.01.01\"]\n[White \"A\"]\n\n1. e4 *\n\n";
        cpu_time(dir.path(), &args, game.repeat(n).as_bytes())
    });
    assert!(slow.is_none(), "{slow:?}");
}

#[test]
fn many_files_take_linear_time() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    // Half of the files, which are the first, are not in the list of the rejected games.
    let folder = |n: usize| {
        let folder = path(&format!("games-{n}"));
        if fs::create_dir(&folder).is_ok() {
            for at in 0..n {
                fs::write(format!("{folder}/a{at}.pgn"), "1. e4 *\n").unwrap();
                fs::write(format!("{folder}/z{at}.pgn"), "1. e4 Ke5 *\n").unwrap();
            }
        }
        folder
    };
    let repaired = path("repaired.pgn");
    let slow = slowdown(500, 2_000, |n| {
        let folder = folder(n);
        let game =
            format!("% pgnkit: rejected {folder}/z#.pgn:1 game 1: illegal-move: x\n1. e4 *\n\n");
        fs::write(&repaired, numbered(n, &game)).unwrap();
        cpu_time(dir.path(), &["merge", "-qq", "--requeue", &repaired, &folder], b"1. e4 *\n")
    });
    assert!(slow.is_none(), "requeue: {slow:?}");
    let settings = path("pgnkit.toml");
    let slow = slowdown(500, 2_000, |n| {
        let globs = numbered(n, "'old#.pgn', 'o*#',\n");
        fs::write(&settings, format!("[check]\nexclude = [{globs}]\n")).unwrap();
        cpu_time(dir.path(), &["check", "-qq", &folder(n)], b"1. e4 *\n")
    });
    assert!(slow.is_none(), "exclude: {slow:?}");
}
