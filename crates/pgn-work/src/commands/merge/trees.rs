//! `--tree`: joins games with the same start in one game with variations.

use std::io;

use pgn_chess::left_out::is_lost_in_lines;
use pgn_collate::{NumberSet, Record, Sorter, Tree, array_at};
use pgn_syntax::{Game, Parser, Part, set_line_ends};

use super::{
    Plan,
    replacements::ReplacementSorter,
    store::{Meta, Store},
};
use crate::{
    Globals,
    outputs::LineEnding,
    reports::fault::{Step, plant},
};

/// The result of joining games.
#[derive(Default)]
pub(super) struct JoinedTrees {
    /// Games that were joined to an earlier game, in whose place the tree is written.
    pub(super) joined: NumberSet,
    pub(super) n_joined: u64,
    pub(super) n_trees: u64,
    pub(super) n_replaced: u64,
}

/// Joins the games of each start position in a tree, which replaces the first of them.
pub(super) fn join(
    store: &mut Store,
    starts: Sorter,
    is_dropped: impl Fn(u64) -> bool,
    plan: &Plan,
    globals: &Globals,
    out: &mut ReplacementSorter,
) -> io::Result<JoinedTrees> {
    let mut sorted = starts.finish()?;
    let (mut record, mut start) = (Record::default(), Vec::new());
    let mut grower = TreeJoiner {
        store,
        plan,
        globals,
        tree: Tree::new(globals.reading.replay_options()),
        members: Vec::new(),
        parser: Parser::new(globals.reading.read_options()),
        game: Game::default(),
        text: Vec::new(),
        meta: Meta::default(),
        grown: JoinedTrees::default(),
        out,
    };
    while sorted.next(&mut record)? {
        let (key, number) = record.key.split_at(record.key.len() - 8);
        let index = u64::from_be_bytes(array_at(number, 0));
        if is_dropped(index) {
            continue;
        }
        if !grower.read(index)? || grower.has_other_text() {
            continue;
        }
        if key != start || !grower.tree.has_room(&grower.game) {
            grower.end()?;
            start = key.to_vec();
        }
        grower.add(index)?;
    }
    grower.end()?;
    Ok(grower.grown)
}

/// The state of joining games in a tree.
struct TreeJoiner<'a> {
    store: &'a mut Store,
    plan: &'a Plan,
    globals: &'a Globals,
    tree: Tree,
    /// Indices of the games in the tree, in order.
    members: Vec<u64>,
    parser: Parser,
    /// The current game.
    game: Game,
    /// The bytes of the current game.
    text: Vec<u8>,
    /// The data of the current game.
    meta: Meta,
    grown: JoinedTrees,
    out: &'a mut ReplacementSorter,
}

impl TreeJoiner<'_> {
    /// Reads a game of the store. Returns false if its bytes hold no game.
    fn read(&mut self, index: u64) -> io::Result<bool> {
        self.meta = self.store.meta(index)?;
        self.store.text(&self.meta, usize::MAX, &mut self.text)?;
        let part = Part::whole(&self.text);
        self.parser.start(&part);
        Ok(self.parser.next_game(&part, &mut self.game))
    }

    /// Returns true if the current game has text for which a tree has no place.
    fn has_other_text(&self) -> bool {
        self.game.errors.iter().any(|error| is_lost_in_lines(error, &self.text))
    }

    /// Adds the current game to the tree. After an internal fault the game stays as it is.
    fn add(&mut self, index: u64) -> io::Result<()> {
        let fallback = self.store.fallback(&self.meta);
        let added = self.store.guarded(&self.meta, &self.globals.messages, || {
            plant(Step::Tree, &self.text);
            self.tree.add(&self.game, &self.text, fallback);
        });
        if added.is_some() {
            self.members.push(index);
            return Ok(());
        }
        // The state of the tree is unknown, so that it is made again from the games before.
        self.tree = Tree::new(self.globals.reading.replay_options());
        for member in self.members.clone() {
            if self.read(member)? {
                self.tree.add(&self.game, &self.text, self.store.fallback(&self.meta));
            }
        }
        Ok(())
    }

    /// Writes the tree in place of its games. A single game stays as it is.
    fn end(&mut self) -> io::Result<()> {
        let members = std::mem::take(&mut self.members);
        if let [first, others @ ..] = &members[..]
            && !others.is_empty()
        {
            let meta = self.store.meta(*first)?;
            let mut text = Vec::new();
            let charset = self.plan.charset.unwrap_or_default();
            let write = || self.tree.write(charset, &mut text);
            if let Some(n_replaced) = self.store.guarded(&meta, &self.globals.messages, write) {
                self.grown.n_replaced += n_replaced + charset.encode(&mut text, 0);
                if self.plan.line_ending == Some(LineEnding::Crlf) {
                    set_line_ends(&mut text, 0, true);
                }
                self.out.push(self.store, *first, &meta, &text, &self.globals.messages)?;
                others.iter().for_each(|&index| self.grown.joined.insert(index));
                self.grown.n_trees += 1;
                self.grown.n_joined += self.tree.n_games();
            }
        }
        self.tree.clear();
        Ok(())
    }
}
