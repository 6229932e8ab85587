//! File names made from untrusted text. They name the same file on Linux, macOS and Windows, and never another
//! folder.

use std::{collections::HashMap, path::PathBuf};

use pgn_syntax::look_alike::has_effect;
use unicode_normalization::UnicodeNormalization as _;

use crate::inputs::endings::without_compression;

/// Maximum length of a name in bytes. File systems permit 255 bytes or UTF-16 units; a temporary name and `.partial`
/// must fit, too.
const MAX_LEN: usize = 200;

/// Returns `text` as a file name. Separators, and characters that a system forbids, become `_`.
#[must_use]
pub fn file_name(text: &str) -> String {
    name_of(text, |start| parts(&format!("_{start}")).0 == "_")
}

/// Returns `texts` as the names of folders, from the outermost on, and of a file in the innermost. Names of folders have
/// no extension.
///
/// ```
/// let texts = [".a".to_owned(), ".pgn".to_owned()];
/// assert_eq!(pgn_stream::file_names::path_names(&texts), ["_a", "_.pgn"]);
/// ```
#[must_use]
pub fn path_names(texts: &[String]) -> Vec<String> {
    let Some((file, folders)) = texts.split_last() else { return Vec::new() };
    folders.iter().map(|text| folder_name(text)).chain([file_name(file)]).collect()
}

fn folder_name(text: &str) -> String {
    name_of(text, |_| false)
}

/// Returns `text` as a name. `is_extension`: returns true for a text beginning with a dot that stays an extension.
fn name_of(text: &str, is_extension: fn(&str) -> bool) -> String {
    let mut name: String = text.nfc().filter_map(allowed).collect();
    // Windows drops blanks and dots at the end. At the start, a dot hides a file and `-` looks like an option.
    name.truncate(name.trim_end_matches([' ', '.']).len());
    let start = name.trim_start_matches(' ');
    name = match start.chars().next() {
        None => "_".to_owned(),
        // A name that is only an extension stays an extension: `.pgn` becomes `_.pgn`.
        Some('.') if is_extension(start) => format!("_{start}"),
        Some('.' | '-' | '~') => format!("_{}", &start[1..]),
        Some(_) => start.to_owned(),
    };
    let name = if is_device(&name) { after_device(&name) } else { name };
    shorten(&name, "")
}

fn allowed(c: char) -> Option<char> {
    match c {
        '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|' => Some('_'),
        c if c.is_control() => Some('_'),
        c if c.is_whitespace() => Some(' '),
        // Direction marks and characters without width can make different names look alike.
        c if has_effect(c) => None,
        c => Some(c),
    }
}

/// Returns true if Windows treats the name as a device, whatever its extension.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_ascii_uppercase();
    if matches!(stem.as_str(), "CON" | "PRN" | "AUX" | "NUL" | "CONIN$" | "CONOUT$") {
        return true;
    }
    let number = stem.strip_prefix("COM").or_else(|| stem.strip_prefix("LPT"));
    number.is_some_and(|number| {
        let mut chars = number.chars();
        matches!(chars.next(), Some('0'..='9' | '¹' | '²' | '³')) && chars.next().is_none()
    })
}

/// Returns stem and extension, where `.pgn.zst` is one extension.
fn parts(name: &str) -> (&str, &str) {
    let ending = |name: &str| {
        let at = name.rfind('.').filter(|&at| at > 0 && name.len() - at <= 6)?;
        name[at + 1..].bytes().all(|byte| byte.is_ascii_alphanumeric()).then_some(at)
    };
    let Some(mut at) = ending(name) else { return (name, "") };
    if without_compression(name).len() == at
        && let Some(before) = ending(&name[..at])
    {
        at = before;
    }
    name.split_at(at)
}

/// Returns the name with `_` after the name of a device, which ends at the first dot.
fn after_device(name: &str) -> String {
    let (device, rest) = name.split_at(name.find('.').unwrap_or(name.len()));
    format!("{}_{rest}", device.trim_end())
}

/// Returns the name with `text` at the end of the stem, which is cut if the name would be too long.
fn shorten(name: &str, text: &str) -> String {
    let (stem, ending) = parts(name);
    let max = MAX_LEN.saturating_sub(ending.len() + text.len());
    let mut end = stem.len().min(max);
    while !stem.is_char_boundary(end) {
        end -= 1;
    }
    format!("{}{text}{ending}", stem[..end].trim_end_matches([' ', '.']))
}

/// Returns the file name `name` with the number that [`Names`] adds to a repeated name; the first name has none.
///
/// ```
/// use pgn_stream::file_names::numbered;
///
/// assert_eq!((numbered("x.pgn", 1), numbered("x.pgn", 2)), ("x.pgn".to_owned(), "x-2.pgn".to_owned()));
/// ```
#[must_use]
pub fn numbered(name: &str, number: u64) -> String {
    match number {
        1 => name.to_owned(),
        _ => shorten(name, &format!("-{number}")),
    }
}

/// Assigns a unique name to each file of a folder, or of several folders, also for systems that ignore case and Unicode
/// normalization.
#[derive(Debug, Default)]
pub struct Names {
    /// Names in use, without case and normalization, and the number to try next for each.
    taken: HashMap<String, u64>,
}

impl Names {
    /// Returns an empty set of names.
    #[must_use]
    pub fn new() -> Names {
        Names::default()
    }

    /// Returns a path made of the texts of folders, from the outermost on, and of a name that was not returned before
    /// for the innermost folder: `x.pgn`, `x-2.pgn`, `x-3.pgn`; and the number of the name, 1 for the first.
    pub fn give_path(&mut self, folders: &[String], text: &str) -> (PathBuf, u64) {
        let folders: Vec<String> = folders.iter().map(|text| folder_name(text)).collect();
        let path: PathBuf = folders.iter().collect();
        let (name, number) = self.give_in(&fold(&folders.join("/")), text);
        (path.join(name), number)
    }

    /// Returns a name that was not returned before for the same folder, and its number. `folder` is the folder without
    /// case and normalization.
    fn give_in(&mut self, folder: &str, text: &str) -> (String, u64) {
        let name = file_name(text);
        let seen_as = |name: &str| match folder {
            "" => fold(name),
            _ => format!("{folder}/{}", fold(name)),
        };
        let seen = seen_as(&name);
        let Some(&next) = self.taken.get(&seen) else {
            self.taken.insert(seen, 2);
            return (name, 1);
        };
        let mut n = next;
        loop {
            let (other, number) = (numbered(&name, n), n);
            n += 1;
            if let std::collections::hash_map::Entry::Vacant(entry) =
                self.taken.entry(seen_as(&other))
            {
                entry.insert(2);
                self.taken.insert(seen, n);
                return (other, number);
            }
        }
    }
}

/// Returns the name without the differences that some file systems ignore: case and normalization. Letters with the same
/// capital letters are one, such as `σ` and `ς`.
#[must_use]
pub fn fold(name: &str) -> String {
    // The capital ẞ is a capital letter of its own, so that only its small letter becomes SS.
    let small = name.nfkc().flat_map(char::to_lowercase);
    small.flat_map(char::to_uppercase).flat_map(char::to_lowercase).nfc().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: &str) {
        assert_eq!(file_name(text), expect, "{text:?}");
    }

    #[test]
    fn names_mean_the_same_everywhere() {
        check("Tal, Mikhail.pgn", "Tal, Mikhail.pgn");
        check("a/b\\c:d*e?f\"g<h>i|j.pgn", "a_b_c_d_e_f_g_h_i_j.pgn");
        check("../../etc/passwd", "_._.._etc_passwd");
        check("..", "_");
        check(".", "_");
        check("", "_");
        check("   ", "_");
        check(".hidden.pgn", "_hidden.pgn");
        check("\u{200b}.pgn", "_.pgn");
        check("\u{61c}a.pgn", "a.pgn");
        check(".pgn.zst", "_.pgn.zst");
        check("-o.pgn", "_o.pgn");
        check("end. . ", "end");
        check("a\u{0}b\nc\td\u{7f}.pgn", "a_b_c_d_.pgn");
        check("\u{202e}ngp.x.pgn", "ngp.x.pgn");
        check("CON.pgn", "CON_.pgn");
        check("nul", "nul_");
        check("CON.x.pgn", "CON_.x.pgn");
        check("aux .b.c", "aux_.b.c");
        check("com1.pgn.zst", "com1_.pgn.zst");
        check("lpt¹.pgn", "lpt¹_.pgn");
        check("Context.pgn", "Context.pgn");
        check("Com10.pgn", "Com10.pgn");
        check("e\u{301}.pgn", "é.pgn");
        check("St. Louis.pgn", "St. Louis.pgn");
    }

    #[test]
    fn names_are_not_too_long() {
        let long = file_name(&format!("{}.pgn.zst", "Ł".repeat(300)));
        assert!(long.len() <= MAX_LEN && long.ends_with("Ł.pgn.zst"), "{long}");
    }

    #[test]
    fn each_file_has_a_name_of_its_own() {
        let mut names = Names::new();
        let given: Vec<String> = [
            "Tal.pgn", "TAL.pgn", "tal.pgn", "Tal-2.pgn", "é.pgn", "E\u{301}.pgn", "ﬁ.pgn",
            "fi.pgn", "ΤΑΛΣ.pgn", "Ταλς.pgn", "Groß.pgn", "GROSS.pgn", "GROẞ.pgn",
        ]
        .iter()
        .map(|text| names.give_in("", text).0)
        .collect();
        assert_eq!(
            given,
            [
                "Tal.pgn", "TAL-2.pgn", "tal-3.pgn", "Tal-2-2.pgn", "é.pgn", "É-2.pgn", "ﬁ.pgn",
                "fi-2.pgn", "ΤΑΛΣ.pgn", "Ταλς-2.pgn", "Groß.pgn", "GROSS-2.pgn", "GROẞ-3.pgn",
            ]
        );
        let long = "x".repeat(500);
        assert_ne!(names.give_in("", &long), names.give_in("", &long));
        let mut path = |folder: &str, name: &str| {
            let (path, _) = names.give_path(&[folder.to_owned(), "x/y".to_owned()], name);
            path.to_str().unwrap().replace('\\', "/")
        };
        assert_eq!(path("Tal", "Tal.pgn"), "Tal/x_y/Tal.pgn");
        assert_eq!(path("TAL", "tal.pgn"), "TAL/x_y/tal-2.pgn");
        assert_eq!(path("..", "tal.pgn"), "_/x_y/tal.pgn");
    }
}
