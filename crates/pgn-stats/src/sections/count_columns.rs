//! The columns of tables whose rows are counts of games, each with its cells.

use pgn_query::{ByResult, Counts};
use pgn_report::tables::Value;

use crate::sums::rating;

/// A column of counts: the key, the label, and the cell of a row.
pub(crate) type CountColumn = (&'static str, &'static str, fn(&Counts) -> Value);

const GAMES: CountColumn = ("games", "Games", |counts| Value::Count(counts.games()));
const WHITE_SCORE: CountColumn = ("white_score", "White's score", |counts| score(&counts.white));
const SCORE: CountColumn = ("score", "Score", |counts| score_of(counts.of_player()));
const WINS: CountColumn = ("wins", "Won", |counts| Value::Count(counts.of_player()[0]));
const DRAWS: CountColumn = ("draws", "Drawn", |counts| Value::Count(counts.of_player()[1]));
const LOSSES: CountColumn = ("losses", "Lost", |counts| Value::Count(counts.of_player()[2]));
const WHITE: CountColumn = ("white", "White", |counts| Value::Count(counts.white.games()));
const BLACK: CountColumn = ("black", "Black", |counts| Value::Count(counts.black.games()));
const PLIES: CountColumn =
    ("mean_plies", "Half-moves", |counts| Value::mean(counts.plies, counts.games(), 1));
const ELO: CountColumn = ("elo", "Mean Elo", mean_elo);
const OWN_ELO: CountColumn = ("elo", "Own Elo", mean_elo);
const OPPONENTS: CountColumn = ("opponents", "Opponents", mean_elo);
const PERFORMANCE: CountColumn = ("performance", "Performance", |counts| {
    rating::performance(counts.elo, counts.rated, counts.half_points)
        .map_or(Value::None, Value::Number)
});

/// Columns of games with results.
pub(crate) const OF_RESULTS: &[CountColumn] = &[
    GAMES,
    WHITE_SCORE,
    ("white_wins", "1-0", |counts| Value::Count(counts.white.white_wins)),
    ("draws", "Draws", |counts| Value::Count(counts.white.draws)),
    ("black_wins", "0-1", |counts| Value::Count(counts.white.black_wins)),
    PLIES,
    ELO,
];

/// Columns of a player's games with their score.
pub(crate) const OF_SCORES: &[CountColumn] =
    &[GAMES, SCORE, WINS, DRAWS, LOSSES, WHITE, BLACK, PLIES, ELO];

/// Columns of the games of the player of `--player` with his score.
pub(crate) const OF_OWN_SCORES: &[CountColumn] =
    &[GAMES, SCORE, WINS, DRAWS, LOSSES, WHITE, BLACK, PLIES, OWN_ELO];

/// Columns of players.
pub(crate) const OF_PLAYERS: &[CountColumn] = &[
    GAMES,
    SCORE,
    WINS,
    DRAWS,
    LOSSES,
    WHITE,
    BLACK,
    ("best_elo", "Best Elo", |counts| Value::known(counts.best_elo)),
    OPPONENTS,
    PERFORMANCE,
];

/// Columns of events.
pub(crate) const OF_EVENTS: &[CountColumn] = &[
    GAMES,
    WHITE_SCORE,
    ("draws", "Drawn", |counts| {
        let ByResult { white_wins, black_wins, draws, .. } = counts.white;
        Value::share(draws, white_wins + black_wins + draws)
    }),
    ELO,
    ("first_year", "From", |counts| Value::known(counts.first_year)),
    ("last_year", "To", |counts| Value::known(counts.last_year)),
];

/// Columns of one player's games.
pub(crate) const OF_OWN_GAMES: &[CountColumn] = &[
    GAMES,
    ("wins", "+", WINS.2),
    ("draws", "=", DRAWS.2),
    ("losses", "-", LOSSES.2),
    SCORE,
    OPPONENTS,
    PERFORMANCE,
];

/// Returns White's share of the points of games with a result.
pub(crate) fn score(results: &ByResult) -> Value {
    score_of([results.white_wins, results.draws, results.black_wins])
}

/// Returns the share of the points of games that were won, drawn and lost.
pub(crate) fn score_of([wins, draws, losses]: [u64; 3]) -> Value {
    Value::share(2 * wins + draws, 2 * (wins + draws + losses))
}

fn mean_elo(counts: &Counts) -> Value {
    Value::mean(counts.elo, counts.rated, 0)
}
