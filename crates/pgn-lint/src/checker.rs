//! The checker: sorts rules into tables by the facts they subscribe to, then visits each game once.

use pgn_chess::{
    deviation::Deviations,
    replay::{Outcome, Ply, Replay, ReplayOptions, Visitor},
    resolve::{MoveErrorKind, ResolveOptions},
    start::{self, Start, StartFault},
};
use pgn_syntax::{
    CommentKind, Fallback, Game, Node, NodeId, NodeKind, RavKind, Span, SyntaxErrorKind, TagName,
    command::attempts, conflict, date::DateOrder, tag::SEVEN_TAG_ROSTER,
};

use crate::{
    consequence,
    context::{Follows, GameCx, GameFacts},
    moves,
    neighbors::is_bare,
    numbers::first_half_move,
    rule::{
        Across, Check, CommandFn, Diagnostic, DuplicateFn, EndFact, EndFn, FileDiagnostic,
        FileFacts, FileFn, FileReport, GameFn, MoveRef, NodeFn, NodeSet, Note, Notes, NumberFn,
        OversizedFn, PairFn, PlyFn, ReplayDepth, Report, RosterFn, Rule, Severity, StringsFn,
        SuppressionFn, SyntaxFn, TagFn, TargetFileFn, TargetFn, file::Bytes,
    },
    rules::RULES,
    selection::{EXPLAIN_ILLEGAL, Levels, Selection},
    suppression,
    tag_facts::{PairFact, SeenTags, has_more_duplicates},
    target::Target,
};

/// Upper bound on the findings kept per game; the rest are only counted. A file of a hundred
/// million stray parentheses must not use memory for a hundred million findings.
pub(crate) const MAX_FINDINGS: usize = 20_000;

/// Upper bound on the repeated pairs of a game that rules of single tags check: pairs with a known
/// name that an earlier pair has. Such a rule may scan all tags of its game, so the bound keeps
/// time linear. Over the bound no repeated pair is checked, because checking only the first ones
/// would let each round of fixes expose new ones. The duplicates themselves are always reported.
const MAX_DUPLICATES: usize = 64;

/// Options of a [`Checker`].
#[derive(Clone, Debug)]
pub struct Options {
    /// The lowest level of findings that are returned.
    pub min_severity: Severity,
    /// True if every warning becomes an error.
    pub strict: bool,
    /// Levels that replace the levels of rules.
    pub levels: Levels,
    /// The program or site that the games must suit.
    pub target: Option<&'static Target>,
    /// How moves are read.
    pub replay: ReplayOptions,
    /// The character set of strings that are not UTF-8.
    pub charset: Fallback,
    /// How dates are read whose day and month may be in either order.
    pub dates: DateOrder,
    /// Whether misspelled tag names are reported for each game or once for the file.
    pub spellings: Spellings,
}

/// The scope of a finding on the spelling of a tag name, which all games of a file tend to share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Spellings {
    /// The game: one finding for each that has the spelling.
    #[default]
    OfGame,
    /// The file: one finding for all games that have the spelling, from [`Checker::check_file`].
    OfFile,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            min_severity: Severity::Warning,
            strict: false,
            levels: Levels::default(),
            target: None,
            replay: ReplayOptions::default(),
            charset: Fallback::default(),
            dates: DateOrder::default(),
            spellings: Spellings::OfGame,
        }
    }
}

impl Options {
    /// Returns the level of a finding of `rule` whose own level is `severity`.
    #[must_use]
    pub fn level(&self, rule: &Rule, severity: Severity) -> Severity {
        let refused = || self.target.filter(|it| it.refuses(rule.name)).map(|_| Severity::Error);
        match self.levels.of(rule).or_else(refused).unwrap_or(severity) {
            Severity::Warning if self.strict => Severity::Error,
            other => other,
        }
    }
}

/// The enabled rules, by the fact that they subscribe to.
#[derive(Debug, Default)]
struct Tables {
    syntax: Vec<Vec<(&'static Rule, SyntaxFn)>>,
    pair: Vec<Vec<(&'static Rule, PairFn)>>,
    pair_mask: PairFact,
    duplicate: Vec<(&'static Rule, DuplicateFn)>,
    tag: Vec<Vec<(&'static Rule, TagFn)>>,
    roster: Vec<(&'static Rule, RosterFn)>,
    start: Vec<(&'static Rule, StartFault, PairFn)>,
    game: Vec<(&'static Rule, GameFn)>,
    node: Vec<(&'static Rule, NodeSet, NodeFn)>,
    node_set: NodeSet,
    command: Vec<(&'static Rule, CommandFn)>,
    failed: Vec<(&'static Rule, MoveErrorKind, PlyFn)>,
    deviation: Vec<(&'static Rule, Deviations, PlyFn)>,
    respelling: Vec<(&'static Rule, Deviations, &'static str)>,
    deviation_mask: Deviations,
    null: Vec<(&'static Rule, PlyFn)>,
    number: Vec<(&'static Rule, NumberFn)>,
    zeros: Vec<(&'static Rule, EndFn)>,
    ended: Vec<(&'static Rule, EndFn)>,
    strings: Vec<(&'static Rule, StringsFn)>,
    file: Vec<(&'static Rule, FileFn)>,
    suppression: Vec<(&'static Rule, SuppressionFn)>,
    target: Vec<(&'static Rule, TargetFn, TargetFileFn)>,
    /// All rules that are in a table.
    running: Vec<&'static Rule>,
    oversized: Vec<(&'static Rule, OversizedFn)>,
    across: Vec<(u16, Across)>,
    has_tag_rules: bool,
    depth: Option<ReplayDepth>,
}

/// Runs the rules of a selection. Keeps its buffers from game to game; use one per thread.
#[derive(Debug)]
pub struct Checker {
    tables: Tables,
    options: Options,
    replay: Replay,
    seen: SeenTags,
    out: Vec<Diagnostic>,
    facts: FileFacts,
    is_ascii: bool,
    follows: Follows,
    /// False if the chunk has no conflict markers.
    may_conflict: bool,
    /// The strings of the current game that contain non-ASCII bytes.
    strings: Vec<Span>,
    limit: FindingLimit,
}

/// Limits the findings kept of one game.
#[derive(Debug)]
struct FindingLimit {
    max: usize,
    kept: Kept,
    n_left_out: u64,
    /// True once dropping findings without fixes has freed too little.
    is_closed: bool,
}

/// Which findings of a game are kept if there are too many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kept {
    /// The first ones.
    First,
    /// The ones with a fix.
    WithFix,
}

impl FindingLimit {
    /// Returns true if no further finding is kept, and counts that finding.
    #[inline]
    fn refuse_next(&mut self, out: &mut Vec<Diagnostic>) -> bool {
        out.len() >= self.max && !self.drops_some(out)
    }

    #[cold]
    fn drops_some(&mut self, out: &mut Vec<Diagnostic>) -> bool {
        if self.kept == Kept::WithFix && !self.is_closed {
            let n = out.len();
            out.retain(|found| found.fix.is_some());
            self.n_left_out += (n - out.len()) as u64;
            self.is_closed = out.len() > self.max / 2;
            return true;
        }
        self.n_left_out += 1;
        false
    }
}

impl Checker {
    /// Returns a checker for the rules of `selection`. Rules that cannot reach the lowest level of
    /// `options` are not run.
    #[must_use]
    pub fn new(selection: &Selection, mut options: Options) -> Checker {
        let mut tables = Tables {
            syntax: vec![Vec::new(); SyntaxErrorKind::ALL.len()],
            pair: vec![Vec::new(); PairFact::COUNT],
            tag: vec![Vec::new(); TagName::all().count()],
            ..Tables::default()
        };
        let can_be_shown =
            |rule: &&Rule| options.level(rule, rule.gravest()) >= options.min_severity;
        for rule in selection.rules().filter(can_be_shown) {
            tables.running.push(rule);
            let is_own_level_shown = options.level(rule, rule.severity) >= options.min_severity;
            for check in rule.checks {
                if matches!(check, Check::GameAtOwnLevel(..)) && !is_own_level_shown {
                    continue;
                }
                tables.add(rule, check);
            }
        }
        // Check signs need the position after each move, so they are judged only if a rule
        // subscribes to them.
        options.replay.judge_signs = tables.deviation_mask.intersects(Deviations::CHECK_SIGN);
        Checker {
            tables,
            options,
            replay: Replay::default(),
            seen: SeenTags::new(),
            out: Vec::new(),
            facts: FileFacts::default(),
            is_ascii: false,
            follows: Follows::More,
            may_conflict: true,
            strings: Vec::new(),
            limit: FindingLimit {
                max: MAX_FINDINGS,
                kept: Kept::First,
                n_left_out: 0,
                is_closed: false,
            },
        }
    }

    /// Sets how many findings of each game are kept, and which.
    pub(crate) fn keep(&mut self, max: usize, kept: Kept) {
        (self.limit.max, self.limit.kept) = (max, kept);
        self.options.spellings = Spellings::OfGame;
    }

    /// Begins a chunk of a file.
    pub fn start_chunk(&mut self, src: &[u8], follows: Follows) {
        self.facts = FileFacts::default();
        self.is_ascii = true;
        self.follows = follows;
        self.may_conflict = !self.tables.game.is_empty() && conflict::may_be_in(src);
        if !self.tables.file.is_empty() || !self.tables.strings.is_empty() {
            self.is_ascii = src.is_ascii();
        }
    }

    /// Returns the facts of a chunk after all its games are checked; `src` is the text of those
    /// games.
    pub fn finish_chunk(&mut self, src: &[u8]) -> FileFacts {
        if !self.tables.file.is_empty() {
            let bytes = if self.is_ascii { Bytes::Ascii } else { Bytes::Any };
            self.facts.look_at_bytes(src, bytes);
        }
        if !self.tables.file.is_empty() && self.facts.n_games == 0 {
            self.facts.look_for_junk(src);
        }
        std::mem::take(&mut self.facts)
    }

    /// Returns the findings of a whole file.
    #[must_use]
    pub fn check_file(&self, facts: &FileFacts) -> Vec<FileDiagnostic> {
        let mut out = Vec::new();
        for &(rule, check) in &self.tables.file {
            check(facts, &mut FileReport { rule, out: &mut out });
        }
        if let Some(target) = self.options.target {
            for &(rule, _, check) in &self.tables.target {
                check(facts, target, &mut FileReport { rule, out: &mut out });
            }
        }
        for found in &mut out {
            found.diagnostic.severity =
                self.options.level(found.diagnostic.rule, found.diagnostic.severity);
        }
        out.retain(|found| found.severity() >= self.options.min_severity);
        out.sort_by_key(|found| (found.mark.offset, found.diagnostic.rule.code));
        out
    }

    /// Returns the number of findings that were only counted because their game has too many.
    #[must_use]
    pub fn n_left_out(&self) -> u64 {
        self.limit.n_left_out
    }

    /// Returns the findings of a game, sorted by place, with at most one per rule and place.
    pub fn check(&mut self, src: &[u8], game: &Game) -> &[Diagnostic] {
        self.check_before(src, game, &src[game.span.end as usize..])
    }

    /// Like [`Checker::check`], for a game that was moved; `after` is the text that follows it in
    /// its file.
    pub(crate) fn check_before(&mut self, src: &[u8], game: &Game, after: &[u8]) -> &[Diagnostic] {
        self.out.clear();
        self.facts.n_games += 1;
        let n_left_out_before = self.limit.n_left_out;
        self.limit.is_closed = false;
        let facts = GameFacts::default();
        let cx = self.cx(src, game, after, &facts);
        if !self.is_ascii && !game.span.of(src).is_ascii() {
            self.check_strings(&cx);
        }
        for &error in &game.errors {
            for &(rule, check) in &self.tables.syntax[error.kind as usize] {
                if self.limit.refuse_next(&mut self.out) {
                    break;
                }
                check(&cx, error, &mut Report { rule, out: &mut self.out });
            }
        }
        if self.tables.has_tag_rules {
            self.check_tags(&cx);
        }
        for &(rule, check) in &self.tables.game {
            check(&cx, &mut Report { rule, out: &mut self.out });
        }
        if self.tables.node_set != NodeSet::empty() && !is_bare(game) {
            self.check_nodes(&cx);
        }
        self.check_moves(&cx);
        if let Some(target) = self.options.target {
            for &(rule, check, _) in &self.tables.target {
                check(&cx, target, &mut Report { rule, out: &mut self.out });
            }
        }
        if suppression::has_any(game) {
            let Checker { tables, out, limit, .. } = self;
            let runs = |rule: &Rule| tables.running.contains(&rule);
            let is_complete = limit.n_left_out == n_left_out_before;
            suppression::apply(&cx, &tables.suppression, runs, is_complete, out);
        }
        if !self.out.is_empty() {
            self.finish(&cx);
        }
        if self.options.spellings == Spellings::OfFile && !self.out.is_empty() {
            self.facts.take_spellings(src, &mut self.out);
        }
        &self.out
    }

    /// Returns the findings of the last checked game, for changes by the caller.
    pub fn found_mut(&mut self) -> &mut Vec<Diagnostic> {
        &mut self.out
    }

    fn cx<'a>(
        &self,
        src: &'a [u8],
        game: &'a Game,
        after: &'a [u8],
        facts: &'a GameFacts,
    ) -> GameCx<'a> {
        let moves = ResolveOptions {
            assume_queen: self.options.replay.assume_queen,
            lang: self.options.replay.lang,
        };
        let allow_null = self.options.replay.allow_null;
        let (dates, follows, may_conflict) = (self.options.dates, self.follows, self.may_conflict);
        GameCx { src, game, after, allow_null, moves, dates, follows, may_conflict, facts }
    }

    /// Returns the notes of rules that compare games, for [`crate::AcrossChecker`].
    pub fn notes(&mut self, src: &[u8], game: &Game) -> Vec<Note> {
        let mut out = Vec::new();
        if !self.tables.across.is_empty() {
            let facts = GameFacts::default();
            let cx = self.cx(src, game, &src[game.span.end as usize..], &facts);
            for &(rule, Across { take, .. }) in &self.tables.across {
                take(&cx, &mut Notes { rule, out: &mut out });
            }
        }
        out
    }

    /// Returns the level of the findings of a rule with a single level, or `None` if they are not
    /// returned.
    #[must_use]
    pub fn level_of(&self, rule: &Rule) -> Option<Severity> {
        let level = self.options.level(rule, rule.severity);
        (level >= self.options.min_severity).then_some(level)
    }

    /// Returns the findings of a game at `span` that is too large to be parsed.
    pub fn oversized(&mut self, span: Span) -> Vec<Diagnostic> {
        self.out.clear();
        for &(rule, check) in &self.tables.oversized {
            check(&mut Report { rule, out: &mut self.out }, span);
        }
        for found in &mut self.out {
            found.severity = self.options.level(found.rule, found.severity);
        }
        self.out.retain(|found| found.severity >= self.options.min_severity);
        std::mem::take(&mut self.out)
    }

    #[cold]
    fn check_strings(&mut self, cx: &GameCx<'_>) {
        let values = cx.game.tags.iter().map(|pair| pair.value);
        let comments =
            cx.game.nodes.iter().filter(|node| matches!(node.kind, NodeKind::Comment(_)));
        self.strings.clear();
        self.strings.extend(
            values.chain(comments.map(|node| node.span)).filter(|span| !span.of(cx.src).is_ascii()),
        );
        self.facts.look_at_strings(cx.src, &self.strings, self.options.charset);
        for &(rule, check) in &self.tables.strings {
            check(cx, &self.strings, &mut Report { rule, out: &mut self.out });
        }
    }

    fn check_tags(&mut self, cx: &GameCx<'_>) {
        let Checker { tables, seen, out, limit, .. } = self;
        seen.begin();
        let has_many_duplicates = has_more_duplicates(&cx.game.tags, MAX_DUPLICATES);
        for (at, pair) in cx.game.tags.iter().enumerate() {
            let facts = seen.facts_of_pair(cx.src, pair, at) & tables.pair_mask;
            if !facts.is_empty() {
                for &(rule, check) in facts.indices().flat_map(|i| &tables.pair[i]) {
                    if !limit.refuse_next(out) {
                        check(cx, pair, &mut Report { rule, out });
                    }
                }
            }
            let Some(known) = pair.known else { continue };
            let first = seen.first(known);
            if first < at {
                for &(rule, check) in &tables.duplicate {
                    if !limit.refuse_next(out) {
                        check(cx, &cx.game.tags[first], pair, &mut Report { rule, out });
                    }
                }
                if has_many_duplicates {
                    continue;
                }
            }
            // Another rule reports blanks around a value.
            let value = pair.value.of(cx.src).trim_ascii();
            if !value.is_empty() {
                for &(rule, check) in &tables.tag[known.index()] {
                    if !limit.refuse_next(out) {
                        check(cx, pair, value, &mut Report { rule, out });
                    }
                }
            }
        }
        if !tables.duplicate.is_empty() {
            seen.other_duplicates(cx.src, &cx.game.tags, |first, pair| {
                for &(rule, check) in &tables.duplicate {
                    if !limit.refuse_next(out) {
                        check(cx, first, pair, &mut Report { rule, out });
                    }
                }
            });
        }
        if !tables.roster.is_empty() && !seen.has_roster() {
            let mut missing = SEVEN_TAG_ROSTER;
            let mut n_missing = 0;
            for name in SEVEN_TAG_ROSTER {
                if !seen.has(name) {
                    missing[n_missing] = name;
                    n_missing += 1;
                }
            }
            for &(rule, check) in &tables.roster {
                check(cx, &missing[..n_missing], &mut Report { rule, out });
            }
        }
    }

    fn check_nodes(&mut self, cx: &GameCx<'_>) {
        for (id, node) in (0..).map(NodeId).zip(&cx.game.nodes) {
            let set = NodeSet::of(node.kind);
            if !set.intersects(self.tables.node_set) {
                continue;
            }
            if set.intersects(NodeSet::COMMAND) && !self.tables.command.is_empty() {
                self.check_commands(cx, node);
            }
            for &(rule, wanted, check) in &self.tables.node {
                if set.intersects(wanted) && !self.limit.refuse_next(&mut self.out) {
                    check(cx, id, node, &mut Report { rule, out: &mut self.out });
                }
            }
        }
    }

    fn check_commands(&mut self, cx: &GameCx<'_>, node: &Node) {
        let start = node.span.start;
        for (at, command) in attempts(node.span.of(cx.src)) {
            // The comment is unterminated and cuts the command off; the comment is reported
            // instead.
            if command.is_none() && node.kind == NodeKind::Comment(CommentKind::Open) {
                continue;
            }
            let len = command.map_or(2, |command| command.text.len());
            #[expect(clippy::cast_possible_truncation, reason = "a chunk is smaller than 4 GiB")]
            let span = Span { start: start + at as u32, end: start + (at + len) as u32 };
            for &(rule, check) in &self.tables.command {
                if !self.limit.refuse_next(&mut self.out) {
                    let report = &mut Report { rule, out: &mut self.out };
                    check(cx, span, command.as_ref(), report);
                }
            }
        }
    }

    /// Plays the moves if a rule needs them played.
    fn check_moves(&mut self, cx: &GameCx<'_>) {
        let zeros = cx.game.final_zeros.is_some() && !self.tables.zeros.is_empty();
        let depth = if zeros { Some(ReplayDepth::Moves) } else { self.tables.depth };
        if depth < Some(ReplayDepth::Start) {
            return;
        }
        let start = start::start(cx.game, cx.src);
        if !self.tables.start.is_empty() && !start.faults.is_empty() {
            self.check_start(cx, &start);
        }
        if depth < Some(ReplayDepth::Moves) {
            return;
        }
        let Checker { tables, options, replay, out, limit, .. } = self;
        let right = correct_first_number(cx.game, &start);
        let mut visitor =
            MoveChecker { cx, tables, out, limit, right, number: None, last_offset: 0 };
        let reading = replay.options_for(cx.game, cx.src, &start, &options.replay);
        let end = replay.walk(cx.game, cx.src, &start, &reading, &mut visitor);
        if end.first_error.is_some() {
            // After a bad move, the numbers show that a move is missing, so their findings lose
            // their fixes.
            let is_of_number =
                |found: &Diagnostic| tables.number.iter().any(|it| it.0 == found.rule);
            out.iter_mut().filter(|found| is_of_number(found)).for_each(|found| found.fix = None);
        }
        if zeros {
            for &(rule, check) in &self.tables.zeros {
                check(cx, &end, &mut Report { rule, out: &mut self.out });
            }
        }
        for &(rule, check) in &self.tables.ended {
            check(cx, &end, &mut Report { rule, out: &mut self.out });
        }
    }

    #[cold]
    fn check_start(&mut self, cx: &GameCx<'_>, start: &Start) {
        for &(rule, fault, check) in &self.tables.start {
            if start.faults.contains(fault)
                && let Some(pair) = cx.game.tag(cx.src, tag_of(fault))
            {
                check(cx, pair, &mut Report { rule, out: &mut self.out });
            }
        }
    }

    /// Sets the levels and moves of the findings, removes those below the least level, duplicates and consequences, and
    /// sorts the rest.
    #[cold]
    fn finish(&mut self, cx: &GameCx<'_>) {
        for found in &mut self.out {
            found.severity = self.options.level(found.rule, found.severity);
        }
        let min_severity = self.options.min_severity;
        self.out.retain(|found| found.severity >= min_severity);
        self.out.sort_by_key(|found| (found.span.start, found.span.end, found.rule.code));
        self.out.dedup_by(|a, b| a.span == b.span && a.rule == b.rule);
        // One fault, one rule: of the findings on an illegal move, the more specific one stays.
        self.out.dedup_by(|more, general| {
            let is_reported = general.rule.name == "illegal-move"
                && EXPLAIN_ILLEGAL.contains(&more.rule.name)
                && general.span == more.span;
            if is_reported {
                more.fix = more.fix.take().or(general.fix.take());
                std::mem::swap(more, general);
            }
            is_reported
        });
        set_moves(cx, &mut self.out);
        consequence::drop_consequences(cx, &mut self.out);
    }
}

/// Returns the tag that contains a fault of the start position.
fn tag_of(fault: StartFault) -> TagName {
    match fault {
        StartFault::BadFen
        | StartFault::IllegalPosition
        | StartFault::OddPosition
        | StartFault::ShortFen
        | StartFault::FenCastlingOrder
        | StartFault::FenCastlingImpossible
        | StartFault::FenEpRank
        | StartFault::FenEpImpossible
        | StartFault::FenHalfmove
        | StartFault::FenFullmove
        | StartFault::FenSpacing
        | StartFault::RedundantFen
        | StartFault::FenWithoutSetup => TagName::FEN,
        StartFault::SetupWithoutFen | StartFault::SetupContradictsFen => TagName::SET_UP,
        StartFault::UnknownVariant | StartFault::VariantWithoutFen => TagName::VARIANT,
        StartFault::VariantInVariationTag => TagName::VARIATION,
    }
}

impl Tables {
    fn add(&mut self, rule: &'static Rule, check: &'static Check) {
        self.depth = self.depth.max(Some(check.depth()));
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

/// Checks each move as it is played.
struct MoveChecker<'a> {
    cx: &'a GameCx<'a>,
    tables: &'a Tables,
    out: &'a mut Vec<Diagnostic>,
    limit: &'a mut FindingLimit,
    /// The node of the first move number, if it is correct; most games have no other number node.
    right: Option<NodeId>,
    /// The number before the next move.
    number: Option<(Span, u32)>,
    /// The difference of the last move number to the correct one.
    last_offset: i64,
}

impl Visitor for MoveChecker<'_> {
    #[inline(always)]
    fn wants_played(&self, deviations: Deviations) -> bool {
        deviations.intersects(self.tables.deviation_mask) || self.number.is_some()
    }

    #[inline(always)]
    fn ply(&mut self, ply: &Ply<'_>) {
        self.odd_ply(ply);
    }

    #[inline(always)]
    fn wants_server_comments(&self) -> bool {
        false
    }

    #[inline(always)]
    fn wants_end(&self) -> bool {
        !self.tables.ended.is_empty()
    }

    #[inline]
    fn node(&mut self, id: NodeId, node: &Node) {
        if let NodeKind::MoveNumber(number) = node.kind
            && !self.tables.number.is_empty()
            && Some(id) != self.right
        {
            self.number = Some((node.span, number));
        }
    }
}

impl MoveChecker<'_> {
    #[inline(never)]
    fn odd_ply(&mut self, ply: &Ply<'_>) {
        let number = self.number.take();
        if let Some((span, written)) = number
            && !matches!(ply.outcome, Outcome::Skipped)
            && !matches!(ply.outcome, Outcome::Failed(error) if error.kind == MoveErrorKind::OtherSide)
        {
            self.check_number(ply, span, written);
        }
        match &ply.outcome {
            Outcome::Played { deviations, .. } => {
                if deviations.intersects(self.tables.deviation_mask) {
                    for &(rule, bits, check) in &self.tables.deviation {
                        if deviations.intersects(bits) {
                            self.call(rule, check, ply);
                        }
                    }
                    for &(rule, bits, words) in &self.tables.respelling {
                        if deviations.intersects(bits) && !self.limit.refuse_next(self.out) {
                            let report = &mut Report { rule, out: self.out };
                            moves::report_respelling(self.cx, ply, report, words);
                        }
                    }
                }
            }
            Outcome::Null => {
                for &(rule, check) in &self.tables.null {
                    self.call(rule, check, ply);
                }
            }
            Outcome::Failed(error) => {
                for &(rule, kind, check) in &self.tables.failed {
                    if kind == error.kind {
                        self.call(rule, check, ply);
                    }
                }
            }
            Outcome::Skipped => (),
        }
    }

    fn call(&mut self, rule: &'static Rule, check: PlyFn, ply: &Ply<'_>) {
        if !self.limit.refuse_next(self.out) {
            check(self.cx, ply, &mut Report { rule, out: self.out });
        }
    }

    fn check_number(&mut self, ply: &Ply<'_>, span: Span, written: u32) {
        let offset = i64::from(written) - i64::from(ply.number);
        if offset != 0 && offset != self.last_offset {
            for &(rule, check) in &self.tables.number {
                if !self.limit.refuse_next(self.out) {
                    check(self.cx, ply, span, written, &mut Report { rule, out: self.out });
                }
            }
        }
        self.last_offset = offset;
    }
}

/// Returns the node of the move number before the first move, if the number is correct.
fn correct_first_number(game: &Game, start: &Start) -> Option<NodeId> {
    let first = start.position.as_ref().ok()?.fullmove_number();
    for (at, node) in game.nodes.iter().enumerate() {
        match node.kind {
            NodeKind::MoveNumber(number) => return (number == first).then_some(NodeId::of(at)),
            NodeKind::Comment(_) => (),
            _ => return None,
        }
    }
    None
}

/// Sets the move of each finding in the movetext: the last one that begins at or before it.
fn set_moves(cx: &GameCx<'_>, found: &mut [Diagnostic]) {
    let mut found =
        found.iter_mut().filter(|found| found.span.start >= cx.game.movetext_start).peekable();
    if found.peek().is_none() {
        return;
    }
    // Half-moves since White's first move of move 1, and those of the enclosing lines.
    let first = first_half_move(cx);
    let (mut n, mut outer) = (first, Vec::new());
    let mut last = None;
    let mut at = 0;
    while let Some(node) = cx.game.nodes.get(at) {
        while let Some(next) = found.next_if(|found| found.span.start < node.span.start) {
            next.at = last;
        }
        if found.peek().is_none() {
            return;
        }
        at += 1;
        match node.kind {
            NodeKind::Move { .. } | NodeKind::NullMove { .. } => {
                last = Some(MoveRef {
                    ply: n - first + 1,
                    number: n / 2 + 1,
                    is_black: n % 2 == 1,
                    span: node.span,
                });
                n += 1;
            }
            NodeKind::RavOpen { kind: RavKind::Plain, .. } => {
                outer.push((n, last));
                n = n.saturating_sub(1).max(first);
            }
            NodeKind::RavOpen { end, .. } => at = end.0 as usize + 1,
            NodeKind::RavClose => (n, last) = outer.pop().unwrap_or((n, last)),
            _ => (),
        }
    }
    for rest in found {
        rest.at = last;
    }
}
