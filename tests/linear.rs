//! Commands take time linear in the text, whatever tokens it begins and never ends.
//!
//! Times are those of the program's own CPU use, so that neighbours do not matter. `tests/by-hand/doubling.py` has
//! more commands and larger texts.

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

/// What opens a token, or nearly does.
const OPENERS: [&str; 24] = [
    "[", "]", "(", "{", "}", "\"", "\\", ";", "\n%", "<", "$", "!", "*", ".", "0-0", "1-", "#",
    "+-1", "--", ",", "[%c ", "[Event ", "\t", "\u{ff}",
];

/// Bytes of a text.
const LEN: usize = 32 << 10;

/// Less time than this says nothing.
const LEAST: Duration = Duration::from_millis(50);

/// Returns the CPU time of one run of the program over `text`.
fn cpu_time(dir: &Path, args: &[&str], text: &[u8]) -> Duration {
    let file = dir.join("in.pgn");
    fs::write(&file, text).unwrap();
    // The shell's second line is the time of its children.
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

/// Returns what is wrong if twice the text takes more than three times as long.
fn judge(dir: &Path, args: &[&str], unit: &str) -> Option<String> {
    let text = |len: usize| {
        let head = b"[Event \"E\"]\n\n1. e4 ";
        // Bytes beyond ASCII are those of an 8-bit set.
        let unit: Vec<u8> = unit.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
        head.iter().copied().chain(unit.into_iter().cycle()).take(len).collect::<Vec<u8>>()
    };
    let mut once = cpu_time(dir, args, &text(LEN));
    if once < LEAST {
        return None;
    }
    for _ in 0..3 {
        let twice = cpu_time(dir, args, &text(2 * LEN));
        if twice <= 3 * once {
            return None;
        }
        once = once.max(cpu_time(dir, args, &text(LEN)));
    }
    let twice = cpu_time(dir, args, &text(2 * LEN));
    (twice > 3 * once).then(|| {
        let name = args[0];
        format!("{name} of {unit:?}: {LEN} bytes {once:?}, twice as many {twice:?}\n")
    })
}

#[test]
fn doubled_text_takes_double_time() {
    let n = OPENERS.len();
    let pairs = (0..n).flat_map(|a| (a..n).map(move |b| (a, b)));
    let mut units = Vec::new();
    for (a, b) in pairs {
        let gap = if (a + b) % 2 == 0 { "" } else { " " };
        units.push(format!("{}{gap}{}{gap}", OPENERS[a], OPENERS[b]));
    }
    let mut cases: Vec<(&[&str], &str)> = Vec::new();
    for (at, unit) in units.iter().enumerate() {
        let all: [&[&str]; 5] = [
            &["check", "-qq"],
            &["export", "-qq", "--on-error", "comment"],
            &["export", "-qq", "--format", "json-lines"],
            &["strip-comments", "-qq", "--preset", "all"],
            &["merge", "-qq", "--dedup", "--keep", "union"],
        ];
        // The parser is in all of them.
        cases.push((all[at % all.len()], unit));
    }
    for unit in OPENERS {
        cases.push((&["filter", "-qq", "--count", "-w", "White = x"], unit));
    }
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(String::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let dir = tempfile::tempdir().unwrap();
                while let Some((args, unit)) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Some(what) = judge(dir.path(), args, unit) {
                        wrong.lock().unwrap().push_str(&what);
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{wrong}");
}

/// A game may hold any number of pairs of one name, or of names that nobody knows.
#[test]
fn many_tag_pairs_take_linear_time() {
    let dir = tempfile::tempdir().unwrap();
    for (name, is_numbered) in [("White", false), ("Result", false), ("X", true)] {
        let text = |n: usize| {
            let number = |at: usize| if is_numbered { at.to_string() } else { String::new() };
            let pairs: String =
                (0..n).map(|at| format!("[{name}{} \"?\"]\n", number(at))).collect();
            format!("{pairs}\n1. e4 *\n").into_bytes()
        };
        for args in [
            &["check", "--diff", "-qq"][..],
            &["export", "-qq", "--verify"],
            &["export", "-qq", "--format", "json-lines"],
            &["merge", "-qq", "--dedup", "--keep", "union"],
        ] {
            let (once, twice) = (
                cpu_time(dir.path(), args, &text(8_000)),
                cpu_time(dir.path(), args, &text(16_000)),
            );
            assert!(twice < 3 * once.max(4 * LEAST), "{args:?} of {name}: {once:?}, {twice:?}");
        }
    }
}

/// Fails if twice the size takes more than three times as long, at a size that takes long enough to tell. `write`:
/// writes inputs of a size into a folder, and returns the arguments and the last input.
#[track_caller]
fn assert_linear(mut size: usize, write: impl Fn(&Path, usize) -> (Vec<String>, Vec<u8>)) {
    let dir = tempfile::tempdir().unwrap();
    let time = |size| {
        let (args, text) = write(dir.path(), size);
        cpu_time(dir.path(), &args.iter().map(String::as_str).collect::<Vec<_>>(), &text)
    };
    let mut once = time(size);
    while once < 4 * LEAST {
        size *= 2;
        once = time(size);
    }
    let mut twice = time(2 * size);
    for _ in 0..2 {
        if twice <= 3 * once {
            return;
        }
        (once, twice) = (once.max(time(size)), twice.min(time(2 * size)));
    }
    assert!(twice <= 3 * once, "{size}: {once:?}, {:?}", twice);
}

#[test]
fn pairs_of_one_name_are_compared_in_linear_time() {
    let game =
        |value: &str, n: usize| format!("{}\n1. e4 *\n", format!("[a \"{value}\"]\n").repeat(n));
    // With fewer pairs, what each of them costs hides what a search among them costs.
    assert_linear(100_000, |dir, n| {
        let old = dir.join("old.pgn");
        fs::write(&old, game("b", n)).unwrap();
        let args = ["diff", "-qq", old.to_str().unwrap()].map(str::to_owned);
        (args.to_vec(), game("c", n).into_bytes())
    });
}
