//! The rows of the table of names.

use std::collections::{HashMap, HashSet};

use super::{
    fide::Authority,
    groups::{Group, NotCompared, people},
    person::Person,
    place::{events, sites},
    spelling::{Certainty, NameKind, Spelling},
};

/// A row of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The kind of name.
    pub kind: NameKind,
    /// The spelling.
    pub old: String,
    /// The preferred spelling; equal to `old` in the first row of a name.
    pub new: String,
    /// Number of games. A game counts twice if both players have the spelling.
    pub n: u64,
    /// Certainty that the spellings are one name.
    pub certainty: Certainty,
    /// How the spellings differ; empty in the first row of a name.
    pub why: &'static str,
}

/// The proposals for an archive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proposals {
    /// A row for each spelling of a name that has several, or another one in the list of players.
    pub rows: Vec<Row>,
    /// The families that were not compared as a whole.
    pub not_compared: Vec<NotCompared>,
}

/// The groups of all blocks.
#[derive(Debug, Default)]
pub(super) struct Rows {
    groups: Vec<(NameKind, Group)>,
    not_compared: Vec<NotCompared>,
}

impl Rows {
    /// Adds the groups of a block with this key.
    pub(super) fn add_block(
        &mut self,
        kind: NameKind,
        key: &str,
        block: &[Spelling],
        authority: &Authority,
    ) {
        let groups = match kind {
            NameKind::Player => {
                let (groups, not_compared) = people(key, block, authority);
                self.not_compared.extend(not_compared);
                groups
            }
            NameKind::Event | NameKind::Site if block.len() < 2 => Vec::new(),
            NameKind::Event => vec![events(block)],
            NameKind::Site => sites(key, block),
        };
        self.groups.extend(groups.into_iter().map(|group| (kind, group)));
    }

    /// Returns the proposals. A spelling that belongs to several groups is only in the rows of one of them.
    pub(super) fn finish(self) -> Proposals {
        let Rows { mut groups, not_compared } = self;
        // A spelling without a comma may be in the blocks of two families; the group with the most members gets it.
        groups.sort_by_cached_key(|(kind, group)| {
            let n: u64 = group.members.iter().map(|it| it.n).sum();
            (*kind, !group.members.len(), !n, group.members[0].name.clone())
        });
        let groups_of = groups_of_same_words(&groups);
        let mut taken: HashSet<(NameKind, String)> = HashSet::new();
        let mut names = Vec::new();
        for (at, (kind, Group { mut members, listed })) in groups.into_iter().enumerate() {
            let preferred = listed.as_ref().map_or(&members[0].name, |(name, _)| name).clone();
            members.retain(|it| {
                let is_of_group = groups_of.get(&it.name).is_none_or(|of| *of == Some(at));
                it.same_words.is_none_or(|_| is_of_group)
                    && !taken.contains(&(kind, it.name.clone()))
            });
            let is_other = members.iter().any(|it| it.name != preferred);
            if !is_other || taken.contains(&(kind, preferred.clone())) {
                continue;
            }
            let all = members.iter().map(|it| &it.name).chain([&preferred]);
            taken.extend(all.map(|name| (kind, name.clone())));
            members.sort_by_key(|it| it.name != preferred);
            let mut rows = Vec::with_capacity(members.len());
            for member in members {
                let (mut certainty, mut why) = (member.certainty, member.why);
                if member.name == preferred {
                    (certainty, why) = (Certainty::Sure, "");
                } else if let Some((_, of_list)) = &listed {
                    // A row is not more certain than the match of the preferred spelling with the list.
                    certainty = certainty.max(*of_list);
                    why = if why.is_empty() { "the list of players" } else { why };
                }
                let (old, new) = (member.name, preferred.clone());
                rows.push(Row { kind, old, new, n: member.n, certainty, why });
            }
            names.push(rows);
        }
        names.sort_by(|a, b| (a[0].kind, &a[0].new).cmp(&(b[0].kind, &b[0].new)));
        Proposals { rows: names.into_iter().flatten().collect(), not_compared }
    }
}

/// Returns for each spelling that has the words of two players, such as `Ivan Peter` of `Ivan, Peter` and `Peter, Ivan`,
/// the index of the only group with a FIDE number or rating in common; `None` if none has, or several have.
fn groups_of_same_words(groups: &[(NameKind, Group)]) -> HashMap<String, Option<usize>> {
    let mut found: HashMap<&str, Vec<(usize, bool)>> = HashMap::new();
    for (at, (_, group)) in groups.iter().enumerate() {
        for member in &group.members {
            if let Some(shares_fact) = member.same_words {
                found.entry(&member.name).or_default().push((at, shares_fact));
            }
        }
    }
    let person = |at: usize| Person::read(&groups[at].1.members[0].name);
    let are_two = |a: &Person, b: usize| person(b).is_some_and(|b| a.difference(&b).is_none());
    let mut groups_of = HashMap::new();
    for (name, of) in found.into_iter().filter(|(_, of)| of.len() > 1) {
        let Some(first) = person(of[0].0) else { continue };
        if of.iter().any(|(at, _)| are_two(&first, *at)) {
            let mut supported = of.iter().filter(|(_, shares_fact)| *shares_fact);
            let only = supported.next().filter(|_| supported.next().is_none());
            groups_of.insert(name.to_owned(), only.map(|(at, _)| *at));
        }
    }
    groups_of
}
