//! Patches (`--diff`) in the format of `patch -p1` and `git apply`.
//!
//! A file is processed game by game, so that memory is bounded by the size of a game, or of a line if that is longer,
//! and time is linear. Lines are compared only within a game, so that the patch does not depend on chunks. If a game
//! ends inside a line, the next game belongs to the same piece.

use std::{collections::VecDeque, path::Path};

use super::{
    alignment::align,
    markup,
    paint::{BOLD, CYAN, END, GREEN, Paint, RED},
};

/// Lines of context around a change.
const CONTEXT: usize = 3;

/// The patch of one file; empty if nothing changes.
pub struct Patch {
    paint: Paint,
    header: Vec<u8>,
    /// The old and the new text of an incomplete piece, which does not end with a line end.
    open: (Vec<u8>, Vec<u8>),
    /// The last unchanged lines outside of a hunk.
    before: VecDeque<Vec<u8>>,
    hunk: Option<Hunk>,
    /// Number of old lines so far.
    n_old: u64,
    n_new: u64,
}

/// A hunk: changes with the lines around them.
#[derive(Default)]
struct Hunk {
    body: Vec<u8>,
    /// Number of old lines before the hunk.
    old_start: u64,
    new_start: u64,
    n_old: u64,
    n_new: u64,
    /// Offsets of the unchanged lines at the end of the body.
    context_starts: VecDeque<usize>,
}

impl Patch {
    /// Returns an empty patch of the file at `path`.
    pub fn new(path: &Path, paint: Paint) -> Patch {
        let mut header = Vec::new();
        for (mark, side) in [("---", "a"), ("+++", "b")] {
            header.extend_from_slice(mark.as_bytes());
            header.push(b' ');
            header.extend_from_slice(&name(side, path));
            header.push(b'\n');
        }
        let (open, before) = ((Vec::new(), Vec::new()), VecDeque::new());
        Patch { paint, header, open, before, hunk: None, n_old: 0, n_new: 0 }
    }

    /// Adds the next old and new bytes of the file. `ends` are the ends of each game in both.
    pub fn push_games(
        &mut self,
        old: &[u8],
        new: &[u8],
        ends: impl Iterator<Item = (usize, usize)>,
        out: &mut Vec<u8>,
    ) {
        let (mut old_at, mut new_at) = (0, 0);
        for (old_end, new_end) in ends.chain([(old.len(), new.len())]) {
            self.push(&old[old_at..old_end], &new[new_at..new_end], out);
            (old_at, new_at) = (old_end, new_end);
        }
    }

    /// Adds a piece: a game, or the text after the last game.
    fn push(&mut self, old: &[u8], new: &[u8], out: &mut Vec<u8>) {
        let is_whole = ends_with_line(old) && ends_with_line(new);
        if is_whole && self.open.0.is_empty() && self.open.1.is_empty() {
            self.compare(old, new, out);
            return;
        }
        self.open.0.extend_from_slice(old);
        self.open.1.extend_from_slice(new);
        if ends_with_line(&self.open.0) && ends_with_line(&self.open.1) {
            self.compare_open(out);
        }
    }

    fn compare_open(&mut self, out: &mut Vec<u8>) {
        let (old, new) = std::mem::take(&mut self.open);
        self.compare(&old, &new, out);
    }

    /// Compares the lines of a piece.
    fn compare(&mut self, old: &[u8], new: &[u8], out: &mut Vec<u8>) {
        let old: Vec<&[u8]> = old.split_inclusive(|&b| b == b'\n').collect();
        if old.iter().copied().eq(new.split_inclusive(|&b| b == b'\n')) {
            self.keep(&old, out);
            return;
        }
        let new: Vec<&[u8]> = new.split_inclusive(|&b| b == b'\n').collect();
        for part in align(&old, &new) {
            if part.is_same {
                self.keep(&old[part.old], out);
            } else {
                self.change(&old[part.old], &new[part.new]);
            }
        }
    }

    /// Ends the file. Returns true if anything changes.
    pub fn finish(mut self, out: &mut Vec<u8>) -> bool {
        self.compare_open(out);
        self.close(out);
        self.header.is_empty()
    }

    fn keep(&mut self, lines: &[&[u8]], out: &mut Vec<u8>) {
        for &line in lines {
            if let Some(hunk) = &mut self.hunk {
                // The last change is so close that both share a hunk.
                if hunk.context_starts.len() < 2 * CONTEXT {
                    hunk.context_starts.push_back(hunk.body.len());
                    hunk.line(b' ', line);
                    continue;
                }
                self.close(out);
            }
            if self.before.len() == CONTEXT {
                self.before.pop_front();
            }
            self.before.push_back(line.to_vec());
        }
        self.n_old += lines.len() as u64;
        self.n_new += lines.len() as u64;
    }

    fn change(&mut self, old: &[&[u8]], new: &[&[u8]]) {
        let hunk = self.hunk.get_or_insert_with(|| {
            let n_before = self.before.len() as u64;
            let (old_start, new_start) = (self.n_old - n_before, self.n_new - n_before);
            let mut hunk = Hunk { old_start, new_start, ..Hunk::default() };
            self.before.drain(..).for_each(|line| hunk.line(b' ', &line));
            hunk
        });
        hunk.context_starts.clear();
        old.iter().for_each(|line| hunk.line(b'-', line));
        new.iter().for_each(|line| hunk.line(b'+', line));
        self.n_old += old.len() as u64;
        self.n_new += new.len() as u64;
    }

    /// Writes the open hunk with at most three lines of context after it; further lines become
    /// context of the next hunk.
    fn close(&mut self, out: &mut Vec<u8>) {
        let Some(mut hunk) = self.hunk.take() else { return };
        let n_over = hunk.context_starts.len().saturating_sub(CONTEXT);
        if n_over > 0 {
            let rest = hunk.body.split_off(hunk.context_starts[CONTEXT]);
            hunk.n_old -= n_over as u64;
            hunk.n_new -= n_over as u64;
            self.before.extend(
                rest.split_inclusive(|&b| b == b'\n')
                    .filter_map(|line| line.strip_prefix(b" "))
                    .map(<[u8]>::to_vec),
            );
        }
        let place = format!(
            "@@ -{} +{} @@\n",
            range(hunk.old_start, hunk.n_old),
            range(hunk.new_start, hunk.n_new)
        );
        push_painted(&std::mem::take(&mut self.header), |_| BOLD, self.paint, out);
        push_painted(place.as_bytes(), |_| CYAN, self.paint, out);
        push_painted(&hunk.body, color_of_line, self.paint, out);
    }
}

/// Returns the color of a line of a hunk; empty for a line that is the same in both files.
fn color_of_line(line: &[u8]) -> &'static str {
    match line {
        [b'-', ..] => RED,
        [b'+', ..] => GREEN,
        _ => "",
    }
}

/// Appends lines of a patch as they are shown, each in the color that `color_of` returns for it.
fn push_painted(
    lines: &[u8],
    color_of: fn(&[u8]) -> &'static str,
    paint: Paint,
    out: &mut Vec<u8>,
) {
    if paint == Paint::Plain {
        return out.extend_from_slice(lines);
    }
    for line in lines.split_inclusive(|&b| b == b'\n') {
        let line = paint.line(line);
        let line = &*line;
        let color = if paint == Paint::Colors { color_of(line) } else { "" };
        if color.is_empty() {
            out.extend_from_slice(line);
            continue;
        }
        // The line end is outside of the color, because terminals fill the rest of a line with the
        // current background.
        let text = line.strip_suffix(b"\n").unwrap_or(line);
        for part in [color.as_bytes(), text, END.as_bytes(), &line[text.len()..]] {
            out.extend_from_slice(part);
        }
    }
}

impl Hunk {
    fn line(&mut self, mark: u8, line: &[u8]) {
        self.n_old += u64::from(mark != b'+');
        self.n_new += u64::from(mark != b'-');
        self.body.push(mark);
        self.body.extend_from_slice(line);
        if !line.ends_with(b"\n") {
            self.body.extend_from_slice(b"\n\\ No newline at end of file\n");
        }
    }
}

/// Returns true if `text` is empty or ends with a line end.
fn ends_with_line(text: &[u8]) -> bool {
    matches!(text.last(), None | Some(b'\n'))
}

/// Returns `first,count` as in a hunk header; for an empty range, `first` is the line before it.
fn range(n_before: u64, n: u64) -> String {
    match n {
        0 => format!("{n_before},0"),
        1 => format!("{}", n_before + 1),
        _ => format!("{},{n}", n_before + 1),
    }
}

/// Returns `a/path`, quoted if it contains special characters.
fn name(side: &str, path: &Path) -> Vec<u8> {
    let slashed = markup::slashed(path);
    let path = slashed.strip_prefix(b"./").unwrap_or(&slashed);
    let path = path.strip_prefix(b"/").unwrap_or(path);
    let mut name = side.as_bytes().to_vec();
    name.push(b'/');
    if path.iter().any(|&b| b < 0x20 || b == 0x7f || b == b'"' || b == b'\\') {
        name.insert(0, b'"');
        for &b in path {
            match b {
                b'"' | b'\\' => name.extend([b'\\', b]),
                0x20..=0x7e | 0x80.. => name.push(b),
                _ => name.extend(format!("\\{b:03o}").bytes()),
            }
        }
        name.push(b'"');
    } else {
        name.extend_from_slice(path);
        if path.contains(&b' ') {
            // Programs that end the name at a blank look for a tab first, so a tab after the name keeps its blanks.
            name.push(b'\t');
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use std::{
        fs,
        io::{self, Write as _},
        process::Command,
    };

    use super::*;

    #[test]
    fn lines_have_colors() {
        let mut patch = Patch::new(Path::new("x"), Paint::Colors);
        let mut out = Vec::new();
        // Lines of comments that look like the header of a patch.
        let old = b"[Round \"\"]\n{x\n-- y}\n1. e4\n";
        let new = b"[Round \"?\"]\n{x\n++ b/y}\n@@ z\n1. e4\n";
        patch.push(old, new, &mut out);
        patch.finish(&mut out);
        assert_eq!(
            String::from_utf8(out).unwrap().replace('\x1b', "^"),
            "^[1m--- a/x^[0m\n^[1m+++ b/x^[0m\n^[36m@@ -1,4 +1,5 @@^[0m\n\
             ^[31m-[Round \"\"]^[0m\n^[32m+[Round \"?\"]^[0m\n {x\n\
             ^[31m--- y}^[0m\n^[32m+++ b/y}^[0m\n^[32m+@@ z^[0m\n 1. e4\n"
        );
    }

    /// Returns the patch of a file in these pieces.
    fn patch(pieces: &[(&str, &str)]) -> String {
        let mut patch = Patch::new(Path::new("games.pgn"), Paint::Plain);
        let mut out = Vec::new();
        for (old, new) in pieces {
            patch.push(old.as_bytes(), new.as_bytes(), &mut out);
        }
        assert_eq!(patch.finish(&mut out), !out.is_empty());
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn equal_texts_have_no_patch() {
        assert_eq!(patch(&[("a\n", "a\n"), ("b", "b")]), "");
        assert_eq!(patch(&[]), "");
    }

    #[test]
    fn context_crosses_pieces() {
        let expected = "\
--- a/games.pgn
+++ b/games.pgn
@@ -2,7 +2,7 @@
 2
 3
 4
-5
+five
 6
 7
 8
";
        assert_eq!(
            patch(&[
                ("1\n2\n", "1\n2\n"),
                ("3\n4\n5\n", "3\n4\nfive\n"),
                ("6\n", "6\n"),
                ("7\n8\n9\n", "7\n8\n9\n")
            ]),
            expected
        );
    }

    #[test]
    fn games_that_end_inside_a_line_are_one_piece() {
        let whole = patch(&[("1. e4 * [A \"\"]\n*\n", "1. e4 * [A \"?\"]\n*\n")]);
        assert_eq!(whole, patch(&[("1. e4 *", "1. e4 *"), (" [A \"\"]\n*\n", " [A \"?\"]\n*\n")]));
        // One of the two texts ends inside a line.
        assert_eq!(patch(&[("a", "a\n\n"), (" b\n", "b\n")]), patch(&[("a b\n", "a\n\nb\n")]));
    }

    #[test]
    fn games_are_pieces() {
        let ends = [(2, 2), (4, 5)];
        let mut by_ends = Patch::new(Path::new("games.pgn"), Paint::Plain);
        let mut out = Vec::new();
        by_ends.push_games(b"a\nb\nrest", b"a\nBB\nrest", ends.into_iter(), &mut out);
        by_ends.finish(&mut out);
        let pieces = [("a\n", "a\n"), ("b\n", "BB\n"), ("rest", "rest")];
        assert_eq!(String::from_utf8(out).unwrap(), patch(&pieces));
    }

    #[test]
    fn near_changes_share_a_hunk_and_far_ones_do_not() {
        let apart = |n: usize| {
            let middle = "x\n".repeat(n);
            patch(&[("a\n", "b\n"), (&middle, &middle), ("c\n", "d\n")]).matches("@@ -").count()
        };
        assert_eq!(apart(6), 1);
        assert_eq!(apart(7), 2);
        assert_eq!(apart(20), 2);
    }

    #[test]
    fn ends_without_newline() {
        let expected = "\
--- a/games.pgn
+++ b/games.pgn
@@ -1 +1,2 @@
-a
\\ No newline at end of file
+a
+
";
        assert_eq!(patch(&[("a", "a\n\n")]), expected);
    }

    #[test]
    fn names() {
        let name = |path: &str| String::from_utf8(name("a", Path::new(path))).unwrap();
        assert_eq!(name("./x/a.pgn"), "a/x/a.pgn");
        assert_eq!(name("/x/a.pgn"), "a/x/a.pgn");
        assert_eq!(name("my games.pgn"), "a/my games.pgn\t");
        assert_eq!(name("a\nb\"c.pgn"), "\"a/a\\012b\\\"c.pgn\"");
    }

    /// Applies patches of random pieces with `patch` and `git`, and says which of them is not installed.
    #[test]
    fn patch_takes_it() {
        let programs =
            [&["patch", "--binary", "-p1", "-s", "-F0", "-i", "p"][..], &["git", "apply", "p"]];
        let (installed, missing): (Vec<_>, Vec<_>) = programs
            .into_iter()
            .partition(|program| Command::new(program[0]).arg("--version").output().is_ok());
        for program in missing {
            // Written around the test harness, which shows no output of a test that passes.
            writeln!(io::stderr().lock(), "patches: {} is not installed", program[0]).unwrap();
        }
        let mut rng = fastrand::Rng::with_seed(1);
        let mut random = |n: u64| rng.u64(..n);
        for round in 0..100 {
            let mut pieces = Vec::new();
            for _ in 0..random(12) {
                let line = |n: u64| format!("{n}{}\n", if n.is_multiple_of(5) { "\r" } else { "" });
                let old: String = (0..random(9)).map(|_| line(random(20))).collect();
                let new = match random(3) {
                    0 => old.replace('7', "8").replace("1\n", "one\none\n").replace("3\n", "\n"),
                    1 => format!("{old}new\n"),
                    _ => old.clone(),
                };
                pieces.push((old, new));
            }
            let n_pieces = pieces.len();
            for (index, (old, new)) in pieces.iter_mut().enumerate() {
                // The last line may lack a line end, and a piece may end inside a line.
                let odds = if index + 1 == n_pieces { 2 } else { 5 };
                for text in [old, new] {
                    if random(odds) == 0 {
                        text.truncate(text.trim_end_matches('\n').len());
                    }
                }
            }
            let dir = tempfile::tempdir().unwrap();
            let file = dir.path().join("games.pgn");
            let old: String = pieces.iter().map(|(old, _)| old.as_str()).collect();
            let new: String = pieces.iter().map(|(_, new)| new.as_str()).collect();
            fs::write(&file, &old).unwrap();
            let borrowed: Vec<_> = pieces.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
            fs::write(dir.path().join("p"), patch(&borrowed)).unwrap();
            for program in &installed {
                fs::write(&file, &old).unwrap();
                let applied = Command::new(program[0])
                    .args(&program[1..])
                    .current_dir(dir.path())
                    .env("GIT_CEILING_DIRECTORIES", dir.path())
                    .output()
                    .unwrap();
                if old == new || new.is_empty() {
                    // git refuses an empty patch, and removes a file that becomes empty.
                    continue;
                }
                assert!(
                    applied.status.success(),
                    "{round} {program:?}: {applied:?}\n{old:?}\n{new:?}"
                );
                assert_eq!(fs::read_to_string(&file).unwrap(), new, "{round} {program:?}");
            }
        }
    }
}
