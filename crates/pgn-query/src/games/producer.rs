//! The producer of a game, that is, the program or server that wrote it, detected by marks that
//! only it leaves.
//!
//! The result is a guess: it is only displayed and never changes findings or edits. Marks that
//! another program has removed are not seen; the first matching producer of the table is returned.

use pgn_syntax::{CommentKind, Game, Node, NodeKind, TagName, command::commands};

/// A program or server that writes games.
#[derive(Debug)]
pub struct Producer {
    /// The name that it uses for itself.
    pub name: &'static str,
    /// Its marks; one of them suffices.
    marks: &'static [Mark],
    /// Names of the rules whose faults it is known to write.
    pub faults: &'static [&'static str],
}

/// A mark that identifies a producer.
#[derive(Clone, Copy, Debug)]
enum Mark {
    /// This tag is present.
    Tag(TagName),
    /// A tag with this name, which only the producer uses, is present.
    CustomTag(&'static str),
    /// This tag has exactly this value.
    Is(TagName, &'static str),
    /// The value of this tag begins with this text; case is ignored.
    Starts(TagName, &'static str),
    /// The value of this tag contains this text; case is ignored.
    Holds(TagName, &'static str),
    /// Both tags are present, in this order.
    Order(TagName, TagName),
    /// One of the first comments contains the command `[%name …]`.
    Command(&'static str),
    /// One of the last comments contains this text.
    LastWords(&'static str),
}

use Mark::{Command, CustomTag, Holds, Is, LastWords, Order, Starts, Tag};

/// Number of comments at either end of a game that are searched.
const N_COMMENTS: usize = 8;

/// All producers. If a game passes through several programs, marks of the last one must be found
/// first: a server's name remains in a game that a program has saved, so programs come before
/// servers.
pub static PRODUCERS: &[Producer] = &[
    Producer::new(
        "DGT LiveChess",
        &[Holds(TagName::E_PGN, "LiveChess"), CustomTag("LiveChessVersion")],
        &["tag-name-lowercase", "bad-time-control", "dgt-king-center", "tag-order"],
    ),
    Producer::new(
        "ChessBase",
        &[
            Tag(TagName::SOURCE_VERSION_DATE),
            Tag(TagName::SOURCE_QUALITY),
            Tag(TagName::SOURCE_DATE),
            Tag(TagName::EVENT_ROUNDS),
            Tag(TagName::EVENT_CATEGORY),
            Tag(TagName::WHITE_TEAM_COUNTRY),
            Command("evp"),
            Command("mdl"),
            Command("tqu"),
        ],
        &[
            "bom", "tag-name-case", "null-move", "nonstandard-nag", "bad-eco", "bad-clk",
            "empty-comment", "empty-tag-value",
        ],
    ),
    Producer::new(
        "Scid",
        &[CustomTag("ScidFlags"), Command("draw")],
        &["bad-eco", "null-move", "nonstandard-nag"],
    ),
    Producer::new(
        "Lichess",
        &[
            Starts(TagName::SITE, "https://lichess.org/"),
            Starts(TagName::ANNOTATOR, "https://lichess.org/"),
            Starts(TagName::CHAPTER_URL, "https://lichess.org/"),
            Starts(TagName::GAME_URL, "https://lichess.org/"),
            Starts(TagName::BROADCAST_URL, "https://lichess.org/"),
        ],
        &[],
    ),
    Producer::new(
        "chess.com",
        &[
            // TWIC writes `chess.com INT`.
            Is(TagName::SITE, "Chess.com"),
            Starts(TagName::SITE, "https://www.chess.com/"),
            Starts(TagName::LINK, "https://www.chess.com/"),
        ],
        &["clk-fraction", "trailing-space", "unknown-termination"],
    ),
    Producer::new(
        "pychess.org",
        &[Starts(TagName::SITE, "https://www.pychess.org/")],
        &["bad-elo"],
    ),
    Producer::new(
        "FICS",
        &[Tag(TagName::FICS_GAMES_DB_GAME_NO), Holds(TagName::SITE, "freechess.org")],
        &[],
    ),
    Producer::new(
        "ICC",
        &[Tag(TagName::ICC_RESULT), Starts(TagName::SITE, "Internet Chess Club")],
        &[],
    ),
    Producer::new(
        "chess24",
        &[Is(TagName::SITE, "chess24.com"), Starts(TagName::SITE, "https://chess24.com")],
        &[],
    ),
    // Both write the same tags: one in the order of its code, the other in alphabetical order.
    Producer::new(
        "fastchess",
        &[Order(TagName::GAME_START_TIME, TagName::GAME_END_TIME)],
        &["unknown-termination"],
    ),
    Producer::new(
        "Cute Chess",
        &[Order(TagName::GAME_END_TIME, TagName::GAME_START_TIME), Tag(TagName::GAME_DURATION)],
        &["unknown-termination", "bad-time-control"],
    ),
    Producer::new(
        "Arena",
        &[LastWords("Arena Adjudication"), Holds(TagName::ANNOTATOR, "Arena ")],
        &[],
    ),
    Producer::new("XBoard", &[Starts(TagName::EVENT, "Computer Chess Game")], &[]),
    Producer::new(
        "PyChess",
        &[Starts(TagName::EVENT, "Local Event"), Starts(TagName::SITE, "Local Site")],
        &[],
    ),
    Producer::new(
        "Fritz",
        &[Starts(TagName::ANNOTATOR, "Fritz"), Starts(TagName::ANNOTATOR, "Deep Fritz")],
        &["null-move"],
    ),
    Producer::new(
        "pgn-extract",
        &[Tag(TagName::HASH_CODE), Tag(TagName::TOTAL_PLY_COUNT), Tag(TagName::MATCH_LABEL)],
        &[],
    ),
    Producer::new("TWIC", &[Order(TagName::BLACK_FIDE_ID, TagName::EVENT_DATE)], &["null-move"]),
];

impl Producer {
    const fn new(
        name: &'static str,
        marks: &'static [Mark],
        faults: &'static [&'static str],
    ) -> Producer {
        Producer { name, marks, faults }
    }
}

/// Returns the producer of a game, or `None` if there is no mark.
#[must_use]
pub fn producer(game: &Game, src: &[u8]) -> Option<&'static Producer> {
    let kinds = Kinds::of(game);
    let has = |mark: &Mark| mark.may_match(&kinds) && mark.matches(game, src);
    PRODUCERS.iter().find(|producer| producer.marks.iter().any(has))
}

/// The kinds of elements that a game has. Most marks are ruled out because the game has none of the kind.
struct Kinds {
    /// A bit for each known name of a tag that is present.
    known: u128,
    has_other_tags: bool,
    /// True if there are comments at either end that may have other content than an evaluation and a clock time.
    has_comments: bool,
}

impl Kinds {
    fn of(game: &Game) -> Kinds {
        const { assert!(TagName::COUNT <= 128, "a name is a bit") }
        let (mut known, mut has_other_tags) = (0, false);
        for pair in &game.tags {
            match pair.known {
                Some(name) => known |= 1 << name.index(),
                None => has_other_tags = true,
            }
        }
        let may_have = |node: &Node| may_have_marks(node.kind);
        let has_comments = !game.has_only_moves()
            && (comments(game).take(N_COMMENTS).any(may_have)
                || comments(game).rev().take(N_COMMENTS).any(may_have));
        Kinds { known, has_other_tags, has_comments }
    }

    fn has(&self, name: TagName) -> bool {
        self.known >> name.index() & 1 != 0
    }
}

impl Mark {
    /// Returns false if a game of these kinds cannot have the mark.
    fn may_match(self, kinds: &Kinds) -> bool {
        match self {
            Tag(name) | Is(name, _) | Starts(name, _) | Holds(name, _) | Order(name, _) => {
                kinds.has(name)
            }
            CustomTag(_) => kinds.has_other_tags,
            Command(_) | LastWords(_) => kinds.has_comments,
        }
    }

    fn matches(self, game: &Game, src: &[u8]) -> bool {
        let place = |name| game.tags.iter().position(|pair| pair.known == Some(name));
        let value = |name| place(name).map(|at| game.tags[at].value.of(src));
        match self {
            Tag(name) => place(name).is_some(),
            CustomTag(name) => game.tags.iter().any(|pair| {
                pair.known.is_none() && pair.name.of(src).eq_ignore_ascii_case(name.as_bytes())
            }),
            Is(name, text) => value(name) == Some(text.as_bytes()),
            Starts(name, start) => value(name)
                .and_then(|value| value.get(..start.len()))
                .is_some_and(|value| value.eq_ignore_ascii_case(start.as_bytes())),
            Holds(name, part) => value(name).is_some_and(|value| {
                let part = part.as_bytes();
                value.windows(part.len()).any(|text| {
                    text[0].eq_ignore_ascii_case(&part[0]) && text.eq_ignore_ascii_case(part)
                })
            }),
            Order(first, then) => match (place(first), place(then)) {
                (Some(first), Some(then)) => first < then,
                _ => false,
            },
            Command(name) => texts(comments(game), src)
                .flat_map(commands)
                .any(|command| command.name == name.as_bytes()),
            LastWords(text) => texts(comments(game).rev(), src)
                .any(|comment| comment.windows(text.len()).any(|words| words == text.as_bytes())),
        }
    }
}

/// Returns the comments of a game, including those in variations.
fn comments(game: &Game) -> impl DoubleEndedIterator<Item = &Node> {
    game.nodes.iter().filter(|node| node.kind.is_comment())
}

/// Returns the texts of the first comments, without the comments that cannot have marks.
fn texts<'a>(
    comments: impl Iterator<Item = &'a Node>,
    src: &'a [u8],
) -> impl Iterator<Item = &'a [u8]> {
    let comments = comments.take(N_COMMENTS).filter(|node| may_have_marks(node.kind));
    comments.map(|node| node.span.of(src))
}

/// Returns true for the comments that may have a mark of a producer. Server comments have only an evaluation and a
/// clock time.
fn may_have_marks(kind: NodeKind) -> bool {
    matches!(kind, NodeKind::Comment(kind) if kind != CommentKind::Server)
}

#[cfg(test)]
mod tests {
    use pgn_syntax::{Parser, Part, ReadOptions};

    use super::*;

    #[track_caller]
    fn check(src: &str, expected: Option<&str>) {
        let src = src.as_bytes();
        let part = Part::whole(src);
        let (mut parser, mut game) = (Parser::new(ReadOptions::default()), Game::default());
        parser.start(&part);
        assert!(parser.next_game(&part, &mut game));
        assert_eq!(producer(&game, src).map(|it| it.name), expected);
    }

    #[test]
    fn each_has_its_marks() {
        check("[ePGN \"0.1;DGT LiveChess/2.2.5\"]\n\n1. e4 *", Some("DGT LiveChess"));
        check("[Site \"https://lichess.org/abcdefgh\"]\n\n1. e4 *", Some("Lichess"));
        check("[Site \"Chess.com\"]\n\n1. e4 *", Some("chess.com"));
        check("[ScidFlags \"W\"]\n\n1. e4 *", Some("Scid"));
        check("1. e4 {[%draw full,e4,red]} *", Some("Scid"));
        check("{[%evp 0,1,13,13]} 1. e4 *", Some("ChessBase"));
        check("[Event \"computer chess game\"]\n\n1. e4 *", Some("XBoard"));
        check("1. e4 e5 2. Ke3 {Arena Adjudication. Illegal move!} 0-1", Some("Arena"));
        let times = ["[GameStartTime \"x\"]\n", "[GameEndTime \"y\"]\n"];
        check(&format!("{}{}\n1. e4 *", times[0], times[1]), Some("fastchess"));
        check(&format!("{}{}\n1. e4 *", times[1], times[0]), Some("Cute Chess"));
        check("[BlackFideId \"1\"]\n[EventDate \"2019.03.05\"]\n\n1. e4 *", Some("TWIC"));
        check(
            "[Site \"chess.com INT\"]\n[BlackFideId \"1\"]\n[EventDate \"2020.01.01\"]\n\n*",
            Some("TWIC"),
        );
        // A program adds its own marks to a game of a server.
        let saved = "[Site \"Chess.com\"]\n[SourceVersionDate \"2020.01.01\"]\n\n1. e4 *";
        check(saved, Some("ChessBase"));
    }

    #[test]
    fn most_games_do_not_say() {
        check("[Event \"Hastings\"]\n[Site \"Hastings\"]\n\n1. e4 {good} *", None);
        check(
            "[Event \"Titled Arena\"]\n[EventDate \"2019.03.05\"]\n\n1. e4 {[%clk 0:01:00]} *",
            None,
        );
        check("1. e4 *", None);
        check("[Site \"Ch\"]\n\n1. e4 {} *", None);
    }

    #[test]
    fn names_are_unique() {
        for (i, producer) in PRODUCERS.iter().enumerate() {
            assert!(!producer.marks.is_empty());
            assert!(PRODUCERS[..i].iter().all(|other| other.name != producer.name));
        }
    }
}
