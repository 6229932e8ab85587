//! Input for properties: arbitrary bytes, and text similar to PGN with faults.

use std::fmt;

use proptest::{collection, prelude::*, sample};

/// Bytes that are shown as text when a property fails.
#[derive(Clone)]
pub struct Text(pub Vec<u8>);

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b\"{}\"", self.0.escape_ascii())
    }
}

/// Fragments of PGN, well-formed and broken, which together reach every state of the parser.
const PIECES: &[&[&[u8]]] = &[TAGS, SIGNS, COMMENTS, TOKENS, GAMES];

/// Tag pairs, well-formed and broken.
const TAGS: &[&[u8]] = &[
    b"[Event \"A\"]\n",
    b"[White \"B\"]\n",
    b"[Result \"1-0\"]\n",
    b"[Result \"*\"]\n",
    b"[ECO \"C20\"]",
    b"[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 5 39\"]\n",
    b"[SetUp \"1\"]\n",
    b"[Event \"Joe \"Big\" Doe\"]\n",
    b"[Event \"x\\\"y\\\\\"]\n",
    b"[Event \"open\n",
    b"[Event unquoted]\n",
    b"[Event \"x\"\n",
    b"Event \"x\"]\n",
    b"[[Event \"x\"]]\n",
    b"[\xD0\xA2\xD1\x83\xD1\x80 \"x\"]\n",
    b"[\xD2\xF3\xF0 \"x\"]\n",
    b"[Ev\xC3\xA9nt \"R\xE9ti\"]\n",
];

/// Signs, white space, escape lines, and short comments.
const SIGNS: &[&[u8]] = &[
    b"[", b"]", b"\"", b"\\", b"[%clk 0:01:02]", b"\n", b"\n\n", b"\r\n", b"\r", b"\r\n\r\n", b" ",
    b"  ", b"\t", b"\x0B", b"\0", b"\x1A", b"\x0C", b"\xEF\xBB\xBF", b"\xC2\xA0", b"\xE2\x80\x8B",
    b"\xFF\xFE", b"%", b"\n% escape { \" [ (\n", b" % no escape\n", b"{", b"}", b"{a}",
    b"{a {b} c}",
];

/// Comments and variations.
const COMMENTS: &[&[u8]] = &[
    b"{ \n\n[Event \"in a comment\"]\n",
    b"{[%clk 0:01:02] x}",
    b"{}",
    b"{\\}",
    b";",
    b"; line } comment\n",
    b"(",
    b")",
    b"()",
    b"(1. d4 d5)",
    b"( {x} 1... c5 2. Nf3 )",
];

/// Numbers, moves, NAGs, markers, and words.
const TOKENS: &[&[u8]] = &[
    b"<",
    b">",
    b"1.",
    b"1",
    b"1...",
    b"12. ",
    b"1. ...",
    b"4294967294. e4 99999999999.",
    b"e4",
    b"e5",
    b"Nf3",
    b"Nc6",
    b"O-O",
    b"0-0",
    b"0-0-0",
    b"o-o",
    b"e8=Q+",
    b"e8",
    b"exd5",
    b"ed",
    b"he",
    b"Nbd7#",
    b"R1xa2",
    b"e2-e4",
    b"e2e4",
    b"Sf3",
    b"\xD0\x9Af3",
    b"\xE2\x99\x98f3",
    b"N@f3",
    b"Kd9",
    b"--",
    b"Z0",
    b"e4!",
    b"!?",
    b"!!!",
    b"?",
    b"$1",
    b"$0",
    b"$256",
    b"$",
    b"$999999999999",
    b"+-",
    b"\xC2\xB1",
    b"\xE2\x88\x9E",
    b"=",
    b"N",
    b"RR",
    b"e.p.",
    b" ep",
    b"(=)",
    b"1-0",
    b"0-1",
    b"1/2-1/2",
    b"*",
    b"1/2",
    b"\xC2\xBD-\xC2\xBD",
    b"1:0",
    b"1 - 0",
    b"1-O",
    b"+:-",
    b"---",
    b"White resigns",
    b"Section 3\n-----\n",
    b",",
    b"@",
    b"~",
    b"&amp;",
    b"'",
    b"\xBD",
];

/// Whole games.
const GAMES: &[&[u8]] = &[
    b"1. e4 e5 2. Nf3 Nc6 1-0\n\n",
    b"[Event \"A\"]\n[Result \"*\"]\n\n1. e4 (1. d4 d5) 1... e5 {x} *\n\n",
    b"1. e4 e5 2. Ke3 Nc6 *\n",
    b"1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 *\n\n",
];

/// Returns arbitrary bytes.
fn any_bytes() -> impl Strategy<Value = Vec<u8>> {
    collection::vec(any::<u8>(), 0..400)
}

/// Returns text similar to PGN.
pub fn near_pgn() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        30 => sample::select(PIECES.concat()).prop_map(<[u8]>::to_vec),
        10 => Just(b" ".to_vec()),
        4 => Just(b"\n".to_vec()),
        1 => any::<u8>().prop_map(|byte| vec![byte]),
    ];
    collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

/// Returns generated games, some with a fault of one kind.
pub fn games_with_faults() -> impl Strategy<Value = Vec<u8>> {
    (any::<u64>(), sample::select(&crate::Fault::ALL[..]), any::<bool>(), 1..8_usize).prop_map(
        |(seed, fault, is_annotated, n_games)| {
            let style = if is_annotated { crate::Style::Annotated } else { crate::Style::Bare };
            crate::Generator::new(seed, style).with_fault(fault, 2).games(n_games)
        },
    )
}

/// Returns arbitrary bytes, text similar to PGN, or games with faults.
pub fn input() -> impl Strategy<Value = Text> {
    prop_oneof![1 => any_bytes(), 4 => near_pgn(), 1 => games_with_faults()].prop_map(Text)
}

/// Returns offsets at which an input is cut, in units of 1/65,536 of its length.
pub fn cuts() -> impl Strategy<Value = Vec<u16>> {
    collection::vec(any::<u16>(), 0..6)
}
