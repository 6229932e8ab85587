//! Comparisons in expressions: of parts of values, which select the same games as grouping by these parts; of numbers
//! with a fraction; and of positions of all variants with a FEN.

use pgn_chess::ReplayOptions;
use pgn_query::{Facts, Grouping, Query, QueryState};
use pgn_syntax::Game;

const PARTS: &str = r#"[Event "one"]
[Date "2012.05.17"]
[Round "3.1"]
[White "Carlsen, Magnus"]
[Black "Van Wely, Loek"]
[WhiteElo "2835"]
[BlackElo "2399"]
[Result "1-0"]
[ECO "b33"]
[Opening "Sicilian Defense: Sveshnikov"]
[Table "12"]

1. e4 c5 1-0

[Event "two"]
[Date "2012.??.??"]
[Round "30"]
[White "Henrik Carlsen"]
[Black "?"]
[WhiteElo "2000"]
[Result "1/2-1/2"]
[ECO "B9"]
[Opening "Ruy Lopez"]
[Table "2"]

1. e4 e5 1/2-1/2

[Event "three"]
[Date "1899.12.31"]
[Round "?"]
[White "Élie Šmíd:Carlson A"]
[Black "A, b"]
[WhiteElo "?"]
[Result "*"]
[Variant "King of the Hill"]

1. d4 d5 *
"#;

const TIMES: &str = r#"[TimeControl "60+0.6"]
[WhiteScore "2.5"]

1. e4 {+0.10/5 0.4s} e5 {[%emt 0:00:01.25]} *

[TimeControl "180+2"]
[WhiteScore "3"]

1. e4 {[%clk 0:03:00]} e5 {[%clk 0:03:00]} 2. d4 {[%clk 0:02:52]} *

[WhiteScore "x"]

1. e4 *
"#;

const VARIANTS: &str = r#"[Variant "Chess960"]
[FEN "bqnrkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKRNB w KQkq - 0 1"]

1. e4 *

[Variant "Chess960"]
[FEN "nrkbbrqn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBRQN w FBfb - 0 1"]

1. e4 *

[Variant "Atomic"]

1. Nf3 e5 2. Ng5 a6 3. Nxf7 1-0

[Variant "Antichess"]
[FEN "8/8/8/1k6/8/7n/8/8 w - - 0 34"]

*

[Variant "Horde"]

1. e5 *
"#;

/// Rounds, and dates of which parts are unknown, each of a game.
const ROUNDS: &str = r#"[Round "04"]

1. e4 *

[Round "4"]
[Date "1992.??.??"]

1. e4 *

[Round "4.08"]
[Date "1992.05.??"]

1. e4 *

[Round "4.8.1"]
[Date "1992.05.07"]

1. e4 *
"#;

fn games(pgn: &str) -> Vec<Game> {
    let mut games = pgn_syntax::Games::new(pgn.as_bytes());
    let mut all = Vec::new();
    while let Some(game) = games.next() {
        all.push(game.clone());
    }
    all
}

/// Returns the numbers of the games for which an expression holds.
fn matches(pgn: &str, expression: &str) -> Vec<usize> {
    let query = Query::parse(expression).unwrap_or_else(|error| panic!("{expression}: {error}"));
    let mut state = QueryState::default();
    let mut holds = |game: &Game| {
        let facts = Facts::new(game, pgn.as_bytes());
        query.matches(&facts, &ReplayOptions::default(), &mut state)
    };
    (1..).zip(&games(pgn)).filter(|(_, game)| holds(game)).map(|(number, _)| number).collect()
}

#[test]
fn a_value_selects_the_games_of_its_group() {
    let games = games(PARTS);
    for by in [
        "date:year", "Date:decade", "Date:century", "Date:month", "date:day", "elo:400", "elo:7",
        "elo_diff:100", "WhiteElo:1000", "ECO:1", "eco:2", "ECO:3", "ECO:9", "round:1", "Round:2",
        "player:surname", "White:surname", "player:3", "White:1", "opening:family", "Opening:5",
        "result:1", "Result:2", "variant:4", "Table:1", "tag(\"Table\"):1", "plies:2", "year:10",
        "termination:3",
    ] {
        let grouping = Grouping::parse(by).unwrap();
        let groups: Vec<Vec<String>> = games
            .iter()
            .map(|game| {
                let mut values = Vec::new();
                let facts = Facts::new(game, PARTS.as_bytes());
                grouping.source.values(&facts, &mut values);
                let texts = values.iter().map(|value| grouping.text(value).into_owned());
                // Dates with an unknown part form a group of their own, but are not a value.
                texts.filter(|text| !text.contains("??")).collect()
            })
            .collect();
        for value in groups.iter().flatten() {
            let of_group: Vec<usize> = (1..)
                .zip(&groups)
                .filter(|(_, texts)| texts.contains(value))
                .map(|(number, _)| number)
                .collect();
            for expression in [
                format!("{by} = \"{value}\""),
                format!("{by} in (\"{value}\")"),
                format!("{by} in \"{value}\"..\"{value}\""),
                format!("{by} ~ \"{}\"", value.replace('*', "[*]")),
                format!("{by} =~ \"^{}$\"", value.replace('*', "[*]")),
            ] {
                assert_eq!(matches(PARTS, &expression), of_group, "{expression}");
            }
            let mut others: Vec<usize> = (1..)
                .zip(&groups)
                .filter(|(_, it)| !it.is_empty())
                .map(|(number, _)| number)
                .collect();
            others.retain(|number| !of_group.contains(number));
            assert_eq!(matches(PARTS, &format!("{by} != \"{value}\"")), others, "{by} != {value}");
            let present =
                (1..).zip(&groups).filter(|(_, it)| !it.is_empty()).map(|(number, _)| number);
            assert_eq!(
                matches(PARTS, &format!("not missing({by})")),
                present.collect::<Vec<usize>>()
            );
        }
    }
}

#[test]
fn shorter_parts_are_values_of_their_own() {
    for (expression, expect) in [
        ("Round:1 = 4", &[1, 2, 3, 4][..]),
        ("Round:2 = 4", &[1, 2, 3, 4]),
        ("Round:2 = 4.8", &[3, 4]),
        ("Round:2 = 4.08", &[3, 4]),
        ("Round:2 < 4.8", &[1, 2]),
        ("Round:2 != 4.8", &[1, 2]),
        ("Round = 4.8", &[1, 2, 3, 4]),
        // The help of the errors on `1992.??` and `1992.05.??`.
        ("Date:year = 1992 and missing(Date:month)", &[2]),
        ("Date:month = 1992.05 and missing(Date:day)", &[3]),
    ] {
        assert_eq!(matches(ROUNDS, expression), expect, "{expression}");
    }
}

#[test]
fn rounds_in_words_have_parts() {
    let pgn = "[Round \"SF.1\"]\n\n1. e4 *\n\n[Round \"SF\"]\n\n1. d4 *\n\n[Round \"No. 1\"]\n\n1. c4 *\n";
    for (expression, expect) in [
        ("Round:1 = SF", &[1, 2][..]),
        ("Round:2 = SF.1", &[1]),
        ("Round:1 = \"No. 1\"", &[3]),
        ("Round = SF", &[2]),
    ] {
        assert_eq!(matches(pgn, expression), expect, "{expression}");
    }
}

#[test]
fn parts_are_compared_by_their_kind() {
    for (expression, expect) in [
        ("Date:year >= 2012", &[1, 2][..]),
        ("Date:year < 2012", &[3]),
        ("date:month in 1899..2012.05", &[1, 3]),
        ("date:month = 2012", &[1]),
        ("date:month ~ \"2012*\"", &[1]),
        ("missing(date:month)", &[2]),
        ("missing(result)", &[3]),
        ("missing(Result)", &[]),
        ("Date:century = 1800", &[3]),
        ("Date:decade in (1890, 2010)", &[1, 2, 3]),
        ("elo:400 >= 2400", &[1]),
        ("elo:400 = 2000", &[1, 2]),
        ("elo:400 != 2000", &[]),
        ("elo:400 ~ \"28*\"", &[1]),
        ("ECO:1 = b", &[1, 2]),
        ("ECO:2 = B9", &[2]),
        ("ECO:2 = B", &[1, 2]),
        ("eco:1 in A..C", &[1, 2]),
        ("ECO:1 ~ \"[a-b]\"", &[1, 2]),
        ("round:1 >= 4", &[2]),
        ("player:surname = Carlsen", &[1, 2]),
        ("player:surname = \"Van Wely\"", &[1]),
        ("player:surname = carlsen", &[]),
        ("player:surname ~ \"carls?n\"", &[1, 2, 3]),
        ("fold(player:surname) = \"ŠMID\"", &[3]),
        ("fold(White:1) = e", &[3]),
        ("White:surname != Carlsen", &[3]),
        ("opening:family = \"Ruy Lopez\"", &[2]),
        ("result:1 = 1", &[1, 2]),
        ("result:1 < 1", &[3]),
        ("result:1 <= \"*\"", &[3]),
        ("variant:4 = king", &[3]),
        ("Table:1 > 1", &[2]),
        ("tag(\"Table\"):1 = 1", &[1]),
        ("Event:1 = t or plies:100 > 0", &[2, 3]),
        ("plies:2=2", &[1, 2, 3]),
    ] {
        assert_eq!(matches(PARTS, expression), expect, "{expression}");
    }
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn values_and_parts_that_do_not_exist_are_errors() {
    for (expression, at, message, help) in [
        (
            "elo:400 = 2500",
            "2500",
            "`2500` is not a multiple of 400, as the values of `elo:400` are",
            "did you mean `2400`?",
        ),
        (
            "elo:400 in 2400..2799",
            "2799",
            "`2799` is not a multiple of 400, as the values of `elo:400` are",
            "did you mean `2400`?",
        ),
        ("elo:100 > x", "x", "`x` is not a whole number", "a multiple of 100, as in 600"),
        (
            "Date:year = 2012.05",
            "2012.05",
            "`2012.05` is not a value of `Date:year`",
            "did you mean `2012`?",
        ),
        (
            "Date:decade = 1995",
            "1995",
            "`1995` is not a value of `Date:decade`",
            "did you mean `1990`?",
        ),
        ("Date:month = May", "May", "`May` is not a date", "as in 2019.05"),
        (
            "Date:month = \"1992.??\"",
            "\"1992.??\"",
            "`1992.??` is not a value of `Date:month`",
            "such games are `Date:year = 1992 and missing(Date:month)`",
        ),
        (
            "date:day in (1992.05.??, 2012.05.17)",
            "1992.05.??",
            "`1992.05.??` is not a value of `date:day`",
            "such games are `date:month = 1992.05 and missing(date:day)`",
        ),
        ("Date:yaer = 2012", "yaer", "`Date` has no part `yaer`", "did you mean `year`?"),
        (
            "date:hour = 3",
            "hour",
            "`date` has no part `hour`",
            "its parts are century, decade, year, month, day and weekday",
        ),
        (
            "Date:4 = 2012",
            "4",
            "`Date` has no part `4`",
            "its parts are century, decade, year, month, day and weekday",
        ),
        (
            "missing(White:surnme)",
            "surnme",
            "`White` has no part `surnme`",
            "did you mean `surname`?",
        ),
        ("elo:x > 3", "x", "`elo` has no part `x`", "its parts are steps, as in `elo:100`"),
        ("speed:1 = b", "1", "`speed` has no parts", "its values are words"),
        (
            "missing(pieces)",
            "pieces",
            "`pieces` can only be compared with a number",
            "as in pieces <= 7",
        ),
        ("ECO:1 = B20", "B20", "`B20` is not a value of `ECO:1`", "did you mean `B`?"),
        ("ECO:2 = x", "x", "`x` is not an ECO code", "as in B9"),
        (
            "ECO:1 in (A-C)",
            "ECO:1 in (A-C)",
            "`A-C` is not an ECO code",
            "did you mean `ECO:1 in A..C`?",
        ),
        ("round:1 = 3.1", "3.1", "`3.1` is not a value of `round:1`", "did you mean `3`?"),
        (
            "player:surname = \"Van Wely, Loek\"",
            "\"Van Wely, Loek\"",
            "`Van Wely, Loek` is not a value of `player:surname`",
            "did you mean `\"Van Wely\"`?",
        ),
        (
            "opening:family = \"A B: C\"",
            "\"A B: C\"",
            "`A B: C` is not a value of `opening:family`",
            "did you mean `\"A B\"`?",
        ),
        ("White:2 = Tal", "Tal", "`Tal` is not a value of `White:2`", "did you mean `Ta`?"),
        ("plyer:surname = x", "plyer", "unknown field `plyer`", "did you mean `player`?"),
        ("pieces:2 = 4", "2", "`pieces` has no parts", ""),
    ] {
        let error = Query::parse(expression).unwrap_err();
        assert_eq!(&expression[error.span()], at, "{expression}");
        assert_eq!(error.message(), message, "{expression}");
        assert_eq!(error.lines(|c| (c, 1)).get(2).map_or("", String::as_str), help, "{expression}");
        if let Some(corrected) = error.corrected() {
            Query::parse(&corrected).unwrap();
        }
    }
}

#[test]
fn numbers_may_have_a_fraction() {
    for (expression, expect) in [
        ("spent > 0.5", &[1, 2][..]),
        ("spent < 0.5", &[1, 2]),
        ("spent in 0.1..0.5", &[1]),
        ("spent = 1.25", &[1]),
        ("spent = 1.250", &[1]),
        ("spent = 1", &[]),
        ("spent:1 = 1", &[1]),
        ("spent > 1", &[1, 2]),
        ("spent > 1.25", &[2]),
        ("spent in (.4, 99)", &[1]),
        ("spent = 10 or spent = 10.0", &[2]),
        ("spent ~ \"1.*\"", &[1]),
        ("increment = 0.6", &[1]),
        ("increment != 0.6", &[2]),
        ("increment < 1", &[1]),
        ("base >= 60.5", &[2]),
        ("base:60 in 60..120", &[1]),
        ("WhiteScore > 2", &[1, 2]),
        ("WhiteScore >= 2.6", &[2]),
        ("WhiteScore in 2.5..2.9", &[1]),
    ] {
        assert_eq!(matches(TIMES, expression), expect, "{expression}");
    }
}

#[test]
fn a_fen_is_compared_under_the_rules_of_each_variant() {
    for (fen, number) in [
        ("bqnrkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKRNB w KQkq - 0 1", Some(1)),
        ("bqnrkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKRNB w FDfd - 0 1", Some(1)),
        ("bqnrkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKRNB w KQ - 0 1", None),
        ("nrkbbrqn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBRQN w KQkq", Some(2)),
        ("rnbq3r/1ppp2pp/p7/4p3/8/8/PPPPPPPP/RNBQKB1R b KQ - 0 3", Some(3)),
        ("8/8/8/1k6/8/7n/8/8 w - - 0 34", Some(4)),
        ("8/8/8/1k6/8/7n/8/8", Some(4)),
        ("rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1", Some(5)),
    ] {
        let found = matches(VARIANTS, &format!("fen(\"{fen}\")"));
        assert_eq!(found, Vec::from_iter(number), "{fen}");
    }
}

#[test]
fn rules_that_drop_rights_of_a_fen_make_no_position_of_it() {
    let kings = "r3k2r/8/8/8/8/8/8/R3K2R";
    let passing = "7k/8/8/2KpP3/8/8/8/8";
    let fens = [
        format!("{kings} w - -"),
        format!("{kings} w KQkq -"),
        format!("{kings} w Kq -"),
        format!("{passing} w - -"),
        format!("{passing} w - d6"),
    ];
    let pgn = fens.clone().map(|fen| format!("[FEN \"{fen} 0 1\"]\n\n*\n\n")).concat();
    for (number, fen) in (1..).zip(&fens) {
        assert_eq!(matches(&pgn, &format!("fen(\"{fen}\")")), [number], "{fen}");
    }
}

/// A line, with alternatives or without, begins in the initial position.
#[test]
fn lines_of_other_first_positions_are_others() {
    let pgn = "1. e4 e5 2. Bc4 *\n\n[Variant \"Chess960\"]\n\
               [FEN \"bbqrknrn/pppppppp/8/8/8/8/PPPPPPPP/BBQRKNRN w KQkq - 0 1\"]\n[SetUp \"1\"]\n\n\
               1. e4 e5 2. c3 *\n\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. e4 Kd7 2. Kd2 *\n";
    for (expression, expect) in [
        ("line(\"1. e4 e5\")", &[1][..]),
        ("line(\"1. e4 c5|e5\")", &[1]),
        ("line(\"1. e4 *\")", &[1]),
        ("line(\"e4 *\", anywhere=true)", &[1, 2, 3]),
        ("line(\"e4 e5\", anywhere=true)", &[1, 2]),
    ] {
        assert_eq!(matches(pgn, expression), expect, "{expression}");
    }
}
