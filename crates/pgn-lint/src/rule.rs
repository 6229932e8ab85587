//! A rule as a value, and the facts it can subscribe to.

use pgn_chess::{
    deviation::Deviations,
    replay::{GameEnd, Ply},
    resolve::{MoveErrorKind, ResolveOptions},
    start::StartFault,
};
use pgn_syntax::{
    Game, Node, NodeId, NodeKind, Span, SyntaxError, SyntaxErrorKind, TagName, TagPair,
    command::Command,
};

use crate::{
    across::Across,
    diagnostic::{Report, Severity},
    file::{FileFacts, FileReport},
    suppression::SuppressionFault,
    tag_facts::PairFact,
    target::Target,
};

/// A rule: what it is called, how grave it is, its page, and what it listens to.
#[derive(Debug)]
pub struct Rule {
    /// A letter for what is looked at and three digits; never used again for another rule.
    pub code: &'static str,
    /// Names the fault; reads well after "allow".
    pub name: &'static str,
    /// The level of its findings.
    pub severity: Severity,
    /// The level of those findings that differ, and the reason why.
    pub otherwise: Option<(Severity, &'static str)>,
    /// Markdown: what, why, who writes it, an example, a near miss, the fix, the source.
    pub page: &'static str,
    /// The facts it subscribes to.
    pub checks: &'static [Check],
}

/// A fact that a rule subscribes to, and what it does with it.
///
/// The checker sorts these into tables once, so that a fact nobody asks for costs nothing and a
/// game without a fault asks nobody.
#[derive(Clone, Copy, Debug)]
pub enum Check {
    /// The parser saw this.
    Syntax(SyntaxErrorKind, fn(&GameCx<'_>, SyntaxError, &mut Report<'_>)),
    /// A tag pair, whatever its name, has this quality.
    Pair(PairFact, fn(&GameCx<'_>, &TagPair, &mut Report<'_>)),
    /// A tag pair whose name was there before: the first, and the later one.
    Duplicate(fn(&GameCx<'_>, &TagPair, &TagPair, &mut Report<'_>)),
    /// Tag pairs of these names; the value is not empty, its escapes are not undone.
    Tag(&'static [TagName], fn(&GameCx<'_>, &TagPair, &[u8], &mut Report<'_>)),
    /// Tags of the Seven Tag Roster that the game lacks.
    Roster(fn(&GameCx<'_>, &[TagName], &mut Report<'_>)),
    /// The start position has this fault.
    Start(StartFault, fn(&GameCx<'_>, &TagPair, &mut Report<'_>)),
    /// A move cannot be resolved.
    Move(MoveErrorKind, fn(&GameCx<'_>, &Ply<'_>, &mut Report<'_>)),
    /// A move is spelled in this way.
    Deviation(Deviations, fn(&GameCx<'_>, &Ply<'_>, &mut Report<'_>)),
    /// A null move.
    Null(fn(&GameCx<'_>, &Ply<'_>, &mut Report<'_>)),
    /// A move number that is not the position's, and its place. Once for a run of numbers that are
    /// off by the same.
    Number(fn(&GameCx<'_>, &Ply<'_>, Span, u32, &mut Report<'_>)),
    /// Nodes of these kinds.
    Node(NodeSet, fn(&GameCx<'_>, NodeId, &Node, &mut Report<'_>)),
    /// A `[%` in a comment: its place, and the command if one begins there. Clock times that are as
    /// they should be are not told.
    Command(fn(&GameCx<'_>, Span, Option<&Command<'_>>, &mut Report<'_>)),
    /// Every game, before its moves are played.
    Game(fn(&GameCx<'_>, &mut Report<'_>)),
    /// The end of a game whose moves were played, if it stands in this way to the board.
    End(EndFact, fn(&GameCx<'_>, &GameEnd, &mut Report<'_>)),
    /// An escape line for this program is not as it should be: the bytes concerned, and how.
    Suppression(fn(&GameCx<'_>, Span, &SuppressionFault, &mut Report<'_>)),
    /// Tag values and comments of a game that are not all ASCII: their texts, in the order of the game.
    NonAscii(fn(&GameCx<'_>, &[Span], &mut Report<'_>)),
    /// What a program or site takes: of a game, and of a file.
    Target(TargetFn, TargetFileFn),
    /// The end of a file.
    File(fn(&FileFacts, &mut FileReport<'_>)),
    /// Games compared with each other.
    Across(Across),
    /// A game that is too large to be parsed.
    Oversized(fn(&mut Report<'_>, Span)),
}

/// Asks whether a target takes a game.
pub type TargetFn = fn(&GameCx<'_>, &'static Target, &mut Report<'_>);
/// Asks whether a target takes a file.
pub type TargetFileFn = fn(&FileFacts, &'static Target, &mut FileReport<'_>);

/// How the end of a game stands to the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndFact {
    /// The last word is `0-0`: castling or a double forfeit.
    Zeros,
    /// Its moves were played.
    Played,
}

/// How far a game has to be read for a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// The text as parsed.
    Text,
    /// The start position.
    Start,
    /// The moves, played on a board.
    Moves,
}

impl Check {
    /// How far a game has to be read for it.
    #[must_use]
    pub fn depth(&self) -> Depth {
        match self {
            Check::Syntax(..)
            | Check::Pair(..)
            | Check::Duplicate(..)
            | Check::Tag(..)
            | Check::Roster(..)
            | Check::Node(..)
            | Check::Command(..)
            | Check::Game(..)
            | Check::Suppression(..)
            | Check::Target(..)
            | Check::NonAscii(..)
            | Check::File(..)
            | Check::Across(..)
            | Check::Oversized(..)
            | Check::End(EndFact::Zeros, _) => Depth::Text,
            Check::Start(..) => Depth::Start,
            Check::Move(..)
            | Check::Deviation(..)
            | Check::Null(..)
            | Check::Number(..)
            | Check::End(EndFact::Played, _) => Depth::Moves,
        }
    }
}

/// What a rule may look at: one game and the text it points into.
#[derive(Clone, Copy, Debug)]
pub struct GameCx<'a> {
    /// The text.
    pub src: &'a [u8],
    /// The game.
    pub game: &'a Game,
    /// What stands behind the game, as far as it is at hand.
    pub after: &'a [u8],
    /// Null moves are accepted in the main line too.
    pub allow_null: bool,
    /// How moves are read.
    pub moves: ResolveOptions,
    /// What follows the text in its file.
    pub follows: Follows,
}

/// What follows a part of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Follows {
    /// More of it.
    More,
    /// Nothing: the file ends with the part.
    Nothing,
}

/// A set of kinds of nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NodeSet(u8);

impl NodeSet {
    /// Nothing.
    pub const NONE: NodeSet = NodeSet(0);
    /// `$n`.
    pub const NAG: NodeSet = NodeSet(1);
    /// `!` and its like.
    pub const SUFFIX: NodeSet = NodeSet(2);
    /// `{…}`.
    pub const BRACE_COMMENT: NodeSet = NodeSet(4);
    /// `; …`.
    pub const LINE_COMMENT: NodeSet = NodeSet(8);
    /// `(`.
    pub const RAV_OPEN: NodeSet = NodeSet(16);
    /// Comments that may hold commands: `{…}`, closed or not, and `; …`.
    pub const COMMAND: NodeSet = NodeSet(4 | 8 | 32);

    /// The set that a node belongs to, empty for kinds that no rule looks at by themselves.
    #[must_use]
    pub fn of(kind: NodeKind) -> NodeSet {
        use pgn_syntax::CommentKind;
        match kind {
            NodeKind::Nag(_) => NodeSet::NAG,
            NodeKind::Suffix(_) => NodeSet::SUFFIX,
            NodeKind::Comment(CommentKind::Brace) => NodeSet::BRACE_COMMENT,
            NodeKind::Comment(CommentKind::Line) => NodeSet::LINE_COMMENT,
            NodeKind::RavOpen { .. } => NodeSet::RAV_OPEN,
            NodeKind::Comment(CommentKind::Open) => NodeSet(32),
            NodeKind::Comment(CommentKind::Words | CommentKind::Server)
            | NodeKind::Move { .. }
            | NodeKind::NullMove { .. }
            | NodeKind::MoveNumber(_)
            | NodeKind::Glyph { .. }
            | NodeKind::RavClose
            | NodeKind::Marker(_) => NodeSet::NONE,
        }
    }

    /// Both.
    #[must_use]
    pub const fn union(self, other: NodeSet) -> NodeSet {
        NodeSet(self.0 | other.0)
    }

    /// Whether they have a kind in common.
    #[must_use]
    pub const fn meets(self, other: NodeSet) -> bool {
        self.0 & other.0 != 0
    }
}

impl Rule {
    /// The gravest level that a finding of this rule can have.
    #[must_use]
    pub fn gravest(&self) -> Severity {
        match self.otherwise {
            Some((severity, _)) if severity > self.severity => severity,
            _ => self.severity,
        }
    }

    /// The first paragraph of the page: what is wrong, in a sentence.
    #[must_use]
    pub fn summary(&self) -> &'static str {
        let body = self.page.split_once("## What\n\n").map_or("", |(_, body)| body);
        body.split("\n\n").next().unwrap_or_default().trim()
    }
}

impl PartialEq for Rule {
    fn eq(&self, other: &Rule) -> bool {
        self.code == other.code
    }
}

impl Eq for Rule {}
