//! Values of tags: text, numbers, ratings, and the players of a side.

use std::borrow::Cow;

use pgn_chess::shakmaty::Color;
use pgn_syntax::{TagName, TagPair, is_unknown_value, rating};

use crate::{
    games::facts::Facts,
    values::value::{Value, ValueKind},
};

/// Returns the kind of values that a tag has.
pub(crate) fn kind_of_tag(name: TagName) -> ValueKind {
    match name {
        TagName::WHITE_ELO
        | TagName::BLACK_ELO
        | TagName::WHITE_USCF
        | TagName::BLACK_USCF
        | TagName::PLY_COUNT
        | TagName::TOTAL_PLY_COUNT
        | TagName::WHITE_RATING_DIFF
        | TagName::BLACK_RATING_DIFF
        | TagName::WHITE_RD
        | TagName::BLACK_RD
        | TagName::EVENT_ROUNDS
        | TagName::EVENT_CATEGORY => ValueKind::Number,
        TagName::BOARD => ValueKind::Natural,
        name if name.is_date() => ValueKind::Date,
        TagName::ROUND => ValueKind::Round,
        TagName::ECO => ValueKind::Eco,
        _ => ValueKind::Text,
    }
}

/// Returns true if a tag has the values of the players of a side: in consultation games several, separated by `:`
/// (section 8.1.1.5).
pub(crate) fn is_of_players(name: TagName) -> bool {
    matches!(
        name,
        TagName::WHITE
            | TagName::BLACK
            | TagName::WHITE_TITLE
            | TagName::BLACK_TITLE
            | TagName::WHITE_ELO
            | TagName::BLACK_ELO
            | TagName::WHITE_USCF
            | TagName::BLACK_USCF
            | TagName::WHITE_NA
            | TagName::BLACK_NA
            | TagName::WHITE_TYPE
            | TagName::BLACK_TYPE
    )
}

/// Returns the text of a tag pair without outer blanks, or `None` if the value is unknown.
pub(crate) fn text<'a>(it: &Facts<'a>, pair: &TagPair) -> Option<Cow<'a, str>> {
    let text = match pair.value(it.src) {
        Cow::Borrowed(bytes) => it.encoding.decode(bytes),
        Cow::Owned(bytes) => Cow::Owned(it.encoding.decode(&bytes).into_owned()),
    };
    let text = trimmed(text);
    (!is_unknown_value(text.as_bytes())).then_some(text)
}

/// Returns the text without blanks around it, also those of Unicode.
pub(crate) fn trimmed(text: Cow<'_, str>) -> Cow<'_, str> {
    match text {
        text if is_trimmed(&text) => text,
        Cow::Borrowed(text) => Cow::Borrowed(text.trim()),
        Cow::Owned(text) => Cow::Owned(text.trim().to_owned()),
    }
}

/// Fast check that a text has no outer blanks, which is true of nearly all values.
fn is_trimmed(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_graphic = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_graphic);
    is_graphic(bytes.first()) && is_graphic(bytes.last())
}

impl<'a> Facts<'a> {
    /// Returns the value of a tag as text without the blanks around it; `None` if the tag is missing or its value unknown.
    #[must_use]
    pub fn tag(&self, name: TagName) -> Option<Cow<'a, str>> {
        self.game.tag(self.src, name).and_then(|pair| text(self, pair))
    }
}

/// Appends the values of a text tag, with the names of several players as separate values.
pub(crate) fn texts<'a>(it: &Facts<'a>, name: TagName, out: &mut Vec<Value<'a>>) {
    let Some(text) = it.tag(name) else { return };
    if !(is_of_players(name) && text.contains(':')) {
        out.push(Value::Text(text));
        return;
    }
    for one in text.split(':').map(str::trim).filter(|one| !is_unknown_value(one.as_bytes())) {
        out.push(Value::Text(Cow::Owned(one.to_owned())));
    }
}

/// Returns the value of a tag with a single value, if it is of this kind.
pub(crate) fn of_kind<'a>(it: &Facts<'a>, name: TagName, kind: ValueKind) -> Option<Value<'a>> {
    match it.tag(name)? {
        Cow::Borrowed(text) => kind.read(text),
        Cow::Owned(text) => kind.read(&text).map(Value::into_owned),
    }
}

/// Appends the numbers of a tag that may have a value for each of several players.
pub(crate) fn numbers<'a>(it: &Facts<'a>, name: TagName, out: &mut Vec<Value<'a>>) {
    read_texts(it, name, |text| ValueKind::Number.read(text).map(Value::into_owned), out);
}

/// Appends the ratings of a side.
pub(crate) fn elos<'a>(it: &Facts<'a>, name: TagName, out: &mut Vec<Value<'a>>) {
    read_texts(it, name, |text| Some(Value::Number(rating::read(text.as_bytes())?.into())), out);
}

/// Appends the ratings of the players of a side: the values that the field `elo` has of this side.
///
/// ```
/// use pgn_query::{Facts, Value, pgn_chess::shakmaty::Color, ratings};
///
/// let pgn = b"[WhiteElo \"2500\"]\n[BlackElo \"?\"]\n\n*";
/// let mut games = pgn_query::pgn_syntax::Games::new(pgn);
/// let (game, mut values) = (games.next().unwrap(), Vec::new());
/// ratings(&Facts::new(game, pgn), Color::White, &mut values);
/// ratings(&Facts::new(game, pgn), Color::Black, &mut values);
/// assert_eq!(values, [Value::Number(2500)]);
/// ```
pub fn ratings<'a>(it: &Facts<'a>, side: Color, out: &mut Vec<Value<'a>>) {
    elos(it, side.fold_wb(TagName::WHITE_ELO, TagName::BLACK_ELO), out);
}

/// Appends the values of a tag that `read` returns for its texts.
fn read_texts<'a>(
    it: &Facts<'a>,
    name: TagName,
    read: impl Fn(&str) -> Option<Value<'static>>,
    out: &mut Vec<Value<'a>>,
) {
    let from = out.len();
    texts(it, name, out);
    for value in &mut out[from..] {
        if let Value::Text(text) = value
            && let Some(number) = read(text)
        {
            *value = number;
        }
    }
    out.extract_if(from.., |value| matches!(value, Value::Text(_))).for_each(drop);
}

/// Returns the lowest and the highest rating of White's players, and of Black's.
pub(crate) fn bounds(it: &Facts<'_>) -> Option<[(i64, i64); 2]> {
    let of = |name| {
        let mut values = Vec::new();
        elos(it, name, &mut values);
        let numbers = || {
            values.iter().filter_map(|it| if let Value::Number(n) = it { Some(*n) } else { None })
        };
        numbers().min().zip(numbers().max())
    };
    Some([of(TagName::WHITE_ELO)?, of(TagName::BLACK_ELO)?])
}
