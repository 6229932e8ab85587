//! Groups of spellings that are one name. Spellings are compared within a block: those with a common key, which may
//! be one name.

use std::{
    cmp::Reverse,
    collections::{BTreeSet, HashSet},
};

use super::{
    evidence::Evidence,
    fide::{Authority, FidePlayer},
    person::{Difference, Person},
    spelling::{Certainty, Spelling, hash},
    support::{Linked, Support, supports},
};

/// Spellings of one name, the preferred one first.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) members: Vec<Member>,
    /// The name in the list of FIDE, with its certainty; `None` if it was not found.
    pub(super) listed: Option<(String, Certainty)>,
}

/// A spelling of a group.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) name: String,
    pub(super) n: u64,
    /// Certainty that the spelling belongs to the name.
    pub(super) certainty: Certainty,
    /// The difference from the preferred spelling; empty for that spelling.
    pub(super) why: &'static str,
    /// True if the spelling has a FIDE number or rating in common with the preferred one; `None` for that spelling, and
    /// for those that have other words.
    pub(super) same_words: Option<bool>,
}

/// Maximum number of names of a block that are compared, each with each. Spellings that differ only in case, accents,
/// blanks or punctuation count as one name. If there are more names, those with a full given name are compared first,
/// and among these the most frequent ones.
pub const MAX_COMPARED: usize = 2000;

/// Spellings of a family that were not compared with the others, because the family has too many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotCompared {
    /// The family name, in small letters without accents; for spellings that share a FIDE number, `#` and that number.
    pub family: String,
    /// Number of spellings.
    pub n: usize,
}

/// A spelling that is compared.
struct Candidate<'a> {
    spelling: &'a Spelling,
    person: Person,
    hash: u64,
}

/// Spellings that have been found to belong to one person so far.
#[derive(Default)]
struct Cluster<'a> {
    members: Vec<&'a Candidate<'a>>,
    /// The different names of the members.
    people: Vec<&'a Person>,
    /// The hashes of the members, and those of their rivals.
    hashes: HashSet<u64>,
    rivals: HashSet<u64>,
    /// The evidence of all members. Its FIDE numbers are those that all members with numbers have in common.
    evidence: Evidence,
}

/// Returns the groups of a block of players, and the spellings that were not compared because there are too many. `key`
/// is the key of the block.
pub(super) fn people(
    key: &str,
    block: &[Spelling],
    authority: &Authority,
) -> (Vec<Group>, Option<NotCompared>) {
    let mut people: Vec<Candidate<'_>> = block.iter().filter_map(Candidate::read).collect();
    // Spellings with a full given name come first, because they tell people apart.
    people.sort_unstable_by(|a, b| {
        let order = |it: &Candidate<'_>| (!it.person.is_full(), !it.spelling.evidence.n);
        order(a).cmp(&order(b)).then_with(|| a.spelling.name.cmp(&b.spelling.name))
    });
    let not_compared = limit(key, &mut people);
    // A short name is compared after all longer ones, so that each of those that it may abbreviate is seen.
    people.sort_by_cached_key(|it| (!it.person.is_full(), Reverse(it.person.length_of_given())));
    let mut clusters: Vec<Cluster<'_>> = Vec::new();
    for candidate in &people {
        let at = best(&clusters, candidate).unwrap_or_else(|| {
            clusters.push(Cluster::default());
            clusters.len() - 1
        });
        clusters[at].add(candidate);
    }
    let groups = clusters.into_iter().filter_map(|cluster| cluster.into_group(authority)).collect();
    (groups, not_compared)
}

/// Removes all but the spellings of the first [`MAX_COMPARED`] names, and returns what was removed.
fn limit(key: &str, people: &mut Vec<Candidate<'_>>) -> Option<NotCompared> {
    if people.len() <= MAX_COMPARED {
        return None;
    }
    let n_before = people.len();
    let mut kept: HashSet<String> = HashSet::new();
    people.retain(|Candidate { person, .. }| {
        let is_kept = kept.contains(&person.folded) || kept.len() < MAX_COMPARED;
        if is_kept {
            kept.insert(person.folded.clone());
        }
        is_kept
    });
    let n = n_before - people.len();
    let family = people.iter().find_map(|it| it.person.family(key)).unwrap_or(key);
    (n > 0).then(|| NotCompared { family: family.to_owned(), n })
}

/// Returns the index of the cluster that a spelling belongs to; `None` if no cluster fits, or several and none better
/// than the others.
fn best(clusters: &[Cluster<'_>], candidate: &Candidate<'_>) -> Option<usize> {
    let spelling = candidate.spelling;
    let difference =
        |(at, cluster): (usize, &Cluster<'_>)| Some((at, cluster.difference(candidate)?));
    let found: Vec<(usize, Option<Difference>)> =
        clusters.iter().enumerate().filter_map(difference).collect();
    let closest = found.iter().filter_map(|(_, difference)| *difference).min();
    // If a short name fits several people, one of them must have the same number or rating.
    let supported: Vec<_> = found
        .iter()
        .filter(|(at, _)| clusters[*at].evidence.shares_fact(&spelling.evidence))
        .copied()
        .collect();
    match (&found[..], &supported[..]) {
        ([(at, _)], _) | (_, [(at, _)]) => Some(*at),
        _ => {
            let closest = closest.filter(|it| it.has_same_words())?;
            let mut closest = found.iter().filter(|(_, difference)| *difference == Some(closest));
            let (at, _) = closest.next()?;
            closest.next().is_none().then_some(*at)
        }
    }
}

/// Returns the certainty that a spelling belongs to the player of the preferred one, and their difference.
fn judge(
    Candidate { spelling, person, .. }: &Candidate<'_>,
    preferred: &Person,
    support: Support,
) -> (Certainty, &'static str) {
    if spelling.evidence.ids.len() > 1 {
        return (Certainty::Check, "several FIDE numbers");
    }
    let has_id = support == Support::Number;
    let has_rating = support >= Support::Rating;
    let Some(difference) = person.difference(preferred) else {
        let why = if has_id { "the same FIDE number" } else { "another spelling of it" };
        return (Certainty::Check, why);
    };
    let is_full = person.is_full() && preferred.is_full();
    let certainty = match difference {
        _ if has_id => Certainty::Sure,
        Difference::Signs => Certainty::Sure,
        Difference::Accents | Difference::Order | Difference::Umlaut if is_full => Certainty::Sure,
        Difference::Accents | Difference::Order | Difference::Umlaut => Certainty::Likely,
        Difference::Initials | Difference::Middle if has_rating => Certainty::Sure,
        Difference::Initials | Difference::Middle => Certainty::Likely,
        Difference::Transliteration if is_full && has_rating => Certainty::Sure,
        Difference::Transliteration if is_full => Certainty::Likely,
        Difference::FamilyOnly if has_rating => Certainty::Likely,
        Difference::Transliteration | Difference::FamilyOnly => Certainty::Check,
    };
    (certainty, difference.words())
}

impl Candidate<'_> {
    /// Reads a spelling; `None` if it is not the name of one person, or unknown.
    fn read(spelling: &Spelling) -> Option<Candidate<'_>> {
        let person = Person::read(&spelling.name)?;
        Some(Candidate { spelling, person, hash: hash(&spelling.name) })
    }
}

impl<'a> Cluster<'a> {
    /// Returns the least difference of a spelling from the spellings of the cluster: `None` if it belongs to another
    /// person, `Some(None)` if only the FIDE number is the same.
    fn difference(&self, candidate: &Candidate<'_>) -> Option<Option<Difference>> {
        let Candidate { spelling: Spelling { evidence, .. }, person, hash } = candidate;
        let are_rivals = || {
            let mut rivals = evidence.rivals.iter();
            self.rivals.contains(hash) || rivals.any(|rival| self.hashes.contains(rival))
        };
        if self.evidence.contradicts(evidence).is_some() || are_rivals() {
            return None;
        }
        // A father and a son may have one number by mistake.
        if self.people.iter().any(|other| other.suffix != person.suffix) {
            return None;
        }
        let mut least = None;
        for other in &self.people {
            let Some(difference) = person.difference(other) else {
                return self.evidence.shares_id(evidence).then_some(None);
            };
            least = Some(least.map_or(difference, |it: Difference| it.min(difference)));
        }
        Some(least)
    }

    fn add(&mut self, candidate: &'a Candidate<'a>) {
        let theirs = &candidate.spelling.evidence;
        let ids = [&self.evidence.ids, &theirs.ids];
        let common = match ids.map(BTreeSet::is_empty) {
            [false, false] => ids[0] & ids[1],
            _ => ids[0] | ids[1],
        };
        self.evidence.merge(theirs);
        self.evidence.ids = common;
        if !self.people.contains(&&candidate.person) {
            self.people.push(&candidate.person);
        }
        self.hashes.insert(candidate.hash);
        self.rivals.extend(&candidate.spelling.evidence.rivals);
        self.members.push(candidate);
    }

    fn into_group(mut self, authority: &Authority) -> Option<Group> {
        let listed = self.listed(authority);
        self.members.sort_by_cached_key(|it| {
            let Spelling { name, evidence } = it.spelling;
            (form(name, &it.person, &self.people), !evidence.n, name.clone())
        });
        let first = *self.members.first()?;
        let is_new = listed.as_ref().is_some_and(|(name, _)| *name != first.spelling.name);
        if self.members.len() < 2 && !is_new {
            return None;
        }
        let listed_person = listed.as_ref().and_then(|(name, _)| Person::read(name));
        let linked = |candidate: &&Candidate<'a>| {
            let Candidate { spelling: Spelling { evidence, .. }, person, hash } = candidate;
            let is_preferred = person.difference(&first.person) == Some(Difference::Signs);
            // A short name, and one with several FIDE numbers, may be those of several players.
            let is_of_one = evidence.ids.len() < 2 && (is_preferred || person.is_full());
            Linked { evidence, is_preferred, connects: is_of_one || *hash == first.hash }
        };
        let supports = supports(&self.members.iter().map(linked).collect::<Vec<_>>());
        let mut members = Vec::with_capacity(self.members.len());
        for (at, (candidate, support)) in self.members.iter().zip(supports).enumerate() {
            let is_unlike = listed_person
                .as_ref()
                .is_some_and(|listed| candidate.person.difference(listed).is_none());
            let (certainty, why) = match at {
                _ if is_unlike => (Certainty::Check, "the FIDE number only"),
                0 if !is_new || candidate.spelling.evidence.ids.len() < 2 => (Certainty::Sure, ""),
                _ => judge(candidate, &first.person, support),
            };
            let difference = candidate.person.difference(&first.person);
            let has_same_words = at > 0 && difference.is_some_and(Difference::has_same_words);
            let Spelling { name, evidence } = candidate.spelling;
            let same_words = has_same_words.then(|| first.spelling.evidence.shares_fact(evidence));
            members.push(Member { name: name.clone(), n: evidence.n, certainty, why, same_words });
        }
        Some(Group { members, listed })
    }

    /// Returns the name in the list of FIDE, with its certainty; `None` unless exactly one player fits.
    fn listed(&self, authority: &Authority) -> Option<(String, Certainty)> {
        let fits = |player: &&FidePlayer| {
            let has_title = self
                .evidence
                .highest_title()
                .is_none_or(|it| it <= usize::from(title_rank(&player.title)));
            has_title && self.evidence.fits_birth(player.birth)
        };
        let is_like = |name: &Person, player: &FidePlayer| {
            let listed = Person::read(&player.name);
            listed.is_some_and(|listed| name.difference(&listed).is_some())
        };
        let mut by_id = self.evidence.ids.iter().filter_map(|id| authority.by_id(*id)).filter(fits);
        if let (Some(player), None) = (by_id.next(), by_id.next()) {
            // Several spellings of which none is like the name of the list keep the best of them.
            let is_taken =
                self.members.len() < 2 || self.people.iter().any(|it| is_like(it, player));
            return is_taken.then(|| (player.name.clone(), Certainty::Sure));
        }
        let full = self.members.iter().filter(|it| it.person.is_full());
        for candidate in full {
            let mut by_name = authority.by_name(&candidate.spelling.name).filter(fits);
            if let (Some(player), None) = (by_name.next(), by_name.next()) {
                let is_taken = self.people.iter().all(|it| is_like(it, player));
                return is_taken.then(|| (player.name.clone(), Certainty::Likely));
            }
        }
        None
    }
}

/// Returns the rank of a title without those for women; 0 for none.
#[must_use]
pub fn title_rank(title: &str) -> u8 {
    match title.trim() {
        "GM" => 4,
        "IM" => 3,
        "FM" => 2,
        "CM" => 1,
        _ => 0,
    }
}

/// Returns a key that puts the best form of a name first: one without stray blanks, with the given name written out, in
/// the form `Family, Given`, then accents, then small letters, then a blank after the comma. `people` are the other
/// forms of the name.
fn form(name: &str, person: &Person, people: &[&Person]) -> [bool; 7] {
    [
        has_stray_blanks(name),
        !person.is_full(),
        people.iter().any(|other| person.is_shorter_than(other)),
        !name.contains(','),
        !has_accent(name),
        !is_mixed(name),
        !name.contains(", "),
    ]
}

/// Returns true if a name has blanks at an end, or two in a row.
pub(super) fn has_stray_blanks(name: &str) -> bool {
    name.trim() != name || name.contains("  ")
}

/// Returns true if a name has a Latin letter beyond ASCII.
pub(super) fn has_accent(name: &str) -> bool {
    name.chars().any(|c| ('\u{C0}'..='\u{24F}').contains(&c) && c.is_alphabetic())
}

/// Returns true if a name has capitals and small letters.
pub(super) fn is_mixed(name: &str) -> bool {
    name.chars().any(char::is_uppercase) && name.chars().any(char::is_lowercase)
}
