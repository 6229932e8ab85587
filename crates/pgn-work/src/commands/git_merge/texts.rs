//! Merges three texts line by line, and writes conflict markers.

use pgn_report::align;
use pgn_syntax::{first_line_end, is_line_end};

/// Conflict markers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Markers {
    /// Length of each marker in characters.
    pub(super) size: usize,
}

impl Markers {
    /// Appends two versions of the same lines, with markers around them. The line end of the markers is that of these
    /// lines.
    pub(super) fn write(self, ours: &[u8], theirs: &[u8], out: &mut Vec<u8>) {
        let found = first_line_end(ours).or_else(|| first_line_end(theirs));
        let line_end = found.unwrap_or("\n").as_bytes();
        self.line('<', " ours", line_end, out);
        push_lines(ours, line_end, out);
        self.line('=', "", line_end, out);
        push_lines(theirs, line_end, out);
        self.line('>', " theirs", line_end, out);
    }

    fn line(self, sign: char, name: &str, line_end: &[u8], out: &mut Vec<u8>) {
        out.extend(std::iter::repeat_n(sign as u8, self.size));
        out.extend_from_slice(name.as_bytes());
        out.extend_from_slice(line_end);
    }
}

fn push_lines(text: &[u8], line_end: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(text);
    if text.last().is_some_and(|byte| !is_line_end(byte)) {
        out.extend_from_slice(line_end);
    }
}

/// Returns the merged value; `None` if both sides have changed it, each to another.
pub(super) fn three_way<T: PartialEq>([old, our, their]: [T; 3]) -> Option<T> {
    if our == old { Some(their) } else { (their == old || our == their).then_some(our) }
}

/// Returns the lines of a text, with their line ends.
fn lines(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|&byte| byte == b'\n').collect()
}

/// Returns, for each line of `old`, its index in `new`; `None` if the line was removed.
fn matched(old: &[&[u8]], new: &[&[u8]]) -> Vec<Option<usize>> {
    let mut found = vec![None; old.len()];
    for part in align(old, new).into_iter().filter(|part| part.is_same) {
        for (old, new) in part.old.zip(part.new) {
            found[old] = Some(new);
        }
    }
    found
}

/// Returns a text with the changes of both sides, and the number of conflicts.
pub(super) fn merge(base: &[u8], ours: &[u8], theirs: &[u8], markers: Markers) -> (Vec<u8>, u64) {
    let (base, ours, theirs) = (lines(base), lines(ours), lines(theirs));
    let (in_ours, in_theirs) = (matched(&base, &ours), matched(&base, &theirs));
    let (mut out, mut n_conflicts) = (Vec::new(), 0);
    let (mut at, mut at_ours, mut at_theirs) = (0, 0, 0);
    loop {
        if at < base.len() && in_ours[at] == Some(at_ours) && in_theirs[at] == Some(at_theirs) {
            out.extend_from_slice(base[at]);
            (at, at_ours, at_theirs) = (at + 1, at_ours + 1, at_theirs + 1);
            continue;
        }
        if (at, at_ours, at_theirs) == (base.len(), ours.len(), theirs.len()) {
            return (out, n_conflicts);
        }
        // The next line that both sides have kept.
        let kept = (at..base.len()).find_map(|it| Some((it, in_ours[it]?, in_theirs[it]?)));
        let (end, end_ours, end_theirs) = kept.unwrap_or((base.len(), ours.len(), theirs.len()));
        let old = &base[at..end];
        let (our, their) = (&ours[at_ours..end_ours], &theirs[at_theirs..end_theirs]);
        if our == old || our == their {
            out.extend(their.concat());
        } else if their == old {
            out.extend(our.concat());
        } else {
            n_conflicts += 1;
            markers.write(&our.concat(), &their.concat(), &mut out);
        }
        (at, at_ours, at_theirs) = (end, end_ours, end_theirs);
    }
}

/// Returns `ours` with the lines that differ from `theirs` in both versions between markers, and the number of such
/// places.
pub(super) fn marked(ours: &[u8], theirs: &[u8], markers: Markers) -> (Vec<u8>, u64) {
    let (ours, theirs) = (lines(ours), lines(theirs));
    let (mut out, mut n_places) = (Vec::new(), 0);
    for part in align(&ours, &theirs) {
        let (our, their) = (&ours[part.old], &theirs[part.new]);
        if part.is_same {
            out.extend(our.concat());
        } else {
            n_places += 1;
            markers.write(&our.concat(), &their.concat(), &mut out);
        }
    }
    (out, n_places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_join_unless_both_sides_change_the_same() {
        let merged = |base: &str, ours: &str, theirs: &str| {
            let texts = [base, ours, theirs].map(str::as_bytes);
            let (text, n) = merge(texts[0], texts[1], texts[2], Markers { size: 1 });
            (String::from_utf8(text).unwrap(), n)
        };
        assert_eq!(merged("a\nb\nc\n", "x\nb\nc\n", "a\nb\ny\n"), ("x\nb\ny\n".to_owned(), 0));
        let conflict = "a\n< ours\n=\nb\nc\n> theirs\n".to_owned();
        assert_eq!(merged("a\nb\n", "a\n", "a\nb\nc\n"), (conflict, 1));
        assert_eq!(merged("", "a\n", "a\n"), ("a\n".to_owned(), 0));
    }
}
