//! After any edits, a document has the findings that it would have if it was read for the first time.

use fastrand::Rng;
use lsp_types::Position;
use pgn_chess::Lang;
use pgn_lint::{Applicability, Levels, Selection, Severity};
use pgn_work::{
    Encoding, ReadingOptions,
    check::{Fixable, Ruling},
};

use super::*;

/// Texts to insert: whole games, and fragments that change where games begin and end.
const WORDS: [&str; 30] = [
    "[Event \"a\"]\n[White \"b\"]\n\n1. e4 e5 2. Nf3 *\n\n",
    "[Event \"a\"]\n\n1. e4 {a} (1. d4 d5) e5 1-0\n\n",
    "1. e4 e5 2. Ke2 Ke7 1/2-1/2\n\n",
    "1. e4 e9 *\n",
    "{ open\n\n",
    "{ closed }",
    "}",
    "{",
    "(",
    ")",
    "\n",
    "\r\n",
    "\r",
    " ",
    "; line\n",
    "% pgnkit: ignore illegal-move -- so\n",
    "% escape\n",
    "[White \"é😀\"]\n",
    "[White \"\n",
    "[",
    "\"",
    "*",
    "1-0 ",
    "0-1[Event \"x\"]\n",
    "0-0 ",
    "e4 ",
    "1. d4 d5 2. c4 ",
    "\n\n{ comment }\n\n",
    "é",
    "[event \"x\"]\n",
];

pub(crate) fn settings() -> Settings {
    let all = || Selection::new(&["ALL".to_owned()], &[], &[]).unwrap();
    Settings {
        ruling: Ruling {
            rules: all(),
            levels: Levels::default(),
            strict: false,
            target: None,
            show: Severity::Style,
            fail_on: None,
            fixable: Fixable { rules: all(), applicability: Applicability::Safe },
        },
        reading: ReadingOptions {
            encoding: Encoding::default(),
            encodings_of_files: None,
            dates: pgn_syntax::date::DateOrder::default(),
            mmap: false,
            max_game_size: 1 << 20,
            bytes: None,
            allow_null: false,
            assume_queen: false,
            nested_comments: false,
            lang: Lang::English,
            query: None,
            fresh: None,
            requested: std::sync::Arc::default(),
        },
    }
}

/// Returns the number of games of a document, and its findings with their places in the text.
fn known(document: &Document) -> (u64, Vec<String>) {
    let (mut n_games, mut start, mut found) = (0, 0, Vec::new());
    for block in document.blocks() {
        n_games += block.read.n_games;
        assert_eq!(block.read.n_left_out, 0);
        assert_eq!(block.n_lines as u64, pgn_syntax::count_line_ends(&block.text));
        found.extend(block.read.found.iter().map(|it| {
            let (from, to) = (start + it.span.start as usize, start + it.span.end as usize);
            format!("{from}-{to} {} {} {:?}", it.rule.name, it.message, it.at.map(|at| at.ply))
        }));
        start += block.text.len();
    }
    (n_games, found)
}

/// Makes the same random edit in a document and in a plain text.
fn edit(rng: &mut Rng, document: &mut Document, text: &mut String) {
    let char_at = |text: &str, mut at: usize| {
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let from = char_at(text, rng.usize(..=text.len()));
    let len = [0, 1, 3, 20, 200, 3000][rng.usize(..6)];
    let to = char_at(text, (from + len).min(text.len()));
    let new: String = (0..rng.usize(..4)).map(|_| WORDS[rng.usize(..WORDS.len())]).collect();
    let position = |at: usize| {
        let place = document.place_of(at);
        document.range(place.block, place.offset..place.offset).start
    };
    let range = Range { start: position(from), end: position(to) };
    // A place between CR and LF has no position of its own.
    let place = |at: Position| document.offset(document.place(at));
    let (from, to) = (place(range.start), place(range.end));
    document.edit(range, new.as_bytes());
    text.replace_range(from..to, &new);
}

/// Reads a document to its end, in slices of at most `max` bytes.
fn read_by(document: &mut Document, settings: &Settings, max: usize) {
    let len = document.text().len();
    let mut n_slices = 0;
    while !document.read_slice(settings, max) {
        n_slices += 1;
        assert!(n_slices <= len + document.blocks.len(), "no end of slices of {len} bytes");
    }
}

/// Edits a document at random, and reads it in slices of `max` bytes, sometimes not to its end.
#[track_caller]
fn check(seed: u64, n_edits: usize, max: usize) {
    let mut rng = Rng::with_seed(seed);
    let settings = settings();
    let n_words = rng.usize(10..if seed.is_multiple_of(10) { 3000 } else { 300 });
    let mut text: String = (0..n_words).map(|_| WORDS[rng.usize(..WORDS.len())]).collect();
    let units = [Units::Utf8, Units::Utf16, Units::Utf32][rng.usize(..3)];
    let mut document = Document::new(text.as_bytes(), units);
    for _ in 0..n_edits {
        document.read_slice(&settings, max);
        for _ in 0..rng.usize(1..4) {
            edit(&mut rng, &mut document, &mut text);
            if rng.usize(..3) == 0 {
                document.read_slice(&settings, max);
            }
            if rng.usize(..50) == 0 {
                document.forget();
            }
        }
        read_by(&mut document, &settings, max);
        assert_eq!(String::from_utf8(document.text()).unwrap(), text, "seed {seed}");
        let mut fresh = Document::new(text.as_bytes(), units);
        read_by(&mut fresh, &settings, usize::MAX);
        assert_eq!(known(&document), known(&fresh), "seed {seed}: {text:?}");
        assert_eq!(document.facts(), fresh.facts(), "seed {seed}: {text:?}");
        let compared = |it: &Document| crate::compare::compare(&it.blocks, &settings).unwrap();
        assert_eq!(compared(&document), compared(&fresh), "seed {seed}: {text:?}");
        let before = |it: &Document| it.before(it.blocks.len());
        assert_eq!(before(&document), before(&fresh), "seed {seed}: {text:?}");
    }
}

#[test]
fn edits_come_to_the_same_as_reading_anew() {
    for seed in 1..30 {
        check(seed, 15, usize::MAX);
    }
}

#[test]
fn edits_among_slices_come_to_the_same_as_reading_anew() {
    for (seed, max) in (100..130).zip([1, 3000, 10_000].into_iter().cycle()) {
        check(seed, 15, max);
    }
}

#[test]
fn positions_are_those_of_the_text() {
    let mut document = Document::new("a\u{e9}\r\n\u{1F600}b\rc\n\n".as_bytes(), Units::Utf16);
    read_by(&mut document, &settings(), usize::MAX);
    let at = |offset: usize| {
        let place = document.place_of(offset);
        let position = document.range(place.block, place.offset..place.offset).start;
        (position.line, position.character)
    };
    let expected = [(0, (0, 0)), (1, (0, 1)), (3, (0, 2)), (5, (1, 0)), (9, (1, 2)), (10, (1, 3))];
    for (offset, position) in expected.into_iter().chain([(11, (2, 0)), (13, (3, 0)), (14, (4, 0))])
    {
        assert_eq!(at(offset), position, "{offset}");
        let position = Position { line: position.0, character: position.1 };
        assert_eq!(document.offset(document.place(position)), offset);
    }
}

#[test]
fn edits_may_divide_surrogate_pairs() {
    let halves = |text: &str| split(text.as_bytes()).unwrap();
    let at = |from: u32, to: u32| Range::new(Position::new(1, from), Position::new(1, to));
    for (edits, expected) in [
        // The low half of 😀 is replaced by that of 😁; what follows is edited.
        (vec![(at(2, 3), &halves("😁")[3..]), (at(8, 10), b"d4")], "\n{😁} 1. d4 *"),
        (vec![(at(1, 2), &halves("\u{1D11E}")[..3])], "\n{\u{1D200}} 1. e4 *"),
        // A half is removed, and put back.
        (
            vec![(at(2, 3), b""), (at(7, 9), b"d4"), (at(2, 2), &halves("😁")[3..])],
            "\n{😁} 1. d4 *",
        ),
        (
            vec![(at(1, 2), b""), (at(7, 9), b"d4"), (at(1, 1), &halves("😀")[..3])],
            "\n{😀} 1. d4 *",
        ),
        // Text between the halves, and without it.
        (vec![(at(2, 2), "é".as_bytes()), (at(9, 11), b"d4"), (at(2, 3), b"")], "\n{😀} 1. d4 *"),
        // Both halves, as by a reversed range.
        (vec![(at(3, 1), b"x")], "\n{x} 1. e4 *"),
    ] {
        let mut document = Document::new("\n{😀} 1. e4 *".as_bytes(), Units::Utf16);
        for (range, text) in edits {
            document.edit(range, text);
            read_by(&mut document, &settings(), usize::MAX);
        }
        assert_eq!(String::from_utf8_lossy(&document.text()), expected);
    }
    let mut document = Document::new("😀".as_bytes(), Units::Utf16);
    document.edit(Range::new(Position::new(0, 1), Position::new(0, 2)), b"");
    assert_eq!(document.text(), &halves("😀")[..3]);
}

#[test]
fn positions_in_long_lines_take_no_longer_than_in_short_ones() {
    let line = "aé😀♔ (1. d4 ".repeat(100_000);
    let text = format!("é\n{line}\n{line}");
    let starts = [3, 4 + line.len()];
    let len = "aé😀♔ (1. d4 ".len();
    for (units, n) in [(Units::Utf8, 18), (Units::Utf16, 13), (Units::Utf32, 12)] {
        let mut positions = Positions::new(text.as_bytes(), units);
        let begun = std::time::Instant::now();
        // From the inside to the outside, as the ends of nested variations are found.
        for at in (0..50_000).rev() {
            for (place, line) in [(at, 0), (100_000 - at, 1)] {
                let Position { line: found, character } = positions.at(starts[line] + place * len);
                let expected = (line + 1, place * n);
                assert_eq!((found as usize, character as usize), expected, "{units:?}");
            }
        }
        // To count each column from the beginning of its line takes minutes.
        assert!(begun.elapsed().as_secs() < 20, "{units:?}: {:?}", begun.elapsed());
    }
}
