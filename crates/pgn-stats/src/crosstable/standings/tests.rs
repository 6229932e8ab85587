//! Standings compared with computations by hand and with published tables.

use super::*;
use crate::crosstable::scores::Scores;

/// Returns an entry of `WHITE RESULT BLACK`, where `+` and `-` are points of a game that was not played.
fn entry(text: &str, round: u32) -> Entry {
    let mut words = text.split(' ');
    let [white, result, black] = std::array::from_fn(|_| words.next().unwrap());
    let half_points = match result {
        "1-0" | "+--" => [2, 0],
        "0-1" | "--+" => [0, 2],
        _ => [1, 1],
    };
    let player = |name: &str| (name != "bye").then(|| name.to_owned());
    Entry {
        players: [player(white), player(black)],
        elos: [0; 2],
        half_points: (result != "*").then_some(half_points),
        is_played: !result.contains("--") && black != "bye",
        round,
        copy_key: 0,
        stated_form: None,
        site: String::new(),
    }
}

fn show(games: &[(&str, u32)]) -> String {
    let entries = games.iter().map(|(text, round)| entry(text, *round)).collect();
    let standings = Standings::new(entries, FormChoice::Auto, &[]).unwrap();
    let lines = standings.players.iter().map(|player| {
        let Player { name, half_points, scores, .. } = player;
        let Scores { sonneborn_berger, buchholz, .. } = scores;
        format!("{name} {half_points} {sonneborn_berger} {buchholz}")
    });
    format!("{:?}: {}", standings.form, lines.collect::<Vec<_>>().join(", "))
}

#[test]
fn sonneborn_berger_by_hand() {
    // A 2.5, B 2, C 1.5, D 0. SB of A: B and D in full, half of C: 2 + 0 + 0.75; of B: C and D: 1.5;
    // of C: half of A, D in full: 1.25. In quarters: 11, 6, 5.
    let games = ["A 1-0 B", "C 1/2 A", "A 1-0 D", "B 1-0 C", "D 0-1 B", "C 1-0 D"];
    assert_eq!(
        show(&games.map(|game| (game, 0))),
        "RoundRobin: A 5 11 7, B 4 6 8, C 3 5 9, D 0 0 12"
    );
}

#[test]
fn games_that_were_not_played() {
    // All against all: a default counts as a game. A 2, B 1, C 0.
    let games = ["A 1-0 B", "A +-- C", "B 1-0 C"];
    assert_eq!(show(&games.map(|game| (game, 0))), "RoundRobin: A 4 4 2, B 2 0 4, C 0 0 6");
    // By rounds: the opponent of a bye has the points of the player.
    let games = [
        ("A 1-0 B", 1),
        ("C 1-0 D", 1),
        ("E 1-0 F", 1),
        ("G 1-0 bye", 1),
        ("A 1-0 C", 2),
        ("E 1/2 G", 2),
        ("B 1-0 D", 2),
        ("F 1-0 bye", 2),
    ];
    assert_eq!(
        show(&games),
        "Rounds: A 4 8 4, G 3 9 6, E 3 7 5, F 2 4 5, B 2 0 4, C 2 0 4, D 0 0 4"
    );
}

/// Returns points and Sonneborn-Berger scores of a table of all against all: a cell for each opponent, with a
/// sign for each game.
fn of_matrix(rows: &[(&str, &str)]) -> Vec<(String, String, String)> {
    let mut entries = Vec::new();
    for (i, (white, cells)) in rows.iter().enumerate() {
        // Each game is in two rows. The half above the diagonal has all games.
        for (j, cell) in cells.split(' ').enumerate().skip(i + 1) {
            for sign in cell.chars() {
                let result = match sign {
                    '1' => "1-0",
                    '0' => "0-1",
                    _ => "1/2",
                };
                entries.push(entry(&format!("{white} {result} {}", rows[j].0), 0));
            }
        }
    }
    let standings = Standings::new(entries, FormChoice::Auto, &[]).unwrap();
    assert_eq!(standings.form, EventForm::RoundRobin);
    let quarters = |n: u64| format!("{}.{:02}", n / 4, n % 4 * 25);
    standings
        .players
        .iter()
        .map(|it| {
            (it.name.clone(), quarters(2 * it.half_points), quarters(it.scores.sonneborn_berger))
        })
        .collect()
}

#[track_caller]
fn check(rows: &[(&str, &str)], expect: &[(&str, &str, &str)]) {
    let expect: Vec<_> =
        expect.iter().map(|(a, b, c)| (a.to_string(), b.to_string(), c.to_string())).collect();
    assert_eq!(of_matrix(rows), expect);
}

/// New York 1924: results, points and places are those of the cross table of the tournament. The Sonneborn-Berger
/// scores follow from them.
#[test]
fn new_york_1924() {
    check(
        &[
            ("Lasker", "x =0 =1 1= 11 11 11 1= 1= =1 11"),
            ("Capablanca", "=1 x == == 01 1= 11 11 =1 1= 1="),
            ("Alekhine", "=0 == x == 01 1= == == 11 == 11"),
            ("Marshall", "0= == == x 1= =0 01 0= =1 1= 11"),
            ("Reti", "00 10 10 0= x == 10 11 10 10 11"),
            ("Maroczy", "00 0= 0= =1 == x 01 == 11 =1 10"),
            ("Bogoljubow", "00 00 == 10 01 10 x 10 11 =1 01"),
            ("Tartakower", "0= 00 == 1= 00 == 01 x 01 =0 1="),
            ("Yates", "0= =0 00 =0 01 00 00 10 x 11 1="),
            ("Ed.Lasker", "=0 0= == 0= 01 =0 =0 =1 00 x 0="),
            ("Janowski", "00 0= 00 00 00 01 10 0= 0= 1= x"),
        ],
        &[
            ("Lasker", "16.00", "144.00"),
            ("Capablanca", "14.50", "135.25"),
            ("Alekhine", "12.00", "107.00"),
            ("Marshall", "11.00", "99.00"),
            ("Reti", "10.50", "91.00"),
            ("Maroczy", "10.00", "86.50"),
            ("Bogoljubow", "9.50", "80.25"),
            ("Tartakower", "8.00", "73.75"),
            ("Yates", "7.00", "59.75"),
            ("Ed.Lasker", "6.50", "67.50"),
            ("Janowski", "5.00", "44.00"),
        ],
    );
}

/// Norway Chess 2013: results, points and the order of those with the same points are those of the cross table of the
/// tournament. The Sonneborn-Berger scores, by which they were placed, are computed by hand.
#[test]
fn norway_chess_2013() {
    check(
        &[
            ("Karjakin", "x 0 1 0 1 = 1 = 1 1"),
            ("Carlsen", "1 x = = = = 0 = 1 1"),
            ("Nakamura", "0 = x = 0 1 1 = 1 1"),
            ("Svidler", "1 = = x = = 0 = = 1"),
            ("Aronian", "0 = 1 = x = = = = 1"),
            ("Anand", "= = 0 = = x 0 1 1 1"),
            ("Wang", "0 1 0 1 = 1 x = = 0"),
            ("Topalov", "= = = = = 0 = x = ="),
            ("Radjabov", "0 0 0 = = 0 = = x 1"),
            ("Hammer", "0 0 0 0 0 0 1 = 0 x"),
        ],
        &[
            ("Karjakin", "6.00", "24.00"),
            ("Carlsen", "5.50", "22.75"),
            ("Nakamura", "5.50", "21.25"),
            ("Svidler", "5.00", "21.50"),
            ("Aronian", "5.00", "20.50"),
            ("Anand", "5.00", "19.25"),
            ("Wang", "4.50", "21.50"),
            ("Topalov", "4.00", "18.00"),
            ("Radjabov", "3.00", "10.75"),
            ("Hammer", "1.50", "6.50"),
        ],
    );
}

/// The example by which the Sonneborn-Berger score is commonly explained: C is before D.
#[test]
fn ties_are_broken() {
    check(
        &[
            ("A", "x = = 1 1 1 1"),
            ("B", "= x = = 1 1 1"),
            ("C", "= = x = = 1 1"),
            ("D", "0 = = x 1 1 1"),
            ("E", "0 0 = 0 x 1 1"),
            ("F", "0 0 0 0 0 x 1"),
            ("G", "0 0 0 0 0 0 x"),
        ],
        &[
            ("A", "5.00", "11.75"),
            ("B", "4.50", "10.00"),
            ("C", "4.00", "9.00"),
            ("D", "4.00", "7.75"),
            ("E", "2.50", "3.00"),
            ("F", "1.00", "0.00"),
            ("G", "0.00", "0.00"),
        ],
    );
}

/// Two of five rounds of an event of six: too few pairs met, unless the games state the form, or it is given.
#[test]
fn a_form_is_stated_or_given() {
    let games = [("A 1-0 F", 1), ("B 1-0 E", 1), ("C 1/2 D", 1), ("F 0-1 D", 2), ("E 1-0 C", 2)];
    let form = |stated: &[Option<EventForm>], choice| {
        let entries = games.iter().zip(stated.iter().cycle());
        let entries = entries
            .map(|((text, round), &stated_form)| Entry { stated_form, ..entry(text, *round) });
        Standings::new(entries.collect(), choice, &[]).map(|standings| standings.form)
    };
    let (round_robin, rounds) = (EventForm::RoundRobin, EventForm::Rounds);
    assert_eq!(form(&[None], FormChoice::Auto), Ok(rounds));
    assert_eq!(form(&[Some(round_robin), None], FormChoice::Auto), Ok(round_robin));
    assert_eq!(form(&[Some(round_robin), Some(rounds)], FormChoice::Auto), Ok(rounds));
    assert_eq!(form(&[Some(rounds)], FormChoice::Given(round_robin)), Ok(round_robin));
    assert_eq!(form(&[None], FormChoice::Given(EventForm::Match)), Err(Unfit::NotTwo));
}

#[test]
fn forms_that_do_not_fit() {
    let of_players = |n: usize, choice| {
        let entries = (1..n).map(|i| entry(&format!("p{} 1-0 p{i}", i - 1), 1)).collect();
        Standings::new(entries, choice, &[]).map(|standings| standings.form)
    };
    let given = FormChoice::Given(EventForm::RoundRobin);
    assert_eq!(of_players(60, given), Ok(EventForm::RoundRobin));
    assert_eq!(of_players(61, given), Err(Unfit::Players));
    assert_eq!(of_players(61, FormChoice::Auto), Ok(EventForm::Rounds));
    assert_eq!(of_players(2, given), Ok(EventForm::RoundRobin));
    assert_eq!(of_players(2, FormChoice::Given(EventForm::Rounds)), Ok(EventForm::Rounds));
}

/// Returns the players of an event by rounds or of all against all in their order, each with the cells of the tie-breaks.
fn with_tie_breaks(games: &[(&str, u32)], listed: &[TieBreak]) -> String {
    let entries = games.iter().map(|(text, round)| entry(text, *round)).collect();
    let standings = Standings::new(entries, FormChoice::Auto, listed).unwrap();
    let row = |player: &Player| {
        let cells = standings.tie_breaks.iter().map(|it| player.scores.cell(*it).plain());
        let (first, last) = player.places;
        let place = if first == last { String::new() } else { format!(" ({first}-{last})") };
        [vec![player.name.clone() + &place], cells.collect()]
            .concat()
            .join(" ")
            .trim_end()
            .to_owned()
    };
    let rows: Vec<String> = standings.players.iter().map(row).collect();
    format!("{:?}: {}", standings.form, rows.join(", "))
}

/// C and D have 4 points of 6 and have drawn. D has won more games; C has more points against A, B and D, who have at
/// least half of the points: 1.5 and 1.
#[test]
fn wins_and_koya_by_hand() {
    let rows = [
        "x = = 1 1 1 1", "= x = = 1 1 1", "= = x = = 1 1", "0 = = x 1 1 1", "0 0 = 0 x 1 1",
        "0 0 0 0 0 x 1", "0 0 0 0 0 0 x",
    ];
    let mut games = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        for (j, sign) in row.split(' ').enumerate().skip(i + 1) {
            let result = if sign == "1" { "1-0" } else { "1/2" };
            let [white, black] = [i, j].map(|at| &"ABCDEFG"[at..=at]);
            games.push((format!("{white} {result} {black}"), 1));
        }
    }
    let games: Vec<(&str, u32)> = games.iter().map(|(text, round)| (&**text, *round)).collect();
    assert_eq!(
        with_tie_breaks(&games, &[TieBreak::DirectEncounter, TieBreak::Koya]),
        "RoundRobin: A  2.0, B  1.5, C 0.50 1.5, D 0.50 1.0, E  0.5, F  0.0, G  0.0"
    );
    assert_eq!(
        with_tie_breaks(&games, &[TieBreak::Wins, TieBreak::SonnebornBerger]),
        "RoundRobin: A 4 11.75, B 3 10.00, D 3 7.75, C 2 9.00, E 2 3.00, F 1 0.00, G 0 0.00"
    );
}

/// A bye and a default count with the player's own points, also for the lowest opponent that is cut. G 3: 3 + 1 + 1.5 - 1;
/// C 2.5: 0.5 + 1.5 + 1 - 0.5; B 2: 1.5 + 0.5 + 2 - 0.5; A 1.5: 2 + 2.5 + 3 - 2; E 1: 1 + 3 + 2.5 - 1; F 1: 1 + 1 + 1 - 1;
/// D 0.5: 2.5 + 2 + 0.5 - 0.5.
#[test]
fn buchholz_cut_1_by_hand() {
    let games = [
        ("A 1-0 B", 1),
        ("C 1-0 D", 1),
        ("E 1-0 F", 1),
        ("G 1-0 bye", 1),
        ("A 1/2 C", 2),
        ("E 0-1 G", 2),
        ("B 1-0 D", 2),
        ("F 1-0 bye", 2),
        ("G 1-0 A", 3),
        ("C 1-0 E", 3),
        ("F --+ B", 3),
        ("D 1/2 bye", 3),
    ];
    let listed = [TieBreak::Koya, TieBreak::BuchholzCut1, TieBreak::Wins, TieBreak::Buchholz];
    assert_eq!(
        with_tie_breaks(&games, &listed),
        "Rounds: G 4.5 3 5.5, C 2.5 2 3.0, B 3.5 2 4.0, A 5.5 1 7.5, E 5.5 1 6.5, F 2.0 1 3.0, D 4.5 0 5.0"
    );
}

/// P, Q, R and S have 2 points each. Of the games between them, P has 2, Q and R 1.5, S 1. Q and R are compared again: Q
/// won. The points of the whole group are shown.
#[test]
fn direct_encounters_of_those_who_remain_tied() {
    let games = [
        "P 1/2 Q", "R 1/2 P", "P 1-0 S", "Q 1-0 R", "S 1-0 Q", "R 1-0 S", "T 1-0 P", "T 1/2 R",
        "Q 1/2 T", "S 1-0 T", "U 0-1 T",
    ];
    assert_eq!(
        with_tie_breaks(&games.map(|game| (game, 0)), &[TieBreak::DirectEncounter]),
        "RoundRobin: T, P 2.00, Q 1.50, R 1.50, S 1.00, U"
    );
}

/// A, B and C have 1.5 points each. A has 1.5 of two games with B, which count as 0.75.
#[test]
fn several_encounters_of_two_count_as_their_mean() {
    let games = ["A 1-0 B", "B 1/2 A", "C 1-0 A", "B 1-0 C", "C 1/2 D"];
    assert_eq!(
        with_tie_breaks(&games.map(|game| (game, 0)), &[TieBreak::DirectEncounter]),
        "RoundRobin: B 1.25, C 1.00, A 0.75, D"
    );
}

/// X won against B and C, who have not met: whatever that result is, X is first. If the game of X and B was not played, B
/// might have two points, too.
#[test]
fn direct_encounters_that_are_missing() {
    let games = |first| {
        [
            (first, 1),
            ("F 0-1 C", 1),
            ("X 1-0 C", 2),
            ("B 1-0 D", 2),
            ("D 1-0 X", 3),
            ("B 1-0 F", 3),
            ("E 1-0 X", 4),
            ("C 1-0 E", 4),
        ]
    };
    let listed = [TieBreak::DirectEncounter];
    assert_eq!(
        with_tie_breaks(&games("B 0-1 X"), &listed),
        "Rounds: X 2.00, B (2-3) 0.00, C (2-3) 0.00, D (4-5) 0.00, E (4-5) 0.00, F"
    );
    let names = with_tie_breaks(&games("B --+ X"), &listed);
    assert_eq!(
        names,
        "Rounds: B (1-3) 0.00, C (1-3) 0.00, X (1-3) 1.00, D (4-5) 0.00, E (4-5) 0.00, F"
    );
}
