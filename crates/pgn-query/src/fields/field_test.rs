//! Tests of a field against a value: `elo >= 2600`, `White ~ "Carlsen*"`, `eco in B20..B99`.

use std::{borrow::Cow, cmp::Ordering, sync::Arc};

use pgn_syntax::TagName;
use regex::Regex;

use crate::{
    fields::{
        field::{FIELDS, Source},
        grouping::{Grouping, Part},
        meant,
        near_miss::NearMiss,
        other_names,
    },
    games::{facts::Facts, termination},
    language::{
        ast::{Op, Operation, Subject, Test, Word},
        error::Fault,
    },
    values::{
        decimal::Decimal,
        fold::fold,
        matcher::{self, Glob},
        value::{Value, ValueKind, is_eco_code, round_parts},
    },
};

/// A test of a field.
#[derive(Clone, Debug)]
pub(crate) struct FieldTest {
    /// The field or tag, and the part of its values that is compared.
    pub(crate) by: Grouping,
    kind: ValueKind,
    is_folded: bool,
    check: Check,
    /// A warning that the value probably means something else than intended.
    slip: Option<String>,
    /// The search for the nearest value for which the test does not hold; `None` if the test has no such search.
    near: Option<Arc<NearMiss>>,
    /// A note on the unit of the field, if the value is probably in another unit.
    unit_note: Option<String>,
    /// A hint for a query that has selected nothing.
    hint: Option<String>,
}

#[derive(Clone, Debug)]
enum Check {
    /// There is a value, and none equals this one.
    Differs(Value<'static>),
    Compare(fn(Ordering) -> bool, Value<'static>),
    Range(Option<Value<'static>>, Option<Value<'static>>),
    /// The value is in the list, which is sorted if the kind of value has an order.
    List(Vec<Value<'static>>),
    Glob(Box<Glob>),
    Regex(Box<Regex>),
}

/// Returns the field or tag that a subject names, with its part.
pub(crate) fn grouping(subject: &Subject) -> Result<Grouping, Fault> {
    let source = source(subject)?;
    let Some(word) = &subject.part else { return Ok(Grouping { source, part: Part::Whole }) };
    let part = Part::parse(&word.text, &source, &subject.name.text);
    let part = part.map_err(|error| {
        let fault = Fault::new(&word.span, error.message);
        match error.nearest {
            Some(near) => fault.meaning(word.span.clone(), near),
            None => fault.help(error.parts),
        }
    })?;
    Ok(Grouping { source, part })
}

/// Returns the field or tag that a subject names.
fn source(subject: &Subject) -> Result<Source, Fault> {
    let name = &subject.name;
    if subject.is_tag {
        return Ok(Source::tag(&name.text));
    }
    Source::find(&name.text).ok_or_else(|| {
        if name.text == "pieces" {
            let message = "`pieces` can only be compared with a number".to_owned();
            return Fault::new(&name.span, message).help("as in pieces <= 7");
        }
        let fault = Fault::new(&name.span, format!("unknown field `{}`", name.text));
        if let Some(help) = other_names::name(&name.text, true) {
            return fault.help(help);
        }
        match Source::nearest(&name.text) {
            Some(near) => fault.help(format!("did you mean `{near}`?")),
            None => fault.help("fields are lower case; a tag begins with a capital, as in White"),
        }
    })
}

/// Returns the name of a field or tag with its part, as an expression has it.
fn name_of(subject: &Subject) -> String {
    let mut name = if subject.is_tag {
        format!("tag(\"{}\")", subject.name.text)
    } else {
        subject.name.text.clone()
    };
    if let Some(part) = &subject.part {
        name.push(':');
        name.push_str(&part.text);
    }
    name
}

/// Quotes of printed text, and of text that was pasted from it.
const TYPOGRAPHIC_QUOTES: [char; 9] = ['“', '”', '„', '‟', '‘', '’', '‚', '«', '»'];

/// Returns a warning about a value that is compared literally although it was probably meant as a pattern, as text in
/// single quotes, or as a color.
fn slip_of(test: &Test) -> Option<String> {
    let Test { subject, operation, .. } = test;
    let words = match operation {
        Operation::Range(..) => return None,
        Operation::Compare(_, word) => std::slice::from_ref(word),
        Operation::List(words) => words,
    };
    let is_pattern = matches!(operation, Operation::Compare(Op::Glob | Op::Regex, _));
    let name = name_of(subject);
    let winner = |text: &str| match (&*name, text.to_ascii_lowercase().as_str()) {
        ("winner", "white") | ("loser", "black") => Some("1-0"),
        ("winner", "black") | ("loser", "white") => Some("0-1"),
        _ => None,
    };
    // `White = Black`: but a value in quotes is meant as text.
    let is_field = |word: &Word| {
        let is_known = TagName::find(word.text.as_bytes()).is_some_and(|it| it.text() == word.text);
        !word.is_quoted && (is_known || FIELDS.iter().any(|field| field.name == word.text))
    };
    if let Operation::Compare(_, word) = operation
        && !is_pattern
        && subject.part.is_none()
        && is_field(word)
        && source(subject).is_ok_and(|source| source.kind() == ValueKind::Text)
        && winner(&word.text).is_none()
    {
        return Some(format!(
            "`{0}` is a text here, not a field, as two fields cannot be compared; for the text write \"{0}\" in \
             quotes",
            word.text
        ));
    }
    words.iter().find_map(|Word { text, is_quoted, .. }| {
        if let Some(result) = winner(text) {
            return Some(format!(
                "{name} is the name of a player, not `{text}`; write result = {result}"
            ));
        }
        let inner = text.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''));
        if let Some(inner) = inner {
            return Some(format!(
                "single quotes are part of the value `{text}`; write \"{inner}\" in double quotes"
            ));
        }
        let inner = text.strip_prefix(TYPOGRAPHIC_QUOTES);
        let inner = inner.and_then(|text| text.strip_suffix(TYPOGRAPHIC_QUOTES));
        if let Some(inner) = inner.filter(|_| !is_quoted) {
            return Some(format!(
                "the quotes of `{text}` are part of the value; write \"{inner}\" in double quotes"
            ));
        }
        (!is_pattern && text.len() > 1 && text.contains('*')).then(|| {
            format!(
                "`*` in `{text}` is a plain character here; use {name} ~ \"{text}\" for a pattern"
            )
        })
    })
}

impl FieldTest {
    /// Returns a hint if the test did not hold for a value that is nearly the requested one.
    pub(crate) fn near_miss(&self) -> Option<String> {
        let near = self.near.as_ref().and_then(|near| near.hint());
        near.or_else(|| self.hint.clone())
    }

    /// Returns a note if the test skipped values because they are not numbers.
    pub(crate) fn misread(&self) -> Option<String> {
        self.near.as_ref()?.note()
    }

    /// Returns the least game number that passes, if the test compares game numbers.
    pub(crate) fn least_game(&self) -> Option<i64> {
        let number = |value: &Value<'_>| match value {
            Value::Number(number) => Some(*number),
            _ => None,
        };
        let is_game = self.by.source.is_field("game");
        match &self.check {
            Check::Compare(test, value) if is_game && !test(Ordering::Less) => {
                number(value).map(|n| n + i64::from(!test(Ordering::Equal)))
            }
            Check::Range(Some(low), _) if is_game => number(low),
            Check::List(values) if is_game => values.iter().filter_map(number).min(),
            _ => None,
        }
    }

    /// Returns a note if the value is probably in another unit than the field.
    pub(crate) fn unit_note(&self) -> Option<&str> {
        self.unit_note.as_deref()
    }

    /// Returns the warning about a value that was probably intended to mean something else.
    pub(crate) fn slip(&self) -> Option<&str> {
        self.slip.as_deref()
    }

    /// Returns the test of a field that is written in an expression.
    ///
    /// # Errors
    /// Returns an error if the value is not of the kind of the field.
    pub(crate) fn new(test: &Test) -> Result<FieldTest, Fault> {
        let by = grouping(&test.subject)?;
        let is_folded = test.subject.is_folded;
        let mut kind = by.kind();
        if is_folded {
            kind = ValueKind::Text;
        }
        let is_text = matches!(kind, ValueKind::Text | ValueKind::Natural);
        let is_of_result = by.source.kind() == ValueKind::Result;
        if is_text && !is_folded && !is_of_result && orders_numbers(&test.operation) {
            kind = ValueKind::Decimal;
        }
        let name = name_of(&test.subject);
        if let Some(fault) = meant::several_values(test, &name, kind) {
            return Err(fault);
        }
        let is_termination = name == "termination" && !is_folded;
        let read = |word: &Word| match is_termination {
            true => read_termination(word),
            false => read(&by, &name, kind, is_folded, word),
        };
        let check = match &test.operation {
            Operation::Compare(op, word) => match op {
                Op::Glob => {
                    let glob = Glob::new(&word.text, is_folded);
                    Check::Glob(Box::new(glob.map_err(|error| bad(word, "glob", &error))?))
                }
                Op::Regex => {
                    let regex = matcher::regex(&word.text);
                    Check::Regex(Box::new(regex.map_err(|error| bad(word, "regex", &error))?))
                }
                Op::Differs => Check::Differs(read(word)?),
                Op::Less => Check::Compare(Ordering::is_lt, read(word)?),
                Op::AtMost => Check::Compare(Ordering::is_le, read(word)?),
                Op::Greater => Check::Compare(Ordering::is_gt, read(word)?),
                Op::AtLeast => Check::Compare(Ordering::is_ge, read(word)?),
                Op::Equal => Check::Compare(Ordering::is_eq, read(word)?),
            },
            Operation::List(words) => {
                let mut values: Vec<_> = words.iter().map(read).collect::<Result<_, _>>()?;
                if kind.is_ordered() {
                    values.sort_by(|a, b| kind.compare(a, b).unwrap_or(Ordering::Equal));
                }
                Check::List(values)
            }
            Operation::Range(low, high) => {
                let end = |end: &Option<Word>| end.as_ref().map(read).transpose();
                let (start, end) = (end(low)?, end(high)?);
                if let (Some(start), Some(end)) = (&start, &end)
                    && kind.compare(start, end) == Some(Ordering::Greater)
                {
                    let is_of_days = kind == ValueKind::Weekday;
                    let why = if is_of_days { ": weeks begin on Monday" } else { "" };
                    let message = format!("the range ends before it begins{why}");
                    return Err(Fault::new(&test.span, message));
                }
                Check::Range(start, end)
            }
        };
        let slip = slip_of(test);
        let is_of_text = by.source.kind() == ValueKind::Text && !is_folded && slip.is_none();
        let is_watched = is_of_text && matches!(kind, ValueKind::Text | ValueKind::Decimal);
        let near = || NearMiss::of(test, &name, kind);
        let near = is_watched.then(near).flatten().map(Arc::new);
        let (unit_note, hint) = (meant::unit(test, &name), meant::if_nothing(test, &name));
        Ok(FieldTest { by, kind, is_folded, check, slip, near, unit_note, hint })
    }

    /// Returns true if the test holds. `values` is a reusable buffer.
    pub(crate) fn holds<'a>(&self, it: &Facts<'a>, values: &mut Vec<Value<'a>>) -> bool {
        values.clear();
        let is_text = matches!(self.check, Check::Glob(_) | Check::Regex(_)) || self.is_folded;
        if is_text {
            self.by.texts(it, values);
        } else {
            self.by.values(it, values);
            if self.kind == ValueKind::Decimal {
                values.iter_mut().for_each(to_number);
            }
        }
        if self.is_folded {
            for value in values.iter_mut() {
                if let Value::Text(text) = value {
                    *text = Cow::Owned(fold(text));
                }
            }
        }
        let holds = match &self.check {
            Check::Differs(_) => !values.is_empty() && values.iter().all(|value| self.is_in(value)),
            _ => values.iter().any(|value| self.is_in(value)),
        };
        if let Some(near) = &self.near {
            near.see(values, holds);
        }
        holds
    }

    /// Compares a value of a game with one of the expression. A part of a round that has fewer numbers precedes it, because
    /// the part is a value of its own: `9` precedes `9.8`.
    fn compare(&self, value: &Value<'_>, other: &Value<'_>) -> Option<Ordering> {
        let order = self.kind.compare(value, other)?;
        match (self.by.part, value, other) {
            (Part::First(_), Value::Text(value), Value::Text(other))
                if self.kind == ValueKind::Round && order.is_eq() =>
            {
                let n_numbers = round_parts(other).count();
                Some(round_parts(value).take(n_numbers).count().cmp(&n_numbers))
            }
            _ => Some(order),
        }
    }

    fn is_in(&self, value: &Value<'_>) -> bool {
        let compare = |other: &Value<'_>| self.compare(value, other);
        let order = |it: &Value<'_>| compare(it).filter(|_| self.kind.has_order(value, it));
        match &self.check {
            Check::Differs(other) => compare(other).is_some_and(Ordering::is_ne),
            Check::Compare(test, other) => order(other).is_some_and(test),
            Check::Range(low, high) => {
                low.as_ref().is_none_or(|low| order(low).is_some_and(Ordering::is_ge))
                    && high.as_ref().is_none_or(|high| order(high).is_some_and(Ordering::is_le))
                    && compare(value).is_some()
            }
            Check::List(others) if self.kind.is_ordered() => {
                let order = |other: &Value<'_>| self.kind.compare(other, value);
                others.binary_search_by(|other| order(other).unwrap_or(Ordering::Less)).is_ok()
            }
            Check::List(others) => others.iter().any(|it| compare(it) == Some(Ordering::Equal)),
            Check::Glob(glob) => matches!(value, Value::Text(text) if glob.is_match(text)),
            Check::Regex(regex) => matches!(value, Value::Text(text) if regex.is_match(text)),
        }
    }
}

/// Returns true if text is compared with numbers by order: `Board > 3` compares numbers.
fn orders_numbers(operation: &Operation) -> bool {
    let is_number = |word: &Word| Decimal::read(&word.text).is_some();
    match operation {
        Operation::Compare(Op::Less | Op::AtMost | Op::Greater | Op::AtLeast, word) => {
            is_number(word)
        }
        Operation::Range(low, high) => {
            [low, high].into_iter().flatten().all(is_number) && (low.is_some() || high.is_some())
        }
        Operation::Compare(..) | Operation::List(_) => false,
    }
}

/// Converts a text to a number, if it is one.
fn to_number(value: &mut Value<'_>) {
    if let Value::Text(text) = value
        && let Some(number) = Decimal::read(text)
    {
        *value = Value::Decimal(number);
    }
}

/// Reads a value that is compared with those of a field or tag, or of a part of it. `name` says how the expression names it.
fn read(
    by: &Grouping,
    name: &str,
    kind: ValueKind,
    is_folded: bool,
    word: &Word,
) -> Result<Value<'static>, Fault> {
    if is_folded {
        return Ok(Value::Text(Cow::Owned(fold(&word.text))));
    }
    if kind == ValueKind::Decimal && Decimal::is_cut_short(&word.text) {
        let message = format!("`{}` has more than six digits of a fraction", word.text);
        return Err(Fault::new(&word.span, message));
    }
    // A tag may have more text after the code, but such text in an expression would be ignored, so it is an error.
    let is_whole = kind != ValueKind::Eco || is_eco_code(&word.text);
    let text = if kind == ValueKind::Eco { word.text.trim() } else { &word.text };
    let value = kind.read(text).filter(|_| is_whole).map(Value::into_owned);
    if let Some(Value::Date(date)) = &value
        && word.text.contains('?')
        && by.part.of_date(*date).is_none()
    {
        return Err(meant::date_without_part(by, name, word, *date));
    }
    if let Some(value) = &value
        && let Some(meant) = by.meant(value)
    {
        return Err(meant::of_part(by, name, word, &meant));
    }
    value.ok_or_else(|| {
        let (what, help) = match kind {
            ValueKind::Number => ("a whole number", meant::number(name, &word.text)),
            ValueKind::Decimal => ("a number", meant::number(name, &word.text)),
            ValueKind::Date => ("a date", "as in 2019, 2019.05 or 2019.05.17".to_owned()),
            ValueKind::Eco => (
                "an ECO code",
                format!("as in B90, or B for all of B00 to B99; a range is {name} in B20..B99"),
            ),
            ValueKind::Round => ("a round", "as in 3 or 3.1".to_owned()),
            ValueKind::Speed => (
                "a speed",
                "there are: ultrabullet, bullet, blitz, rapid, classical, correspondence"
                    .to_owned(),
            ),
            ValueKind::Nag => (
                "a NAG",
                "as in 4, $4 or ??; signs whose NAG depends on the side, such as ⊙, are written as numbers"
                    .to_owned(),
            ),
            ValueKind::Weekday => ("a day of the week", String::new()),
            ValueKind::Result => ("a result", meant::result(&word.text)),
            ValueKind::Text | ValueKind::Natural | ValueKind::Word => ("text", String::new()),
        };
        let help = meant::example_of_part(by).unwrap_or(help);
        Fault::new(&word.span, format!("`{}` is not {what}", word.text)).help(help)
    })
}

/// Reads the name of a class of terminations.
fn read_termination(word: &Word) -> Result<Value<'static>, Fault> {
    let value = Value::Text(Cow::Owned(word.text.clone()));
    let is_it = |name: &&str| {
        let name = Value::Text(Cow::Borrowed(*name));
        ValueKind::Word.compare(&name, &value) == Some(Ordering::Equal)
    };
    if termination::classes().any(|name| is_it(&name)) {
        return Ok(value);
    }
    let fault = Fault::new(&word.span, format!("`{}` is not a termination", word.text));
    Err(match termination::class(&word.text) {
        Some(class) => fault.help(format!("did you mean `{class}`?")),
        None => {
            let mut names: Vec<&str> = termination::classes().collect();
            names.sort_unstable();
            fault.help(format!("there are: {}", names.join(", ")))
        }
    })
}

fn bad(word: &Word, what: &str, error: &str) -> Fault {
    Fault::new(&word.span, format!("this {what} cannot be used: {error}"))
}
