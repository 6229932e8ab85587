//! Properties of the fixes of `check --fix`.

use std::collections::BTreeMap;

use pgn_chess::{Outcome, Ply, Replay, ReplayOptions, Visitor, start};
use pgn_lint::{
    Applicability, Checker, Fixer, Follows, GamePlace, Options, Selection, Severity, TextBefore,
    is_within_line,
};
use pgn_syntax::{
    Game, Marker, Node, NodeId, NodeKind, RavKind, ReadOptions, TagName, marker::ResultInWords,
};

use crate::invariants::games;

/// Returns each game of a file with its fixes applied: those of the rules `fixable`, or of all rules.
fn fix(bytes: &[u8], applicability: Applicability, fixable: Option<Selection>) -> Vec<Vec<u8>> {
    let options = Options { min_severity: Severity::Style, fixable, ..Options::default() };
    let mut fixer =
        Fixer::new(&Selection::standard(), applicability, ReadOptions::default(), options);
    let mut texts = Vec::new();
    fixer.start_chunk(bytes, Follows::Nothing);
    let mut before = TextBefore::default();
    for game in games(bytes) {
        let placement = GamePlace {
            is_first: game.span.start == 0,
            is_last: game.span.end as usize == bytes.len(),
            is_within_line: is_within_line(bytes, game.span.start),
            before,
        };
        match fixer.fix(bytes, &game, placement, None) {
            Some(fixed) => {
                texts.push(fixed.text);
                before = fixed.before_next;
            }
            None => {
                texts.push(game.span.of(bytes).to_vec());
                before.pass(&game);
            }
        }
    }
    texts
}

/// Checks that safe fixes keep main lines, variations, NAGs, the words of comments, and the values of tags for a
/// lenient reader: in each game alone, and in the text of all games together.
pub fn games_stay(bytes: &[u8]) {
    let texts = fix(bytes, Applicability::Safe, None);
    let before = games(bytes);
    let Some(last) = before.last() else { return };
    let new = [&texts.concat(), &bytes[last.span.end as usize..]].concat();
    let again = games(&new);
    assert_eq!(
        again.len(),
        before.len(),
        "{} has become {}",
        bytes.escape_ascii(),
        new.escape_ascii()
    );
    for ((game, text), after) in before.iter().zip(&texts).zip(&again) {
        // Empty lines may move to the neighboring game.
        let (got, meant) = (trimmed(after.span.of(&new)), trimmed(text));
        assert_eq!(got, meant, "{}", new.escape_ascii());
        if *text == game.span.of(bytes) {
            continue;
        }
        assert_eq!(
            contents(after, &new),
            contents(game, bytes),
            "{} has become {}",
            game.span.of(bytes).escape_ascii(),
            text.escape_ascii()
        );
    }
}

/// Returns the text without white space around it, to which vertical tabs belong.
fn trimmed(text: &[u8]) -> &[u8] {
    let is_word = |byte: &u8| !byte.is_ascii_whitespace() && *byte != 0x0B;
    match (text.iter().position(is_word), text.iter().rposition(is_word)) {
        (Some(first), Some(last)) => &text[first..=last],
        _ => b"",
    }
}

/// Checks that a second pass of fixes, including unsafe ones, finds nothing to fix.
pub fn twice_is_once(bytes: &[u8]) {
    for applicability in [Applicability::Safe, Applicability::Unsafe] {
        let once = fix(bytes, applicability, None).concat();
        let twice = fix(&once, applicability, None).concat();
        // Bytes that belong to no game have no fixes.
        if !twice.is_empty() {
            assert_eq!(twice.escape_ascii().to_string(), once.escape_ascii().to_string());
        }
    }
}

/// Checks that a game whose findings have no fixes that may be made is not changed, as fixing runs only some of the rules:
/// if all fixes may be made, or all but those of one letter.
pub fn only_findings_with_fixes_are_fixed(bytes: &[u8]) {
    for unfixable in [None, Some("P"), Some("T"), Some("A"), Some("M")] {
        let fixable = Selection::standard()
            .without(unfixable.as_slice())
            .unwrap_or_else(|error| panic!("{error}"));
        let fixable = unfixable.map(|_| fixable);
        let options = Options {
            min_severity: Severity::Style,
            fixable: fixable.clone(),
            ..Options::default()
        };
        let mut checker = Checker::new(&Selection::standard(), options);
        checker.start_chunk(bytes, Follows::Nothing);
        let texts = fix(bytes, Applicability::Unsafe, fixable);
        for (game, text) in games(bytes).iter().zip(texts) {
            let has_fix = checker.check(bytes, game).iter().any(|it| it.fix.is_some());
            let before = game.span.of(bytes).escape_ascii().to_string();
            let after = text.escape_ascii().to_string();
            assert!(has_fix || after == before, "{before} has become {after}");
        }
    }
}

/// Returns the tags, the moves with their NAGs, and the words of comments of a game.
fn contents(game: &Game, src: &[u8]) -> (BTreeMap<String, String>, Vec<String>, Vec<String>) {
    let mut tags = BTreeMap::new();
    for pair in &game.tags {
        let value = pair.value(src);
        let text: String = value.iter().map(|&b| char::from(b).to_ascii_lowercase()).collect();
        // Dates and FENs may be rewritten, and the result is compared below.
        let says = |known| matches!(known, Some(TagName::RESULT | TagName::FEN | TagName::SET_UP));
        let mut text = text.replace(|c: char| c.is_ascii_control(), " ").trim().to_owned();
        if text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_digit()) {
            // A date of eight digits.
            text = format!("{}.{}.{}", &text[..4], &text[4..6], &text[6..]);
        }
        if text.bytes().all(|byte| b"0123456789?.-/ x".contains(&byte)) {
            let mut parts: Vec<&str> = text.split(['.', '-', '/', ' ']).collect();
            // If the year is last, a part above 12 is the day. The parts are put into the order year, month, day.
            if let [a, b, year] = parts[..]
                && year.len() == 4
                && a.len() < 4
            {
                parts = if a.parse().is_ok_and(|a: u32| a > 12) {
                    vec![year, b, a]
                } else if b.parse().is_ok_and(|b: u32| b > 12) {
                    vec![year, a, b]
                } else {
                    parts
                };
            }
            text = parts.iter().map(|it| it.trim_matches(['0', '?', 'x'])).collect();
        }
        if !says(pair.known) && !text.is_empty() {
            let name = String::from_utf8_lossy(pair.name(src)).into_owned();
            tags.entry(name).or_insert(text);
        }
    }
    let said = |marker: Option<Marker>| marker.filter(|&marker| marker != Marker::Unknown);
    let value = game.tag(src, TagName::RESULT).map(|pair| pair.value(src));
    let tag = value.as_deref().and_then(Marker::read);
    let in_words = value.as_deref().and_then(ResultInWords::read).map(|it| it.marker);
    let marker = said(game.marker.map(|(marker, _)| marker)).or(in_words);
    for (name, result) in
        [("its marker", marker.or(said(tag))), ("its Result", said(tag).or(marker))]
    {
        tags.insert(name.to_owned(), result.map_or("*", Marker::text).to_owned());
    }

    let mut recorder = Recorder { game, src, moves: Vec::new() };
    let first = start(game, src);
    Replay::new().walk(game, src, &first, &ReplayOptions::default(), &mut recorder);
    let mut words = Vec::new();
    let (mut at, mut n_moves) = (0, 0);
    while let Some(node) = game.nodes.get(at) {
        at += 1;
        match node.kind {
            NodeKind::Move { .. } | NodeKind::NullMove { .. } => n_moves += 1,
            NodeKind::Comment(_) => words.extend(words_of(node.comment_text(src), b"", n_moves)),
            // A variation that follows no move is text as a whole, numbers and markers included.
            NodeKind::RavOpen { kind: RavKind::WithoutMove, end } => {
                let close = game.nodes.get(end.0 as usize).map_or(node.span, |it| it.span);
                let text = node.span.end as usize..close.start.max(node.span.end) as usize;
                // The signs of comments within it are none of its words.
                words.extend(words_of(&with_blanks(&src[text]), b"{};", n_moves));
                at = at.max(end.0 as usize + 1);
            }
            _ => (),
        }
    }
    (tags, recorder.moves, words)
}

/// Returns the words of a text, each with the number of moves before it. The bytes of `signs` separate words, too.
fn words_of(text: &[u8], signs: &[u8], n_moves: usize) -> Vec<String> {
    let words = text.split(|byte| byte.is_ascii_whitespace() || signs.contains(byte));
    let words = words.filter(|word| !word.is_empty());
    words.map(|word| format!("{n_moves} {}", word.escape_ascii())).collect()
}

/// Returns the text with blanks for no-break spaces and byte order marks, which a fix may replace between words.
fn with_blanks(text: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(text.len());
    let mut rest = text;
    while let [first, after @ ..] = rest {
        let invisible = [&b"\xC2\xA0"[..], b"\xEF\xBB\xBF"];
        let after_invisible = invisible.iter().find_map(|it| rest.strip_prefix(*it));
        plain.push(if after_invisible.is_some() { b' ' } else { *first });
        rest = after_invisible.unwrap_or(after);
    }
    plain
}

struct Recorder<'a> {
    game: &'a Game,
    src: &'a [u8],
    moves: Vec<String>,
}

impl Visitor for Recorder<'_> {
    fn ply(&mut self, ply: &Ply<'_>) {
        self.moves.push(match ply.outcome {
            Outcome::Played { .. } | Outcome::Null => {
                let san = ply.canonical_san().map(|san| san.as_str().to_owned());
                format!("{} {}", ply.depth, san.unwrap_or_default())
            }
            Outcome::Failed(_) | Outcome::Skipped => {
                ply.span.of(self.src).escape_ascii().to_string()
            }
        });
        let mut nags = Vec::new();
        self.game.nags_into(ply.id.0 as usize + 1, ply.turn.is_white(), &mut nags);
        nags.sort_unstable();
        self.moves.extend(nags.iter().map(|nag| format!("${nag}")));
    }

    fn node(&mut self, _id: NodeId, node: &Node) {
        if let NodeKind::RavOpen { kind: RavKind::Plain, .. } = node.kind {
            self.moves.push("(".to_owned());
        }
    }
}
