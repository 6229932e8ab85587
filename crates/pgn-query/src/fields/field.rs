//! The fields that expressions and options name; [`FIELDS`] has a line for each.

use std::borrow::Cow;

use pgn_chess::{
    GameEnd, Replay, ReplayOptions, Variant,
    export::result_of_text,
    n_plies,
    shakmaty::{self, Color},
    start,
};
use pgn_syntax::{
    Marker, NodeKind, RavKind, TagName, TagPair, date::Date, nearest, similar,
    time_control::TimeControl, white_space::squeezed,
};

use crate::{
    fields::other_names,
    games::{
        facts::{Depth, Facts, play},
        move_facts::{main_line_nags, of_moves, of_side, on_one_scale},
        producer::producer,
        tag_values::{
            bounds, elos, is_of_players, kind_of_tag, numbers, of_kind, text, texts, trimmed,
        },
        termination,
    },
    values::value::{Value, ValueKind},
};

/// A fact of a game that has a name.
#[derive(Debug)]
pub struct Field {
    /// The name: lower case, words joined by `_`.
    pub name: &'static str,
    /// The meaning, in a few words.
    pub help: &'static str,
    /// The kind of its values.
    pub kind: ValueKind,
    /// True if a game may have several values, such as one for each side or move.
    pub has_several_values: bool,
    /// How far a game is read first; if that yields no value, it is read to `depth`.
    pub first: Depth,
    /// How far a game must be read for the values.
    pub depth: Depth,
    /// Appends the values: none if the game has none, two if each side has one.
    pub of: for<'a> fn(&Facts<'a>, &mut Vec<Value<'a>>),
}

/// Declares all fields: name, kind, depth, help, values. `several` behind the kind: a game may have several values.
/// If a field has two depths, the first is tried first.
macro_rules! fields {
    ($($name:ident: $kind:ident $($several:ident)?, $first:ident $(.. $deeper:ident)?, $help:literal, $of:expr;)*) => {
        /// All fields, sorted by name.
        pub static FIELDS: &[Field] = &[$(Field {
            name: stringify!($name),
            help: $help,
            kind: ValueKind::$kind,
            has_several_values: !concat!($(stringify!($several))?).is_empty(),
            first: Depth::$first,
            depth: [$(Depth::$deeper,)? Depth::$first][0],
            of: $of,
        }),*];
    };
}

fields! {
    base: Decimal, Tags, "Seconds on the clock at the start",
        |it, out| out.extend(time_control(it).map(|tc| Value::of_seconds(tc.base)));
    black: Text, Tags, "Black's name", |it, out| texts(it, TagName::BLACK, out);
    black_clk: Decimal several, Movetext, "Seconds left on Black's clock after any of Black's moves",
        |it, out| of_side(it, out, Color::Black, |data, _| data.clk.map(Value::of_seconds));
    black_loss: Number several, Movetext, "Centipawns lost by any of Black's moves",
        |it, out| of_side(it, out, Color::Black, |_, facts| facts.loss.map(number));
    black_nag: Nag several, Movetext, "NAG or sign of any of Black's moves",
        |it, out| nags_of_side(it, out, Color::Black);
    black_spent: Decimal several, Movetext, "Seconds spent on any of Black's moves",
        |it, out| of_side(it, out, Color::Black, |_, facts| facts.spent.map(Value::of_seconds));
    bytes: Number, Tags, "Size of the game in the file",
        |it, out| out.push(number(it.game.span.len() as u64));
    clk: Decimal several, Movetext, "Seconds left on the mover's clock after any move",
        |it, out| of_moves(it, out, |_, data, _| data.clk.map(Value::of_seconds));
    comments: Number, Movetext, "Number of comments",
        |it, out| out.push(count(it, |kind| kind.is_comment()));
    date: Date, Tags, "Date, else UTCDate",
        |it, out| out.extend(Date::of_game(it.game, it.src).map(Value::Date));
    depth: Number several, Movetext, "Search depth of any move, by its comments",
        |it, out| of_moves(it, out, |_, data, _| data.depth.map(u64::from).map(number));
    eco: Eco, Tags..Opening, "ECO code of the tag, else of the moves", |it, out| {
        let by_moves = || it.opening.map(|opening| text_of(opening.eco().as_str()));
        out.extend(of_kind(it, TagName::ECO, ValueKind::Eco).or_else(by_moves));
    };
    elo: Number several, Tags, "Rating of either side", |it, out| {
        elos(it, TagName::WHITE_ELO, out);
        elos(it, TagName::BLACK_ELO, out);
    };
    elo_diff: Number, Tags, "White's rating minus Black's",
        |it, out| out.extend(bounds(it).map(|[white, black]| Value::Number(white.1 - black.1)));
    errors: Number, Moves, "Number of moves that cannot be played",
        |it, out| out.extend(it.played.map(|played| number(played.n_errors.into())));
    eval: Number several, Movetext, "Evaluation after any move in centipawns, White's view", |it, out| {
        of_moves(it, out, |mover, data, _| {
            data.eval.map(|eval| Value::Number(on_one_scale(eval, mover)))
        });
    };
    event: Text, Tags, "Event", |it, out| texts(it, TagName::EVENT, out);
    file: Text, Tags, "Name of the file",
        |it, out| out.extend(it.file.map(|file| Value::Text(Cow::Borrowed(file))));
    game: Number, Tags, "Number of the game in its file, from 1",
        |it, out| out.extend(it.number.map(number));
    increment: Decimal, Tags, "Seconds added to the clock per move",
        |it, out| out.extend(time_control(it).map(|tc| Value::of_seconds(tc.increment)));
    loser: Text, Tags, "The loser's name", |it, out| match result(it) {
        Marker::WhiteWins => texts(it, TagName::BLACK, out),
        Marker::BlackWins => texts(it, TagName::WHITE, out),
        Marker::Draw | Marker::Unknown => (),
    };
    loss: Number several, Movetext, "Centipawns lost by any move, by the evaluations around it",
        |it, out| of_moves(it, out, |_, _, facts| facts.loss.map(number));
    max_elo: Number, Tags, "The higher rating",
        |it, out| out.extend(bounds(it).map(|[white, black]| Value::Number(white.1.max(black.1))));
    min_elo: Number, Tags, "The lower rating",
        |it, out| out.extend(bounds(it).map(|[white, black]| Value::Number(white.0.min(black.0))));
    moves: Number, Movetext, "Number of full moves, rounded up",
        |it, out| out.push(number(n_plies(it.game, it.src).div_ceil(2).into()));
    nag: Nag several, Movetext, "NAG or sign of any move of the main line", |it, out| {
        main_line_nags(it.game, it.src, |_, nag| out.push(number(nag.into())));
    };
    nags: Number, Movetext, "Number of NAGs and signs for them",
        |it, out| out.push(count(it, NodeKind::is_nag));
    opening: Text, Tags..Opening, "Opening of the tag, else of the moves", |it, out| {
        let by_moves = || it.opening.map(|opening| Cow::Borrowed(opening.name()));
        out.extend(it.tag(TagName::OPENING).or_else(by_moves).map(Value::Text));
    };
    player: Text several, Tags, "Either player's name", |it, out| {
        texts(it, TagName::WHITE, out);
        texts(it, TagName::BLACK, out);
    };
    plies: Number, Movetext, "Number of half-moves of the main line",
        |it, out| out.push(number(n_plies(it.game, it.src).into()));
    producer: Text, Movetext, "The program or server that wrote the game, if recognized",
        |it, out| out.extend(producer(it.game, it.src).map(|producer| text_of(producer.name)));
    result: Result, Tags, "Result of the tag, else the marker",
        |it, out| out.push(text_of(result(it).text()));
    round: Round, Tags, "Round",
        |it, out| out.extend(of_kind(it, TagName::ROUND, ValueKind::Round));
    site: Text, Tags, "Site", |it, out| texts(it, TagName::SITE, out);
    speed: Speed, Tags, "Speed class of the time control",
        |it, out| out.extend(time_control(it).map(|tc| Value::Speed(tc.speed())));
    spent: Decimal several, Movetext, "Seconds spent on any move",
        |it, out| of_moves(it, out, |_, _, facts| facts.spent.map(Value::of_seconds));
    termination: Word, Tags..Movetext,
        "Class of the Termination tag, else of the last comment, such as time", |it, out| {
            let class = termination::of_game(it.game, it.src, it.encoding, |name| it.tag(name));
            out.extend(class.map(text_of));
        };
    text: Text several, Movetext, "Text of any comment, with one blank between words", |it, out| {
        let comments =
            it.game.nodes.iter().filter(|node| node.kind.is_comment());
        // Comments are compared without their line ends.
        let texts = comments.map(|node| {
            trimmed(match it.encoding.decode(node.comment_text(it.src)) {
                Cow::Borrowed(text) => squeezed(text),
                Cow::Owned(text) => Cow::Owned(squeezed(&text).into_owned()),
            })
        });
        out.extend(texts.filter(|text| !text.is_empty()).map(Value::Text));
    };
    variant: Word, Tags, "Variant", |it, out| out.extend(variant(it).map(Value::Text));
    variations: Number, Movetext, "Number of variations", |it, out| {
        out.push(count(it, |kind| matches!(kind, NodeKind::RavOpen { kind: RavKind::Plain, .. })));
    };
    white: Text, Tags, "White's name", |it, out| texts(it, TagName::WHITE, out);
    white_clk: Decimal several, Movetext, "Seconds left on White's clock after any of White's moves",
        |it, out| of_side(it, out, Color::White, |data, _| data.clk.map(Value::of_seconds));
    white_loss: Number several, Movetext, "Centipawns lost by any of White's moves",
        |it, out| of_side(it, out, Color::White, |_, facts| facts.loss.map(number));
    white_nag: Nag several, Movetext, "NAG or sign of any of White's moves",
        |it, out| nags_of_side(it, out, Color::White);
    white_spent: Decimal several, Movetext, "Seconds spent on any of White's moves",
        |it, out| of_side(it, out, Color::White, |_, facts| facts.spent.map(Value::of_seconds));
    winner: Text, Tags, "The winner's name", |it, out| match result(it) {
        Marker::WhiteWins => texts(it, TagName::WHITE, out),
        Marker::BlackWins => texts(it, TagName::BLACK, out),
        Marker::Draw | Marker::Unknown => (),
    };
    year: Number, Tags, "Year of the date", |it, out| {
        out.extend(Date::of_game(it.game, it.src).map(|date| Value::Number(date.year.into())));
    };
}

/// A source of values: a field or a tag.
#[derive(Clone, Debug)]
pub enum Source {
    /// One of [`FIELDS`].
    Field(&'static Field),
    /// A tag with a known name; case is ignored.
    Known(TagName),
    /// A tag with any other name.
    Tag(Box<str>),
}

impl Source {
    /// Returns the source called `name`: a tag if it begins with a capital letter or is written
    /// `tag("x y")`, otherwise a field.
    #[must_use]
    pub fn find(name: &str) -> Option<Source> {
        if let Some(inner) = name.strip_prefix("tag(") {
            return named_tag(inner.strip_suffix(')')?.trim());
        }
        if name.starts_with(|c: char| c.is_uppercase()) {
            return Some(Source::tag(name));
        }
        FIELDS.iter().find(|field| field.name == name).map(Source::Field)
    }

    /// Returns the source called `name`, as [`find`](Self::find) does, for a name that the code itself has.
    ///
    /// # Panics
    /// Panics if there is no such field.
    #[must_use]
    pub fn known(name: &str) -> Source {
        Source::find(name).expect("a field of FIELDS")
    }

    /// Parses the name of a field or tag.
    ///
    /// # Errors
    /// Returns an error if there is no such field; the message suggests one or lists all. A tag that
    /// differs from a field only in case, such as `Elo`, is also an error: it must be written as `tag("Elo")`.
    pub fn parse(name: &str) -> Result<Source, String> {
        if name == "pieces" {
            return Err(
                "`pieces` is of positions, not of games; it can be used in --where only".into()
            );
        }
        let Some(source) = Source::find(name).filter(|_| !name.is_empty()) else {
            if let Some(help) = other_names::name(name, false) {
                return Err(format!("no field `{name}`; {help}"));
            }
            return Err(match Source::nearest(name).filter(|near| *near != "pieces") {
                Some(near) => format!("no field `{name}`; did you mean `{near}`?"),
                None => {
                    let names: Vec<&str> = FIELDS.iter().map(|field| field.name).collect();
                    format!(
                        "no field `{name}`; tags begin with a capital letter, fields are {}",
                        names.join(", ")
                    )
                }
            });
        };
        let of_tag = source.suggestion().filter(|(tag, _)| *tag == name);
        match of_tag.filter(|(tag, meant)| tag.eq_ignore_ascii_case(meant)) {
            Some((_, field)) => Err(format!(
                "no tag is known as `{name}`; the field is `{field}`, and such a tag is `tag(\"{name}\")`"
            )),
            None => Ok(source),
        }
    }

    /// Returns the tag called `name`.
    #[must_use]
    pub fn tag(name: &str) -> Source {
        match TagName::find(name.as_bytes()) {
            Some(known) => Source::Known(known),
            None => Source::Tag(name.into()),
        }
    }

    /// Returns the known tag whose name differs only in case and in `_`, as `white_elo`; otherwise the field whose name is
    /// most similar, if one is similar enough.
    #[must_use]
    pub fn nearest(name: &str) -> Option<&'static str> {
        let is_field = |name: &str| FIELDS.iter().any(|field| field.name == name);
        let joined = name.replace('_', "");
        let tag =
            TagName::find(joined.as_bytes()).filter(|_| !is_field(&joined)).map(TagName::text);
        let names = FIELDS.iter().map(|field| field.name).chain(["pieces"]);
        tag.or_else(|| similar(&name.to_lowercase(), names))
    }

    /// Returns the name of this tag and the name that is probably meant: that of a well-known tag
    /// that differs in one letter, or of a field that differs in case.
    #[must_use]
    pub fn suggestion(&self) -> Option<(&str, &'static str)> {
        let Source::Tag(name) = self else { return None };
        let name = Some(name).filter(|name| name.len() <= 40)?;
        if let Some(field) = FIELDS.iter().find(|field| field.name.eq_ignore_ascii_case(name)) {
            return Some((&**name, field.name));
        }
        let (n_slips, near) = nearest(name, TagName::all().map(TagName::text))?;
        (n_slips == 1).then_some((&**name, near))
    }

    /// Returns true if this is the field called `name`.
    #[must_use]
    pub fn is_field(&self, name: &str) -> bool {
        matches!(self, Source::Field(field) if field.name == name)
    }

    /// Appends the values as text; the value of a tag is unchanged, whatever its kind.
    pub fn texts<'a>(&self, it: &Facts<'a>, out: &mut Vec<Value<'a>>) {
        if let Source::Known(name) = self {
            texts(it, *name, out);
            return;
        }
        let from = out.len();
        self.values(it, out);
        for value in &mut out[from..] {
            if !matches!(value, Value::Text(_)) {
                *value = Value::Text(Cow::Owned(value.to_string()));
            }
        }
    }

    /// Returns true if a game read as far as `depth` yields the values.
    pub(crate) fn is_known(&self, it: &Facts<'_>, depth: Depth) -> bool {
        self.depth() <= depth || self.first_depth() <= depth && self.is_exact(it)
    }

    /// Returns true if the game has a value that does not change when more of the game is read.
    fn is_exact(&self, it: &Facts<'_>) -> bool {
        let mut values = Vec::new();
        self.values(it, &mut values);
        let is_termination = self.is_field("termination");
        let is_vague = |value: &Value<'_>| match value {
            Value::Text(text) => is_termination && termination::is_vague(text),
            _ => false,
        };
        !values.is_empty() && !values.iter().any(is_vague)
    }

    /// Returns true if the game has a value.
    pub(crate) fn is_present(&self, it: &Facts<'_>) -> bool {
        let mut values = Vec::new();
        self.values(it, &mut values);
        !values.is_empty()
    }

    /// Returns how far a game is read first.
    #[must_use]
    pub fn first_depth(&self) -> Depth {
        match self {
            Source::Field(field) => field.first,
            Source::Known(_) | Source::Tag(_) => Depth::Tags,
        }
    }

    /// Returns the kind of the values.
    #[must_use]
    pub fn kind(&self) -> ValueKind {
        match self {
            Source::Field(field) => field.kind,
            Source::Known(name) => kind_of_tag(*name),
            Source::Tag(_) => ValueKind::Text,
        }
    }

    /// Returns how far a game must be read for the values.
    #[must_use]
    pub fn depth(&self) -> Depth {
        match self {
            Source::Field(field) => field.depth,
            Source::Known(_) | Source::Tag(_) => Depth::Tags,
        }
    }

    /// Appends the values.
    pub fn values<'a>(&self, it: &Facts<'a>, out: &mut Vec<Value<'a>>) {
        match self {
            Source::Field(field) => (field.of)(it, out),
            Source::Known(name) => match kind_of_tag(*name) {
                ValueKind::Text | ValueKind::Word => texts(it, *name, out),
                ValueKind::Number if is_of_players(*name) => numbers(it, *name, out),
                kind => out.extend(of_kind(it, *name, kind)),
            },
            Source::Tag(name) => {
                let is_it = |pair: &&TagPair| {
                    pair.known.is_none()
                        && pair.name.of(it.src).eq_ignore_ascii_case(name.as_bytes())
                };
                let exact = |pair: &&TagPair| pair.name.of(it.src) == name.as_bytes();
                let pairs = || it.game.tags.iter().filter(is_it);
                let pair = pairs().find(exact).or_else(|| pairs().next());
                out.extend(pair.and_then(|pair| text(it, pair)).map(Value::Text));
            }
        }
    }
}

/// Returns the tag whose name, perhaps in quotes, is in `tag(…)`.
fn named_tag(name: &str) -> Option<Source> {
    let name = match name.strip_prefix('"') {
        Some(quoted) => quoted.strip_suffix('"')?.replace("\\\"", "\"").replace("\\\\", "\\"),
        None => name.to_owned(),
    };
    (!name.is_empty()).then(|| Source::tag(&name))
}

fn time_control(it: &Facts<'_>) -> Option<TimeControl> {
    let pair = it.game.tag(it.src, TagName::TIME_CONTROL)?;
    TimeControl::read(&pair.value(it.src))
}

/// Returns the result by the Result tag, or by the marker if the tag is missing or unknown.
fn result(it: &Facts<'_>) -> Marker {
    result_of_text(it.game, it.src)
}

/// Returns the name of the variant of the game.
fn variant<'a>(it: &Facts<'a>) -> Option<Cow<'a, str>> {
    use shakmaty::variant::Variant as V;
    Some(Cow::Borrowed(match start(it.game, it.src).variant {
        Variant::Standard => "Standard",
        Variant::Chess960 => "Chess960",
        Variant::Known(V::Chess) => "Standard",
        Variant::Known(V::Antichess) => "Antichess",
        Variant::Known(V::Atomic) => "Atomic",
        Variant::Known(V::Crazyhouse) => "Crazyhouse",
        Variant::Known(V::Horde) => "Horde",
        Variant::Known(V::KingOfTheHill) => "King of the Hill",
        Variant::Known(V::RacingKings) => "Racing Kings",
        Variant::Known(V::ThreeCheck) => "Three-check",
        Variant::Unchecked => return it.tag(TagName::VARIANT),
    }))
}

/// Appends the NAGs of the moves of `side`.
fn nags_of_side(it: &Facts<'_>, out: &mut Vec<Value<'_>>, side: Color) {
    main_line_nags(it.game, it.src, |mover, nag| {
        if mover == Some(side) {
            out.push(number(nag.into()));
        }
    });
}

fn count<'a>(it: &Facts<'_>, is_one: impl Fn(NodeKind) -> bool) -> Value<'a> {
    number(it.game.nodes.iter().filter(|node| is_one(node.kind)).count() as u64)
}

fn text_of(text: &'static str) -> Value<'static> {
    Value::Text(Cow::Borrowed(text))
}

fn number<'a>(n: u64) -> Value<'a> {
    Value::Number(i64::try_from(n).unwrap_or(i64::MAX))
}

impl<'a> Facts<'a> {
    /// Returns the facts with what the sources need of the moves: the result of playing them, which is put into
    /// `played`, and the opening.
    #[must_use]
    pub fn with_moves<'s>(
        self,
        sources: impl Iterator<Item = &'s Source> + Clone,
        played: &'a mut Option<GameEnd>,
        replay: &mut Replay,
        options: &ReplayOptions,
    ) -> Facts<'a> {
        if sources.clone().any(|source| source.depth() == Depth::Moves) {
            *played = Some(play(self.game, self.src, replay, &self.reading(options)));
        }
        Facts { played: played.as_ref(), ..self }.with_opening(sources, replay, options)
    }

    /// Returns the facts with the opening by the moves, if a source needs it and the tags do not
    /// have it. The game is played only as far as openings are known.
    #[must_use]
    pub fn with_opening<'s>(
        self,
        mut sources: impl Iterator<Item = &'s Source>,
        replay: &mut Replay,
        options: &ReplayOptions,
    ) -> Facts<'a> {
        if !sources.any(|source| source.depth() == Depth::Opening && !source.is_present(&self)) {
            return self;
        }
        self.by_moves(replay, options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the values of the first game as text.
    fn values(pgn: &str, source: &Source) -> Vec<String> {
        let mut games = pgn_syntax::Games::new(pgn.as_bytes());
        let game = games.next().unwrap().clone();
        let played = play(&game, pgn.as_bytes(), &mut Replay::new(), &ReplayOptions::default());
        let facts = Facts {
            file: Some("a/b.pgn"),
            number: Some(3),
            played: Some(&played),
            ..Facts::new(&game, pgn.as_bytes())
        };
        let options = ReplayOptions::default();
        let facts = facts.with_opening([source].into_iter(), &mut Replay::new(), &options);
        let mut values = Vec::new();
        source.values(&facts, &mut values);
        values.iter().map(Value::to_string).collect()
    }

    #[track_caller]
    fn check(pgn: &str, name: &str, expect: &[&str]) {
        let got = values(pgn, &Source::find(name).unwrap());
        assert_eq!(got, expect, "{name}");
    }

    /// Every field that may have several values has them in this game, and no other field has.
    #[test]
    fn some_fields_have_several_values() {
        let pgn = "[White \"A\"]\n[Black \"B\"]\n[WhiteElo \"1900\"]\n[BlackElo \"2000\"]\n\
                   [TimeControl \"300+2\"]\n[Date \"2020.01.02\"]\n[ECO \"C20\"]\n[Variant \"Standard\"]\n\
                   [Opening \"King's Pawn\"]\n[Event \"E\"]\n[Site \"S\"]\n[Round \"1\"]\n[Result \"1-0\"]\n\n\
                   1. e4 $1 {[%clk 0:05:00] [%eval 0.3,20]} e5 $2 {[%clk 0:05:00] [%eval 0.5,21]} \
                   2. Nf3 $1 {[%clk 0:04:50] [%eval 0.2,22] words} Nc6 $6 {[%clk 0:04:40] [%eval 0.6,23] others} \
                   3. Bb5 $1 {[%clk 0:04:30] [%eval 0.1,20]} a6 $2 {[%clk 0:04:20] [%eval 0.4,20]} 1-0\n";
        for field in FIELDS {
            let n_values = values(pgn, &Source::Field(field)).len();
            assert_eq!(n_values > 1, field.has_several_values, "{}", field.name);
        }
    }

    #[test]
    fn the_table_is_sorted_and_in_form() {
        assert!(FIELDS.is_sorted_by(|a, b| a.name < b.name));
        for field in FIELDS {
            assert!(field.name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_'));
            assert!(!field.help.ends_with('.') && !field.help.is_empty(), "{}", field.name);
        }
    }

    #[test]
    fn tags() {
        let pgn = "[Event \"Open\"]\n[White \"A, a:B, b\"]\n[Black \"?\"]\n[Result \"0-1\"]\n\
                   [WhiteElo \"2500\"]\n[BlackElo \"2400?\"]\n[Round \"3.1\"]\n[eco \"B90\"]\n\
                   [TimeControl \"300+3\"]\n[UTCDate \"2019.05.01\"]\n[Date \"????.??.??\"]\n\
                   [MyTag \"x \\\"y\\\"\"]\n\n1. e4 {a} (1. d4 $1) c5!? {b} *\n";
        check(pgn, "white", &["A, a", "B, b"]);
        check(pgn, "player", &["A, a", "B, b"]);
        check(pgn, "black", &[]);
        check(pgn, "winner", &[]);
        check(pgn, "White", &["A, a", "B, b"]);
        check(pgn, "elo", &["2500", "2400"]);
        check(pgn, "elo_diff", &["100"]);
        check(pgn, "min_elo", &["2400"]);
        check(pgn, "max_elo", &["2500"]);
        check(pgn, "date", &["2019.05.01"]);
        check(pgn, "year", &["2019"]);
        check(pgn, "Date", &[]);
        check(pgn, "round", &["3.1"]);
        check(pgn, "eco", &["B90"]);
        check(pgn, "ECO", &["B90"]);
        check(pgn, "speed", &["blitz"]);
        check(pgn, "increment", &["3"]);
        check(pgn, "MYTAG", &["x \"y\""]);
        check(pgn, "result", &["0-1"]);
        check(pgn, "variant", &["Standard"]);
        check(pgn, "plies", &["2"]);
        check(pgn, "moves", &["1"]);
        check(pgn, "comments", &["2"]);
        check(pgn, "text", &["a", "b"]);
        check(pgn, "nags", &["2"]);
        check(pgn, "variations", &["1"]);
        check(pgn, "file", &["a/b.pgn"]);
        check(pgn, "game", &["3"]);
        check(pgn, "errors", &["0"]);
    }

    #[test]
    fn texts_of_comments_have_no_outer_blanks() {
        let pgn = "1. e4 {\u{a0}a\u{a0}b\u{3000}} e5 { } {} {\u{a0}} 2. d4 {?} *\n";
        check(pgn, "text", &["a\u{a0}b", "?"]);
        check("1. e4 {} *\n", "text", &[]);
    }

    #[test]
    fn openings_come_from_tags_or_moves() {
        let moves = "1. d4 e6 2. e4 *";
        check(moves, "eco", &["C00"]);
        check(moves, "opening", &["French Defense: Normal Variation"]);
        check(moves, "ECO", &[]);
        let tags = "[ECO \"b90/03\"]\n[Opening \"My own\"]\n\n";
        check(&format!("{tags}{moves}"), "eco", &["b90/03"]);
        check(&format!("{tags}{moves}"), "opening", &["My own"]);
        for none in ["?", "-", "", "x", "F00"] {
            check(&format!("[ECO \"{none}\"]\n\n{moves}"), "eco", &["C00"]);
        }
        check("[FEN \"8/8/8/4k3/8/8/8/4K3 w - - 0 1\"]\n\n1. Kd2 *", "eco", &[]);
        check("[Variant \"Antichess\"]\n\n1. e3 e6 *", "eco", &[]);
    }

    #[test]
    fn blanks_around_values_are_not_theirs() {
        let pgn = "[White \" Morphy, Paul \"]\n[Black \"A, a :\tB\"]\n[Event \" \"]\n\
                   [Team \"x \"]\n[Site \"\\\"y\\\" \"]\n\n*\n";
        check(pgn, "white", &["Morphy, Paul"]);
        check(pgn, "White", &["Morphy, Paul"]);
        check(pgn, "player", &["Morphy, Paul", "A, a", "B"]);
        check(pgn, "Event", &[]);
        check(pgn, "Team", &["x"]);
        check(pgn, "site", &["\"y\""]);
    }

    #[test]
    fn ratings_of_several_players() {
        let pgn = "[WhiteElo \"2690:?:2222\"]\n[BlackElo \"2812:0\"]\n\n*\n";
        check(pgn, "elo", &["2690", "2222", "2812"]);
        check(pgn, "WhiteElo", &["2690", "2222"]);
        check(pgn, "BlackElo", &["2812", "0"]);
        check(pgn, "min_elo", &["2222"]);
        check(pgn, "max_elo", &["2812"]);
        check(pgn, "elo_diff", &["-122"]);
    }

    #[test]
    fn ratings_have_at_most_four_digits() {
        let pgn = "[WhiteElo \"12345\"]\n[BlackElo \"2000\"]\n\n*\n";
        check(pgn, "elo", &["2000"]);
        check(pgn, "min_elo", &[]);
        check(pgn, "WhiteElo", &["12345"]);
    }

    #[test]
    fn errors_are_counted_in_all_lines() {
        check("1. e4 (1. e5 d5) e5 2. Ke3 Nc6 *", "errors", &["2"]);
        check("1. e4 e5 -- Nc6 *", "errors", &["1"]);
        check("[FEN \"x\"]\n\n1. e4 *", "errors", &["1"]);
    }

    #[test]
    fn comments_as_numbers() {
        let pgn = "[White \"A\"]\n[Black \"B\"]\n[Result \"0-1\"]\n[Termination \"B won on time\"]\n\n\
                   1. e4 {+0.30/12 1.9s} e5 {-0.10/14 2s} 2. Ke2 {-M6/9 4.5s} 0-1\n";
        check(pgn, "loser", &["A"]);
        check(pgn, "winner", &["B"]);
        check(pgn, "termination", &["time"]);
        check("1. f3 e5 2. g4 Qh4# {+M1/3 0.1s, Black mates} 0-1", "termination", &["checkmate"]);
        check(pgn, "depth", &["12", "14", "9"]);
        check(pgn, "eval", &["30", "10", "-99997"]);
        let great = "1. e4 {[%eval 1000.06]} e5 {[%eval -1000.06]} 2. d4 {[%eval #1500]} *";
        check(great, "eval", &["99000", "-99000", "99001"]);
        check(pgn, "loss", &["1030"]);
        check(pgn, "spent", &["1.9", "2", "4.5"]);
        check(pgn, "white_loss", &["1030"]);
        check(pgn, "black_loss", &[]);
        check(pgn, "white_spent", &["1.9", "4.5"]);
        check(pgn, "black_spent", &["2"]);
        let pgn = "1. e4 {[%clk 0:03:00]} e5 {[%clk 0:02:59.5]} 2. Nf3 {[%clk 0:02:58]} *";
        check(pgn, "clk", &["180", "179.5", "178"]);
        check(pgn, "white_clk", &["180", "178"]);
        check(pgn, "black_clk", &["179.5"]);
        check("[Result \"1/2-1/2\"]\n[Termination \"?\"]\n\n1. e4 *", "loser", &[]);
        check("[Termination \"rain\"]\n\n1. e4 {0.35} *", "termination", &[]);
        check("1. e4 {0.35} *", "eval", &[]);
    }

    #[test]
    fn nags_of_the_main_line() {
        let pgn = "$146 1. e4! {a} $10 (1. d4 ??) e5 ?! $6 $0 2. Nf3 ↑ Nc6 ↑ *";
        check(pgn, "nag", &["146", "1", "10", "6", "36", "37"]);
        check(pgn, "white_nag", &["1", "10", "36"]);
        check(pgn, "black_nag", &["6", "37"]);
        let fen = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"]\n\n1... Kd7 $4 2. e4 $1 *";
        check(fen, "white_nag", &["1"]);
        check(fen, "black_nag", &["4"]);
    }

    #[test]
    fn near_names_are_found() {
        assert_eq!(Source::nearest("plyer"), Some("player"));
        assert_eq!(Source::nearest("reslut"), Some("result"));
        assert_eq!(Source::nearest("white_elo"), Some("WhiteElo"));
        assert_eq!(Source::nearest("timecontrol"), Some("TimeControl"));
        assert_eq!(Source::nearest("xyzzy"), None);
        let message = |name| Source::parse(name).unwrap_err();
        assert_eq!(
            message("pieces"),
            "`pieces` is of positions, not of games; it can be used in --where only"
        );
        assert!(!message("piecs").contains("did you mean"));
        assert_eq!(message("rating"), "no field `rating`; did you mean `elo`?");
        assert_eq!(message("title"), "no field `title`; write `WhiteTitle` or `BlackTitle`");
        assert!(Source::find("nothing").is_none());
    }
}
