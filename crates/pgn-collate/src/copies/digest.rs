//! Digests of games: the hash that two copies of a game share, with the facts that tell games
//! apart.

use pgn_chess::{
    CanonicalPly, GameEnd, Outcome, Ply, Position, Replay, ReplayOptions, Start, StartFault,
    Variant, Visitor, export::result, start,
};
use pgn_syntax::{Fallback, Game, NodeKind, TagName, date::DateOrder, tag::has_no_content};

use crate::copies::{
    exact,
    facts::{ExtraFacts, Facts},
    game_id::game_id,
    name::Name,
    words::push_texts,
};

/// The content by which games are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// All tags and tokens; layout and line ends do not matter.
    Exact,
    /// Variant, start position and main line.
    Moves,
    /// As `Moves`, with both surnames and the result.
    MovesAndPlayers,
    /// The identifier in Site, Link or GameId.
    GameId,
    /// Both surnames, and the position after this many half-moves.
    Position(u32, ExtraFacts),
    /// Both surnames and the main line; one of two lines may be a prefix of the other.
    Prefix,
}

/// Options of digests.
#[derive(Clone, Debug)]
pub struct KeyOptions {
    /// The content to compare.
    pub key: Key,
    /// The number of half-moves below which games can only be exact duplicates.
    pub min_plies: u32,
    /// The 8-bit character set of names that are not UTF-8.
    pub fallback: Fallback,
    /// How moves are read.
    pub replay: ReplayOptions,
    /// The parts of the quality of copies that are measured.
    pub quality_parts: QualityParts,
}

/// The parts of [`Quality`] that are measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QualityParts {
    /// Number of half-moves only.
    Length,
    /// Also annotations and tags.
    All,
}

/// The data by which a game is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest {
    /// The kind of key.
    pub kind: KeyKind,
    /// BLAKE3 of the key content; for [`KeyKind::Prefix`], of the part that all members of a group
    /// share.
    pub hash: [u8; 32],
    /// Facts that copies must not contradict.
    pub facts: Facts,
    /// The quality of the copy.
    pub quality: Quality,
}

/// The kind of key by which a game is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyKind {
    /// All tags and tokens, because [`Key::Exact`] was requested or the game has no requested key: it is short or has
    /// errors.
    Exact,
    /// The content of the requested key.
    Own,
    /// The content of [`Key::Prefix`], of which only the part that all members of a group share is hashed.
    Prefix,
}

stored_enum! { KeyKind: Exact, Own, Prefix }

/// The quality of a copy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quality {
    /// Number of half-moves of the main line.
    pub n_plies: u32,
    /// Number of comments, NAGs and moves in variations.
    pub n_annotations: u32,
    /// Number of tags with a known value.
    pub n_tags: u32,
}

stored! {
    Digest { hash, kind, facts, quality }
    Quality { n_plies, n_annotations, n_tags }
}

/// Computes digests. Use one per thread.
#[derive(Debug)]
pub struct Digester {
    options: KeyOptions,
    replay: Replay,
    line: Line,
    dates: DateOrder,
}

impl Digester {
    /// Returns a digester with these options.
    #[must_use]
    pub fn new(mut options: KeyOptions) -> Digester {
        // Check signs are not part of a move.
        options.replay.judge_signs = false;
        let dates = DateOrder::default();
        Digester { options, replay: Replay::new(), line: Line::default(), dates }
    }

    /// Sets the order of day and month for dates that can be read both ways.
    pub fn set_dates(&mut self, dates: DateOrder) {
        self.dates = dates;
    }

    /// Returns the digest of a game and stores the key content in `content`.
    pub fn digest(&mut self, game: &Game, src: &[u8], content: &mut Vec<u8>) -> Digest {
        content.clear();
        let fallback = self.options.fallback;
        let [white, black] = Name::of_players(game, src, fallback);
        let mut facts = Facts::of(game, src, &white, &black, fallback, self.dates);
        let mut quality = match self.options.quality_parts {
            QualityParts::Length => Quality::default(),
            QualityParts::All => quality(game, src),
        };
        let (kind, n_plies) = self.requested(game, src, (&white, &black), content);
        quality.n_plies = n_plies;
        match (kind, self.options.key) {
            (KeyKind::Own, Key::Position(_, also)) => facts = facts.only_compared(also),
            (KeyKind::Own, Key::GameId) => facts = facts.with_game_id(game, src),
            _ => (),
        }
        if kind == KeyKind::Exact {
            exact::write(game, src, fallback, content);
        }
        let n_unshared = if kind == KeyKind::Prefix { self.n_unshared() } else { 0 };
        let hash = *blake3::hash(&content[..content.len() - n_unshared]).as_bytes();
        Digest { kind, hash, facts, quality }
    }

    /// Appends the content of the requested key. Returns the kind of key, and the number of half-moves. Nothing is
    /// appended with [`KeyKind::Exact`].
    fn requested(
        &mut self,
        game: &Game,
        src: &[u8],
        players: (&Name, &Name),
        content: &mut Vec<u8>,
    ) -> (KeyKind, u32) {
        if self.options.key == Key::Exact {
            return (KeyKind::Exact, game.n_plies);
        }
        let start = start(game, src);
        let end = self.walk(game, src, &start);
        let n_plies = if start.variant == Variant::Unchecked { game.n_plies } else { end.n_plies };
        if end.has_error() || n_plies < self.options.min_plies {
            return (KeyKind::Exact, n_plies);
        }
        (self.own(game, src, &start, &end, players, content), n_plies)
    }

    /// Returns the hash of the requested key, computed without the players; `None` unless the kind of key is
    /// [`KeyKind::Own`]. `content` is overwritten.
    pub(crate) fn hash(
        &mut self,
        game: &Game,
        src: &[u8],
        content: &mut Vec<u8>,
    ) -> Option<[u8; 32]> {
        content.clear();
        let nobody = Name::default();
        let (kind, _) = self.requested(game, src, (&nobody, &nobody), content);
        (kind == KeyKind::Own).then(|| *blake3::hash(content).as_bytes())
    }

    /// Returns the hash of all tags and tokens of a game. `content` is overwritten.
    pub(crate) fn exact(&self, game: &Game, src: &[u8], content: &mut Vec<u8>) -> [u8; 32] {
        content.clear();
        exact::write(game, src, self.options.fallback, content);
        *blake3::hash(content).as_bytes()
    }

    /// Returns the main line of the game that was digested last, up to its first error.
    pub(crate) fn mainline(&self) -> &[u16] {
        &self.line.moves
    }

    fn walk(&mut self, game: &Game, src: &[u8], start: &Start) -> GameEnd {
        let Line { moves, wanted, position } = &mut self.line;
        moves.clear();
        *wanted = match self.options.key {
            Key::Position(ply, _) => ply,
            _ => 0,
        };
        *position = None;
        self.replay.walk(game, src, start, &self.options.replay, &mut self.line)
    }

    /// Appends the content of the requested key, if the game has one, and returns the kind of key.
    fn own(
        &self,
        game: &Game,
        src: &[u8],
        start: &Start,
        end: &GameEnd,
        (white, black): (&Name, &Name),
        content: &mut Vec<u8>,
    ) -> KeyKind {
        let players = |content: &mut Vec<u8>| {
            for name in [white, black] {
                content.extend_from_slice(name.surname.as_bytes());
                content.push(0);
            }
        };
        let is_unchecked = start.variant == Variant::Unchecked;
        match self.options.key {
            Key::Exact => return KeyKind::Exact,
            Key::Position(..) | Key::Prefix if is_unchecked => return KeyKind::Exact,
            Key::Moves => content.push(b'm'),
            Key::MovesAndPlayers => {
                content.push(b'p');
                players(content);
                content.push(result(game, src, end) as u8);
            }
            Key::GameId => {
                let Some(id) = game_id(game, src) else { return KeyKind::Exact };
                content.push(b'i');
                content.extend_from_slice(id.as_bytes());
                return KeyKind::Own;
            }
            Key::Position(ply, _) => {
                // A game that ends before this ply is compared by its final position with other
                // such games.
                content.push(if end.n_plies < ply { b's' } else { b'f' });
                // Both surnames are part of the key, empty if unknown. Otherwise a game of unknown players would be a
                // copy of games of any players.
                players(content);
                variant(game, src, start, self.options.fallback, content);
                let position = self.line.position.as_ref().or(end.position.as_ref());
                let start = start.position.as_ref().ok().filter(|_| ply == 0);
                if let Some(position) = start.or(position) {
                    write_position(position, content);
                }
                return KeyKind::Own;
            }
            Key::Prefix => {
                content.push(b'x');
                players(content);
            }
        }
        first_position(game, src, start, self.options.fallback, content);
        if is_unchecked {
            push_texts(game, src, content);
        } else {
            push_moves(&self.line.moves, content);
        }
        if self.options.key == Key::Prefix { KeyKind::Prefix } else { KeyKind::Own }
    }

    /// Returns the length of the moves at the end of the content of [`Key::Prefix`] that are not hashed.
    fn n_unshared(&self) -> usize {
        2 * self.line.moves.len().saturating_sub(self.options.min_plies as usize)
    }
}

/// Appends moves to the content of a key.
pub(crate) fn push_moves(moves: &[u16], content: &mut Vec<u8>) {
    for mv in moves {
        content.extend_from_slice(&mv.to_be_bytes());
    }
}

/// Appends the men of a pocket and the counts of checks of a FEN, which are not part of a position whose variant has none.
fn push_pocket_and_checks(fen: &[u8], content: &mut Vec<u8>) {
    let mut fields = fen.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty());
    let placement = fields.next().unwrap_or_default();
    let ninth = placement.splitn(9, |&byte| byte == b'/').nth(8);
    let pocket = ninth.or_else(|| placement.splitn(2, |&byte| byte == b'[').nth(1));
    let mut men: Vec<u8> = pocket.unwrap_or_default().to_vec();
    men.retain(u8::is_ascii_alphabetic);
    men.sort_unstable();
    content.push(b'[');
    content.extend_from_slice(&men);
    for checks in fields.filter(|field| field.contains(&b'+')) {
        if checks.iter().any(|byte| matches!(byte, b'1'..=b'9')) {
            content.extend_from_slice(checks);
        }
    }
    if content.last() == Some(&b'[') {
        content.pop();
    }
}

/// Visitor that collects the main line.
#[derive(Debug, Default)]
struct Line {
    /// Moves as [`pgn_chess::Move::short`]; null moves are [`NULL`].
    moves: Vec<u16>,
    /// Number of half-moves after which the position is stored; 0 if it is not stored.
    wanted: u32,
    position: Option<Position>,
}

/// Number of a null move, greater than that of any move.
pub(crate) const NULL: u16 = u16::MAX;

impl Visitor for Line {
    #[inline]
    fn ply(&mut self, ply: &Ply<'_>) {
        if ply.depth > 0 {
            return;
        }
        match ply.outcome {
            Outcome::Played { mv, .. } => self.moves.push(mv.short()),
            Outcome::Null => self.moves.push(NULL),
            Outcome::Failed(_) | Outcome::Skipped => return,
        }
        if self.wanted == ply.index + 1 {
            self.position = ply.after.cloned();
        }
    }

    fn needs_only_moves(&self) -> bool {
        self.wanted == 0
    }

    #[inline]
    fn canonical(&mut self, ply: &CanonicalPly<'_>) {
        if ply.depth == 0 {
            self.moves.push(ply.mv().short());
        }
    }
}

/// Bytes per half-move of the main line in the content of a prefix key.
pub(crate) const PLY_BYTES: usize = 2;

fn variant(game: &Game, src: &[u8], start: &Start, fallback: Fallback, content: &mut Vec<u8>) {
    match start.variant {
        // Two arrays that are not known may be different.
        Variant::Standard if start.faults.contains(StartFault::VariantWithoutFen) => {
            content.extend_from_slice(&game.value(src, TagName::VARIANT).to_ascii_lowercase());
        }
        Variant::Standard => (),
        Variant::Chess960 => content.extend_from_slice(b"960"),
        Variant::Known(known) => content.extend_from_slice(format!("{known:?}").as_bytes()),
        Variant::Unchecked => {
            let value = game.tag(src, TagName::VARIANT).map(|pair| pair.value(src));
            let name = fallback.decode(&value.unwrap_or_default()).to_ascii_lowercase();
            for word in name.split_whitespace() {
                content.extend_from_slice(word.as_bytes());
                content.push(b' ');
            }
        }
    }
    content.push(0);
}

/// Appends the variant and, unless it is the usual one, the start position; a zero byte follows each.
pub(crate) fn first_position(
    game: &Game,
    src: &[u8],
    start: &Start,
    fallback: Fallback,
    content: &mut Vec<u8>,
) {
    variant(game, src, start, fallback, content);
    if start.variant == Variant::Unchecked {
        let fen = game.value(src, TagName::FEN);
        content.extend_from_slice(fallback.decode(&fen).as_bytes());
    } else if let Ok(position) = &start.position
        && !start.is_initial
    {
        let from = content.len();
        write_position(position, content);
        if start.faults.contains(StartFault::FenOfOtherVariant) {
            push_pocket_and_checks(&game.value(src, TagName::FEN), content);
        }
        // With other counters, the usual position is still the usual one.
        if start.variant == Variant::Standard && &content[from..] == INITIAL {
            content.truncate(from);
        }
    }
    content.push(0);
}

/// The initial position of standard chess, as [`write_position`] writes it.
const INITIAL: &[u8] = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq";

/// Appends the parts of a position that are compared: all but the half-move clock and the move number, and an en
/// passant square only if a capture there is legal.
fn write_position(position: &Position, content: &mut Vec<u8>) {
    let fen = position.fen();
    let n_fields = if let Position::Standard(_) = position { 3 } else { 4 };
    let end = fen.match_indices(' ').nth(n_fields - 1).map_or(fen.len(), |(at, _)| at);
    content.extend_from_slice(&fen.as_bytes()[..end]);
    if let Position::Standard(board) = position
        && let Some(square) = board.legal_ep_square()
    {
        content.push(b' ');
        content.extend_from_slice(square.to_string().as_bytes());
    }
}

fn quality(game: &Game, src: &[u8]) -> Quality {
    let mut quality = Quality::default();
    let mut depth = 0_u32;
    for node in &game.nodes {
        match node.kind {
            NodeKind::RavOpen { .. } => depth += 1,
            NodeKind::RavClose => depth = depth.saturating_sub(1),
            NodeKind::Comment(_) if node.comment_text(src).trim_ascii().is_empty() => (),
            NodeKind::Move { .. } | NodeKind::NullMove { .. } if depth == 0 => (),
            NodeKind::Nag(0) | NodeKind::MoveNumber(_) | NodeKind::Marker(_) => (),
            NodeKind::Comment(_)
            | NodeKind::Nag(_)
            | NodeKind::Suffix(_)
            | NodeKind::Glyph { .. }
            | NodeKind::Move { .. }
            | NodeKind::NullMove { .. } => quality.n_annotations += 1,
        }
    }
    let n_tags = game.tags.iter().filter(|pair| !has_no_content(pair.value.of(src))).count();
    quality.n_tags = u32::try_from(n_tags).unwrap_or(u32::MAX);
    quality
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digests(key: Key, text: &str) -> Vec<Digest> {
        let options = KeyOptions {
            key,
            min_plies: 2,
            fallback: Fallback::default(),
            replay: ReplayOptions::default(),
            quality_parts: QualityParts::All,
        };
        let mut digester = Digester::new(options);
        let mut games = pgn_syntax::Games::new(text.as_bytes());
        let (mut all, mut content) = (Vec::new(), Vec::new());
        while let Some(game) = games.next() {
            all.push(digester.digest(game, text.as_bytes(), &mut content));
        }
        all
    }

    #[track_caller]
    fn check(key: Key, a: &str, b: &str, same: bool) {
        let found = digests(key, &format!("{a}\n\n{b}\n"));
        let [a, b] = found[..] else { panic!("two games: {found:?}") };
        assert_eq!(a.kind == b.kind && a.hash == b.hash, same, "{a:?} {b:?}");
    }

    const TAGS: &str = "[White \"Tal, M\"]\n[Black \"Botvinnik, M\"]\n[Result \"1-0\"]\n\n";

    #[test]
    fn digests_compare_played_moves() {
        check(Key::Moves, "1. e4 e5 1-0", "1.e2e4 {x} e5! (1... c5) 0-1", true);
        check(Key::Moves, "1. e4 e5 1-0", "1. e4 c5 1-0", false);
        check(Key::Moves, "1. e4 e5 1-0", "1. e4 e5 2. d4 1-0", false);
        let fen =
            "[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n\n";
        check(Key::Moves, "1. e4 e5 *", &format!("{fen}1. e4 e5 *"), true);
        check(Key::Moves, "1. e4 e5 *", "[Variant \"Atomic\"]\n\n1. e4 e5 *", false);
        let pocket = |pocket: &str| {
            format!("[FEN \"4k3/8/8/8/8/8/4P3/4K3[{pocket}] w - - 0 1\"]\n\n1. e4 Ke7 *")
        };
        check(Key::Moves, &pocket("Q"), &pocket("q"), false);
        check(Key::Moves, &pocket("Qq"), &pocket("qQ"), true);
        check(Key::Moves, &pocket("-"), &pocket(""), true);
        check(Key::Moves, &pocket("Q"), &pocket("Q").replace("0 1", "5 20"), true);
        let wild = |number: u32| format!("[Variant \"wild/{number}\"]\n\n1. e4 e5 *");
        check(Key::Moves, &wild(5), &wild(7), false);
        check(Key::Moves, &wild(5), "1. e4 e5 *", false);
        check(Key::Moves, &wild(23), "[Variant \"Crazyhouse\"]\n\n1. e4 e5 *", true);
    }

    #[test]
    fn games_that_are_not_checked_compare_all_words() {
        #[track_caller]
        fn check_shogi(a: &str, b: &str, same: bool) {
            let game = |moves: &str| format!("[Variant \"shogi\"]\n\n1. P-7f P-3d 2. {moves} 1-0");
            check(Key::Moves, &game(a), &game(b), same);
        }
        check_shogi("G-5h S-4b", "S-6h G-6b", false);
        check_shogi("B*3c P-4d", "B*4c P-4d", false);
        check_shogi("G-1a P-4d", "G-2a P-4d", false);
        check_shogi("P-4d p-3c", "P-4d P-3c", false);
        check_shogi("H8+7 E3+5", "H8+7 E3+4", false);
        check_shogi("+R=5", "-R=5", false);
        check_shogi("C+-5", "C-+5", false);
        check_shogi("炮二平五", "炮八平五", false);
        check_shogi("32-28", "32-27", false);
        check_shogi("P-4d T", "P-4d S", false);
        check_shogi("P-4d (P-5d) P-5d", "P-4d P-5d", true);
        check_shogi("G-5h {x} S-4b! $14", "G-5h 2... S-4b", true);
        check_shogi("G-5h\nS-4b ; y\n 3. K-6h", "G-5h S-4b 3.K-6h", true);
        // What annotation, layout or other programs add.
        for text in ["Nf3 ± S-4b", "Nf3± S-4b", "Nf3‼ S-4b", "Nf3 +- S-4b", "Nf3 = S-4b"] {
            check_shogi(text, "Nf3 S-4b", true);
        }
        for text in
            ["Nf3\n% x\nS-4b", "Nf3\u{A0}S-4b", "Nf3 \u{FEFF}S-\u{AD}4b\u{FE0E}", "Nf3 2… S-4b"]
        {
            check_shogi(text, "Nf3 S-4b", true);
        }
        for text in ["Nf3 } S-4b", "Nf3 $ S-4b", "Nf3 (=) S-4b", "Nf3) S-4b"] {
            check_shogi(text, "Nf3 S-4b", true);
        }
    }

    #[test]
    fn short_games_and_games_with_errors_are_exact() {
        check(Key::Moves, "1. e4 *", "1. e4 *", true);
        check(Key::Moves, "1. e4 *", "1. e4 {x} *", false);
        check(Key::Moves, "1. e4 e5 2. Ke3 *", "1. e4 e5 2. Ke3 $1 *", false);
        assert_eq!(digests(Key::Moves, "1. e4 e5 2. Ke3 *")[0].kind, KeyKind::Exact);
        assert_eq!(digests(Key::Moves, "1. e4 e5 2. Ke2 *")[0].kind, KeyKind::Own);
    }

    #[test]
    fn players_are_surnames_and_the_result() {
        let other = TAGS.replace("Tal, M", "TAL").replace("Botvinnik, M", "Mikhail Botvinnik");
        let (a, b) = (format!("{TAGS}1. e4 e5 1-0"), format!("{other}1. e4 e5 1-0"));
        check(Key::MovesAndPlayers, &a, &b, true);
        check(Key::MovesAndPlayers, &a, &b.replace("1-0", "0-1"), false);
        check(Key::MovesAndPlayers, &a, &b.replace("TAL", "Talik"), false);
    }

    #[test]
    fn positions_are_met_by_transposition() {
        check(
            Key::Position(3, ExtraFacts::default()),
            "1. d4 d5 2. c4 e6 *",
            "1. c4 d5 2. d4 c6 *",
            true,
        );
        check(
            Key::Position(4, ExtraFacts::default()),
            "1. d4 d5 2. c4 e6 *",
            "1. c4 d5 2. d4 c6 *",
            false,
        );
        check(
            Key::Position(9, ExtraFacts::default()),
            "1. d4 d5 2. c4 *",
            "1. c4 d5 2. d4 *",
            true,
        );
        check(
            Key::Position(9, ExtraFacts::default()),
            "1. d4 d5 2. c4 *",
            "1. c4 d5 2. d4 e6 *",
            false,
        );
    }

    #[test]
    fn positions_are_those_of_the_same_players() {
        let (tal, none) = (format!("{TAGS}1. e4 e5 *"), "1. e4 e5 *");
        check(
            Key::Position(2, ExtraFacts::default()),
            &tal,
            &tal.replace("Tal, M", "Mikhail Tal"),
            true,
        );
        check(
            Key::Position(2, ExtraFacts::default()),
            &tal,
            &tal.replace("Tal, M", "Petrosian, T"),
            false,
        );
        check(Key::Position(2, ExtraFacts::default()), &tal, none, false);
        check(Key::Position(2, ExtraFacts::default()), none, "[White \"?\"]\n\n1. e4 e5 *", true);
    }

    #[test]
    fn exact_leaves_layout_aside() {
        let a = "[White \"x\"]\n[Black \"y\"]\n\n1. e4 {a  b} e5 $1 *";
        check(
            Key::Exact,
            a,
            "[Black \"y\"]\r\n[White \"x\"]\r\n\r\n1.e4 {a\r\nb} 1... e5! *",
            true,
        );
        check(Key::Exact, a, &a.replace("a  b", "ab"), false);
        check(Key::Exact, a, &a.replace("1. e4", "1. e2e4"), false);
        check(Key::Exact, a, &a.replace("1. e4", "1. e4+"), false);
        check(Key::Exact, a, &a.replace("$1", "$2"), false);
        check(Key::Exact, a, &a.replace('*', "1-0"), false);
    }

    #[test]
    fn qualities() {
        let quality =
            digests(Key::Moves, "[White \"x\"]\n[Black \"?\"]\n\n1. e4! {a} e5 (1... c5 2. d4) *")
                [0]
            .quality;
        assert_eq!(quality, Quality { n_plies: 2, n_annotations: 4, n_tags: 1 });
    }
}
