//! Compares the answers of expressions with those of a naive judge: shakmaty's positions, text for patterns, loops for
//! the rest. The judge reads the games with pgn-reader. The games are generated, from `tests/corpus`, and real ones if
//! `PGNKIT_CORPORA` names a folder.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::{collections::HashMap, fs, ops::ControlFlow, path::Path, sync::LazyLock};

use pgn_query::{Depth, Facts, Query, QueryState, Scope, play};
use pgn_reader::{
    RawTag, Reader, SanPlus, Skip, Visitor,
    shakmaty::{
        Chess, Color, EnPassantMode, Move, Position as _, Role, fen::Fen, san::San,
        zobrist::Zobrist64,
    },
};
use pgn_testkit::{Generator, Style, files_below};

/// A line of a game from its start, as the judge sees it.
#[derive(Clone, Default)]
struct Line {
    /// The first position, and the position after each move.
    positions: Vec<Chess>,
    moves: Vec<Move>,
    is_complete: bool,
}

/// A game as the judge sees it.
#[derive(Default)]
struct Judged {
    tags: HashMap<String, String>,
    /// The main line first.
    lines: Vec<Line>,
    open: Vec<Line>,
    /// Number of moves of the main line, including moves that cannot be played.
    n_written: usize,
    n_comments: usize,
    n_nags: usize,
    is_odd: bool,
}

struct Judge;

impl Visitor for Judge {
    type Tags = Judged;
    type Movetext = Judged;
    type Output = Judged;

    fn begin_tags(&mut self) -> ControlFlow<Judged, Judged> {
        ControlFlow::Continue(Judged::default())
    }

    fn tag(&mut self, game: &mut Judged, name: &[u8], value: RawTag<'_>) -> ControlFlow<Judged> {
        let name = String::from_utf8_lossy(name).into_owned();
        game.is_odd |= matches!(name.as_str(), "Variant" | "Variation");
        let value = value.decode_utf8().map(|value| value.into_owned());
        game.is_odd |= value.is_err();
        // The readers treat repeated tags in different ways.
        game.is_odd |= game.tags.insert(name, value.unwrap_or_default()).is_some();
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, mut game: Judged) -> ControlFlow<Judged, Judged> {
        let mut start = Chess::default();
        if let Some(fen) = game.tags.get("FEN") {
            let fen = fen.parse::<Fen>().ok();
            let mode = pgn_reader::shakmaty::CastlingMode::Standard;
            match fen.and_then(|fen| fen.into_position(mode).ok()) {
                Some(position) => start = position,
                None => game.is_odd = true,
            }
        }
        game.open.push(Line { positions: vec![start], moves: Vec::new(), is_complete: true });
        ControlFlow::Continue(game)
    }

    fn begin_variation(&mut self, game: &mut Judged) -> ControlFlow<Judged, Skip> {
        let mut line = game.open.last().unwrap().clone();
        game.is_odd |= line.moves.pop().is_none() || !line.is_complete;
        if line.positions.len() > 1 {
            line.positions.pop();
        }
        game.open.push(line);
        ControlFlow::Continue(Skip(false))
    }

    fn end_variation(&mut self, game: &mut Judged) -> ControlFlow<Judged> {
        if game.open.len() == 1 {
            game.is_odd = true;
            return ControlFlow::Continue(());
        }
        let line = game.open.pop().unwrap();
        game.lines.push(line);
        ControlFlow::Continue(())
    }

    fn san(&mut self, game: &mut Judged, san: SanPlus) -> ControlFlow<Judged> {
        // The judge does not know null moves.
        game.is_odd |= san.san == San::Null;
        let is_variation = game.open.len() > 1;
        game.n_written += usize::from(!is_variation);
        let line = game.open.last_mut().unwrap();
        let position = line.positions.last().unwrap();
        match san.san.to_move(position) {
            Ok(mv) if line.is_complete => {
                let after = position.clone().play(mv).unwrap();
                line.positions.push(after);
                line.moves.push(mv);
            }
            _ => {
                line.is_complete = false;
                game.is_odd |= is_variation;
            }
        }
        ControlFlow::Continue(())
    }

    fn comment(&mut self, game: &mut Judged, _: pgn_reader::RawComment<'_>) -> ControlFlow<Judged> {
        game.n_comments += 1;
        ControlFlow::Continue(())
    }

    fn nag(&mut self, game: &mut Judged, _: pgn_reader::Nag) -> ControlFlow<Judged> {
        game.n_nags += 1;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, mut game: Judged) -> Judged {
        game.is_odd |= game.open.len() > 1;
        game.lines.insert(0, game.open.swap_remove(0));
        game
    }
}

impl Judged {
    fn main(&self) -> &Line {
        &self.lines[0]
    }

    fn tag(&self, name: &str) -> Option<&str> {
        let value = self.tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name))?.1.trim();
        (!matches!(value, "" | "?" | "-" | "????.??.??")).then_some(value)
    }

    fn number(&self, name: &str) -> Option<i64> {
        let value = self.tag(name)?.trim();
        value.strip_suffix('?').unwrap_or(value).parse().ok()
    }

    fn elo(&self, name: &str) -> Option<i64> {
        self.number(name).filter(|&elo| elo > 0)
    }

    fn date(&self) -> Option<Vec<u32>> {
        let parts = |text: &str| -> Option<Vec<u32>> {
            let mut numbers = Vec::new();
            let mut split: Vec<&str> = text.split(['.', '-', '/']).collect();
            if text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_digit()) {
                split = vec![&text[..4], &text[4..6], &text[6..]];
            }
            if split.len() == 3 && split[2].len() == 4 {
                // The day is above 12, or equal to the month.
                split.reverse();
                let (a, b): (u32, u32) = (split[1].parse().ok()?, split[2].parse().ok()?);
                if a > 12 {
                    split.swap(1, 2);
                } else if b <= 12 && a != b {
                    return None;
                }
            }
            if split.len() > 3 || split[0].len() != 4 {
                return None;
            }
            for part in split {
                if part.chars().all(|c| "?0xX".contains(c)) {
                    break;
                }
                numbers.push(part.parse().ok()?);
            }
            let is_month = numbers.get(1).is_none_or(|month| (1..=12).contains(month));
            let is_day = numbers.get(2).is_none_or(|day| (1..=31).contains(day));
            (!numbers.is_empty() && is_month && is_day).then_some(numbers)
        };
        self.tag("Date").and_then(parts).or_else(|| self.tag("UTCDate").and_then(parts))
    }
}

/// The table of openings, played by shakmaty: code and name by position.
struct Naive {
    by_position: HashMap<String, (String, String)>,
    /// Half-moves of the longest line.
    longest: usize,
}

static OPENINGS: LazyLock<Naive> = LazyLock::new(|| {
    let mut naive = Naive { by_position: HashMap::new(), longest: 0 };
    for volume in ["a", "b", "c", "d", "e"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../pgn-openings/src/table");
        let table = fs::read_to_string(folder.join(format!("{volume}.tsv"))).unwrap();
        for line in table.lines() {
            let columns: Vec<&str> = line.split('\t').collect();
            let mut position = Chess::default();
            let moves: Vec<&str> = columns[2].split(' ').collect();
            for san in &moves {
                let san: San = san.parse().unwrap();
                position = position.clone().play(san.to_move(&position).unwrap()).unwrap();
            }
            naive.longest = naive.longest.max(moves.len());
            let opening = (columns[0].to_owned(), columns[1].to_owned());
            naive.by_position.entry(without_clocks(&position)).or_insert(opening);
        }
    }
    naive
});

impl Naive {
    /// Returns the opening of the last position of the main line that the table has. Positions far behind the end of
    /// the longest line are not examined.
    fn of(&self, game: &Judged) -> Option<(&str, &str)> {
        let reached = game.main().positions.iter().skip(1).take(self.longest + 6);
        let found =
            reached.filter_map(|it| self.by_position.get(&without_clocks(it))).next_back()?;
        Some((&found.0, &found.1))
    }
}

fn without_clocks(position: &Chess) -> String {
    let fen = Fen::from_position(position, EnPassantMode::Legal).to_string();
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

/// Returns true for a letter from A to E that is followed by up to two digits before any other character.
fn is_code(tag: &str) -> bool {
    let tag = tag.trim().to_uppercase();
    tag.starts_with(|c| ('A'..='E').contains(&c))
        && tag.chars().skip(1).take(2).all(|c| c.is_ascii_digit())
}

/// Returns true for the codes B20 to B99.
fn is_semi_open(eco: &str) -> bool {
    let code = eco.get(1..3).and_then(|digits| digits.parse::<u32>().ok());
    eco.starts_with(['B', 'b']) && code.is_some_and(|code| code >= 20)
}

type Answer = Box<dyn Fn(&Judged, &[Line]) -> bool>;

/// Returns the answer whether `is` holds for a position of some line. The arguments of `is` are the line and the number
/// of moves before the position.
fn some(is: impl Fn(&Line, usize) -> bool + 'static) -> Answer {
    Box::new(move |_, lines| {
        lines.iter().any(|line| (0..line.positions.len()).any(|ply| is(line, ply)))
    })
}

/// Returns the answer whether `is` holds for a move of some line. The arguments of `is` are the position before the
/// move, and the move.
fn some_move(is: impl Fn(&Chess, Move) -> bool + 'static) -> Answer {
    some(move |line, ply| ply > 0 && is(&line.positions[ply - 1], line.moves[ply - 1]))
}

fn of_game(is: impl Fn(&Judged) -> bool + 'static) -> Answer {
    Box::new(move |game, _| is(game))
}

/// Returns the ranks of a board, with `_` for an empty square.
fn ranks(position: &Chess) -> Vec<String> {
    let board = position.board().to_string();
    board
        .split('/')
        .map(|rank| {
            rank.chars()
                .flat_map(|c| match c.to_digit(10) {
                    Some(n) => vec!['_'; n as usize],
                    None => vec![c],
                })
                .collect()
        })
        .collect()
}

/// Returns true if a rank matches a pattern, letter by letter.
fn rank_fits(pattern: &[char], rank: &[char]) -> bool {
    let Some(&first) = pattern.first() else { return rank.is_empty() };
    let is = |c: char, piece: char| match c {
        '?' => true,
        '!' => piece != '_',
        'A' => piece.is_ascii_uppercase(),
        'a' => piece.is_ascii_lowercase(),
        'm' => !"Pp".contains(piece),
        c => c == piece,
    };
    let rest = |n: usize, is_fit: bool| is_fit && rank_fits(&pattern[n..], &rank[1..]);
    match first {
        '*' => (0..=rank.len()).any(|n| rank_fits(&pattern[1..], &rank[n..])),
        '1'..='8' => {
            let n = first as usize - '0' as usize;
            rank.len() >= n
                && rank[..n].iter().all(|&c| c == '_')
                && rank_fits(&pattern[1..], &rank[n..])
        }
        _ if rank.is_empty() => false,
        '[' => {
            let end = pattern.iter().position(|&c| c == ']').unwrap();
            let (members, is_negated) = if pattern[1] == '^' {
                (&pattern[2..end], true)
            } else {
                (&pattern[1..end], false)
            };
            rest(end + 1, members.iter().any(|&c| is(c, rank[0])) != is_negated)
        }
        c => rest(1, is(c, rank[0])),
    }
}

fn fits(pattern: &str, position: &Chess) -> bool {
    let chars = |text: &str| text.chars().collect::<Vec<char>>();
    pattern
        .split('/')
        .zip(ranks(position))
        .all(|(pattern, rank)| rank_fits(&chars(pattern), &chars(&rank)))
}

/// Returns the pattern with the colors exchanged.
fn exchanged(pattern: &str) -> String {
    let swap = |c: char| {
        if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
    };
    let ranks: Vec<String> = pattern
        .split('/')
        .rev()
        .map(|rank| rank.chars().map(|c| if c == 'm' { c } else { swap(c) }).collect())
        .collect();
    ranks.join("/")
}

fn n_of(position: &Chess, letter: char) -> usize {
    position.board().to_string().matches(letter).count()
}

/// Returns true if White and Black have these numbers of men, in the order `QRBNP` and `qrbnp`.
fn has_counts(position: &Chess, white: [usize; 5], black: [usize; 5]) -> bool {
    "QRBNP".chars().zip(white).all(|(letter, n)| n_of(position, letter) == n)
        && "qrbnp".chars().zip(black).all(|(letter, n)| n_of(position, letter) == n)
}

/// Returns the parts of a position that count for repetitions: its FEN without the clocks.
fn key(position: &Chess) -> String {
    let fen = Fen::from_position(position, EnPassantMode::Legal).to_string();
    fen.rsplitn(3, ' ').last().unwrap().to_owned()
}

fn n_times(line: &Line, ply: usize) -> usize {
    let now = &line.positions[ply];
    let is_same = |other: &&Chess| other.board() == now.board() && key(other) == key(now);
    line.positions[..=ply].iter().filter(is_same).count()
}

fn uci(line: &Line, ply: usize) -> String {
    let mode = pgn_reader::shakmaty::CastlingMode::Standard;
    line.moves[ply].to_uci(mode).to_string()
}

fn ucis(line: &Line) -> String {
    (0..line.moves.len()).map(|ply| format!("{} ", uci(line, ply))).collect()
}

fn san(line: &Line, ply: usize) -> String {
    let mut position = line.positions[ply].clone();
    let san = SanPlus::from_move_and_play_unchecked(&mut position, line.moves[ply]);
    san.san.to_string()
}

fn is_white(position: &Chess) -> bool {
    position.turn() == Color::White
}

/// Returns true if `text` matches a glob whose only wildcard is `*`, regardless of case.
fn glob(pattern: &str, text: &str) -> bool {
    let parts: Vec<String> = pattern.split('*').map(str::to_lowercase).collect();
    let text = text.to_lowercase();
    let mut rest = text.as_str();
    for (index, part) in parts.iter().enumerate() {
        if index == 0 {
            let Some(left) = rest.strip_prefix(part.as_str()) else { return false };
            rest = left;
        } else if index == parts.len() - 1 {
            return rest.ends_with(part.as_str());
        } else {
            let Some(at) = rest.find(part.as_str()) else { return false };
            rest = &rest[at + part.len()..];
        }
    }
    rest.is_empty()
}

fn players(game: &Judged) -> Vec<&str> {
    let names = ["White", "Black"].into_iter().filter_map(|name| game.tag(name));
    names.flat_map(|names| names.split(':').map(str::trim)).collect()
}

const CENTER: &str = "*/*/*/*/???PP???/*/*/*";
const CASTLED: &str = "?????rk?/?????[pa]*/*/*/*/*/[^p]*P*!?/*m[RKQ]*";

/// Questions about positions and moves.
#[expect(clippy::too_many_lines, reason = "a table")]
fn positions() -> Vec<(&'static str, Answer)> {
    let initial = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let sicilian = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -";
    let board_of = |fen: &str| fen.split(' ').next().unwrap().to_owned();
    let sicilian_board = board_of(sicilian);
    let is_rook_end = |position: &Chess| {
        n_of(position, 'R') == 1
            && n_of(position, 'r') == 1
            && "QqBbNn".chars().all(|c| n_of(position, c) == 0)
            && (1..=3).contains(&n_of(position, 'P'))
            && n_of(position, 'p') <= 2
    };
    let is_ahead = |position: &Chess| {
        "QRBNP".chars().zip([0, 0, 1, 0, -1]).all(|(letter, more)| {
            let black = letter.to_ascii_lowercase();
            n_of(position, letter).cast_signed() - n_of(position, black).cast_signed() == more
        })
    };
    vec![
        (
            r#"position("*/*/*/*/???PP???/*/*/*")"#,
            some(|line, ply| fits(CENTER, &line.positions[ply])),
        ),
        (
            r#"position("*/*/*/*/???PP???/*/*/*", either=true)"#,
            some(|line, ply| {
                let position = &line.positions[ply];
                fits(CENTER, position) || fits(&exchanged(CENTER), position)
            }),
        ),
        (
            r#"position("?????rk?/?????[pa]*/*/*/*/*/[^p]*P*!?/*m[RKQ]*")"#,
            some(|line, ply| fits(CASTLED, &line.positions[ply])),
        ),
        (
            r#"position("*/*/*/3p4/3P4/*/*/* b")"#,
            some(|line, ply| {
                let position = &line.positions[ply];
                fits("*/*/*/3p4/3P4/*/*/*", position) && !is_white(position)
            }),
        ),
        (
            r#"position("*/*p*p*/*/*/*/*/*P*P*/* ? Kq", from=5, to=90)"#,
            some(|line, ply| {
                let position = &line.positions[ply];
                let fen = Fen::from_position(position, EnPassantMode::Legal).to_string();
                (5..=90).contains(&ply)
                    && fits("*/*p*p*/*/*/*/*/*P*P*/*", position)
                    && fen.split(' ').nth(2) == Some("Kq")
            }),
        ),
        (
            r#"fen("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2")"#,
            some(move |line, ply| key(&line.positions[ply]) == sicilian),
        ),
        (
            r#"fen("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR")"#,
            some(move |line, ply| line.positions[ply].board().to_string() == sicilian_board),
        ),
        (
            "hash(0x463b96181691fc9c)",
            some(|line, ply| {
                let hash: Zobrist64 = line.positions[ply].zobrist_hash(EnPassantMode::PseudoLegal);
                hash.0 == 0x463b_9618_1691_fc9c
            }),
        ),
        (
            r#"line("1. e4 c5 2. Nf3")"#,
            some(move |line, ply| {
                key(&line.positions[0]) == initial
                    && ply == 3
                    && ucis(line).starts_with("e2e4 c7c5 g1f3 ")
            }),
        ),
        (
            r#"line("1. Nf3 Nf6 2. Nc3", transposing=true)"#,
            some(|line, ply| {
                key(&line.positions[ply])
                    == "rnbqkb1r/pppppppp/5n2/8/8/2N2N2/PPPPPPPP/R1BQKB1R b KQkq -"
            }),
        ),
        (
            r#"line("* !d5|Nf6 e4|d4|c4")"#,
            some(move |line, ply| {
                key(&line.positions[0]) == initial
                    && ply == 3
                    && !["d5", "Nf6"].contains(&san(line, 1).as_str())
                    && ["e4", "d4", "c4"].contains(&san(line, 2).as_str())
            }),
        ),
        (
            r#"line("Nf6 *  c4|d4", anywhere=true)"#,
            some(|line, ply| {
                ply >= 3
                    && {
                        let mv = line.moves[ply - 3];
                        (mv.role(), mv.to().to_string().as_str(), mv.is_capture())
                            == (Role::Knight, "f6", false)
                    }
                    && ["c4", "d4"].contains(&san(line, ply - 1).as_str())
            }),
        ),
        (
            r#"line("1... Nxe4", anywhere=true)"#,
            some_move(|before, mv| {
                !is_white(before)
                    && (mv.role(), mv.to().to_string().as_str(), mv.is_capture())
                        == (Role::Knight, "e4", true)
            }),
        ),
        (r#"material("KRP1-3vKRP2-")"#, some(move |line, ply| is_rook_end(&line.positions[ply]))),
        (
            r#"material("KRP1-3vKRP2-", stable=6)"#,
            some(move |line, ply| {
                ply >= 5 && (ply - 5..=ply).all(|ply| is_rook_end(&line.positions[ply]))
            }),
        ),
        (
            r#"material("KvK", either=true)"#,
            some(|line, ply| has_counts(&line.positions[ply], [0; 5], [0; 5])),
        ),
        (
            r#"material("Q*R2L+P>vQ*R=L*P*", either=true, stm=white)"#,
            some(|line, ply| {
                let position = &line.positions[ply];
                let is = |upper: fn(char) -> char, lower: fn(char) -> char| {
                    let n = |c: char| n_of(position, upper(c));
                    let m = |c: char| n_of(position, lower(c));
                    n('R') == 2 && m('R') == 2 && n('B') + n('N') >= 1 && n('P') > m('P')
                };
                let (up, down) =
                    (|c: char| c.to_ascii_uppercase(), |c: char| c.to_ascii_lowercase());
                is_white(position) && (is(up, down) || is(down, up))
            }),
        ),
        (r#"imbalance("BvP")"#, some(move |line, ply| is_ahead(&line.positions[ply]))),
        (
            r#"imbalance("BvP", stable=4)"#,
            some(move |line, ply| {
                ply >= 3 && (ply - 3..=ply).all(|ply| is_ahead(&line.positions[ply]))
            }),
        ),
        ("pieces <= 7", some(|line, ply| line.positions[ply].board().occupied().count() <= 7)),
        (
            "pieces(28-30, from=20)",
            some(|line, ply| {
                ply >= 20 && (28..=30).contains(&line.positions[ply].board().occupied().count())
            }),
        ),
        (
            "pieces in 11..12 and not pieces = 10",
            Box::new(|_, lines| {
                let has = |wanted: fn(usize) -> bool| {
                    lines.iter().any(|line| {
                        line.positions.iter().any(|it| wanted(it.board().occupied().count()))
                    })
                };
                has(|n| n == 11 || n == 12) && !has(|n| n == 10)
            }),
        ),
        ("reaches(threefold)", some(|line, ply| n_times(line, ply) >= 3)),
        ("reaches(fivefold)", some(|line, ply| n_times(line, ply) >= 5)),
        ("reaches(fifty)", some(|line, ply| line.positions[ply].halfmoves() >= 100)),
        ("reaches(seventyfive)", some(|line, ply| line.positions[ply].halfmoves() >= 150)),
        ("ends(checkmate)", of_game(|game| game.main().is_complete && last(game).is_checkmate())),
        (
            "ends(stalemate|insufficient)",
            of_game(|game| {
                game.main().is_complete
                    && (last(game).is_stalemate() || last(game).is_insufficient_material())
            }),
        ),
        (
            "underpromotion()",
            some_move(|_, mv| mv.promotion().is_some_and(|role| role != Role::Queen)),
        ),
        (
            "promotes(QN, by=black)",
            some_move(|before, mv| {
                !is_white(before) && matches!(mv.promotion(), Some(Role::Queen | Role::Knight))
            }),
        ),
        ("castles()", some_move(|_, mv| mv.is_castle())),
        (
            "castles(white, long)",
            some_move(|before, mv| {
                is_white(before) && mv.castling_side().is_some_and(|side| side.is_queen_side())
            }),
        ),
        ("castles(black)", some_move(|before, mv| !is_white(before) && mv.is_castle())),
        (
            "captured(QR, by=white, from=10)",
            some(|line, ply| {
                ply >= 10
                    && is_white(&line.positions[ply - 1])
                    && matches!(line.moves[ply - 1].capture(), Some(Role::Queen | Role::Rook))
            }),
        ),
        (
            "moved(K, by=black, to=20)",
            some(|line, ply| {
                (1..=20).contains(&ply)
                    && !is_white(&line.positions[ply - 1])
                    && line.moves[ply - 1].role() == Role::King
            }),
        ),
        ("check(to=12)", some(|line, ply| ply <= 12 && line.positions[ply].is_check())),
        ("stm(black, from=200)", some(|line, ply| ply >= 200 && !is_white(&line.positions[ply]))),
        (
            "then(castles(white), castles(black), check())",
            some(|line, ply| {
                let castles = |at: usize, white: bool| {
                    line.moves[at - 1].is_castle() && is_white(&line.positions[at - 1]) == white
                };
                line.positions[ply].is_check()
                    && (1..ply).any(|b| castles(b, false) && (1..b).any(|a| castles(a, true)))
            }),
        ),
        (
            "then(pieces <= 28, captured(Q) and not check())",
            some(|line, ply| {
                ply > 0
                    && line.moves[ply - 1].capture() == Some(Role::Queen)
                    && !line.positions[ply].is_check()
                    && line.positions[..ply].iter().any(|it| it.board().occupied().count() <= 28)
            }),
        ),
        (
            "run(captured(), 3)",
            some(|line, ply| ply >= 3 && (ply - 3..ply).all(|at| line.moves[at].is_capture())),
        ),
        (
            "run(check() or stm(black), 5)",
            some(|line, ply| {
                ply >= 4
                    && (ply - 4..=ply)
                        .all(|at| line.positions[at].is_check() || !is_white(&line.positions[at]))
            }),
        ),
        (
            "run(then(check(), moved(K) or captured()), 2)",
            some(|line, ply| {
                let holds = |at: usize| {
                    at > 0
                        && (line.moves[at - 1].role() == Role::King
                            || line.moves[at - 1].is_castle()
                            || line.moves[at - 1].is_capture())
                        && line.positions[..at].iter().any(|it| it.is_check())
                };
                ply > 0 && holds(ply) && holds(ply - 1)
            }),
        ),
    ]
}

fn last(game: &Judged) -> &Chess {
    game.main().positions.last().unwrap()
}

/// Questions about tags and text.
#[expect(clippy::too_many_lines, reason = "a table")]
fn fields() -> Vec<(&'static str, Answer)> {
    let either = |is: fn(i64) -> bool| {
        of_game(move |game| {
            ["WhiteElo", "BlackElo"].iter().filter_map(|name| game.elo(name)).any(is)
        })
    };
    let elos = |game: &Judged| game.elo("WhiteElo").zip(game.elo("BlackElo"));
    vec![
        (
            "White ~ \"a*\"",
            of_game(|game| {
                game.tag("White")
                    .is_some_and(|name| name.split(':').any(|name| glob("a*", name.trim())))
            }),
        ),
        ("player ~ \"*an*\"", of_game(|game| players(game).iter().any(|name| glob("*an*", name)))),
        ("player = \"Adams, Ann\"", of_game(|game| players(game).contains(&"Adams, Ann"))),
        (
            "player != \"Adams, Ann\"",
            of_game(|game| {
                let players = players(game);
                !players.is_empty() && !players.contains(&"Adams, Ann")
            }),
        ),
        (
            "White =~ \"^[A-H].*,\"",
            of_game(|game| {
                game.tag("White").is_some_and(|names| {
                    names.split(':').map(str::trim).any(|name| {
                        name.starts_with(|c: char| ('A'..='H').contains(&c)) && name.contains(',')
                    })
                })
            }),
        ),
        ("elo >= 2000", either(|elo| elo >= 2000)),
        ("elo in 1800..2000", either(|elo| (1800..=2000).contains(&elo))),
        ("min_elo > 2000", of_game(move |game| elos(game).is_some_and(|(a, b)| a.min(b) > 2000))),
        ("max_elo < 2000", of_game(move |game| elos(game).is_some_and(|(a, b)| a.max(b) < 2000))),
        ("elo_diff >= 100", of_game(move |game| elos(game).is_some_and(|(a, b)| a - b >= 100))),
        ("missing(WhiteElo)", of_game(|game| game.number("WhiteElo").is_none())),
        ("missing(Annotator)", of_game(|game| game.tag("Annotator").is_none())),
        ("year >= 2000", of_game(|game| game.date().is_some_and(|date| date[0] >= 2000))),
        (
            "date in 1990..2015-06",
            of_game(|game| {
                game.date().is_some_and(|date| {
                    date[0] >= 1990
                        && (date[0] < 2015
                            || date[0] == 2015 && date.get(1).is_none_or(|&month| month <= 6))
                })
            }),
        ),
        (
            "date < 2001.02",
            of_game(|game| {
                game.date().is_some_and(|date| {
                    date[0] < 2001 || date[0] == 2001 && date.get(1).is_some_and(|&month| month < 2)
                })
            }),
        ),
        ("elo:400 = 2000", either(|elo| (2000..2400).contains(&elo))),
        ("not missing(date:month)", of_game(|game| game.date().is_some_and(|date| date.len() > 1))),
        (
            "date:decade in 1990..2000",
            of_game(|game| game.date().is_some_and(|date| (1990..2010).contains(&date[0]))),
        ),
        (
            "White:1 = A",
            of_game(|game| {
                let names = game.tag("White").unwrap_or_default();
                names.split(':').any(|name| name.trim().starts_with('A'))
            }),
        ),
        ("not ECO in B20..B99", of_game(|game| !is_semi_open(game.tag("ECO").unwrap_or_default()))),
        (
            "eco in B20..B99",
            of_game(|game| {
                let tag = game.tag("ECO").filter(|tag| is_code(tag));
                is_semi_open(tag.or(OPENINGS.of(game).map(|(code, _)| code)).unwrap_or_default())
            }),
        ),
        (
            "not missing(opening)",
            of_game(|game| game.tag("Opening").is_some() || OPENINGS.of(game).is_some()),
        ),
        (
            "opening ~ \"*defense*\"",
            of_game(|game| {
                let name = game.tag("Opening").or(OPENINGS.of(game).map(|(_, name)| name));
                name.is_some_and(|name| name.to_lowercase().contains("defense"))
            }),
        ),
        (
            "Result = 1-0 or Result = 0-1",
            of_game(|game| matches!(game.tag("Result"), Some("1-0" | "0-1"))),
        ),
        ("Result in (1-0, 0-1)", of_game(|game| matches!(game.tag("Result"), Some("1-0" | "0-1")))),
        ("plies < 60", of_game(|game| game.n_written < 60)),
        ("moves >= 40", of_game(|game| game.n_written.div_ceil(2) >= 40)),
        ("comments > 3", of_game(|game| game.n_comments > 3)),
        ("has(comments)", of_game(|game| game.n_comments > 0)),
        ("has(variations)", of_game(|game| game.lines.len() > 1)),
        ("has(nags|fen)", of_game(|game| game.n_nags > 0 || game.tag("FEN").is_some())),
        ("nags >= 2", of_game(|game| game.n_nags >= 2)),
        ("variations = 2", of_game(|game| game.lines.len() == 3)),
        (
            "Event = Casual or not missing(Site) and elo > 2200",
            of_game(|game| {
                game.tag("Event") == Some("Casual")
                    || game.tag("Site").is_some()
                        && (game.elo("WhiteElo").is_some_and(|elo| elo > 2200)
                            || game.elo("BlackElo").is_some_and(|elo| elo > 2200))
            }),
        ),
        (
            "White ~ \"b*\" and castles(white) or plies < 20 and check()",
            Box::new(|game, lines| {
                let castles = some_move(|before, mv| is_white(before) && mv.is_castle());
                let check = some(|line, ply| line.positions[ply].is_check());
                let is_white = game
                    .tag("White")
                    .is_some_and(|names| names.split(':').any(|name| glob("b*", name.trim())));
                is_white && castles(game, lines) || game.n_written < 20 && check(game, lines)
            }),
        ),
    ]
}

/// A repertoire, and its lines one by one.
const LINES: &str = "1. e4 (1. d4 d5 (1... Nf6 2. c4 (2. Nf3))) (1. Nf3) 1... e5 2. Nf3 (2. Bc4) \
                     (2. d4 exd4) *";
const LINE_BY_LINE: &[&str] =
    &["e4 e5 Nf3", "e4 e5 Bc4", "e4 e5 d4 exd4", "d4 d5", "d4 Nf6 c4", "d4 Nf6 Nf3", "Nf3"];

/// Returns the number of moves before the last position of the main line that is in the repertoire, and the side that
/// leaves the repertoire there.
fn way(game: &Judged) -> Option<(usize, Option<Color>)> {
    // True for positions in which the repertoire has a move.
    let mut has_moves: HashMap<String, bool> = HashMap::new();
    for line in LINE_BY_LINE {
        let mut position = Chess::default();
        for san in line.split(' ') {
            has_moves.insert(key(&position), true);
            let mv = san.parse::<San>().unwrap().to_move(&position).unwrap();
            position = position.play(mv).unwrap();
        }
        has_moves.entry(key(&position)).or_insert(false);
    }
    let all = &game.main().positions;
    let last = all.iter().rposition(|position| has_moves.contains_key(&key(position)))?;
    let leaves = has_moves[&key(&all[last])] && last + 1 < all.len();
    Some((last, leaves.then(|| all[last].turn())))
}

/// Questions about the paths of games through a repertoire.
fn repertoires() -> Vec<(&'static str, Answer)> {
    vec![
        ("repertoire(LINES)", of_game(|game| way(game).is_some())),
        (
            "repertoire(LINES, leaves=black)",
            of_game(|game| way(game).is_some_and(|(_, by)| by == Some(Color::Black))),
        ),
        (
            "not repertoire(LINES, leaves=me|nobody, side=white)",
            of_game(|game| way(game).is_none_or(|(_, by)| by == Some(Color::Black))),
        ),
        (
            "repertoire(LINES, from=1, to=2)",
            of_game(|game| way(game).is_some_and(|(ply, _)| (1..=2).contains(&ply))),
        ),
        (
            "White = Nobody or plies > 30 and repertoire(LINES, leaves=white)",
            of_game(|game| {
                game.n_written > 30 && way(game).is_some_and(|(_, by)| by == Some(Color::White))
            }),
        ),
    ]
}

/// The number of games for which each question was answered yes, and no.
type Tally = HashMap<&'static str, (u64, u64)>;

/// Compares the answers to all questions for the games of a text. Games that the two readers read in different ways are
/// left out.
fn compare(name: &str, pgn: &[u8], is_clean: bool, tally: &mut Tally) -> (u64, u64) {
    let judged: Vec<Judged> =
        Reader::new(pgn).read_games(&mut Judge).map_while(Result::ok).collect();
    let mut games = pgn_syntax::Games::new(pgn);
    let mut questions: Vec<(&'static str, Answer, Query, Query)> = Vec::new();
    let load = |name: &str| if name == "LINES" { Ok(LINES.into()) } else { Err("?".into()) };
    for (text, answer) in positions().into_iter().chain(fields()).chain(repertoires()) {
        let query =
            Query::parse_with(text, &load).unwrap_or_else(|error| panic!("{text}: {error}"));
        let wide = query.clone().in_lines(Scope::Variations);
        questions.push((text, answer, query, wide));
    }
    let (mut n_judged, mut n_left_out) = (0, 0);
    let mut wrong = Vec::new();
    let mut scratch = QueryState::default();
    let options = pgn_chess::ReplayOptions::default();
    let mut replay = pgn_chess::Replay::new();
    for judged in &judged {
        let Some(game) = games.next() else { break };
        let n_plies = usize::try_from(game.n_plies).unwrap();
        // Spellings that only one of the readers knows.
        let played = play(game, pgn, &mut replay, &options);
        let is_same = judged.n_written == n_plies
            && judged.main().moves.len() == usize::try_from(played.n_plies).unwrap()
            && game.errors.is_empty()
            && game.tags.len() == judged.tags.len()
            && game.tags.iter().all(|pair| {
                let name = String::from_utf8_lossy(pair.name.of(pgn)).into_owned();
                let value = judged.tags.get(&name).map(String::as_bytes);
                value == Some(pair.value(pgn).as_ref())
            });
        if judged.is_odd || !is_same {
            assert!(!is_clean, "{name}: a clean game is read in two ways");
            n_left_out += 1;
            continue;
        }
        n_judged += 1;
        let facts = Facts::new(game, pgn);
        for (text, answer, query, wide) in &questions {
            // The readers count text before tags and after markers in different ways.
            let is_counted = ["comments", "nags", "variations"].iter().any(|it| text.contains(it));
            if is_counted && !is_clean {
                continue;
            }
            let depth = Depth::Movetext;
            let expect = answer(judged, &judged.lines[..1]);
            scratch.begin();
            let of_tags = query.holds(&facts, Depth::Tags, &options, &mut scratch);
            let got = query.holds(&facts, depth, &options, &mut scratch).unwrap();
            if got != expect || of_tags.is_some_and(|got| got != expect) {
                wrong.push(format!("{name}, game {n_judged}: {text}: {got}"));
            }
            let seen = tally.entry(text).or_default();
            *(if expect { &mut seen.0 } else { &mut seen.1 }) += 1;
            if judged.lines.len() > 1 {
                let expect = answer(judged, &judged.lines);
                scratch.begin();
                let got = wide.holds(&facts, depth, &options, &mut scratch).unwrap();
                if got != expect {
                    wrong.push(format!("{name}, game {n_judged}, variations: {text}: {got}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    (n_judged, n_left_out)
}

#[test]
fn generated_games() {
    let mut tally = Tally::new();
    for (seed, style) in [(1, Style::Bare), (2, Style::Annotated)] {
        let pgn = Generator::new(seed, style).games(120);
        let (n_judged, n_left_out) = compare("generated", &pgn, true, &mut tally);
        assert_eq!((n_judged, n_left_out), (120, 0));
    }
    let name = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/endings.pgn");
    let pgn = fs::read(name).unwrap();
    compare("endings.pgn", &pgn, true, &mut tally);
    // Each question must have been answered yes and no.
    let never: Vec<_> =
        tally.iter().filter(|(_, (yes, no))| *yes == 0 || *no == 0).map(|(text, _)| text).collect();
    assert!(never.is_empty(), "{never:#?}");
}

#[test]
#[ignore = "reads the corpora: set PGNKIT_CORPORA, and --include-ignored"]
fn real_games() {
    let corpora = std::env::var_os("PGNKIT_CORPORA").expect("PGNKIT_CORPORA is not set");
    let mut paths = files_below(&Path::new(&corpora).join("open")).unwrap();
    paths.retain(|path| path.extension().is_some_and(|end| end.eq_ignore_ascii_case("pgn")));
    let mut tally = Tally::new();
    let (mut n_judged, mut n_left_out, mut n_bytes) = (0, 0, 0);
    for path in paths {
        let mut pgn = fs::read(&path).unwrap();
        // The judge is slow, so only the beginning of each file is read.
        if pgn.len() > 20_000 {
            let end = pgn[..20_000].windows(2).rposition(|it| it == b"\n\n").unwrap_or(0);
            pgn.truncate(end);
        }
        let (judged, left_out) = compare(&path.to_string_lossy(), &pgn, false, &mut tally);
        n_judged += judged;
        n_left_out += left_out;
        n_bytes += pgn.len();
    }
    println!("judge: {n_judged} games agree, {n_left_out} left out, {n_bytes} bytes");
    assert!(n_judged > 100, "the corpora were not found");
}
