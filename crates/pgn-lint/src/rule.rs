//! Rules as values, and the facts that they subscribe to.

pub(crate) mod across;
pub(crate) mod diagnostic;
pub(crate) mod file_facts;
mod file_report;
mod page;

use std::fmt;

use bitflags::bitflags;
use pgn_chess::{
    deviation::Deviations,
    replay::{GameEnd, Ply},
    resolve::MoveErrorKind,
    start::StartFault,
};
use pgn_syntax::{
    Node, NodeId, NodeKind, Span, SyntaxError, SyntaxErrorKind, TagName, TagPair, command::Command,
};

pub use self::{
    across::Note,
    diagnostic::{ComparedValue, Diagnostic, MoveRef, Related, Severity, UnknownSeverity},
    file_facts::{FileFacts, Seen, Spelling},
    file_report::{FileDiagnostic, Mark},
};
pub(crate) use self::{
    across::{Across, Judge, Notes, OddValue, Value},
    diagnostic::Report,
    file_report::FileReport,
};
use crate::{context::GameCx, tag_facts::PairFact, target::Target};

/// A rule: its code, name, level, page and subscriptions.
pub struct Rule {
    /// The code: a letter for the subject and three digits; never reused for another rule.
    pub code: &'static str,
    /// The name: it names the fault and reads well after "allow".
    pub name: &'static str,
    /// The default level of findings.
    pub severity: Severity,
    /// The level of findings that differ from the default; the page says which do.
    pub otherwise: Option<Severity>,
    /// The page in Markdown: what, why, who writes it, an example, a near miss, the fix, the
    /// source.
    pub page: &'static str,
    /// True if findings may have fixes.
    pub(crate) has_fix: bool,
    /// The facts that the rule subscribes to.
    pub(crate) checks: &'static [Check],
}

impl fmt::Debug for Rule {
    /// Writes the code and the name, without the page.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rule({} {})", self.code, self.name)
    }
}

/// A fact that a rule subscribes to, with the function that handles it.
///
/// The checker sorts subscriptions into tables once, so that a fact without subscribers costs
/// nothing, and a game without faults calls no rule.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Check {
    /// The parser reported this error.
    Syntax(SyntaxErrorKind, SyntaxFn),
    /// A tag pair of any name has this property.
    Pair(PairFact, PairFn),
    /// A tag pair repeats a name: the first pair, and the later one.
    Duplicate(DuplicateFn),
    /// A tag pair has one of these names and a value that is not empty: the value without blanks around it; escapes
    /// are not decoded.
    Tag(&'static [TagName], TagFn),
    /// The game lacks these tags of the Seven Tag Roster.
    Roster(RosterFn),
    /// The start position has this fault.
    Start(StartFault, PairFn),
    /// A move cannot be resolved for this reason.
    Move(MoveErrorKind, PlyFn),
    /// A move deviates from canonical spelling in one of these ways.
    Deviation(Deviations, PlyFn),
    /// Like [`Check::Deviation`], with a safe fix and a message of the move, these words and its canonical form.
    Respelling(Deviations, &'static str),
    /// A null move.
    Null(PlyFn),
    /// A move number differs from the position's, with its place. Reported once for a run of
    /// numbers with the same difference.
    Number(NumberFn),
    /// A node of one of these kinds.
    Node(NodeSet, NodeFn),
    /// A `[%` in a comment: its place, and the command if one begins there. Correct clock times are
    /// not reported.
    Command(CommandFn),
    /// Every game, before its moves are played.
    Game(GameFn),
    /// Like [`Check::Game`], for findings of the rule's own level only: it runs only if that level
    /// is shown.
    GameAtOwnLevel(GameFn),
    /// The end of a game, under this condition.
    End(EndFact, EndFn),
    /// A suppression line has this fault: the bytes concerned, and the fault.
    Suppression(SuppressionFn),
    /// The tag values and comments of a game that contain non-ASCII bytes, in source order.
    NonAscii(StringsFn),
    /// The limits of a target: for a game, and for a file.
    Target(TargetFn, TargetFileFn),
    /// The end of a file.
    File(FileFn),
    /// A comparison of games.
    Across(Across),
    /// A game that is too large to be parsed.
    Oversized(OversizedFn),
}

// The functions that handle facts.

pub(crate) type SyntaxFn = fn(&GameCx<'_>, SyntaxError, &mut Report<'_>);
pub(crate) type PairFn = fn(&GameCx<'_>, &TagPair, &mut Report<'_>);
pub(crate) type DuplicateFn = fn(&GameCx<'_>, &TagPair, &TagPair, &mut Report<'_>);
pub(crate) type TagFn = fn(&GameCx<'_>, &TagPair, &[u8], &mut Report<'_>);
pub(crate) type RosterFn = fn(&GameCx<'_>, &[TagName], &mut Report<'_>);
pub(crate) type PlyFn = fn(&GameCx<'_>, &Ply<'_>, &mut Report<'_>);
pub(crate) type NumberFn = fn(&GameCx<'_>, &Ply<'_>, Span, u32, &mut Report<'_>);
pub(crate) type NodeFn = fn(&GameCx<'_>, NodeId, &Node, &mut Report<'_>);
pub(crate) type CommandFn = fn(&GameCx<'_>, Span, Option<&Command<'_>>, &mut Report<'_>);
pub(crate) type GameFn = fn(&GameCx<'_>, &mut Report<'_>);
pub(crate) type EndFn = fn(&GameCx<'_>, &GameEnd, &mut Report<'_>);
pub(crate) type SuppressionFn = fn(&GameCx<'_>, Span, &SuppressionFault, &mut Report<'_>);
pub(crate) type StringsFn = fn(&GameCx<'_>, &[Span], &mut Report<'_>);
pub(crate) type TargetFn = fn(&GameCx<'_>, &'static Target, &mut Report<'_>);
pub(crate) type TargetFileFn = fn(&FileFacts, &'static Target, &mut FileReport<'_>);
pub(crate) type FileFn = fn(&FileFacts, &mut FileReport<'_>);
pub(crate) type OversizedFn = fn(&mut Report<'_>, Span);

/// A fault of a suppression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SuppressionFault {
    /// There is no reason after `--`, or no `--`.
    NoReason,
    /// The suppression has no effect, for this reason.
    Unused(Unused),
}

/// Why a suppression has no effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unused {
    /// The game has no finding of the rule.
    NoFinding,
    /// The rule reports on whole files.
    FileRule,
    /// No rule has this name; the most similar name, if there is one.
    UnknownRule(Option<&'static str>),
    /// The word after `pgnkit:` is not a directive.
    UnknownDirective,
    /// The line names no rule.
    NoRule,
    /// The line is not before the tags of a game.
    NotBeforeGame,
    /// The line is nearly a directive of this program.
    Misspelled,
}

/// The condition of a subscription to the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EndFact {
    /// The last token is `0-0`, which can be castling or a double forfeit.
    Zeros,
    /// The moves were played.
    Played,
}

bitflags! {
    /// A set of node kinds.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub(crate) struct NodeSet: u8 {
        /// `$n`.
        const NAG = 1;
        /// `!` and other suffixes.
        const SUFFIX = 1 << 1;
        /// `{…}`.
        const BRACE_COMMENT = 1 << 2;
        /// `; …`.
        const LINE_COMMENT = 1 << 3;
        /// `(`.
        const RAV_OPEN = 1 << 4;
        /// `{…` without an end.
        const OPEN_COMMENT = 1 << 5;
        /// Comments that may contain commands: `{…}`, closed or not, and `; …`.
        const COMMAND =
            Self::BRACE_COMMENT.bits() | Self::LINE_COMMENT.bits() | Self::OPEN_COMMENT.bits();
    }
}

impl NodeSet {
    /// Returns the set that a node belongs to, empty for kinds that no rule subscribes to.
    pub(crate) fn of(kind: NodeKind) -> NodeSet {
        use pgn_syntax::CommentKind;
        match kind {
            NodeKind::Nag(_) => NodeSet::NAG,
            NodeKind::Suffix(_) => NodeSet::SUFFIX,
            NodeKind::Comment(CommentKind::Brace) => NodeSet::BRACE_COMMENT,
            NodeKind::Comment(CommentKind::Line) => NodeSet::LINE_COMMENT,
            NodeKind::RavOpen { .. } => NodeSet::RAV_OPEN,
            NodeKind::Comment(CommentKind::Open) => NodeSet::OPEN_COMMENT,
            NodeKind::Comment(CommentKind::Words | CommentKind::Server)
            | NodeKind::Move { .. }
            | NodeKind::NullMove { .. }
            | NodeKind::MoveNumber(_)
            | NodeKind::Glyph { .. }
            | NodeKind::RavClose
            | NodeKind::Marker(_) => NodeSet::empty(),
        }
    }
}

impl Rule {
    /// Returns the rule of a page, which states its code, name and levels, and whether it has fixes.
    ///
    /// # Panics
    ///
    /// Panics if the page does not state them; in a `static`, this is an error of the compiler.
    pub(crate) const fn of(page: &'static str, checks: &'static [Check]) -> Rule {
        let (name, code) = page::title(page);
        let (severity, otherwise) = page::levels(page);
        Rule { code, name, severity, otherwise, page, has_fix: page::has_fix(page), checks }
    }

    /// Returns the most severe level that a finding of this rule can have.
    #[must_use]
    pub fn gravest(&self) -> Severity {
        self.otherwise.map_or(self.severity, |other| other.max(self.severity))
    }

    /// Returns true if a line before a game can remove findings of the rule: if the rule looks at games, and not only at
    /// whole files, games that are too large to be read, or such lines.
    #[must_use]
    pub fn is_of_games(&self) -> bool {
        let is_other = |check: &Check| {
            matches!(check, Check::File(_) | Check::Oversized(_) | Check::Suppression(_))
        };
        !self.checks.iter().all(is_other)
    }

    /// Returns true if the rule compares games.
    #[must_use]
    pub fn compares_games(&self) -> bool {
        self.checks.iter().any(|check| matches!(check, Check::Across(_)))
    }

    /// Returns what to do about a finding: the first paragraph of the page's section `Fix`, in lower case and without a
    /// full stop, as in a help line.
    pub(crate) fn next_step(&self) -> String {
        let body = self.page.split_once("## Fix\n\n").map_or("", |(_, body)| body);
        let step = body.split("\n\n").next().unwrap_or_default().trim();
        let step = step.strip_suffix('.').unwrap_or(step).replace('\n', " ");
        let mut chars = step.chars();
        chars.next().map_or(String::new(), |first| first.to_lowercase().chain(chars).collect())
    }

    /// Returns the section that says how the rule is switched off, to be after its page.
    #[must_use]
    pub fn section_on_ignoring(&self) -> String {
        let name = self.name;
        // A line before a game removes no finding of a whole file.
        let in_game = if self.is_of_games() {
            format!(" For one game: a line `% pgnkit: ignore {name} -- reason` before it.")
        } else {
            String::new()
        };
        format!(
            "## Switch it off\n\n`check --ignore {name}`, or in `pgnkit.toml` `ignore = [\"{name}\"]` under \
             `[check]`; for some files, `\"FILES\" = [\"{name}\"]` under `[check.per-file-ignores]`.{in_game}\n"
        )
    }

    /// Returns the first paragraph of the page, a line that states the fault in a sentence.
    #[must_use]
    pub fn summary(&self) -> &'static str {
        let body = self.page.split_once("## What\n\n").map_or("", |(_, body)| body);
        body.lines().next().unwrap_or_default()
    }
}

impl PartialEq for Rule {
    fn eq(&self, other: &Rule) -> bool {
        self.code == other.code
    }
}

impl Eq for Rule {}
