//! Reports parts that have games with other values than those in their names.

use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};

use pgn_query::Grouping;

use super::{Plan, SplitBy};
use crate::{Globals, reports::messages::counted};

/// The values in the name of a part, which are those of its first game.
#[derive(Debug)]
pub(super) struct NamedValues(Vec<NamedValue>);

/// A value in the name of a part.
#[derive(Debug)]
struct NamedValue {
    hash: u64,
    /// True if a game of the part has another value.
    has_other: bool,
}

impl NamedValues {
    /// Returns the values in the name of a part. `fields`: the values of the fields of the template.
    pub(super) fn new(plan: &Plan, fields: &[String]) -> NamedValues {
        let of_name = of_name(plan, fields).iter();
        NamedValues(of_name.map(|it| NamedValue { hash: hash(it), has_other: false }).collect())
    }

    /// Compares the values in the name with those of a game of the part.
    pub(super) fn compare(&mut self, plan: &Plan, fields: &[String]) {
        for (named, value) in self.0.iter_mut().zip(of_name(plan, fields)) {
            named.has_other |= named.hash != hash(value);
        }
    }
}

fn hash(value: &str) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(value)
}

/// Returns the values in the name itself. All games of a part have the same values in the names of its folders. Without
/// `--by`, a part is not named by what its games have in common.
fn of_name<'v>(plan: &Plan, fields: &'v [String]) -> &'v [String] {
    match plan.split_by {
        SplitBy::By(_) => fields.get(plan.name.n_fields_of_folders()..).unwrap_or_default(),
        _ => &[],
    }
}

/// Reports, for each field in the name itself, the number of parts that have games with other values.
pub(super) fn report<'p>(
    plan: &Plan,
    parts: impl Iterator<Item = &'p NamedValues> + Clone,
    globals: &Globals,
) {
    let SplitBy::By(by) = &plan.split_by else { return };
    for (at, field) in plan.name.fields().skip(plan.name.n_fields_of_folders()).enumerate() {
        let has_other = |part: &&NamedValues| part.0.get(at).is_some_and(|it| it.has_other);
        let n = parts.clone().filter(has_other).count();
        // The number of the first game only makes names different.
        if n == 0 || field.source.is_field("game") {
            continue;
        }
        let (parts, have, names) = match n {
            1 => (counted(1, "part"), "has", "its name"),
            _ => (counted(n as u64, "part"), "have", "their names"),
        };
        let message = format!(
            "{parts} {have} games with other values of {{{field}}} than in {names}{}",
            remedy(plan, by, field)
        );
        match plan.name.has_value_in_name(by) {
            true => globals.messages.note(message),
            false => globals.messages.warning(message),
        }
    }
}

/// Returns the end of the message with the options that divide by both fields.
fn remedy(plan: &Plan, by: &Grouping, field: &Grouping) -> String {
    // A game is in the folder of its first value only.
    if by.has_several_values() || field.to_string() == by.to_string() {
        return String::new();
    }
    let folders = plan.name.fields().take(plan.name.n_fields_of_folders());
    let folders = folders.map(Grouping::to_string).filter(|it| *it != by.to_string());
    let folders: String =
        folders.chain([by.to_string()]).map(|folder| format!("{{{folder}}}/")).collect();
    let field = field.to_string();
    let field = if field.contains('"') { format!("'{field}'") } else { field };
    format!("; `--by {field} --name '{folders}{{value}}.pgn'` divides by both")
}
