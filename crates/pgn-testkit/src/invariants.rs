//! Invariants that hold for every input. Each function panics if its invariant does not hold.

use pgn_chess::shakmaty::{
    CastlingMode, Chess, Position as _, PositionError, fen::Fen, san::SanPlus,
};
use pgn_chess::{MoveErrorKind, Outcome, Ply, Position, Replay, ReplayOptions, Visitor, start};
use pgn_syntax::{
    Game, Games, NodeKind, Parser, Part, ReadOptions, Span, SyntaxErrorKind, cut_points,
    edit::{self, Edit},
    encoding::Fallback,
    line_index::LineIndex,
    write,
};

/// Returns all games of `bytes`.
#[must_use]
pub fn games(bytes: &[u8]) -> Vec<Game> {
    games_with(bytes, ReadOptions::default())
}

/// Returns all games of `bytes`, read with `options`.
fn games_with(bytes: &[u8], options: ReadOptions) -> Vec<Game> {
    let mut reader = Games::with_options(bytes, options);
    let mut games = Vec::new();
    while let Some(game) = reader.next() {
        games.push(game.clone());
    }
    games
}

/// Checks that the spans of games tile the input: each begins where the one before it ends (GAM-01).
pub fn spans_tile(bytes: &[u8]) {
    let games = games(bytes);
    let mut at = 0;
    for game in &games {
        assert_eq!(game.span.start as usize, at, "a gap or an overlap before {:?}", game.span);
        assert!(!game.span.is_empty(), "an empty game at {at}");
        at = game.span.end as usize;
    }
    assert!(games.is_empty() || at == bytes.len(), "{} bytes belong to no game", bytes.len() - at);
}

/// Checks that any bytes can be parsed, and that all spans of a game lie within it.
pub fn parse_is_total(bytes: &[u8]) {
    for game in games(bytes) {
        let Span { start, end } = game.span;
        assert!(start <= game.start && game.start <= game.movetext_start, "{game:?}");
        assert!(
            game.movetext_start <= game.end.max(game.movetext_start) && game.end <= end,
            "{game:?}"
        );
        let is_inside =
            |span: Span| start <= span.start && span.start <= span.end && span.end <= end;
        for pair in &game.tags {
            assert!(
                is_inside(pair.span) && is_inside(pair.name) && is_inside(pair.value),
                "{pair:?}"
            );
            let _ = (pair.value(bytes), pair.name(bytes));
        }
        for error in &game.errors {
            // The token after the marker may belong to the next game.
            let is_after = error.kind == SyntaxErrorKind::MovetextAfterResult
                && error.span.end as usize <= bytes.len();
            assert!(is_inside(error.span) || is_after, "{error:?}");
        }
        assert!(game.escapes.iter().all(|&span| is_inside(span)));
        assert!(game.marker.is_none_or(|(_, span)| is_inside(span)));
        nodes_are_well_formed(&game, bytes, &is_inside);
    }
}

fn nodes_are_well_formed(game: &Game, bytes: &[u8], is_inside: &dyn Fn(Span) -> bool) {
    let mut open = Vec::new();
    let mut n_plies = 0;
    for (i, node) in game.nodes.iter().enumerate() {
        assert!(is_inside(node.span), "{node:?}");
        match node.kind {
            NodeKind::RavOpen { end, .. } => open.push(end.0 as usize),
            NodeKind::RavClose => {
                assert_eq!(open.pop(), Some(i), "node {i} closes another variation")
            }
            NodeKind::Comment(_) => {
                let _ = node.comment_text(bytes);
            }
            NodeKind::Move { .. } | NodeKind::NullMove { .. } => {
                n_plies += u32::from(open.is_empty())
            }
            _ => (),
        }
    }
    assert!(open.is_empty(), "a variation is never closed");
    assert_eq!(game.n_plies, n_plies);
    assert_eq!(game.mainline().count(), n_plies as usize);
    assert!(
        game.final_zeros
            .is_none_or(|i| matches!(game.nodes[i as usize].kind, NodeKind::Move { .. }))
    );
}

/// Checks that games do not depend on how the input is cut into chunks. `cuts` are offsets in units of
/// 1/65,536 of its length.
pub fn chunks_do_not_matter(bytes: &[u8], cuts: &[u16]) {
    let mut places = places(bytes, cuts);
    // A chunk ends with a line.
    places.retain(|&cut| {
        cut > 0
            && (bytes[cut - 1] == b'\n'
                || bytes[cut - 1] == b'\r' && bytes.get(cut) != Some(&b'\n'))
    });
    same_games(bytes, &places, Cut::Anywhere);
}

/// Checks [`chunks_do_not_matter`] with cuts at the likely boundaries before the offsets.
pub fn seams_do_not_matter(bytes: &[u8], cuts: &[u16]) {
    let boundaries = places(bytes, cuts)
        .into_iter()
        .filter_map(|cut| cut_points::find_boundary(&bytes[..cut], 0));
    same_games(bytes, &boundaries.collect::<Vec<_>>(), Cut::Boundary);
}

/// Returns a description of a game up to its end. The text after it is left out, because it depends on the cuts.
fn describe_own(game: &Game, offset: usize) -> String {
    let mut game = game.clone();
    let end = game.end;
    game.nodes.retain(|node| node.span.start < end);
    game.errors.retain(|error| error.span.start < end);
    game.span.end = end;
    describe(&game, offset)
}

/// Where the chunks of a test end.
#[derive(Clone, Copy, PartialEq)]
enum Cut {
    /// At a likely boundary between games.
    Boundary,
    /// After any line. A game that ends there is read again with the next chunk.
    Anywhere,
}

fn same_games(bytes: &[u8], places: &[usize], cut: Cut) {
    for nested_comments in [false, true] {
        let options = ReadOptions { nested_comments, ..ReadOptions::default() };
        let whole: Vec<String> =
            games_with(bytes, options).iter().map(|game| describe_own(game, 0)).collect();
        let parts: Vec<String> = games_in_chunks(bytes, places, cut, options)
            .iter()
            .map(|(game, offset)| describe_own(game, *offset))
            .collect();
        for (part, whole) in parts.iter().zip(&whole) {
            assert_eq!(part, whole, "cut at {places:?}, {options:?}");
        }
        assert_eq!(parts.len(), whole.len(), "cut at {places:?}, {options:?}");
    }
}

pub(crate) fn places(bytes: &[u8], cuts: &[u16]) -> Vec<usize> {
    let mut places: Vec<usize> =
        cuts.iter().map(|&cut| (bytes.len() * usize::from(cut)) >> 16).collect();
    places.sort_unstable();
    places
}

/// The number of bytes after a chunk that the parser sees.
const AFTER: usize = 4096;

/// Calls `read` with each chunk of an input that is cut at `places`, and with the offset of the chunk. `read` returns
/// where the rest of the chunk begins, which is put before the next one.
pub(crate) fn each_chunk(
    bytes: &[u8],
    places: &[usize],
    mut read: impl FnMut(&Part<'_>, usize) -> usize,
) {
    let mut start = 0;
    for &end in places.iter().chain([&bytes.len()]) {
        if end <= start && end < bytes.len() {
            continue;
        }
        let part = Part {
            src: &bytes[start..end],
            is_first: start == 0,
            is_last: end == bytes.len(),
            after: &bytes[end..bytes.len().min(end + AFTER)],
        };
        start += read(&part, start);
    }
}

/// Returns the games that are read chunk by chunk, each with the offset of its chunk.
fn games_in_chunks(
    bytes: &[u8],
    places: &[usize],
    cut: Cut,
    options: ReadOptions,
) -> Vec<(Game, usize)> {
    let (mut parser, mut game) = (Parser::new(options), Game::default());
    let mut found = Vec::new();
    each_chunk(bytes, places, |part, start| {
        parser.start(part);
        while parser.next_game(part, &mut game) {
            if cut == Cut::Anywhere && part.can_change_end_of(&game) {
                return game.span.start as usize;
            }
            found.push((game.clone(), start));
        }
        parser.rest()
    });
    found
}

/// Returns a description of a game, with offsets from the start of the input.
fn describe(game: &Game, offset: usize) -> String {
    let place =
        |span: Span| format!("{}..{}", span.start as usize + offset, span.end as usize + offset);
    let mut text = format!("game {} {} plies", place(game.span), game.n_plies);
    for pair in &game.tags {
        text += &format!("\n tag {} {} {:?}", place(pair.span), place(pair.value), pair.known);
    }
    for node in &game.nodes {
        text += &format!("\n {} {:?}", place(node.span), node.kind);
    }
    for error in &game.errors {
        text += &format!("\n {} {:?}", place(error.span), error.kind);
    }
    text += &format!("\n marker {:?}", game.marker.map(|(marker, span)| (marker, place(span))));
    text
}

/// Checks that the bytes of a game, read alone, are one game with the same movetext, so that games can be
/// written apart and joined again.
pub fn a_game_stands_alone(bytes: &[u8]) {
    for game in games(bytes) {
        // Junk after a marker may be movetext at the start of an input, and the end of an open comment depends on the
        // text after it.
        let depends = [SyntaxErrorKind::JunkBetweenGames, SyntaxErrorKind::UnterminatedComment];
        if game.errors.iter().any(|error| depends.contains(&error.kind)) {
            continue;
        }
        let own = game.span.of(bytes);
        let alone = games(own);
        assert_eq!(alone.len(), 1, "alone: {:?}", String::from_utf8_lossy(own));
        let moves = |game: &Game, src: &[u8]| -> Vec<Vec<u8>> {
            // An open comment may include the empty lines at the end of the input.
            game.nodes.iter().map(|node| node.span.of(src).trim_ascii_end().to_vec()).collect()
        };
        assert_eq!(
            moves(&game, bytes),
            moves(&alone[0], own),
            "alone: {:?}",
            String::from_utf8_lossy(own)
        );
        assert_eq!(game.tags.len(), alone[0].tags.len());
        assert_eq!(game.marker.map(|(m, _)| m), alone[0].marker.map(|(m, _)| m));
    }
}

/// Checks that lines and columns equal a naive count, in which LF, CR and CR LF end one line each.
pub fn places_are_counted(bytes: &[u8], offsets: &[u16]) {
    let index = LineIndex::new(bytes);
    for at in places(bytes, offsets) {
        let (mut line, mut start) = (0, 0);
        for i in 0..at {
            let ends = bytes[i] == b'\n' || bytes[i] == b'\r' && bytes.get(i + 1) != Some(&b'\n');
            if ends {
                (line, start) = (line + 1, i + 1);
            }
        }
        let (mut rest, mut column) = (&bytes[start..at], 1);
        while !rest.is_empty() {
            // A code point, or a byte that is not part of one.
            let len =
                (1..=rest.len().min(4)).find(|&len| std::str::from_utf8(&rest[..len]).is_ok());
            (rest, column) = (&rest[len.unwrap_or(1)..], column + 1);
        }
        assert_eq!(index.locate(at), (line, column), "offset {at}");
    }
}

/// Checks that edits applied at once equal edits applied one by one, from the last to the first.
pub fn edits_compose(bytes: &[u8], cuts: &[u16]) {
    let places = places(bytes, cuts);
    let edits: Vec<Edit> = places
        .chunks_exact(2)
        .map(|pair| Edit {
            span: Span::new(pair[0], pair[1]),
            replacement: format!("<{}>", pair[0]).into_bytes(),
        })
        .collect();
    let whole = |src: &[u8]| Span::new(0, src.len());
    let mut at_once = Vec::new();
    edit::apply_into(bytes, whole(bytes), &edits, &mut at_once);
    let mut one_by_one = bytes.to_vec();
    for edit in edits.iter().rev() {
        let mut next = Vec::new();
        edit::apply_into(&one_by_one, whole(&one_by_one), std::slice::from_ref(edit), &mut next);
        one_by_one = next;
    }
    assert_eq!(at_once, one_by_one);
}

/// Checks that any text can be written as a comment that is read as the same comment and written in the same
/// way again, and that no line of it looks like other syntax.
pub fn comments_survive_the_layout(text: &[u8]) {
    let once = laid_out(text);
    let mut game = b"1. e4 ".to_vec();
    game.extend_from_slice(&once);
    let games = games(&game);
    assert_eq!(games.len(), 1, "{:?}", once.escape_ascii().to_string());
    for line in once.strip_suffix(b"\n\n").unwrap_or(&once).split(|&b| b == b'\n') {
        let is_framed =
            line.is_empty() || line[0] == b' ' || line[0] == b'%' || line[line.len() - 1] == b' ';
        assert!(!is_framed || once == b"\n\n", "{:?}", once.escape_ascii().to_string());
    }
    let Some(node) = games[0].nodes.iter().find(|node| node.kind.is_comment()) else {
        assert_eq!(once, b"\n\n", "the comment is lost");
        return;
    };
    assert_eq!(laid_out(node.comment_text(&game)), once);
}

/// Checks that a tag pair of any name and value is read back as one pair, with the name as it was written, and that the
/// name stays as it is when it is written again.
pub fn tag_pairs_are_read_back(name: &str, value: &str) {
    let fallback = Fallback::default();
    let mut pgn = Vec::new();
    write::tag_pair(&mut pgn, name.as_bytes(), value.as_bytes(), fallback);
    let written = write::tag_name(name.as_bytes(), fallback);
    assert_eq!(write::tag_name(&written, fallback), written);
    let games = games(&pgn);
    let pairs: Vec<_> = games.iter().flat_map(|game| &game.tags).collect();
    let read: Vec<_> = pairs.iter().map(|it| (it.name.of(&pgn), it.value(&pgn))).collect();
    let shown = pgn.escape_ascii().to_string();
    assert_eq!(read, [(&*written, value.as_bytes().into())], "{shown}");
}

fn laid_out(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut layout = write::Layout::new(write::WIDTH);
    layout.begin(&out);
    layout.comment(&mut out, text, Fallback::default());
    layout.end(&mut out);
    out
}

/// Checks that shakmaty accepts and rejects the same moves, with the same position after each move and the
/// same canonical SAN.
///
/// A move in a lenient spelling that shakmaty cannot read is compared by the move that was read.
pub fn replay_agrees_with_shakmaty(bytes: &[u8]) {
    let mut replay = Replay::default();
    for game in games(bytes) {
        let start = start(&game, bytes);
        let mut judge = Judge { src: bytes, n_main: 0 };
        let end = replay.walk(&game, bytes, &start, &ReplayOptions::default(), &mut judge);
        assert!(end.n_plies <= game.n_plies, "{} plies of {}", end.n_plies, game.n_plies);
        assert!(end.first_error.is_none() || end.has_error(), "an error that does not count");
        assert!(
            start.position.is_err() || end.n_plies == judge.n_main,
            "{} and {}",
            end.n_plies,
            judge.n_main
        );
    }
}

struct Judge<'a> {
    src: &'a [u8],
    n_main: u32,
}

impl Visitor for Judge<'_> {
    fn ply(&mut self, ply: &Ply<'_>) {
        if ply.depth == 0 {
            self.n_main += u32::from(matches!(ply.outcome, Outcome::Played { .. } | Outcome::Null));
        }
        let Position::Standard(_) = ply.before else { return };
        let text = ply.span.of(self.src);
        let before = chess(&ply.before.fen());
        let read = SanPlus::from_ascii(text).ok().map(|san| san.san);
        match ply.outcome {
            Outcome::Played { mv, deviations, .. } => {
                let mv = mv.to_shakmaty(before.board());
                assert!(before.is_legal(mv), "{mv:?} for {} in {before:?}", text.escape_ascii());
                if let Some(Ok(by_text)) = read.map(|san| san.to_move(&before)) {
                    assert_eq!(mv, by_text, "{} in {before:?}", text.escape_ascii());
                }
                let Some(after) = ply.after else {
                    panic!("no position after {}", text.escape_ascii())
                };
                let san = SanPlus::from_move(before.clone(), mv).to_string();
                let Ok(played) = before.play(mv) else { panic!("{san} is refused") };
                assert_eq!(chess(&after.fen()), played, "{san}");
                assert_eq!(deviations.is_empty(), san.as_bytes() == text, "{san}: {deviations:?}");
                assert_eq!(ply.canonical_san().map(|san| san.as_str().to_owned()), Some(san));
                assert_eq!(after.is_checkmate(), played.is_checkmate());
            }
            // The move is legal, but its number names the side that is not to move.
            Outcome::Failed(error) if error.kind == MoveErrorKind::OtherSide => (),
            Outcome::Failed(error) => {
                // A final `0-0` may not be a move, and shakmaty accepts more letters than there are roles.
                if let Some(Ok(mv)) = read.map(|san| san.to_move(&before)) {
                    panic!(
                        "{} is {mv:?}, not {error:?}, in {}",
                        text.escape_ascii(),
                        ply.before.fen()
                    );
                }
            }
            Outcome::Null | Outcome::Skipped => (),
        }
    }
}

#[track_caller]
fn chess(fen: &str) -> Chess {
    let read: Result<Fen, _> = fen.parse();
    let Ok(read) = read else { panic!("shakmaty cannot read {fen}") };
    let position = read.into_position::<Chess>(CastlingMode::Chess960);
    match position.or_else(PositionError::ignore_too_much_material) {
        Ok(position) => position,
        Err(error) => panic!("{fen}: {error}"),
    }
}
