//! Notations of moves other than SAN: with the origin square, as in UCI, with figurines, or with the letters
//! of a language (8.2.3.6, section 17, LEN-07, LEN-15).

use crate::{
    positions::{
        moves::{CastlingMode, Move, MoveKind, PAWN, role_of, square_name},
        position::Position,
    },
    replay::{
        language::Language,
        ply::{Outcome, Ply},
    },
};

/// A notation for moves.
///
/// ```
/// use pgn_chess::{Language, Notation};
///
/// assert_eq!(Notation::find("uci"), Some(Notation::Uci));
/// assert_eq!(Notation::find("de"), Language::find("de").map(Notation::Letters));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Notation {
    /// Canonical SAN, as in export format: `Nf3`, `exd5`, `e8=Q`.
    #[default]
    San,
    /// SAN with the origin square: `Ng1f3`, `e4xd5`, `e7e8=Q`.
    Lan,
    /// SAN with the origin square and a hyphen: `Ng1-f3`, `e4xd5`, `e7-e8=Q`.
    Long,
    /// UCI notation: `g1f3`, `e4d5`, `e7e8q`. Castling is `e1g1`, in Chess960 `e1h1`.
    Uci,
    /// SAN with the figurines of White for both sides: `♘f3`, `e8=♕`.
    Figurine,
    /// SAN with the piece letters of a language: `Sf3`, `e8=D`.
    Letters(Language),
}

impl Notation {
    /// Returns the notation with a name: `san`, `lan`, `long`, `uci`, `figurine`, or the code or name of a
    /// language; `None` for any other text. Case is ignored.
    #[must_use]
    pub fn find(text: &str) -> Option<Notation> {
        const NAMES: [(&str, Notation); 5] = [
            ("san", Notation::San),
            ("lan", Notation::Lan),
            ("long", Notation::Long),
            ("uci", Notation::Uci),
            ("figurine", Notation::Figurine),
        ];
        let named = NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
        match named {
            Some(&(_, notation)) => Some(notation),
            None => Language::find(text).map(Notation::Letters),
        }
    }

    /// Returns all letters beyond ASCII that the notation uses.
    #[must_use]
    pub fn non_ascii_letters(self) -> String {
        let all = shakmaty::Role::ALL.iter().map(|&role| self.letter(role));
        all.collect::<String>().chars().filter(|letter| !letter.is_ascii()).collect()
    }

    /// Appends the move of `ply` to `out`. Appends nothing if it was not played.
    pub fn write(self, ply: &Ply<'_>, out: &mut Vec<u8>) {
        let Some(san) = ply.canonical_san() else { return };
        let Outcome::Played { mv, .. } = ply.outcome else {
            // A null move is the same in all notations except UCI.
            out.extend_from_slice(if self == Notation::Uci { b"0000" } else { san.as_bytes() });
            return;
        };
        // Only in UCI notation does castling have two forms.
        let mode =
            if self == Notation::Uci { ply.before.castling_mode() } else { CastlingMode::Standard };
        self.write_move(mv, san.as_bytes(), mode, out);
    }

    /// Appends a move whose canonical SAN is `san`.
    #[inline]
    pub(crate) fn write_move(self, mv: Move, san: &[u8], mode: CastlingMode, out: &mut Vec<u8>) {
        match self {
            Notation::San => out.extend_from_slice(san),
            Notation::Uci => out.extend_from_slice(mv.uci(mode).as_bytes()),
            Notation::Lan => long(mv, san, None, out),
            Notation::Long => long(mv, san, Some(b'-'), out),
            Notation::Figurine | Notation::Letters(_) => self.with_letters(san, out),
        }
    }

    /// Appends SAN with other piece letters.
    fn with_letters(self, text: &[u8], out: &mut Vec<u8>) {
        for &byte in text {
            let letter = match byte {
                b'N' | b'B' | b'R' | b'Q' | b'K' => shakmaty::Role::from_char(char::from(byte)),
                _ => None,
            };
            match letter {
                Some(role) => out.extend_from_slice(self.letter(role).as_bytes()),
                None => out.push(byte),
            }
        }
    }

    /// Returns the text for a role that has a letter in SAN.
    fn letter(self, role: shakmaty::Role) -> &'static str {
        use shakmaty::Role;
        match self {
            Notation::Figurine => match role {
                Role::Pawn => "",
                Role::Knight => "♘",
                Role::Bishop => "♗",
                Role::Rook => "♖",
                Role::Queen => "♕",
                Role::King => "♔",
            },
            Notation::Letters(language) => language.letters(role),
            Notation::San | Notation::Lan | Notation::Long | Notation::Uci => "",
        }
    }
}

/// Appends origin, separator and target. Castling and drops are written as in SAN.
fn long(mv: Move, san: &[u8], hyphen: Option<u8>, out: &mut Vec<u8>) {
    if !matches!(mv.kind(), MoveKind::Normal | MoveKind::EnPassant) {
        out.extend_from_slice(san);
        return;
    }
    // Put together in a register, as a move has at most eight bytes: `e7xd8=Q#`.
    let (mut word, mut len) = (0_u64, 0);
    let mut put = |byte: u8| {
        word |= u64::from(byte) << (8 * len);
        len += 1;
    };
    if mv.role_number() != PAWN {
        put(san.first().copied().unwrap_or_default());
    }
    square_name(mv.origin()).into_iter().for_each(&mut put);
    if mv.is_capture() { Some(b'x') } else { hyphen }.into_iter().for_each(&mut put);
    square_name(mv.target()).into_iter().for_each(&mut put);
    if mv.role_number() != mv.placed() {
        put(b'=');
        put(role_of(mv.placed()).upper_char() as u8);
    }
    if let Some(sign @ (b'+' | b'#')) = san.last() {
        put(*sign);
    }
    out.extend_from_slice(&word.to_le_bytes());
    out.truncate(out.len() + len - size_of_val(&word));
}

impl Position {
    /// Returns the form of castling in UCI notation for this position.
    #[must_use]
    pub fn castling_mode(&self) -> CastlingMode {
        if self.is_chess960() { CastlingMode::Chess960 } else { CastlingMode::Standard }
    }
}

#[cfg(test)]
mod tests {
    use pgn_syntax::{Game, Parser, Part, ReadOptions};

    use super::*;
    use crate::{Lang, Replay, ReplayOptions, Visitor, start};

    struct Written(Notation, Vec<u8>);

    impl Visitor for Written {
        fn ply(&mut self, ply: &Ply<'_>) {
            self.1.push(b' ');
            self.0.write(ply, &mut self.1);
        }
    }

    /// Returns `text` in a notation, as it is read with the letters of `lang`.
    fn written(text: &str, notation: Notation, lang: Option<Language>) -> String {
        let mut game = Game::default();
        let part = Part::whole(text.as_bytes());
        let mut parser = Parser::new(ReadOptions::default());
        parser.start(&part);
        assert!(parser.next_game(&part, &mut game));
        let options = ReplayOptions {
            lang: lang.map_or(Lang::English, Lang::from),
            allow_null: true,
            ..ReplayOptions::default()
        };
        let mut all = Written(notation, Vec::new());
        let start = start(&game, text.as_bytes());
        let end = Replay::new().walk(&game, text.as_bytes(), &start, &options, &mut all);
        assert!(!end.has_error(), "{text}");
        String::from_utf8(all.1).unwrap().trim().to_owned()
    }

    #[track_caller]
    fn check(tags: &str, name: &str, san: &str, expect: &str) {
        let notation = Notation::find(name).unwrap();
        let got = written(&format!("{tags}{san} *"), notation, None);
        assert_eq!(got, expect);
        let lang = if let Notation::Letters(language) = notation { Some(language) } else { None };
        assert_eq!(
            written(&format!("{tags}{got} *"), Notation::San, lang),
            san,
            "back from {name}"
        );
    }

    #[test]
    fn writes_every_kind_of_move() {
        let tags = "[FEN \"r3k2r/1P4p1/2n5/4Pp2/8/8/8/R3K2R w KQkq f6 0 1\"]\n";
        let san = "exf6 O-O b8=N Nxb8 O-O-O g5 -- Rxf6";
        check(tags, "lan", san, "e5xf6 O-O b7b8=N Nc6xb8 O-O-O g7g5 -- Rf8xf6");
        check(tags, "long", san, "e5xf6 O-O b7-b8=N Nc6xb8 O-O-O g7-g5 -- Rf8xf6");
        check(tags, "uci", san, "e5f6 e8g8 b7b8n c6b8 e1c1 g7g5 0000 f8f6");
        check(tags, "de", san, "exf6 O-O b8=S Sxb8 O-O-O g5 -- Txf6");
        check(tags, "ru", san, "exf6 O-O b8=К Кxb8 O-O-O g5 -- Лxf6");
        check(tags, "figurine", san, "exf6 O-O b8=♘ ♘xb8 O-O-O g5 -- ♖xf6");
        let tags = "[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/4KR2 w F - 0 1\"]\n";
        check(tags, "uci", "O-O Ke7", "e1f1 e8e7");
        let tags = "[Variant \"Crazyhouse\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3[QNp] w - - 0 1\"]\n";
        check(tags, "uci", "N@f3 @e4 Q@e7+", "N@f3 P@e4 Q@e7");
        check(tags, "es", "N@f3 @e4 Q@e7+", "C@f3 @e4 D@e7+");
        check(tags, "long", "N@f3 @e4 Q@e7+", "N@f3 @e4 Q@e7+");
    }

    #[test]
    fn finds_notations_by_name() {
        assert_eq!(Notation::find("German"), Language::find("de").map(Notation::Letters));
        assert_eq!(Notation::find("UCI"), Some(Notation::Uci));
        assert_eq!(Notation::find("xx"), None);
        assert_eq!(Notation::find("de").unwrap().non_ascii_letters(), "");
        assert_eq!(Notation::find("ru").unwrap().non_ascii_letters().chars().count(), 6);
    }
}
