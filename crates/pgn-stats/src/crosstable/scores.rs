//! The scores of the tie-breaks of players.

use pgn_report::tables::Value;

use super::tie_break::TieBreak;

/// The scores of a player in the tie-breaks.
#[derive(Clone, Debug, Default)]
pub(super) struct Scores {
    pub(super) wins: u64,
    /// In half-points.
    pub(super) buchholz: u64,
    /// In half-points.
    pub(super) buchholz_cut_1: u64,
    /// In quarters of a point.
    pub(super) sonneborn_berger: u64,
    /// In half-points; `None` in an event by rounds.
    pub(super) koya: Option<u64>,
    /// The points against those with whom the player was tied when this tie-break was applied; `None` if there were none.
    pub(super) direct_encounter: Option<Encounters>,
}

/// Points against others, where the games against one opponent count as their mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Encounters {
    /// The points, in parts of a half-point.
    pub(super) parts: u64,
    /// The number of parts of a half-point.
    pub(super) unit: u64,
    /// The number of others whom the player has not met.
    pub(super) n_missing: u64,
}

impl Scores {
    /// Returns the number by which a tie-break compares players; that of a direct encounter depends on who is tied.
    pub(super) fn number(&self, tie_break: TieBreak) -> Option<u64> {
        match tie_break {
            TieBreak::DirectEncounter => None,
            TieBreak::Wins => Some(self.wins),
            TieBreak::Buchholz => Some(self.buchholz),
            TieBreak::BuchholzCut1 => Some(self.buchholz_cut_1),
            TieBreak::SonnebornBerger => Some(self.sonneborn_berger),
            TieBreak::Koya => self.koya,
        }
    }

    /// Returns the cell of a tie-break.
    pub(super) fn cell(&self, tie_break: TieBreak) -> Value {
        match tie_break {
            TieBreak::DirectEncounter => {
                let points = |it: Encounters| Value::mean(it.parts, 2 * it.unit, 2);
                self.direct_encounter.map_or(Value::None, points)
            }
            TieBreak::Wins => Value::Count(self.wins),
            TieBreak::Buchholz => Value::mean(self.buchholz, 2, 1),
            TieBreak::BuchholzCut1 => Value::mean(self.buchholz_cut_1, 2, 1),
            TieBreak::SonnebornBerger => Value::mean(self.sonneborn_berger, 4, 2),
            TieBreak::Koya => self.koya.map_or(Value::None, |points| Value::mean(points, 2, 1)),
        }
    }
}
