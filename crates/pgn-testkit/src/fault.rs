//! Faults that are planted in a clean game.

use crate::rng::Rng;

/// A kind of fault. Each can be planted in any game that [`crate::Generator`] writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A move that is illegal in any position.
    IllegalMove,
    /// A missing termination marker.
    MissingTermination,
    /// A marker that differs from the Result tag.
    ResultMismatch,
    /// A `{` without `}`.
    OpenComment,
    /// A `(` without `)`.
    OpenParen,
    /// A `)` without `(`.
    StrayParen,
    /// A `}` without `{`.
    StrayBrace,
    /// Quotes inside a tag value.
    UnescapedQuote,
    /// A tag pair without `]`.
    MissingBracket,
    /// A tag that occurs twice.
    DuplicateTag,
    /// Lines that end in CR LF.
    CrLf,
    /// Lines that end in CR.
    Cr,
    /// A byte order mark before the game.
    Bom,
    /// A name in ISO 8859-1.
    Latin1Name,
    /// A control character in the movetext.
    ControlChar,
    /// An empty line in the movetext.
    BlankLine,
    /// A tag section without an empty line after it, and no empty line after the game.
    NoBlankLines,
    /// The next game begins on the line of the marker.
    Glued,
    /// Missing tag pairs.
    NoTags,
    /// Words before the game.
    Junk,
    /// An escape line in the movetext.
    EscapeLine,
    /// The game is cut off at a random offset.
    Truncated,
    /// Tabs in place of blanks.
    Tabs,
    /// Moves without numbers.
    NoNumbers,
}

impl Fault {
    /// All kinds of faults.
    pub const ALL: [Fault; 24] = {
        use Fault::*;
        [
            IllegalMove, MissingTermination, ResultMismatch, OpenComment, OpenParen, StrayParen,
            StrayBrace, UnescapedQuote, MissingBracket, DuplicateTag, CrLf, Cr, Bom, Latin1Name,
            ControlChar, BlankLine, NoBlankLines, Glued, NoTags, Junk, EscapeLine, Truncated, Tabs,
            NoNumbers,
        ]
    };

    /// Appends `game`, which [`crate::Generator`] wrote, to `out` with the fault in it.
    pub fn plant(self, game: &[u8], rng: &mut Rng, out: &mut Vec<u8>) {
        let movetext = find(game, b"\n\n") + 2;
        let end = game.len() - 2;
        let marker =
            game[..end].iter().rposition(|&b| b == b' ' || b == b'\n').map_or(0, |at| at + 1);
        // An offset between two units of the movetext, at a blank or line end.
        let gap = gap(game, movetext, marker, rng);
        let mut insert = |at: usize, text: &[u8]| {
            out.extend_from_slice(&game[..at]);
            out.extend_from_slice(text);
            out.extend_from_slice(&game[at..]);
        };
        match self {
            Fault::IllegalMove => insert(gap, b" Ka9"),
            Fault::MissingTermination => {
                out.extend_from_slice(game[..marker].trim_ascii_end());
                out.extend_from_slice(b"\n\n");
            }
            Fault::ResultMismatch => {
                let other: &[u8] = if &game[marker..end] == b"1-0" { b"0-1" } else { b"1-0" };
                out.extend_from_slice(&game[..marker]);
                out.extend_from_slice(other);
                out.extend_from_slice(b"\n\n");
            }
            Fault::OpenComment => insert(gap, b" {left open"),
            Fault::OpenParen => insert(gap, b" ("),
            Fault::StrayParen => insert(gap, b" )"),
            Fault::StrayBrace => insert(gap, b" }"),
            Fault::ControlChar => insert(gap, b" \x01"),
            Fault::BlankLine => insert(gap, b"\n\n"),
            Fault::EscapeLine => insert(gap, b"\n% { \" [ (\n"),
            Fault::UnescapedQuote => insert(find(game, b"Generated "), b"a \"b\" c "),
            Fault::MissingBracket => {
                let at = find(game, b"\"]") + 1;
                out.extend_from_slice(&game[..at]);
                out.extend_from_slice(&game[at + 1..]);
            }
            Fault::DuplicateTag => insert(movetext - 1, b"[White \"Other, Olga\"]\n"),
            Fault::CrLf => replace_into(game, b'\n', b"\r\n", out),
            Fault::Cr => replace_into(game, b'\n', b"\r", out),
            Fault::Tabs => replace_into(game, b' ', b"\t", out),
            Fault::Bom => insert(0, b"\xEF\xBB\xBF"),
            Fault::Latin1Name => insert(find(game, b"Generated "), b"R\xE9ti "),
            Fault::NoBlankLines => {
                out.extend_from_slice(&game[..movetext - 1]);
                out.extend_from_slice(&game[movetext..end + 1]);
            }
            Fault::Glued => out.extend_from_slice(&game[..end]),
            Fault::NoTags => out.extend_from_slice(&game[movetext..]),
            Fault::Junk => insert(0, b"Section 3\n---------\n\n"),
            Fault::Truncated => out.extend_from_slice(&game[..rng.below(game.len())]),
            Fault::NoNumbers => {
                out.extend_from_slice(&game[..movetext]);
                for unit in game[movetext..].split_inclusive(|&b| b == b' ' || b == b'\n') {
                    if !unit.trim_ascii_end().ends_with(b".") {
                        out.extend_from_slice(unit);
                    }
                }
            }
        }
    }
}

/// Returns the offset of a text that the generator writes into every game.
fn find(game: &[u8], what: &[u8]) -> usize {
    game.windows(what.len()).position(|window| window == what).expect("a text of the generator")
}

fn gap(game: &[u8], start: usize, end: usize, rng: &mut Rng) -> usize {
    let from = start + rng.below((end - start).max(1));
    let gap = game[from..end].iter().position(|&b| b == b' ' || b == b'\n');
    gap.map_or(end, |n| from + n)
}

fn replace_into(bytes: &[u8], from: u8, to: &[u8], out: &mut Vec<u8>) {
    let parts: Vec<&[u8]> = bytes.split(|&byte| byte == from).collect();
    out.extend(parts.join(to));
}
