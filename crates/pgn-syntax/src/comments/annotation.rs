//! The parts of a comment's text: commands, diagram marks, and the words of programs; the rest are the words
//! of people.
//!
//! Words of programs are recognized by their known forms (CMD-18, CMD-19): scores and depths of cutechess,
//! fastchess, Arena and Fritz, lists of TCEC, and judgements, openings and results of Lichess, ICC and FICS.
//! Text in any other form counts as the words of a person.

pub(crate) mod engine_score;

use self::engine_score::{EngineScore, is_reply, whole_score};
use crate::comments::command::{Command, places};

/// A part of a comment's text other than the words of people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece<'a> {
    /// The offset of the part in the text.
    pub start: usize,
    /// The bytes of the part.
    pub text: &'a [u8],
    /// The kind of the part.
    pub kind: PieceKind<'a>,
}

/// The kind of a [`Piece`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceKind<'a> {
    /// A command such as `[%clk 0:05:00]`.
    Command(Command<'a>),
    /// A request for a diagram: `[#]`, or a comment that has only `diagram`, `diagram #` or `#` besides commands. The word
    /// may be that of another language.
    Diagram,
    /// Words of a program: an evaluation, a judgement, or a message about the game.
    Machine,
}

/// Replaces `pieces` with the pieces of `text`, in order. Returns true if there are also words of people.
///
/// ```
/// use pgn_syntax::annotation::{PieceKind, pieces_into};
///
/// let mut pieces = Vec::new();
/// assert!(pieces_into(b"[%clk 0:05:00] a blunder [#]", &mut pieces));
/// assert_eq!(pieces[0].text, b"[%clk 0:05:00]");
/// assert_eq!((pieces[1].start, pieces[1].kind), (25, PieceKind::Diagram));
/// assert_eq!(pieces.len(), 2);
/// ```
pub fn pieces_into<'a>(text: &'a [u8], pieces: &mut Vec<Piece<'a>>) -> bool {
    pieces.clear();
    let (mut has_words, mut is_evaluated) = (false, false);
    let mut at = 0;
    for (start, command) in places(text) {
        is_evaluated |= command.name == b"eval";
        has_words |= push_between_commands(text, at, start, pieces);
        pieces.push(Piece { start, text: command.text, kind: PieceKind::Command(command) });
        at = start + command.text.len();
    }
    // The reply that an engine expects, behind its evaluation (ChessBase).
    let rest = text[at..].trim_ascii();
    if is_evaluated && is_reply(rest) {
        let start = text.trim_ascii_end().len() - rest.len();
        pieces.push(Piece { start, text: rest, kind: PieceKind::Machine });
        return has_words;
    }
    has_words | push_between_commands(text, at, text.len(), pieces)
}

/// Returns true for what programs and servers write after the name of a player, or after `white` or `black`, when a game
/// has ended: ` resigns`, `'s connection stalls`. `words`: in lower case, without the full stop.
///
/// Sources: cutechess and fastchess (`White mates`, `Black's connection stalls`), Lichess (`White wins on time.`,
/// `Black left the game.`), FICS and XBoard (`NAME forfeits on time`, `White checkmated`).
#[must_use]
pub fn is_predicate(words: &[u8]) -> bool {
    const PREDICATES: [&[u8]; 20] = [
        b" mates",
        b" checkmated",
        b" is checkmated",
        b" wins by checkmate",
        b" resigns",
        b" wins by resignation",
        b" loses on time",
        b" wins on time",
        b" forfeits on time",
        b" ran out of time",
        b" lost connection, game adjourned",
        b" lost connection; game adjourned",
        b" time out",
        b" wins by adjudication",
        b" loses by adjudication",
        b" makes an illegal move",
        b" disconnects",
        b" forfeits by disconnection",
        b"'s connection stalls",
        b" left the game",
    ];
    // A draw, as the other side cannot mate (FICS).
    let is_draw = |words: &[u8]| {
        words.starts_with(b" ran out of time and ")
            && [&b" has no material to mate"[..], b" has no material to win"]
                .iter()
                .any(|it| words.ends_with(it))
    };
    PREDICATES.contains(&words) || is_draw(words)
}

/// Returns true for sentences without a player in which programs and servers say how a game ended: `draw by repetition`.
/// `sentence`: in lower case.
#[must_use]
pub fn is_ending(sentence: &[u8]) -> bool {
    const WHOLE: [&[u8]; 2] = [b"game adjourned", b"game aborted"];
    const BEGINNINGS: [&[u8]; 11] = [
        b"game drawn by ",
        b"draw by ",
        b"the game is a draw",
        b"game drawn because ",
        b"neither player has mating material",
        b"draw agreed",
        b"game adjourned by mutual ",
        b"game adjourned when ",
        b"game aborted by mutual ",
        b"game courtesyadjourned by ",
        b"xboard adjudication: ",
    ];
    let begins = || BEGINNINGS.iter().any(|it| sentence.starts_with(it));
    WHOLE.contains(&sentence) || sentence.len() <= MAX_ENDING && begins()
}

/// The maximum length of a sentence that says how a game ended, in bytes.
const MAX_ENDING: usize = 70;

/// Appends the pieces of `text[start..end]`, which holds no command. Returns true if there are words of
/// people.
fn push_between_commands<'a>(
    text: &'a [u8],
    start: usize,
    end: usize,
    pieces: &mut Vec<Piece<'a>>,
) -> bool {
    let mut has_words = false;
    let mut at = start;
    while let Some(n) = memchr::memmem::find(&text[at..end], b"[#]") {
        has_words |= push_words(text, at, at + n, pieces);
        let mark = at + n..at + n + 3;
        at = mark.end;
        pieces.push(Piece { start: mark.start, text: &text[mark], kind: PieceKind::Diagram });
    }
    has_words | push_words(text, at, end, pieces)
}

/// Appends the pieces of the words `text[start..end]`. Returns true if there are words of people.
fn push_words<'a>(text: &'a [u8], start: usize, end: usize, pieces: &mut Vec<Piece<'a>>) -> bool {
    let words = &text[start..end];
    let mut push = |start: usize, end: usize, kind| {
        pieces.push(Piece { start, text: &text[start..end], kind });
    };
    if memchr::memchr2(b'\n', b'\r', words).is_none() {
        return find_in_line(words, |from, to, kind| push(start + from, start + to, kind));
    }
    // Line ends count as blanks.
    let (mut line, mut offsets) = (Vec::with_capacity(words.len()), Vec::new());
    for (at, &byte) in words.iter().enumerate() {
        let is_blank = byte.is_ascii_whitespace();
        if !is_blank || line.last() != Some(&b' ') {
            line.push(if is_blank { b' ' } else { byte });
            offsets.push(start + at);
        }
    }
    find_in_line(&line, |from, to, kind| push(offsets[from], offsets[to - 1] + 1, kind))
}

/// Calls `push` with the start and end of each piece of `text`, words without line ends, and with its kind. Returns true if
/// there are words of people.
fn find_in_line(text: &[u8], mut push: impl FnMut(usize, usize, PieceKind<'static>)) -> bool {
    let words = text.trim_ascii_end();
    let end = words.len();
    let mut at = end - words.trim_ascii_start().len();
    if at == end {
        return false;
    }
    if is_diagram(&text[at..end]) {
        push(at, end, PieceKind::Diagram);
        return false;
    }
    if is_machine(&text[at..end]) {
        push(at, end, PieceKind::Machine);
        return false;
    }
    // Words of people may follow the sentences of Lichess.
    let first = at;
    while at < end {
        let Some(len) = sentence(&text[at..end]) else { return true };
        let mut next = at + len;
        next += text[next..end].iter().take_while(|b| b.is_ascii_whitespace()).count();
        // People write `Mistake. I was tired.`, too.
        let is_bare = at == first && BARE_JUDGEMENTS.contains(&&text[at..at + len]);
        if is_bare && next < end && sentence(&text[next..end]).is_none() {
            return true;
        }
        push(at, at + len, PieceKind::Machine);
        at = next;
    }
    false
}

/// Returns true for `diagram`, `diagram #` and `#`.
fn is_diagram(words: &[u8]) -> bool {
    const WORDS: [&[u8]; 6] =
        [b"diagram", b"diagramm", b"diagramme", b"diagrama", b"diagramma", b""];
    let (word, has_sign) = match words {
        [word @ .., b'#'] => (word.trim_ascii_end(), true),
        _ => (words, false),
    };
    WORDS.iter().any(|it| word.eq_ignore_ascii_case(it)) && (has_sign || !word.is_empty())
}

/// Judgements of a single word, which people write, too.
const BARE_JUDGEMENTS: [&[u8]; 6] =
    [b"Inaccuracy.", b"Mistake.", b"Blunder.", b"INACCURACY.", b"MISTAKE.", b"BLUNDER."];

/// Returns true if a program wrote all of `words`.
fn is_machine(words: &[u8]) -> bool {
    EngineScore::read(words).is_some()
        || read_list(words, |_, _| ())
        || is_opening(words)
        || is_phrase(words)
}

/// Passes the keys and values of a list of engine data to `take`. Returns true for such a list:
/// `d=35, sd=60, mt=72343, pv=…, wv=0.20,`, `book, mb=+0+0+0+0+0,`, `WhiteEngineOptions: …`; otherwise, nothing of what was
/// passed counts.
pub(crate) fn read_list<'a>(words: &'a [u8], mut take: impl FnMut(&'a [u8], &'a [u8])) -> bool {
    const KEYS: [&[u8]; 20] = [
        b"d", b"sd", b"mt", b"tl", b"s", b"n", b"pv", b"tb", b"h", b"ph", b"wv", b"ev", b"mb",
        b"R50", b"depth", b"nodes", b"nps", b"eval", b"score", b"time",
    ];
    if words.starts_with(b"WhiteEngineOptions:") || words.starts_with(b"BlackEngineOptions:") {
        return true;
    }
    let (mut n_known, mut has_book) = (0, false);
    let mut items = items(words);
    while let Some(item) = items.next() {
        match item {
            (key, Some(value)) if !key.is_empty() && key.iter().all(u8::is_ascii_alphanumeric) => {
                n_known += usize::from(KEYS.contains(&key));
                take(key, value);
            }
            (b"", None) => (),
            (b"book", None) => has_book = true,
            // The last item may say how the game ended.
            _ => return (n_known > 1 || (has_book && n_known > 0)) && items.next().is_none(),
        }
    }
    n_known > 0
}

/// Yields the keys and values of a list such as `d=36, n=5`; the value of an item without an equals sign is `None`.
pub(crate) fn items(list: &[u8]) -> impl Iterator<Item = (&[u8], Option<&[u8]>)> {
    let mut left = Some(list);
    std::iter::from_fn(move || {
        let text = left?;
        let comma = memchr::memchr(b',', text);
        left = comma.map(|at| &text[at + 1..]);
        let item = text[..comma.unwrap_or(text.len())].trim_ascii();
        let equals = item.iter().position(|&byte| byte == b'=');
        Some(equals.map_or((item, None), |at| (&item[..at], Some(&item[at + 1..]))))
    })
}

/// Returns true for the code and name of an opening: `C50 Italian Game: Giuoco Pianissimo`.
fn is_opening(words: &[u8]) -> bool {
    matches!(words, [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9', b' ', b'A'..=b'Z', ..])
        && words.len() <= MAX_OPENING
        && !words.iter().any(|b| b".!?;".contains(b))
}

/// The maximum length of the name of an opening, in bytes.
const MAX_OPENING: usize = 100;

/// Returns true for fixed phrases of programs and servers.
fn is_phrase(words: &[u8]) -> bool {
    const PHRASES: [&[u8]; 7] =
        [b"book", b"end of book", b"none", b"tb", b"tablebase", b"out of book", b"from book"];
    let words = words.strip_suffix(b".").unwrap_or(words);
    let lower = words.to_ascii_lowercase();
    let predicate =
        lower.strip_prefix(b"white").or_else(|| lower.strip_prefix(b"black")).unwrap_or_default();
    PHRASES.contains(&lower.as_slice()) || is_predicate(predicate) || is_ending(&lower)
}

/// Returns the length of the server's sentence that `text` begins with, or `None`.
///
/// Examples: `(0.14 → 0.80)`, `Inaccuracy. Nf3 was best.`, `Mistake. Best move was Nf3.`, `Checkmate is now
/// unavoidable.`, `BLUNDER (-4.28)`.
fn sentence(text: &[u8]) -> Option<usize> {
    const JUDGEMENTS: [&[u8]; 8] = [
        b"Inaccuracy",
        b"Mistake",
        b"Blunder",
        b"INACCURACY",
        b"MISTAKE",
        b"BLUNDER",
        b"Checkmate is now unavoidable",
        b"Lost forced checkmate sequence",
    ];
    if text[0] == b'(' {
        return arrow(text).map(|(len, _)| len);
    }
    for judgement in JUDGEMENTS.iter().chain(&[&b"Not the best checkmate sequence"[..]]) {
        let Some(rest) = text.strip_prefix(*judgement) else { continue };
        let judged = judgement.len();
        if let Some(inner) = rest.strip_prefix(b" (") {
            let close = memchr::memchr(b')', inner)?;
            return is_side(&inner[..close]).then_some(judged + 2 + close + 1);
        }
        let rest = rest.strip_prefix(b".")?;
        return Some(judged + 1 + best_move(rest));
    }
    None
}

/// Returns the length of ` Nf3 was best.`, ` Best move was Nf3.` or ` The best move was Nf3.`, or 0.
fn best_move(text: &[u8]) -> usize {
    let blanks = text.iter().take_while(|b| b.is_ascii_whitespace()).count();
    let rest = &text[blanks..];
    for lead in [&b"Best move was "[..], b"The best move was ", b"Best was "] {
        if let Some(san) = rest.strip_prefix(lead) {
            let len = san.iter().take_while(|b| !b.is_ascii_whitespace()).count();
            return blanks + lead.len() + len;
        }
    }
    let san = rest.iter().take_while(|b| !b.is_ascii_whitespace()).count();
    let tail = b" was best.";
    if san > 0 && rest[san..].starts_with(tail) { blanks + san + tail.len() } else { 0 }
}

/// Returns the length of `(0.14 → 0.80)`, with which `text` begins, and the score after the arrow.
pub(crate) fn arrow(text: &[u8]) -> Option<(usize, &[u8])> {
    let close = memchr::memchr(b')', text)?;
    let sides = &text[1..close];
    let find = |arrow: &[u8]| Some((memchr::memmem::find(sides, arrow)?, arrow.len()));
    let (at, len) = find("→".as_bytes()).or_else(|| find(b"->"))?;
    let (before, after) = (&sides[..at], sides[at + len..].trim_ascii());
    (is_side(before) && is_side(after)).then_some((close + 1, after))
}

/// Returns true for one side of an arrow: a score, or `Mate in 3`.
fn is_side(text: &[u8]) -> bool {
    let text = text.trim_ascii();
    whole_score(text.strip_prefix(b"Mate in ").unwrap_or(text)).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the pieces of `text`: `expected` has them in angle brackets, and the words of people as they
    /// are.
    #[track_caller]
    fn check(text: &str, expected: &str) {
        let mut pieces = Vec::new();
        let has_words = pieces_into(text.as_bytes(), &mut pieces);
        let mut shown = String::new();
        let mut at = 0;
        for piece in &pieces {
            let letter = match piece.kind {
                PieceKind::Command(_) => 'c',
                PieceKind::Diagram => 'd',
                PieceKind::Machine => 'm',
            };
            shown.push_str(&text[at..piece.start]);
            shown.push_str(&format!("<{letter}:{}>", String::from_utf8_lossy(piece.text)));
            at = piece.start + piece.text.len();
        }
        let rest = &text[at..];
        shown.push_str(rest);
        assert_eq!(shown, expected);
        let words: String = shown.split('<').map(|s| s.rsplit('>').next().unwrap()).collect();
        assert_eq!(has_words, !words.trim().is_empty(), "{text}");
    }

    #[test]
    fn recognizes_scores() {
        for text in [
            "+0.25/12 0.45s",
            "-M5/23 1.2s, White mates",
            "-6.31/11 0.005s White wins by adjudication",
            "+0,35/12 5",
            "17:+0.42",
            "0.00/1 0s",
            "Stockfish 15: 20:+0.31",
            "+0.35 / +0.40",
            "(0.34)",
            "#-3",
            "-0.23",
            "0.17",
            "5:-Mat3",
            "+0.31/12 0.105s, n=1234",
            "-1.25/14/30 200ms",
            "+M12/40",
            "0.5",
            "0.5/12 3",
            "+1/12",
            "1/12 0.5s",
            "1/12 0.5s, n=5",
            "+0.31/12 1:05",
            "Movei: 12:+0.30",
        ] {
            check(text, &format!("<m:{text}>"));
        }
        for text in [
            "12",
            "+",
            "+-",
            "=",
            "1-0",
            "1. e4",
            "e4",
            "0.5 is fair",
            "+1 for White",
            "3:2",
            "1/2",
            "2.5/3",
            "2.5 / 3.5",
            "-6.31/11 0.005s White was lost",
            "3/4",
            "1960/2",
            "10/10",
            "+1",
            "-2",
            "Score: 1/2",
        ] {
            check(text, text);
        }
    }

    #[test]
    fn recognizes_lists_openings_and_phrases() {
        for text in [
            "d=35, sd=60, mt=72343, pv=Nf3 d5, tb=null, wv=0.20, mb=+0+0+0+0+0,",
            "book, mb=+0+0+0+0+0,",
            "ev=0.00, d=29, mt=00:00:21, s=1234 kN/s, tb=0,",
            "book",
            "WhiteEngineOptions: Protocol=uci; Threads=16;",
            "C50 Italian Game: Giuoco Pianissimo",
            "White resigns.",
            "Black forfeits on time",
            "White loses on time",
            "Black makes an illegal move",
            "White's connection stalls",
            "Xboard adjudication: Checkmate",
            "Game drawn by repetition",
            "None",
        ] {
            check(text, &format!("<m:{text}>"));
        }
        for text in [
            "d=1, White mates",
            "x=1, y=2",
            "White resigned because of his material deficit.",
            "book is left here",
            "C50 is the code. I like it.",
            "A good move",
            "White loses on time control",
            "A45 is bad",
            "Black resigned.",
        ] {
            check(text, text);
        }
    }

    #[test]
    fn separates_sentences_from_the_words_of_people() {
        check(
            " (0.14 → 0.80) Inaccuracy. Nf3 was best. ",
            " <m:(0.14 → 0.80)> <m:Inaccuracy. Nf3 was best.> ",
        );
        check(
            "(0.14 → Mate in 3) Blunder. I was tired.",
            "<m:(0.14 → Mate in 3)> <m:Blunder.> I was tired.",
        );
        check("[%eval 0.1] BLUNDER (-4.28)", "<c:[%eval 0.1]> <m:BLUNDER (-4.28)>");
        check("Mistake. Best move was Nf3.", "<m:Mistake. Best move was Nf3.>");
        check("Mistakes were made", "Mistakes were made");
        check("Mistake. I was tired.", "Mistake. I was tired.");
        check("Mistake. Nf3 was best. I was tired.", "<m:Mistake. Nf3 was best.> I was tired.");
        check("Blunder.", "<m:Blunder.>");
        check("(see game 3) fine", "(see game 3) fine");
        check(
            "Checkmate is now unavoidable. g6 was best.",
            "<m:Checkmate is now unavoidable. g6 was best.>",
        );
    }

    #[test]
    fn line_ends_are_blanks() {
        check("Stockfish 15:\n20:+0.31", "<m:Stockfish 15:\n20:+0.31>");
        check("White wins on\r\n time.", "<m:White wins on\r\n time.>");
        check(
            "Inaccuracy. Nf3\r\nwas best.\n I was\ntired.",
            "<m:Inaccuracy. Nf3\r\nwas best.>\n I was\ntired.",
        );
    }

    #[test]
    fn finds_diagrams_and_commands() {
        check("[#]", "<d:[#]>");
        check(" Here [#] he errs [%clk 1] x", " Here <d:[#]> he errs <c:[%clk 1]> x");
        check("Diagram #", "<d:Diagram #>");
        check("Diagramm [#]", "<d:Diagramm> <d:[#]>");
        check("[%clk 1] (Bxc6)", "<c:[%clk 1]> (Bxc6)");
        check("[%eval 19,21] (c5)", "<c:[%eval 19,21]> <m:(c5)>");
        check("Game adjourned for the night", "Game adjourned for the night");
        check("Game adjourned by mutual agreement", "<m:Game adjourned by mutual agreement>");
        check("#", "<d:#>");
        check("the diagram shows", "the diagram shows");
        check("", "");
        check("  ", "  ");
    }
}
