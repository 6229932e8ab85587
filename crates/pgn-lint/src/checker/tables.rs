//! The rules of a checker, sorted by the facts that they subscribe to.

use pgn_chess::{deviation::Deviations, resolve::MoveErrorKind, start::StartFault};
use pgn_syntax::{SyntaxErrorKind, TagName};

use crate::{
    rule::{
        Across, Check, CommandFn, DuplicateFn, EndFact, EndFn, FileFn, GameFn, NodeFn, NodeSet,
        NumberFn, OversizedFn, PairFn, PlyFn, RosterFn, Rule, StringsFn, SuppressionFn, SyntaxFn,
        TagFn, TargetFileFn, TargetFn,
    },
    rules::RULES,
    tag_facts::PairFact,
};

/// The enabled rules, by the fact that they subscribe to.
#[derive(Debug, Default)]
pub(super) struct Tables {
    pub(super) syntax: Vec<Vec<(&'static Rule, SyntaxFn)>>,
    pub(super) pair: Vec<Vec<(&'static Rule, PairFn)>>,
    pub(super) pair_mask: PairFact,
    pub(super) duplicate: Vec<(&'static Rule, DuplicateFn)>,
    pub(super) tag: Vec<Vec<(&'static Rule, TagFn)>>,
    pub(super) roster: Vec<(&'static Rule, RosterFn)>,
    pub(super) start: Vec<(&'static Rule, StartFault, PairFn)>,
    pub(super) game: Vec<(&'static Rule, GameFn)>,
    pub(super) node: Vec<(&'static Rule, NodeSet, NodeFn)>,
    pub(super) node_set: NodeSet,
    pub(super) command: Vec<(&'static Rule, CommandFn)>,
    pub(super) failed: Vec<(&'static Rule, MoveErrorKind, PlyFn)>,
    pub(super) deviation: Vec<(&'static Rule, Deviations, PlyFn)>,
    pub(super) respelling: Vec<(&'static Rule, Deviations, &'static str)>,
    pub(super) deviation_mask: Deviations,
    pub(super) null: Vec<(&'static Rule, PlyFn)>,
    pub(super) number: Vec<(&'static Rule, NumberFn)>,
    pub(super) zeros: Vec<(&'static Rule, EndFn)>,
    pub(super) ended: Vec<(&'static Rule, EndFn)>,
    pub(super) strings: Vec<(&'static Rule, StringsFn)>,
    pub(super) file: Vec<(&'static Rule, FileFn)>,
    pub(super) suppression: Vec<(&'static Rule, SuppressionFn)>,
    pub(super) target: Vec<(&'static Rule, TargetFn, TargetFileFn)>,
    /// All rules that are in a table.
    pub(super) running: Vec<&'static Rule>,
    pub(super) oversized: Vec<(&'static Rule, OversizedFn)>,
    pub(super) across: Vec<(u16, Across)>,
    pub(super) has_tag_rules: bool,
}

impl Tables {
    /// Returns tables without rules.
    pub(super) fn new() -> Tables {
        Tables {
            syntax: vec![Vec::new(); SyntaxErrorKind::ALL.len()],
            pair: vec![Vec::new(); PairFact::COUNT],
            tag: vec![Vec::new(); TagName::all().count()],
            ..Tables::default()
        }
    }

    /// Returns true if the moves of each game must be played.
    pub(super) fn play_moves(&self) -> bool {
        !(self.failed.is_empty()
            && self.deviation.is_empty()
            && self.respelling.is_empty()
            && self.null.is_empty()
            && self.number.is_empty()
            && self.ended.is_empty())
    }

    /// Returns true if a rule checks the spelling of moves that can be played.
    pub(super) fn is_of_spelling(&self, rule: &Rule) -> bool {
        self.deviation.iter().any(|it| it.0 == rule)
            || self.respelling.iter().any(|it| it.0 == rule)
    }

    /// Adds a rule to the table of the facts that one of its checks needs.
    pub(super) fn add(&mut self, rule: &'static Rule, check: &'static Check) {
        self.has_tag_rules |= matches!(
            check,
            Check::Pair(..) | Check::Duplicate(..) | Check::Tag(..) | Check::Roster(..)
        );
        match *check {
            Check::Syntax(kind, f) => self.syntax[kind as usize].push((rule, f)),
            Check::Pair(fact, f) => {
                self.pair[fact.index()].push((rule, f));
                self.pair_mask = self.pair_mask.union(fact);
            }
            Check::Duplicate(f) => self.duplicate.push((rule, f)),
            Check::Tag(names, f) => {
                for name in names {
                    self.tag[name.index()].push((rule, f));
                }
            }
            Check::Roster(f) => self.roster.push((rule, f)),
            Check::Start(fault, f) => self.start.push((rule, fault, f)),
            Check::Game(f) | Check::GameAtOwnLevel(f) => self.game.push((rule, f)),
            Check::Node(set, f) => {
                self.node.push((rule, set, f));
                self.node_set = self.node_set.union(set);
            }
            Check::Command(f) => {
                self.command.push((rule, f));
                self.node_set = self.node_set.union(NodeSet::COMMAND);
            }
            Check::Move(kind, f) => self.failed.push((rule, kind, f)),
            Check::Deviation(bits, f) => {
                self.deviation.push((rule, bits, f));
                self.deviation_mask |= bits;
            }
            Check::Respelling(bits, words) => {
                self.respelling.push((rule, bits, words));
                self.deviation_mask |= bits;
            }
            Check::Null(f) => self.null.push((rule, f)),
            Check::Number(f) => self.number.push((rule, f)),
            Check::End(EndFact::Zeros, f) => self.zeros.push((rule, f)),
            Check::End(EndFact::Played, f) => self.ended.push((rule, f)),
            Check::Suppression(f) => self.suppression.push((rule, f)),
            Check::Target(f, g) => self.target.push((rule, f, g)),
            Check::NonAscii(f) => self.strings.push((rule, f)),
            Check::File(f) => self.file.push((rule, f)),
            Check::Across(across) => {
                let number = RULES.iter().position(|known| *known == rule);
                let number = number.and_then(|number| u16::try_from(number).ok());
                self.across.extend(number.map(|number| (number, across)));
            }
            Check::Oversized(f) => self.oversized.push((rule, f)),
        }
    }
}
