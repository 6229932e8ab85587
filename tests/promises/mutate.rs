//! Mutated files: parts of games are cut, duplicated, joined and mixed with tokens of all kinds.

use std::{env, fs, path::PathBuf};

use pgn_testkit::Rng;

use crate::support::{corpora, files_below, root};

/// An input file of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct File {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

/// Texts that are inserted into files: they open or close something, look like a token, or are not text.
const TOKENS: &[&[u8]] = &[
    b"{",
    b"}",
    b"{}",
    b"(",
    b")",
    b"((",
    b"()",
    b"[",
    b"]",
    b"<",
    b">",
    b"\"",
    b"\\",
    b";",
    b"%",
    b"\n%",
    b"\n",
    b"\n\n",
    b"\r",
    b"\r\n",
    b"\r\n\r\n",
    b"\t",
    b" ",
    b"\x0B",
    b"\x0C",
    b"\0",
    b"\x1A",
    b"\x7F",
    b"\x1B[31m",
    b"\xEF\xBB\xBF",
    b"1-0",
    b"0-1",
    b"1/2-1/2",
    b"1/2",
    b"*",
    b"0-0",
    b"1-0 ",
    b"\n1-0\n",
    b" * *",
    b"1 - 0",
    b"1-O",
    b"---",
    b"\n[Event \"x\"]\n",
    b"\n\n[Event \"x\"]\n",
    b"[Event \"",
    b"[Event x]\n",
    b"\n\n[Event x]\n",
    b"\"]\n",
    b"[White \"A:B\"]\n",
    b"[Result \"1-0\"]\n",
    b"[Result \"\"]",
    b"[Date \"2020.02.30\"]\n",
    b"[Round \"1.2.99999999999\"]\n",
    b"[ECO \"B90/7\"]\n",
    b"[SetUp \"1\"]\n",
    b"[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n",
    b"[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n",
    b"[Variant \"Atomic\"]\n",
    b"[Variant \"Chess960\"]\n",
    b"[Variant \"no such\"]\n",
    b"[WhiteElo \"99999999999\"]\n",
    b"[TimeControl \"40/99999999:1\"]\n",
    b"\t[Site \"?\"]",
    b"<br />",
    b"<p>",
    b"&amp;",
    b"[%clk 1:00:00]",
    b"[%eval #-3]",
    b"[%",
    b"[#]",
    b"{ [%emt 0:00:01] }",
    b"$0",
    b"$1",
    b"$300",
    b"$",
    b"!",
    b"?!",
    b"!!!",
    b"+-",
    b"=",
    b"N",
    b"D",
    b"1.",
    b"1...",
    b"12.",
    b"0.",
    b"9999999999999999999999",
    b"e4",
    b"Nf3",
    b"Nce",
    b"N c3",
    b"d",
    b"O-O",
    b"0-0-0",
    b"o-o",
    b"e8=Q+",
    b"e8",
    b"h7h8q",
    b"a1a1",
    b"--",
    b"Z0",
    b"N@e5",
    b"@",
    b"e.p.",
    b"1.e4e5",
    b"1-01. d4",
    b"d62. Nf3",
    b"Rc10-1",
    b"\xD0\xA1f3",
    b"N\xD0\xB5 7",
    b"\xE2\x99\x98f3",
    b"\xC2\xBD",
    b"\xC3\xA9",
    b"\xE9",
    b"\xFF",
    b"\x81",
    b"\xAD",
    b"\xC2\xA0",
    b"\xC2\x85",
    b"\xE2\x80\x8B",
    b"\xE2\x80\xA8",
    b"\xE2\x80\xAE",
    b"\xC0\x80",
    b"\xED\xA0\x80",
    b"\xF4\x90\x80\x80",
    b"\n% pgnkit: ignore illegal-move\n",
    b"\n% pgnkit: rejected a.pgn:1 game 1: illegal-move: x\n",
    b"~",
    b"|",
    b"::",
    b"White resigns",
];

/// Bytes whose removal changes the text around them.
const BRACKETS: &[u8] = b"{}()[]\"%;*\n ";

/// The sources of texts, and the sizes of the files of a case.
#[derive(Debug)]
pub(crate) struct Sources {
    paths: Vec<PathBuf>,
}

/// The maximum size in bytes of a source.
const MAX_SOURCE: u64 = 3_000_000;
/// The minimum size in bytes of a large file: more than one chunk.
const LARGE: usize = 1_300_000;

impl Sources {
    /// Returns the sources `tests/corpus`, `tests/broken`, the known cases, and `open` of the folder that
    /// `PGNKIT_CORPORA` names.
    pub(crate) fn open() -> Sources {
        let folders = ["tests/corpus", "tests/broken", "tests/promises/cases"];
        let mut folders: Vec<PathBuf> = folders.iter().map(|folder| root().join(folder)).collect();
        if env::var_os("PGNKIT_CORPORA").is_some() {
            let open = corpora().join("open");
            assert!(open.is_dir(), "PGNKIT_CORPORA has no folder open");
            folders.push(open);
        }
        let mut paths = Vec::new();
        for folder in folders {
            let is_text = |path: &PathBuf| {
                let kind = path.extension().unwrap_or_default().to_ascii_lowercase();
                (kind == "pgn" || kind == "txt")
                    && path.metadata().is_ok_and(|it| it.len() < MAX_SOURCE)
            };
            paths.extend(
                files_below(&folder).into_iter().map(|path| folder.join(path)).filter(is_text),
            );
        }
        Sources { paths }
    }

    /// Returns several small mutated files.
    pub(crate) fn small_files(&self, rng: &mut Rng) -> Vec<File> {
        let file = |n| {
            let text = if rng.one_in(4) { tokens(rng) } else { self.piece(rng) };
            File { name: format!("{n:02}.pgn"), bytes: self.mutated(&text, rng) }
        };
        (0..12).map(file).collect()
    }

    /// Returns a file of more than a chunk, mutated throughout.
    pub(crate) fn large_file(&self, rng: &mut Rng) -> Vec<File> {
        let mut bytes = Vec::new();
        while bytes.len() < LARGE {
            let text = fs::read(rng.pick(&self.paths)).unwrap_or_default();
            let from = rng.below(text.len() + 1);
            let piece = &text[from..text.len().min(from + 200_000)];
            bytes.extend(if rng.one_in(2) { self.mutated(piece, rng) } else { piece.to_vec() });
            bytes.extend_from_slice(b"\n\n");
        }
        vec![File { name: "large.pgn".to_owned(), bytes: as_8_bit(bytes) }]
    }

    /// Returns some games from the middle of a source, or all of them.
    fn piece(&self, rng: &mut Rng) -> Vec<u8> {
        let text = fs::read(rng.pick(&self.paths)).unwrap_or_default();
        if text.len() <= 6_000 {
            return text;
        }
        let at = rng.below(text.len() - 3_000);
        let from = text[..at].windows(7).rposition(|it| it == b"\n[Event").unwrap_or(0);
        text[from..text.len().min(from + 500 + rng.below(8_000))].to_vec()
    }

    /// Returns the text with one to thirty changes.
    fn mutated(&self, text: &[u8], rng: &mut Rng) -> Vec<u8> {
        let mut text = text.to_vec();
        for _ in 0..*rng.pick(&[1, 1, 2, 3, 5, 10, 30]) {
            self.mutate(&mut text, rng);
        }
        as_8_bit(text)
    }

    /// Makes one change.
    fn mutate(&self, text: &mut Vec<u8>, rng: &mut Rng) {
        let at = rng.below(text.len() + 1);
        let end = text.len().min(at + 1 + rng.below(40));
        match rng.below(11) {
            0 if at < text.len() => text[at] = rng.bits().to_le_bytes()[4],
            0..=2 => drop(text.splice(at..at, rng.pick(TOKENS).iter().copied())),
            3 => drop(text.drain(at..end)),
            4 => drop(text.splice(at..end, rng.pick(TOKENS).iter().copied())),
            5 => drop(text.splice(at..at, rng.pick(TOKENS).repeat(1 + rng.below(40)))),
            6 => {
                let from = rng.below(text.len() + 1);
                let piece = text[from..text.len().min(from + rng.below(200))].to_vec();
                text.splice(at..at, piece);
            }
            7 => {
                let other = fs::read(rng.pick(&self.paths)).unwrap_or_default();
                let from = rng.below(other.len() + 1);
                text.splice(at..at, other[from..other.len().min(from + rng.below(600))].to_vec());
            }
            8 if rng.one_in(3) => text.truncate(at),
            8 | 9 => {
                let bracket = *rng.pick(BRACKETS);
                if let Some(found) = text[at..].iter().position(|&byte| byte == bracket) {
                    text.remove(at + found);
                }
            }
            _ => {
                if let Some(found) = text[at..].iter().position(|&byte| byte == b'\n') {
                    let line_end = *rng.pick(&[&b""[..], b" ", b"\n\n", b"\r\n", b"\r", b"\t"]);
                    text.splice(at + found..=at + found, line_end.iter().copied());
                }
            }
        }
    }
}

/// Returns some tokens without a game around them.
fn tokens(rng: &mut Rng) -> Vec<u8> {
    (0..2 + rng.below(12)).flat_map(|_| rng.pick(TOKENS).iter().copied()).collect()
}

/// Returns the text without a beginning that looks like UTF-16 or an archive, which would be decoded and not
/// copied.
fn as_8_bit(mut text: Vec<u8>) -> Vec<u8> {
    let starts: [&[u8]; 7] =
        [b"\xFF\xFE", b"\xFE\xFF", b"PK", b"BZh", b"\x1F\x8B", b"\xFD7z", b"\x28\xB5\x2F\xFD"];
    if starts.iter().any(|start| text.starts_with(start)) {
        text.insert(0, b'x');
    }
    text
}
