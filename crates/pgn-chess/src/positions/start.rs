//! The start position of a game by its SetUp, FEN and Variant tags, and the faults of these tags.

use std::{borrow::Cow, fmt};

use pgn_syntax::{Game, TagName, TagPair, is_unknown_value};
use shakmaty::{Bitboard, File, Rank, Role, Setup, Square};

pub use crate::positions::start_fault::{StartFault, StartFaults};
use crate::positions::{
    board::Board,
    fen::{self, ChecksField},
    fen_fields::FenFields,
    position::Position,
    variant_name::{VariantName, names_variant, variant_named},
};

/// The start of a game: its position and its rules.
///
/// ```
/// use pgn_chess::{Start, StartError};
///
/// let start = Start::from_fen(b"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
/// assert_eq!(start.position.unwrap().legal_moves().len(), 6);
/// let start = Start::from_fen(b"8/8/8/8/8/8/8/8 w - - 0 1");
/// assert_eq!(start.position, Err(StartError::IllegalPosition));
/// ```
#[derive(Clone, Debug)]
pub struct Start {
    /// The start position. For [`Variant::Unchecked`] only the side to move and the move number are
    /// meaningful: they are those of the FEN, with the pieces of the initial position.
    pub position: Result<Position, StartError>,
    /// The rules of the game.
    pub variant: Variant,
    /// The faults of the tags.
    pub faults: StartFaults,
    /// True if the game starts from the initial position of its variant.
    pub is_initial: bool,
}

/// The rules of a game.
///
/// ```
/// use pgn_chess::{Variant, pgn_syntax::Games, start};
///
/// let variant = |pgn: &[u8]| start(Games::new(pgn).next().unwrap(), pgn).variant;
/// assert_eq!(variant(b"1. e4 *"), Variant::Standard);
/// assert_eq!(variant(b"[Variant \"Bughouse\"]\n\n1. e4 *"), Variant::Unchecked);
/// let atomic = Variant::Known(pgn_chess::shakmaty::variant::Variant::Atomic);
/// assert_eq!(variant(b"[Variant \"Atomic\"]\n\n1. e4 *"), atomic);
/// assert_eq!(variant(b"[Variant \"Atomic\"\"]\n\n1. e4 *"), atomic);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// Standard chess.
    Standard,
    /// Chess960.
    Chess960,
    /// A variant that shakmaty supports.
    Known(shakmaty::variant::Variant),
    /// Any other variant: moves are passed on unchecked (VAR-03).
    Unchecked,
}

/// The reason why a position cannot be set up.
///
/// ```
/// use pgn_chess::{Start, StartError};
///
/// let error = |fen: &[u8]| Start::from_fen(fen).position.unwrap_err();
/// assert_eq!(error(b"a chess board"), StartError::BadFen);
/// let without_kings = error(b"8/8/8/8/8/8/4P3/8 w - - 0 1");
/// assert_eq!(without_kings, StartError::IllegalPosition);
/// assert_eq!(without_kings.to_string(), "the position is illegal");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StartError {
    /// The FEN cannot be read.
    BadFen,
    /// A side does not have exactly one king, or the side not to move is in check.
    IllegalPosition,
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            StartError::BadFen => "the FEN cannot be read",
            StartError::IllegalPosition => "the position is illegal",
        })
    }
}

impl std::error::Error for StartError {}

/// Returns the start of a game by its tags. Without a FEN it is the initial position.
///
/// ```
/// use pgn_chess::{StartFault, pgn_syntax::Games, start};
///
/// let pgn = b"[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *";
/// let mut games = Games::new(pgn);
/// let start = start(games.next().unwrap(), pgn);
/// assert!(!start.is_initial);
/// assert!(start.faults.iter().eq([StartFault::FenWithoutSetup]));
/// ```
#[must_use]
pub fn start(game: &Game, src: &[u8]) -> Start {
    match StartTags::of(game) {
        StartTags(0) => Start::initial(),
        tags => from_tags(game, src, tags),
    }
}

/// The tags of a game that define its start.
#[derive(Clone, Copy)]
struct StartTags(u8);

impl StartTags {
    const FEN: StartTags = StartTags(1);
    const SET_UP: StartTags = StartTags(2);
    const VARIANT: StartTags = StartTags(4);
    const VARIATION: StartTags = StartTags(8);
    /// A player of the second board of bughouse.
    const SECOND_BOARD: StartTags = StartTags(16);

    /// The bit of each name, by its index. A lookup, as a branch on the name would be unpredictable.
    const BY_NAME: [u8; TagName::COUNT] = {
        let mut bits = [0; TagName::COUNT];
        bits[TagName::FEN.index()] = StartTags::FEN.0;
        bits[TagName::SET_UP.index()] = StartTags::SET_UP.0;
        bits[TagName::VARIANT.index()] = StartTags::VARIANT.0;
        bits[TagName::VARIATION.index()] = StartTags::VARIATION.0;
        bits[TagName::WHITE_B.index()] = StartTags::SECOND_BOARD.0;
        bits[TagName::BLACK_B.index()] = StartTags::SECOND_BOARD.0;
        bits
    };

    fn of(game: &Game) -> StartTags {
        let bits = |pair: &TagPair| pair.known.map_or(0, |name| StartTags::BY_NAME[name.index()]);
        StartTags(game.tags.iter().fold(0, |all, pair| all | bits(pair)))
    }

    fn has(self, tag: StartTags) -> bool {
        self.0 & tag.0 != 0
    }
}

/// Returns true if a Result tag is `0-0`: both sides have lost (END-07).
pub(crate) fn is_double_forfeit(game: &Game, src: &[u8]) -> bool {
    game.tags.iter().any(|pair| pair.known == Some(TagName::RESULT) && pair.value.of(src) == b"0-0")
}

/// The initial position of standard chess.
impl Default for Start {
    fn default() -> Start {
        Start::initial()
    }
}

impl Start {
    /// Returns the initial position of standard chess.
    #[must_use]
    pub fn initial() -> Start {
        Start {
            position: Ok(Position::INITIAL),
            variant: Variant::Standard,
            faults: StartFaults::default(),
            is_initial: true,
        }
    }

    /// Returns the start position of a FEN: of standard chess, or of Chess960 if its castling letters say so.
    #[must_use]
    pub fn from_fen(text: &[u8]) -> Start {
        let mut start = Start::initial();
        start.set_up(text, VariantName::Standard);
        start
    }

    /// Returns the positions of a FEN in standard chess, in Chess960, where castling letters can mean other rooks, and in
    /// the variants that shakmaty supports, some of which permit boards without a king.
    ///
    /// ```
    /// use pgn_chess::Start;
    ///
    /// let n_rules = |fen: &[u8]| Start::positions_of_fen(fen).map(|all| all.len());
    /// assert!(n_rules(b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").unwrap() > 1);
    /// assert!(n_rules(b"7k/8/8/8/8/8/8/8 w - - 0 1").is_ok());
    /// assert!(n_rules(b"8/8/8/8/8/8/8/8 w - - 0 1").is_err());
    /// ```
    ///
    /// # Errors
    /// Returns the error of standard chess if no variant permits the position.
    pub fn positions_of_fen(text: &[u8]) -> Result<Vec<Position>, StartError> {
        use shakmaty::variant::Variant as Known;
        let read = |name| {
            let mut start = Start::initial();
            start.set_up(text, name);
            start.position
        };
        let standard = read(VariantName::Standard);
        let variants = Known::ALL.into_iter().filter(|it| *it != Known::Chess);
        let others = std::iter::once(VariantName::Chess960).chain(variants.map(VariantName::Known));
        let others: Vec<Position> = others.filter_map(|name| read(name).ok()).collect();
        match standard {
            Err(error) if others.is_empty() => Err(error),
            standard => Ok(standard.into_iter().chain(others).collect()),
        }
    }

    fn set_up(&mut self, text: &[u8], named: VariantName) {
        self.is_initial = false;
        let Some(read) = fen::read(text) else {
            self.faults.insert(StartFault::BadFen);
            self.position = Err(StartError::BadFen);
            return;
        };
        read.faults.iter().for_each(|fault| self.faults.insert(fault));
        let has_empty_pocket = named == VariantName::Known(shakmaty::variant::Variant::Crazyhouse);
        if FenFields::of(text).placement().ends_with(b"/") && !has_empty_pocket {
            self.faults.insert(StartFault::FenSpelling);
        }
        let is_named = |variant| named == VariantName::Known(variant);
        if read.has_pocket && !is_named(shakmaty::variant::Variant::Crazyhouse)
            || read.checks != ChecksField::Absent
                && !is_named(shakmaty::variant::Variant::ThreeCheck)
            || read.checks == ChecksField::Invalid
        {
            self.faults.insert(StartFault::FenOfOtherVariant);
        }
        let castles_otherwise = !has_standard_castling(&read.setup);
        let is_chess960 = match named {
            VariantName::Chess960 => true,
            VariantName::Known(_) => castles_otherwise,
            _ if !castles_otherwise => false,
            _ if read.has_file_letters || is_start_of_chess960(&read.setup) => true,
            _ => {
                // Other programs may not see that only Chess960 has these rights.
                let is_whole = !self.faults.contains(StartFault::FenCastlingImpossible);
                self.faults.insert(StartFault::FenCastlingImpossible);
                is_whole && has_castling_of_chess960(&read.setup)
            }
        };
        let position = match named {
            VariantName::Known(variant) => {
                let mode = shakmaty::CastlingMode::from_standard(!is_chess960);
                Position::variant_from_setup(variant, read.setup.clone(), mode)
            }
            _ => {
                self.variant = if is_chess960 { Variant::Chess960 } else { Variant::Standard };
                Board::from_setup(&read.setup, is_chess960).ok().map(Position::Standard)
            }
        };
        let Some(position) = position else {
            self.faults.insert(StartFault::IllegalPosition);
            self.position = Err(StartError::IllegalPosition);
            return;
        };
        if position.castling_rooks().is_some_and(|rooks| rooks != read.setup.castling_rights) {
            self.faults.insert(StartFault::FenCastlingImpossible);
        }
        if let Position::Standard(board) = &position {
            if fen::is_odd(board) {
                self.faults.insert(StartFault::OddPosition);
            }
            if read.setup.ep_square.is_some() && board.ep_square().is_none() {
                self.faults.insert(StartFault::FenEpImpossible);
            }
        }
        self.is_initial = match (named, &position) {
            (VariantName::Known(variant), _) => position == Position::initial_of(variant),
            (_, Position::Standard(board)) => board.to_setup() == Board::INITIAL.to_setup(),
            (_, Position::Variant(_)) => false,
        };
        self.position = Ok(position);
    }
}

/// Returns true for one of the 960 start positions, in which castling can only be that of Chess960, whatever letters the
/// FEN has for it.
fn is_start_of_chess960(setup: &Setup) -> bool {
    let board = &setup.board;
    let [first, second, seventh, eighth] =
        [Rank::First, Rank::Second, Rank::Seventh, Rank::Eighth].map(Bitboard::from_rank);
    let role = |file, rank| board.role_at(Square::from_coords(file, rank));
    let is_same = |file| role(file, Rank::First) == role(file, Rank::Eighth);
    let in_rank = |role| board.by_role(role) & first;
    let (rooks, bishops) = (in_rank(Role::Rook), in_rank(Role::Bishop));
    let (Some(king), Some(left), Some(right)) =
        (in_rank(Role::King).first(), rooks.first(), rooks.last())
    else {
        return false;
    };
    board.white() == (first | second)
        && board.black() == (seventh | eighth)
        && board.pawns() == (second | seventh)
        && File::ALL.into_iter().all(is_same)
        && [Role::Rook, Role::Knight, Role::Bishop].iter().all(|&role| in_rank(role).count() == 2)
        && in_rank(Role::King).count() == 1
        && (bishops & Bitboard::LIGHT_SQUARES).count() == 1
        && (left..right).contains(&king)
}

/// Returns true if kings and castling rooks are placed as in the initial position, so that Shredder-FEN's letters
/// mean the same as KQkq.
fn has_standard_castling(setup: &Setup) -> bool {
    setup.castling_rights.is_subset(Bitboard::CORNERS)
        && shakmaty::Color::ALL.into_iter().all(|color| {
            let has_rights = setup.castling_rights.intersects(color.backrank());
            !has_rights || setup.board.king_of(color).is_some_and(|at| at.file() == File::E)
        })
}

/// Returns true if castling rights that standard chess does not have are those of Chess960, not rights that a game of
/// standard chess has lost: both sides have both rights, with kings and rooks on the same files.
fn has_castling_of_chess960(setup: &Setup) -> bool {
    let of_side = |color: shakmaty::Color| {
        let rooks = setup.castling_rights & color.backrank();
        let king = setup.board.king_of(color).filter(|king| king.rank() == color.backrank())?;
        let mut files = rooks.into_iter().map(Square::file);
        let (left, right) = (files.next()?, files.next()?);
        (left < king.file() && king.file() < right).then_some((left, king.file(), right))
    };
    let [white, black] = shakmaty::Color::ALL.map(of_side);
    white.is_some() && white == black
}

/// Returns the start of a game that has `tags`.
fn from_tags(game: &Game, src: &[u8], tags: StartTags) -> Start {
    let mut start = Start::initial();
    // A tag that the game does not have is not searched for.
    let written = |tag, name| match tags.has(tag) {
        true => game.value(src, name),
        false => Cow::default(),
    };
    let value = |tag, name| with_blanks(written(tag, name));
    let named_variant = variant_named(&value(StartTags::VARIANT, TagName::VARIANT));
    match named_variant {
        VariantName::Standard | VariantName::Wild => (),
        VariantName::Chess960 => start.variant = Variant::Chess960,
        VariantName::Known(known) => {
            start.variant = Variant::Known(known);
            start.position = Ok(Position::initial_of(known));
        }
        VariantName::Unchecked => start.variant = Variant::Unchecked,
        VariantName::Unknown => {
            start.variant = Variant::Unchecked;
            start.faults.insert(StartFault::UnknownVariant);
        }
    }
    if !tags.has(StartTags::VARIANT) && tags.has(StartTags::SECOND_BOARD) && game.is_bughouse(src) {
        start.variant = Variant::Unchecked;
    }
    if !tags.has(StartTags::VARIANT)
        && names_variant(&value(StartTags::VARIATION, TagName::VARIATION))
    {
        start.faults.insert(StartFault::VariantInVariationTag);
    }
    let fen = value(StartTags::FEN, TagName::FEN);
    let fen = fen.trim_ascii();
    let setup = value(StartTags::SET_UP, TagName::SET_UP);
    if is_unknown_value(fen) {
        if tags.has(StartTags::FEN) {
            start.faults.insert(StartFault::UnknownFen);
        }
        if setup.trim_ascii() == b"1" {
            start.faults.insert(StartFault::SetupWithoutFen);
        }
        if matches!(named_variant, VariantName::Chess960 | VariantName::Wild) {
            start.faults.insert(StartFault::VariantWithoutFen);
        }
        if named_variant == VariantName::Chess960 {
            let board = Board::from_setup(&Board::INITIAL.to_setup(), true);
            start.position = board.map(Position::Standard).or(Err(StartError::IllegalPosition));
        }
        return start;
    }
    if !tags.has(StartTags::SET_UP) {
        start.faults.insert(StartFault::FenWithoutSetup);
    }
    if start.variant == Variant::Unchecked {
        start.is_initial = false;
        if let Some(position) = fen::initial_with_turn_and_number(fen).map(Position::Standard) {
            start.position = Ok(position);
        }
        return start;
    }
    if *written(StartTags::FEN, TagName::FEN) != *fen {
        start.faults.insert(StartFault::FenSpacing);
    }
    start.set_up(fen, named_variant);
    if start.is_initial {
        start.faults.insert(StartFault::RedundantFen);
    } else if tags.has(StartTags::SET_UP)
        && !is_unknown_value(setup.trim_ascii())
        && setup.trim_ascii() != b"1"
    {
        start.faults.insert(StartFault::SetupContradictsFen);
    }
    start
}

/// Returns a tag value with a blank for each control character and no-break space, as it is written (TOK-04).
///
/// Control characters beyond ASCII count, too. A value that is not UTF-8 as a whole is read in an 8-bit set, where the
/// bytes that Windows-1252 does not define count as control characters.
pub(crate) fn with_blanks(value: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    if value.iter().all(|byte| (b' '..=b'~').contains(byte)) {
        return value;
    }
    if let Ok(text) = std::str::from_utf8(&value) {
        let is_blank = |char: char| char.is_control() || char == '\u{A0}';
        let text: String =
            text.chars().map(|char| if is_blank(char) { ' ' } else { char }).collect();
        return Cow::Owned(text.into_bytes());
    }
    let is_blank = |byte: u8| {
        byte.is_ascii_control() || matches!(byte, 0x81 | 0x8D | 0x8F | 0x90 | 0x9D | 0xA0)
    };
    Cow::Owned(value.iter().map(|&byte| if is_blank(byte) { b' ' } else { byte }).collect())
}
