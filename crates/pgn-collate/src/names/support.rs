//! The FIDE numbers and ratings that connect the spellings of a group.

use std::collections::HashMap;

use super::evidence::Evidence;

/// What connects a spelling with the preferred one, directly or through other spellings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Support {
    /// Nothing.
    None,
    /// Equal ratings in a year, or these and FIDE numbers.
    Rating,
    /// FIDE numbers.
    Number,
}

/// A fact that two spellings may have in common.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Link {
    Number(u32),
    /// A year and a rating.
    Rating(u16, u16),
}

/// A spelling of a group.
pub(super) struct Linked<'a> {
    pub(super) evidence: &'a Evidence,
    /// True for the preferred spelling, and for those that differ from it only in signs.
    pub(super) is_preferred: bool,
    /// True if other spellings may be connected through this one. False for a spelling that may be that of several players.
    pub(super) connects: bool,
}

/// Returns the support of each spelling of a group.
pub(super) fn supports(spellings: &[Linked<'_>]) -> Vec<Support> {
    let mut having: HashMap<Link, Vec<usize>> = HashMap::new();
    for (at, spelling) in spellings.iter().enumerate() {
        links(spelling.evidence).for_each(|link| having.entry(link).or_default().push(at));
    }
    let of = |is_preferred| if is_preferred { Support::Number } else { Support::None };
    let mut supports: Vec<Support> = spellings.iter().map(|it| of(it.is_preferred)).collect();
    for support in [Support::Number, Support::Rating] {
        let is_used = |link: &Link| support == Support::Rating || matches!(link, Link::Number(_));
        let is_supported = |at: &usize| supports[*at] != Support::None;
        let mut queue: Vec<usize> = (0..spellings.len()).filter(is_supported).collect();
        while let Some(at) = queue.pop() {
            if !spellings[at].connects {
                continue;
            }
            for link in links(spellings[at].evidence).filter(is_used) {
                for other in having.remove(&link).unwrap_or_default() {
                    if supports[other] == Support::None {
                        supports[other] = support;
                        queue.push(other);
                    }
                }
            }
        }
    }
    supports
}

/// Yields the FIDE numbers of a spelling and its ratings with their years.
fn links(evidence: &Evidence) -> impl Iterator<Item = Link> + '_ {
    let ratings = evidence
        .ratings
        .iter()
        .flat_map(|(&year, ratings)| ratings.iter().map(move |&rating| Link::Rating(year, rating)));
    evidence.ids.iter().map(|&id| Link::Number(id)).chain(ratings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::PlayerFacts;

    #[test]
    fn a_chain_is_as_strong_as_its_weakest_link() {
        let spelling = |facts: &[(u32, u16)]| {
            let mut evidence = Evidence::default();
            for &(id, rating) in facts {
                let (id, rating) = ((id > 0).then_some(id), (rating > 0).then_some(rating));
                evidence.add(&PlayerFacts { year: Some(2000), id, rating, ..Default::default() });
            }
            evidence
        };
        let all = [
            spelling(&[(1, 2400)]),
            spelling(&[(1, 2410)]),
            spelling(&[(0, 2410)]),
            spelling(&[(0, 2410), (0, 2500)]),
            spelling(&[(2, 2500)]),
            spelling(&[(2, 0)]),
            spelling(&[(3, 2600)]),
            spelling(&[(3, 2600), (1, 0)]),
        ];
        let linked = |(at, evidence): (usize, _)| {
            let evidence: &Evidence = evidence;
            let connects = at == 0 || evidence.ids.len() < 2;
            Linked { evidence, is_preferred: at == 0, connects }
        };
        let all: Vec<_> = all.iter().enumerate().map(linked).collect();
        use Support::{None, Number, Rating};
        assert_eq!(supports(&all), [Number, Number, Rating, Rating, Rating, Rating, None, Number]);
    }
}
