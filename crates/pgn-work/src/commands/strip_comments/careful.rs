//! Removal of annotation from games that deviate from the standard. The result is read again.

use pgn_syntax::{
    Game, Parser, Part, ReadOptions,
    boundary::{BoundaryRepairer, Edges, Surroundings, end_of_last_line},
    is_line_end,
    reflow::Reflower,
    strip::{Classes, Stripper},
};

use crate::commands::strip_comments::Layout;

/// Maximum number of rounds of removal: the text that a round removes may have hidden further annotation.
const MAX_ROUNDS: usize = 8;

/// Whether a game is beside games of other inputs in the output.
#[derive(Clone, Copy)]
pub(super) struct OtherInputs {
    /// True if they precede the game.
    pub(super) precede: bool,
    /// True if they may follow it.
    pub(super) follow: bool,
}

impl OtherInputs {
    /// Returns true if there may be any.
    pub(super) fn are_beside(self) -> bool {
        self.precede || self.follow
    }
}

/// The new text of a game.
pub(super) struct NewText {
    pub(super) text: Vec<u8>,
    /// True if it has no annotation; false if only its open comments were closed.
    pub(super) is_stripped: bool,
    /// True if words that belong to no game were left out.
    pub(super) lacks_words: bool,
}

/// Removes annotation from games. Each thread has one.
pub(super) struct Careful {
    remover: Remover,
    repairer: BoundaryRepairer,
    parser: Parser,
    read: ReadOptions,
}

/// Removes annotation from the text of a game, without reading the result.
struct Remover {
    stripper: Stripper,
    reflower: Reflower,
    layout: Layout,
}

impl Remover {
    /// Appends a game without annotation to `out`.
    fn strip_into(&mut self, game: &Game, src: &[u8], out: &mut Vec<u8>) {
        let from = out.len();
        self.stripper.strip_into(game, src, out);
        if self.layout == Layout::Reflowed && out[from..] != *game.span.of(src) {
            let stripped = out.split_off(from);
            self.reflower.reflow_into(&stripped, out);
        }
    }
}

impl Careful {
    pub(super) fn new(classes: Classes, layout: Layout, read: ReadOptions) -> Careful {
        Careful {
            remover: Remover {
                stripper: Stripper::new(classes),
                reflower: Reflower::default(),
                layout,
            },
            repairer: BoundaryRepairer::new(read),
            parser: Parser::new(read),
            read,
        }
    }

    /// Returns the edges of the only game of `text`.
    pub(super) fn edges(&mut self, text: &[u8], begins_input: bool) -> Edges {
        Edges::of_text(&mut self.parser, text, begins_input)
    }

    /// Appends a game without annotation to `out`.
    pub(super) fn strip_into(&mut self, game: &Game, src: &[u8], out: &mut Vec<u8>) {
        self.remover.strip_into(game, src, out);
    }

    /// Returns the text of a game that deviates from the standard, without annotation, or else with its open comments
    /// closed; `None` if other tags, moves or games would then be read, so that the text must stay as it is.
    ///
    /// A text is accepted only if none of the repairs that new neighbors may require makes more annotation visible, so
    /// that a second removal changes nothing, whatever the neighbors are. If there is no such text, a game beside `others`
    /// is tried in the form that it has after each repair; words that are no annotation are removed only where this game
    /// or the one that follows needs a repair.
    pub(super) fn strip(
        &mut self,
        game: &Game,
        src: &[u8],
        around: &Surroundings<'_>,
        others: OtherInputs,
    ) -> Option<NewText> {
        let (is_stripped, lacks_words) = (true, false);
        if let Some(text) = self.strip_in_layouts(game, src, around) {
            return Some(NewText { text, is_stripped, lacks_words });
        }
        if others.are_beside()
            && let Some(new) = self.strip_beside(game, src, around, others)
        {
            return Some(new);
        }
        // If the comment were not closed, a later brace, which may be in annotation, would decide whether it stays open.
        let text = self.repairer.closed(around.own)?;
        let keeps_moves = self.repairer.keeps_moves(game, src, &text, around);
        keeps_moves.then_some(NewText { text, is_stripped: false, lacks_words })
    }

    /// Returns the text of a game beside `others`, without annotation, in a form that it has after a repair.
    fn strip_beside(
        &mut self,
        game: &Game,
        src: &[u8],
        around: &Surroundings<'_>,
        others: OtherInputs,
    ) -> Option<NewText> {
        let mut rest = Vec::new();
        self.strip_into(game, src, &mut rest);
        let text = self
            .strip_repaired(around, |text| has_words_of(text, &rest))
            .or_else(|| self.strip_before_tail(game, src, around))
            .or_else(|| {
                let edges = self.edges(around.own, around.begins_input);
                let is_cleaned =
                    others.precede && self.repairer.is_cleaned_behind_game(around.own, edges);
                let is_kept = !is_cleaned && self.repairer.stands_before_tags(around.own, edges);
                if is_kept { None } else { self.strip_repaired(around, |_| true) }
            })
            .or_else(|| self.strip_tail(game, src, around))?;
        let lacks_words = !has_words_of(&text, &rest);
        Some(NewText { text, is_stripped: true, lacks_words })
    }

    /// Returns the text of the game without annotation in the first form after repairs of which `is_wanted` returns true.
    fn strip_repaired(
        &mut self,
        around: &Surroundings<'_>,
        is_wanted: impl Fn(&[u8]) -> bool,
    ) -> Option<Vec<u8>> {
        let mut repairer = std::mem::replace(&mut self.repairer, BoundaryRepairer::new(self.read));
        let mut found = None;
        let begins_line = around.previous.last().is_none_or(is_line_end);
        repairer.any_variant(around.own, around.begins_input, |game, variant, _| {
            // After other text, an escape line that a repair moves to the front would be text of the game before.
            if !begins_line && variant.first() != around.own.first() {
                return false;
            }
            let text = self.strip_in_layouts(game, variant, around);
            found = text.filter(|text| is_wanted(text));
            found.is_some()
        });
        self.repairer = repairer;
        found
    }

    /// Returns the text of a game without annotation, where only the lines of the game are read again. The lines after it
    /// stay, without their annotation: a game that follows takes them, so they do not decide how this one is read.
    fn strip_before_tail(
        &mut self,
        game: &Game,
        src: &[u8],
        around: &Surroundings<'_>,
    ) -> Option<Vec<u8>> {
        let mut text = Vec::new();
        let end = end_of_last_line(src, game);
        self.remover.stripper.strip_from_into(game, src, end, &mut text);
        let own = around.own.get(..end - game.span.start as usize)?;
        let tail = text.split_off(own.len());
        let after = [around.own.get(own.len()..)?, around.after].concat();
        let alone = Surroundings { own, after: &after, ..*around };
        let game = self.read_one(own, around.begins_input)?;
        let mut text = self.strip_in_layouts(&game, own, &alone)?;
        text.extend_from_slice(&tail);
        Some(text)
    }

    /// Returns the text of a game that is not changed, except that annotation on the lines after it is removed, and
    /// that its open comments are closed: when a game of another input follows, these lines belong to that game.
    fn strip_tail(
        &mut self,
        game: &Game,
        src: &[u8],
        around: &Surroundings<'_>,
    ) -> Option<Vec<u8>> {
        let mut text = Vec::new();
        let end = end_of_last_line(src, game);
        self.remover.stripper.strip_from_into(game, src, end, &mut text);
        if text != around.own {
            text = self.repairer.closed(&text).unwrap_or(text);
        }
        (text != around.own && self.repairer.keeps_moves(game, src, &text, around)).then_some(text)
    }

    fn strip_in_layouts(
        &mut self,
        game: &Game,
        src: &[u8],
        around: &Surroundings<'_>,
    ) -> Option<Vec<u8>> {
        let wanted = self.remover.layout;
        [wanted, Layout::Kept].into_iter().find_map(|layout| {
            self.remover.layout = layout;
            let text = self.strip_often(game, src, around.begins_input);
            self.remover.layout = wanted;
            text.filter(|text| {
                (text == around.own || self.repairer.keeps_moves(game, src, text, around))
                    && self.is_stable_under_repair(text, around.begins_input)
            })
        })
    }

    /// Returns true if no repair of a text makes visible any annotation that is to be removed. The last repair, which
    /// makes a comment of words after the marker, does not count where these words are frequent and harmless.
    fn is_stable_under_repair(&mut self, text: &[u8], begins_input: bool) -> bool {
        if self.edges(text, begins_input).is_plain() {
            // A plain text needs no repair.
            return true;
        }
        let is_plain_end = self
            .read_one(text, begins_input)
            .is_some_and(|game| has_plain_words_at_end(&game, text));
        let Careful { remover, repairer, .. } = self;
        !repairer.any_variant(text, begins_input, |game, variant, is_rewritten| {
            if is_rewritten && is_plain_end {
                return false;
            }
            let mut again = Vec::new();
            remover.strip_into(game, variant, &mut again);
            again != *variant
        })
    }

    /// Returns the only game of a text; `None` if there is none or more than one.
    fn read_one(&mut self, text: &[u8], begins_input: bool) -> Option<Game> {
        let part = Part { is_first: begins_input, ..Part::whole(text) };
        let mut game = Game::default();
        self.parser.start(&part);
        let is_one =
            self.parser.next_game(&part, &mut game) && game.span.end as usize == text.len();
        is_one.then_some(game)
    }

    /// Removes annotation until nothing changes; `None` if that takes too many rounds.
    fn strip_often(&mut self, game: &Game, src: &[u8], begins_input: bool) -> Option<Vec<u8>> {
        let mut text = Vec::new();
        self.strip_into(game, src, &mut text);
        if let Some(closed) = self.repairer.closed(&text) {
            text = closed;
        }
        for _ in 0..MAX_ROUNDS {
            let game = self.read_one(&text, begins_input)?;
            let mut again = Vec::new();
            self.strip_into(&game, &text, &mut again);
            if again == text {
                return Some(text);
            }
            text = again;
        }
        None
    }
}

/// Returns true if all that follows the marker of a game is words that open nothing, as in `1-0 (time)`.
fn has_plain_words_at_end(game: &Game, text: &[u8]) -> bool {
    let Some((_, marker)) = game.marker else { return false };
    let words = &text[marker.end as usize..];
    // The bracket that is open.
    let mut open = None;
    words.iter().all(|&byte| match byte {
        b'(' | b'[' => open.replace(byte).is_none(),
        b')' => open.take() == Some(b'('),
        b']' => open.take() == Some(b'['),
        _ => !b"{};\"%*$".contains(&byte),
    }) && open.is_none()
}

/// Returns true if `text` has all letters and digits of `part`, in their order. Signs that remain of broken tokens can be
/// lost with the annotation.
fn has_words_of(text: &[u8], part: &[u8]) -> bool {
    let mut rest = text.iter();
    let is_of_word = |byte: &&u8| byte.is_ascii_alphanumeric() || !byte.is_ascii();
    part.iter().filter(is_of_word).all(|byte| rest.any(|it| it == byte))
}
