//! The property that games begin and end at the same offsets at each [`ReadDepth`].

use pgn_syntax::{Game, Parser, ReadDepth, ReadOptions};

use crate::invariants::{each_chunk, places};

/// Returns the data of a game on which both depths must agree, with offsets from the start of the input.
fn outline(game: &Game, offset: usize) -> String {
    let Game { span, tags, escapes, start, movetext_start, end, marker, .. } = game;
    format!("{offset} {span:?} {tags:?} {escapes:?} {start} {movetext_start} {end} {marker:?}")
}

/// Returns the outlines of the games of an input that is cut at `places`, the games read in full, and the
/// number of games that were skimmed.
fn outlines(bytes: &[u8], places: &[usize], depth: ReadDepth) -> (Vec<String>, Vec<String>, usize) {
    let mut parser = Parser::new(ReadOptions { depth, ..ReadOptions::default() });
    let (mut game, mut found, mut full) = (Game::default(), Vec::new(), Vec::new());
    let mut n_skimmed = 0;
    each_chunk(bytes, places, |part, start| {
        parser.start(part);
        while parser.next_game(part, &mut game) {
            n_skimmed += usize::from(game.marker.is_some() && game.nodes.is_empty());
            found.push(outline(&game, start));
            parser.read_on(part, &mut game);
            full.push(format!("{game:?}"));
        }
        parser.rest()
    });
    (found, full, n_skimmed)
}

/// Checks that both depths find the same games however the input is cut, and that a skimmed game whose movetext is read
/// later equals the game read at once. Returns the number of games that were skimmed.
pub fn depths_agree(bytes: &[u8], cuts: &[u16]) -> usize {
    let (whole, full, _) = outlines(bytes, &[], ReadDepth::Movetext);
    let (skimmed, read_on, n_skimmed) = outlines(bytes, &[], ReadDepth::Tags);
    assert_eq!(skimmed, whole);
    assert_eq!(read_on, full);
    let cuts = places(bytes, cuts);
    let (parts, full, _) = outlines(bytes, &cuts, ReadDepth::Movetext);
    let (skimmed, read_on, _) = outlines(bytes, &cuts, ReadDepth::Tags);
    assert_eq!(skimmed, parts, "cut at {cuts:?}");
    assert_eq!(read_on, full, "cut at {cuts:?}");
    n_skimmed
}
