//! `repertoire("FILE", leaves=me)`: predicates of the path of a game through a repertoire.

use std::{ops::RangeInclusive, sync::Arc};

use pgn_chess::{Replay, ReplayOptions, Start, shakmaty::Color};

use super::{
    Load, Repertoire,
    path::{GamePath, Until, Walk},
};
use crate::{
    games::facts::Facts,
    language::{args::Args, error::Fault},
    position::search::MatchPlace,
};

/// A predicate of the path of a game.
#[derive(Clone, Debug)]
pub(crate) struct RepertoirePredicate {
    /// The name of the file as written.
    pub(crate) file: String,
    pub(crate) repertoire: Arc<Repertoire>,
    /// The sides that may leave the repertoire; `None`: the predicate does not depend on it.
    leaves: Option<Vec<LeavingSide>>,
    /// The permitted numbers of half-moves at the last position in the repertoire; `None`: any.
    plies: Option<RangeInclusive<u32>>,
}

/// The side that makes the move which leaves a repertoire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LeavingSide {
    Player(Color),
    /// Neither side leaves the repertoire: its line ends, or the game does.
    Nobody,
}

/// The text of a mark and its place.
#[derive(Clone, Debug)]
pub(crate) struct Note {
    pub(crate) place: MatchPlace,
    pub(crate) text: String,
}

impl RepertoirePredicate {
    /// Returns the predicate of a call with `args`, whose file `load` reads.
    ///
    /// # Errors
    /// Returns an error if the call is not valid, or the file is not a repertoire.
    pub(crate) fn new(args: &Args<'_>, load: Load<'_>) -> Result<RepertoirePredicate, Fault> {
        let file = args.word()?;
        let fault = |message| Fault::new(&file.span, message);
        let text = load(&file.text).map_err(fault)?;
        let mut repertoire = Repertoire::read(&text).map_err(|(line, what)| {
            let line = line.map(|line| format!(":{line}")).unwrap_or_default();
            fault(format!("{}{line}: {what}", file.text))
        })?;
        repertoire.side = args.color("side")?.or(repertoire.side);
        let plies = match (args.number("from")?, args.number("to")?) {
            (None, None) => None,
            (from, to) => Some(from.unwrap_or(0)..=to.unwrap_or(u32::MAX)),
        };
        if plies.as_ref().is_some_and(RangeInclusive::is_empty) {
            return Err(Fault::new(&args.call.span, "the window ends before it begins"));
        }
        let leaves = match args.option("leaves")? {
            None => None,
            Some(word) => {
                let sides =
                    word.text.split('|').map(|one| parse_leaving_side(one, repertoire.side));
                let sides: Result<_, String> = sides.collect();
                Some(sides.map_err(|message| Fault::new(&word.span, message))?)
            }
        };
        let (file, repertoire) = (file.text.clone(), Arc::new(repertoire));
        Ok(RepertoirePredicate { file, repertoire, leaves, plies })
    }

    /// Returns whether the predicate holds for a game, and the note for a mark.
    pub(crate) fn holds(
        &self,
        it: &Facts<'_>,
        start: &Start,
        replay: &mut Replay,
        options: &ReplayOptions,
        notes: Notes,
    ) -> (bool, Option<Note>) {
        let Ok(first) = &start.position else { return (false, None) };
        let needs_all = self.leaves.is_some() || self.plies.is_some() || notes == Notes::Wanted;
        let until = if needs_all { Until::Left } else { Until::Reached };
        let mut walk = Walk::new(&self.repertoire, first, until);
        replay.walk(it.game, it.src, start, options, &mut walk);
        let path = walk.path;
        let holds = path.is_reached && self.is_met_by(&path);
        let note = (holds && notes == Notes::Wanted).then(|| self.note(&path)).flatten();
        (holds, note)
    }

    fn is_met_by(&self, path: &GamePath) -> bool {
        let Some(last) = &path.last else { return false };
        let is_met = |leaves: &Vec<LeavingSide>| leaves.contains(&self.leaving_side(path));
        self.plies.as_ref().is_none_or(|plies| plies.contains(&last.ply))
            && self.leaves.as_ref().is_none_or(is_met)
    }

    fn leaving_side(&self, path: &GamePath) -> LeavingSide {
        match (&path.last, &path.next) {
            (Some(last), Some(next)) if !self.repertoire.node(last.node).moves.is_empty() => {
                LeavingSide::Player(next.by)
            }
            _ => LeavingSide::Nobody,
        }
    }

    fn note(&self, path: &GamePath) -> Option<Note> {
        let last = path.last?;
        let moves = &self.repertoire.node(last.node).moves;
        let ply = last.ply;
        Some(match (path.next, self.leaving_side(path)) {
            (Some(next), LeavingSide::Player(side)) => {
                let moves: Vec<&str> = moves.iter().map(|reply| &*reply.san).collect();
                let (ply, moves) = (ply + 1, moves.join(", "));
                let side = if side.is_white() { "White" } else { "Black" };
                let text = format!("ply {ply}: {side} leaves the repertoire, which has {moves}");
                Note { place: next.place, text }
            }
            _ => {
                let what = if moves.is_empty() { "line" } else { "game" };
                let text = format!("ply {ply}: in the repertoire to the end of the {what}");
                Note { place: last.place, text }
            }
        })
    }
}

/// Whether notes for marks are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Notes {
    #[default]
    Unwanted,
    Wanted,
}

fn parse_leaving_side(text: &str, side: Option<Color>) -> Result<LeavingSide, String> {
    let own = || {
        let unknown = "the side of the repertoire is unknown: add side=white or side=black";
        side.ok_or_else(|| unknown.to_owned())
    };
    Ok(match text {
        "white" => LeavingSide::Player(Color::White),
        "black" => LeavingSide::Player(Color::Black),
        "me" => LeavingSide::Player(own()?),
        "opponent" => LeavingSide::Player(!own()?),
        "nobody" => LeavingSide::Nobody,
        _ => {
            return Err(format!(
                "unknown value `{text}`: expected me, opponent, white, black or nobody"
            ));
        }
    })
}
