//! Groups of spellings that are one name. Spellings are compared within a block: those with a common key, which may
//! be one name.

use super::{
    evidence::Evidence,
    fide::{Authority, FidePlayer},
    person::{Difference, Person},
    place,
    spelling::{Certainty, Spelling, hash},
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
}

/// Maximum number of spellings of a block that are compared, each with each. If there are more, those with a full given
/// name are preferred, and among these the most frequent ones.
const MAX_COMPARED: usize = 2000;

/// Spellings that have been found to belong to one person so far.
struct Cluster<'a> {
    members: Vec<(&'a Spelling, &'a Person)>,
    evidence: Evidence,
}

/// Returns the groups of a block of players.
pub(super) fn people(block: &[Spelling], authority: &Authority) -> Vec<Group> {
    let mut people: Vec<(&Spelling, Person)> =
        block.iter().filter_map(|it| Some((it, Person::read(&it.name)?))).collect();
    // Spellings with a full given name come first, as they tell people apart.
    people.sort_by(|(a, x), (b, y)| {
        let order =
            |spelling: &Spelling, person: &Person| (!person.is_full(), !spelling.evidence.n);
        order(a, x).cmp(&order(b, y)).then_with(|| a.name.cmp(&b.name))
    });
    people.truncate(MAX_COMPARED);
    let mut clusters: Vec<Cluster<'_>> = Vec::new();
    for (spelling, person) in &people {
        match best(&clusters, spelling, person) {
            Some(at) => clusters[at].add(spelling, person),
            None => clusters.push(Cluster {
                members: vec![(spelling, person)],
                evidence: spelling.evidence.clone(),
            }),
        }
    }
    clusters.into_iter().filter_map(|cluster| cluster.into_group(authority)).collect()
}

/// Returns the index of the cluster that a spelling belongs to; `None` if no cluster fits, or several and none better
/// than the others.
fn best(clusters: &[Cluster<'_>], spelling: &Spelling, person: &Person) -> Option<usize> {
    let mut found: Vec<(usize, Option<Difference>)> = Vec::new();
    for (at, cluster) in clusters.iter().enumerate() {
        if let Some(difference) = cluster.difference(spelling, person) {
            found.push((at, difference));
        }
    }
    let closest = found.iter().filter_map(|(_, difference)| *difference).min();
    let is_close = |difference: Difference| difference <= Difference::Umlaut;
    // If a short name fits several people, one of them must have the same number or rating.
    let supported: Vec<_> = found
        .iter()
        .filter(|(at, _)| {
            let evidence = &clusters[*at].evidence;
            evidence.shares_id(&spelling.evidence) || evidence.shares_rating(&spelling.evidence)
        })
        .copied()
        .collect();
    match (&found[..], &supported[..]) {
        ([(at, _)], _) | (_, [(at, _)]) => Some(*at),
        _ => {
            let closest = closest.filter(|it| is_close(*it))?;
            found.iter().find(|(_, difference)| *difference == Some(closest)).map(|(at, _)| *at)
        }
    }
}

/// Returns the certainty that two spellings are of one player, and their difference. `evidence` is that of all other
/// spellings of the cluster.
fn judge(
    (spelling, person): (&Spelling, &Person),
    preferred: &Person,
    evidence: &Evidence,
) -> (Certainty, &'static str) {
    let has_id = evidence.shares_id(&spelling.evidence);
    let has_rating = evidence.shares_rating(&spelling.evidence);
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

impl<'a> Cluster<'a> {
    /// Returns the least difference of a spelling from those of the cluster: `None` if it belongs to another person,
    /// `Some(None)` if only the FIDE number is the same.
    fn difference(&self, spelling: &Spelling, person: &Person) -> Option<Option<Difference>> {
        if self.evidence.contradicts(&spelling.evidence).is_some() {
            return None;
        }
        let (mut least, mut is_other) = (None, false);
        let own = hash(&spelling.name);
        for (member, other) in &self.members {
            let are_rivals = member.evidence.rivals.contains(&own)
                || spelling.evidence.rivals.contains(&hash(&member.name));
            if are_rivals {
                return None;
            }
            match person.difference(other) {
                Some(difference) => {
                    least = Some(least.map_or(difference, |it: Difference| it.min(difference)));
                }
                None => is_other = true,
            }
        }
        if !is_other {
            return Some(least);
        }
        self.evidence.shares_id(&spelling.evidence).then_some(None)
    }

    fn add(&mut self, spelling: &'a Spelling, person: &'a Person) {
        self.evidence.merge(&spelling.evidence);
        self.members.push((spelling, person));
    }

    fn into_group(mut self, authority: &Authority) -> Option<Group> {
        let listed = self.listed(authority);
        self.members
            .sort_by_cached_key(|(it, _)| (form(&it.name), !it.evidence.n, it.name.clone()));
        let (first, preferred) = *self.members.first()?;
        let is_new = listed.as_ref().is_some_and(|(name, _)| *name != first.name);
        if self.members.len() < 2 && !is_new {
            return None;
        }
        let mut members = Vec::with_capacity(self.members.len());
        for (at, (spelling, person)) in self.members.iter().enumerate() {
            let (certainty, why) = if at == 0 {
                (Certainty::Sure, "")
            } else {
                let others = self.members.iter().enumerate().filter(|(other, _)| *other != at);
                let mut evidence = Evidence::default();
                others.for_each(|(_, (other, _))| evidence.merge(&other.evidence));
                judge((spelling, person), preferred, &evidence)
            };
            members.push(Member {
                name: spelling.name.clone(),
                n: spelling.evidence.n,
                certainty,
                why,
            });
        }
        Some(Group { members, listed })
    }

    /// Returns the name in the list of FIDE, with its certainty; `None` unless exactly one player fits.
    fn listed(&self, authority: &Authority) -> Option<(String, Certainty)> {
        let fits = |player: &&FidePlayer| {
            let has_title = self.evidence.highest.is_none_or(|it| it.0 <= rank(&player.title));
            has_title && self.evidence.fits_birth(player.birth)
        };
        let listed_as = |player: &FidePlayer| {
            let person = Person::read(&player.name)?;
            let is_like = |it: &Person| it.difference(&person).is_some();
            self.members.iter().all(|it| is_like(it.1)).then(|| player.name.clone())
        };
        let mut by_id = self.evidence.ids.iter().filter_map(|id| authority.by_id(*id)).filter(fits);
        if let (Some(player), None) = (by_id.next(), by_id.next()) {
            return Some((listed_as(player)?, Certainty::Sure));
        }
        let full = self.members.iter().filter(|it| it.1.is_full());
        for (spelling, _) in full {
            let mut by_name = authority.by_name(&spelling.name).filter(fits);
            if let (Some(player), None) = (by_name.next(), by_name.next()) {
                return Some((listed_as(player)?, Certainty::Likely));
            }
        }
        None
    }
}

/// Returns the rank of a title without those for women; 0 for none.
#[must_use]
pub(super) fn rank(title: &str) -> u8 {
    match title.trim() {
        "GM" => 4,
        "IM" => 3,
        "FM" => 2,
        "CM" => 1,
        _ => 0,
    }
}

/// Returns a key that puts the best form of a name first: one without stray blanks, `Family, Given` with the given name
/// written out, then accents, then small letters, then a blank after the comma.
fn form(name: &str) -> [bool; 6] {
    let given = name.split_once(',').map(|(_, given)| given);
    let first = given.unwrap_or_default().split([' ', '.', '-']).find(|word| !word.is_empty());
    let is_full = first.is_some_and(|word| word.chars().count() > 1);
    let has_comma = name.contains(", ");
    [
        has_stray_blanks(name),
        !is_full,
        given.is_none(),
        !has_accent(name),
        !is_mixed(name),
        !has_comma,
    ]
}

/// Returns true if a name has blanks at an end, or two in a row.
fn has_stray_blanks(name: &str) -> bool {
    name.trim() != name || name.contains("  ")
}

/// Returns true if a name has a Latin letter beyond ASCII.
fn has_accent(name: &str) -> bool {
    name.chars().any(|c| ('\u{C0}'..='\u{24F}').contains(&c) && c.is_alphabetic())
}

/// Returns true if a name has capitals and small letters.
fn is_mixed(name: &str) -> bool {
    name.chars().any(char::is_uppercase) && name.chars().any(char::is_lowercase)
}

/// Returns the groups of a block of events or sites, whose names are equal except for the country.
pub(super) fn places(block: &[Spelling]) -> Vec<Group> {
    let mut codes: Vec<&str> =
        block.iter().filter_map(|it| place::without_country(&it.name).1).collect();
    codes.sort_unstable();
    codes.dedup();
    // If several countries have a place of this name, spellings without a country are a group of their own.
    let parts: Vec<Vec<&Spelling>> = if codes.len() < 2 {
        vec![block.iter().collect()]
    } else {
        let of = |code: Option<&str>| {
            block.iter().filter(|it| place::without_country(&it.name).1 == code).collect()
        };
        [None].into_iter().chain(codes.iter().map(|code| Some(*code))).map(of).collect()
    };
    parts.into_iter().filter(|part| part.len() > 1).map(|part| place_group(&part)).collect()
}

fn place_group(part: &[&Spelling]) -> Group {
    let country = |name: &str| place::without_country(name).1.is_some();
    let is_mixed_up = part.iter().any(|it| country(&it.name) != country(&part[0].name));
    let mut members: Vec<Member> = part
        .iter()
        .map(|it| {
            let n_letters = it.name.chars().filter(|c| c.is_alphabetic()).count();
            let (certainty, why) = match () {
                () if is_mixed_up => (Certainty::Likely, "with and without a country"),
                () if n_letters < 4 => (Certainty::Likely, "case, accents, blanks or punctuation"),
                () => (Certainty::Sure, "case, accents, blanks or punctuation"),
            };
            Member { name: it.name.clone(), n: it.evidence.n, certainty, why }
        })
        .collect();
    let form = |name: &str| [has_stray_blanks(name), !has_accent(name), !is_mixed(name)];
    members.sort_by_cached_key(|it| (form(&it.name), !it.n, it.name.clone()));
    Group { members, listed: None }
}
