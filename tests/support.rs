//! Shared by the integration tests: the program, the repository's folder, snapshots, corpora.

use std::{
    collections::BTreeMap,
    ffi::OsStr,
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    thread,
};

use pgn_testkit::{Generator, Style};

/// The path of the built program.
pub(crate) const PGNKIT: &str = env!("CARGO_BIN_EXE_pgnkit");

/// Commands that print their changes as a patch.
pub(crate) const PATCHES: [&[&str]; 3] = [
    &["check", "--diff", "--unsafe-fixes"],
    &["export", "--diff"],
    &["strip-comments", "--diff", "--preset", "all"],
];

/// Returns the root of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the program with these arguments, in a clean environment.
pub(crate) fn pgnkit<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Command {
    let mut command = Command::new(PGNKIT);
    command.args(args).env_remove("NO_COLOR").env("TERM", "dumb");
    command
}

/// Runs `command` with `stdin` to its end.
pub(crate) fn run(mut command: Command, stdin: &[u8]) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    thread::scope(|scope| {
        scope.spawn(move || {
            // A program that does not read its stdin closes it early.
            let _ = pipe.write_all(stdin);
        });
        child.wait_with_output().unwrap()
    })
}

/// Runs the program in `dir` with an empty stdin.
pub(crate) fn output_in(dir: &Path, args: &[&str]) -> Output {
    let mut program = pgnkit(args);
    program.current_dir(dir);
    run(program, b"")
}

/// Two games; the first has an illegal move.
pub(crate) const GAMES: &str = "[White \"A\"]\n\n1. e4 e5 2. Ke3 *\n\n[White \"B\"]\n\n1. d4 *\n";

/// Returns a folder with [`GAMES`] as `a.pgn` and `b.pgn`.
pub(crate) fn folder_of_games() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    for name in ["a.pgn", "b.pgn"] {
        fs::write(dir.path().join(name), GAMES).unwrap();
    }
    dir
}

/// Returns the names and contents of the files of a folder. What cannot be read is empty.
pub(crate) fn content(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(dir).unwrap().map(Result::unwrap);
    entries
        .map(|it| (it.file_name().into_string().unwrap(), fs::read(it.path()).unwrap_or_default()))
        .collect()
}

/// Runs a command that must be rejected before it does anything. Returns its messages.
#[track_caller]
pub(crate) fn refused(dir: &Path, args: &[&str]) -> String {
    let before = content(dir);
    let output = output_in(dir, args);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
    assert_eq!(content(dir), before, "{args:?}");
    said
}

/// Runs the program in `dir`, with status 0, and returns stdout.
pub(crate) fn run_in(dir: &Path, args: &[&str]) -> Vec<u8> {
    let output = output_in(dir, args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// Returns the values of a text with a JSON value on each line.
pub(crate) fn json_lines(text: &[u8]) -> Vec<serde_json::Value> {
    let lines = text.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    lines.map(|line| serde_json::from_slice(line).unwrap()).collect()
}

/// Returns true if expectations are written instead of compared: `SNAPSHOTS=overwrite`.
pub(crate) fn overwrite() -> bool {
    std::env::var_os("SNAPSHOTS").is_some_and(|value| value == "overwrite")
}

/// Compares `actual` with the file at `path`, or overwrites it. Returns the first difference as an error.
pub(crate) fn snapshot(path: &Path, actual: &[u8]) -> Result<(), String> {
    if overwrite() {
        if fs::read(path).ok().as_deref() != Some(actual) {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, actual).unwrap();
        }
        return Ok(());
    }
    let shown = path.strip_prefix(root()).unwrap_or(path).display();
    let Ok(expected) = fs::read(path) else {
        return Err(format!("{shown} is missing; SNAPSHOTS=overwrite makes it"));
    };
    same_bytes(&expected, actual)
        .map_err(|why| format!("{shown}: {why}; SNAPSHOTS=overwrite updates it"))
}

/// Compares byte for byte. Returns the first difference as an error.
pub(crate) fn same_bytes(expected: &[u8], actual: &[u8]) -> Result<(), String> {
    if expected == actual {
        return Ok(());
    }
    let at = expected.iter().zip(actual).take_while(|(a, b)| a == b).count();
    let line = expected[..at].iter().filter(|&&b| b == b'\n').count() + 1;
    let around = |bytes: &[u8]| {
        let from = at.saturating_sub(30);
        bytes[from..bytes.len().min(at + 30)].escape_ascii().to_string()
    };
    Err(format!(
        "differs at byte {at}, line {line}:\n  expected …{}…\n  got      …{}…\n",
        around(expected),
        around(actual)
    ))
}

/// Returns all files below `folder`, sorted by their relative paths.
pub(crate) fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        let Ok(entries) = fs::read_dir(&next) else { continue };
        for entry in entries {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path.strip_prefix(folder).unwrap().to_path_buf());
            }
        }
    }
    files.sort();
    files
}

/// Writes a line that the test harness does not capture.
pub(crate) fn say(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}

/// Returns the folder of real games, which `PGNKIT_CORPORA` names. Panics if it names no folder.
///
/// The folder is large and not part of the repository, so that tests of it are ignored unless they are asked
/// for.
pub(crate) fn corpora() -> PathBuf {
    let folder =
        PathBuf::from(std::env::var_os("PGNKIT_CORPORA").expect("PGNKIT_CORPORA is not set"));
    assert!(folder.is_dir(), "PGNKIT_CORPORA: no such folder: {}", folder.display());
    assert!(folder.is_absolute(), "PGNKIT_CORPORA is not absolute: {}", folder.display());
    folder
}

/// Writes a file with a modification time an hour ago, so that its games are read again in place.
pub(crate) fn write_settled(path: impl AsRef<Path>, text: &[u8]) {
    fs::write(&path, text).unwrap();
    let file = fs::File::options().append(true).open(&path).unwrap();
    let hour = std::time::Duration::from_secs(3600);
    file.set_modified(std::time::SystemTime::now() - hour).unwrap();
}

/// Returns games of which about a third are copies with another layout, other spellings of names, or
/// comments.
pub(crate) fn with_copies(n_games: usize) -> Vec<u8> {
    let mut generator = Generator::new(11, Style::Annotated);
    let mut all = Vec::new();
    for n in 0..n_games {
        let game = generator.games(1);
        all.extend_from_slice(&game);
        if n % 3 == 0 {
            let text = String::from_utf8(game).unwrap();
            all.extend_from_slice(
                text.replace("Černý, Jan", "CERNY, J").replace(". ", ".").as_bytes(),
            );
        }
    }
    all
}

/// Returns a zip archive of members with names and texts, which are not compressed.
pub(crate) fn zip(members: &[(&str, &[u8])]) -> Vec<u8> {
    let number = |n: usize| u32::try_from(n).unwrap().to_le_bytes();
    let half = |n: usize| u16::try_from(n).unwrap().to_le_bytes();
    let (mut texts, mut entries) = (Vec::new(), Vec::new());
    for (name, text) in members {
        let mut crc = !0_u32;
        for byte in *text {
            crc ^= u32::from(*byte);
            for _ in 0..8 {
                crc = if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 };
            }
        }
        let size = number(text.len());
        // Version 1.0, no flags, stored, the first time that there is, checksum, sizes, length of the name, no more
        // fields.
        let about = [
            &[10, 0, 0, 0, 0, 0, 0, 0, 0x21, 0][..],
            &(!crc).to_le_bytes(),
            &size,
            &size,
            &half(name.len()),
            &[0, 0],
        ]
        .concat();
        let at = number(texts.len());
        entries.extend([&b"PK\x01\x02\x0a\0"[..], &about, &[0; 10], &at, name.as_bytes()].concat());
        texts.extend([&b"PK\x03\x04"[..], &about, name.as_bytes(), text].concat());
    }
    let n = half(members.len());
    let (size, at) = (number(entries.len()), number(texts.len()));
    let end = [&b"PK\x05\x06\0\0\0\0"[..], &n, &n, &size, &at, &[0, 0]].concat();
    [texts, entries, end].concat()
}

/// Returns true if a signal is ignored here, and so by each child process. A shell ignores SIGINT and
/// SIGQUIT for background jobs.
#[cfg(unix)]
pub(crate) fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}
