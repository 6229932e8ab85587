//! The checker: sorts rules into tables by the facts they subscribe to, then visits each game once.

mod foreign_moves;
mod moves;
mod options;
mod order;
mod tables;
mod text;

use pgn_chess::{
    ReplayOptions,
    deviation::Deviations,
    replay::Replay,
    start::{Start, StartFault},
};
use pgn_syntax::{
    CommentKind, Game, Node, NodeId, NodeKind, Span, TagName, command::attempts, conflict,
    span::index, tag::SEVEN_TAG_ROSTER,
};

use self::{moves::MoveChecker, tables::Tables};
pub use self::{
    options::{Options, Spellings},
    text::TextFinding,
};
use crate::{
    context::{Follows, GameCx, GameFacts},
    findings::{Findings, KeptFindings},
    rule::{
        Across, Check, Diagnostic, FileDiagnostic, FileFacts, FileReport, NodeSet, Note, Notes,
        Rule, Severity, file_facts::Bytes,
    },
    rules::RULES,
    selection::Selection,
    suppression,
    tag_facts::{SeenTags, has_more_duplicates, meant_name},
};

/// Upper bound on the repeated pairs of a game that rules of single tags check: pairs with a known
/// name that an earlier pair has. Such a rule may scan all tags of its game, so the bound keeps
/// time linear. Over the bound no repeated pair is checked, because checking only the first ones
/// would let each round of fixes expose new ones. The duplicates themselves are always reported.
const MAX_DUPLICATES: usize = 64;

/// The help for wrong move numbers in a game with a bad move.
const HELP_OF_NUMBERS: &str =
    "mend the move that cannot be played first: `export` does not change such a game";

/// Runs the rules of a selection. Keeps its buffers from game to game; use one per thread.
#[derive(Debug)]
pub struct Checker {
    tables: Tables,
    options: Options,
    replay: Replay,
    seen: SeenTags,
    findings: Findings,
    facts: FileFacts,
    /// True if the chunk has no other bytes than ASCII, or if no enabled rule checks such bytes.
    is_ascii: bool,
    follows: Follows,
    /// False if the chunk has no conflict markers.
    may_conflict: bool,
    /// The strings of the current game that contain non-ASCII bytes.
    strings: Vec<Span>,
}

impl Checker {
    /// Returns a checker for the rules of `selection`. Rules that cannot reach the lowest level of
    /// `options` are not run.
    #[must_use]
    pub fn new(selection: &Selection, mut options: Options) -> Checker {
        let mut tables = Tables::new();
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
            findings: Findings::new(),
            facts: FileFacts::default(),
            is_ascii: false,
            follows: Follows::More,
            may_conflict: true,
            strings: Vec::new(),
        }
    }

    /// Sets how many findings of each game are kept, and which.
    pub(crate) fn keep(&mut self, max: usize, kept: KeptFindings) {
        (self.findings.max, self.findings.kept) = (max, kept);
        self.options.spellings = Spellings::OfGame;
    }

    /// Returns true if fixes of `rule` are made.
    pub(crate) fn may_fix(&self, rule: &Rule) -> bool {
        self.options.fixable.as_ref().is_none_or(|fixable| fixable.has(rule))
    }

    /// Begins a chunk of a file: the text that is then given to [`Checker::check`] with each of its games.
    ///
    /// For each chunk of a file, call [`Checker::start_chunk`], [`Checker::check`] for each game, and
    /// [`Checker::finish_chunk`]; at the end of the file, [`Checker::check_file`] with the facts of its chunks.
    /// [`Checker::check_text`] does so for a text in memory.
    pub fn start_chunk(&mut self, src: &[u8], follows: Follows) {
        self.facts = FileFacts::default();
        self.is_ascii = true;
        self.follows = follows;
        self.may_conflict = !self.tables.game.is_empty() && conflict::may_be_in(src);
        if !self.tables.file.is_empty() || !self.tables.strings.is_empty() {
            self.is_ascii = src.is_ascii();
        }
    }

    /// Says that nothing follows the chunk in its file.
    pub(crate) fn end_file(&mut self) {
        self.follows = Follows::Nothing;
    }

    /// Returns the facts of a chunk after all its games are checked; `src` is the text of those
    /// games. [`FileFacts::then`] joins those of several chunks.
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

    /// Returns the findings of a whole file, from the facts that [`Checker::finish_chunk`] returned.
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

    /// Adds to the facts of the chunk that its file may be cut off after `game`, which [`Checker::check`] also does.
    /// `src` is the chunk that [`Checker::start_chunk`] has begun.
    ///
    /// # Panics
    ///
    /// Panics if the game was not read from `src`.
    pub fn look_for_cut(&mut self, src: &[u8], game: &Game) {
        let (facts, end) = (GameFacts::default(), game.span.end);
        let cx = self.cx(src, game, end, &src[end as usize..], &facts);
        self.facts.may_be_cut_off |= cx.may_be_cut_off();
    }

    /// Returns the number of findings beyond the limit of a game, which are counted but not kept.
    #[must_use]
    pub fn n_left_out(&self) -> u64 {
        self.findings.n_left_out
    }

    /// Returns the findings of a game, sorted by place, with at most one per rule and place. `src` is the chunk that
    /// [`Checker::start_chunk`] has begun.
    ///
    /// # Panics
    ///
    /// Panics if the game was not read from `src`.
    pub fn check(&mut self, src: &[u8], game: &Game) -> &[Diagnostic] {
        self.check_before(src, game, game.span.end, &src[game.span.end as usize..])
    }

    /// Like [`Checker::check`], for a game that was moved: its end in `src`, and the text that follows it in its file.
    pub(crate) fn check_before(
        &mut self,
        src: &[u8],
        game: &Game,
        end: u32,
        after: &[u8],
    ) -> &[Diagnostic] {
        self.findings.begin();
        self.facts.n_games += 1;
        let n_left_out_before = self.findings.n_left_out;
        let facts = GameFacts::default();
        let cx = self.cx(src, game, end, after, &facts);
        self.facts.may_be_cut_off |= cx.may_be_cut_off();
        if !self.is_ascii && !game.span.of(src).is_ascii() {
            self.check_strings(&cx);
        }
        for &error in &game.errors {
            for &(rule, check) in &self.tables.syntax[error.kind as usize] {
                if self.findings.refuse_next() {
                    break;
                }
                check(&cx, error, &mut self.findings.report_of(rule));
            }
        }
        if self.tables.has_tag_rules {
            self.check_tags(&cx);
        }
        for &(rule, check) in &self.tables.game {
            check(&cx, &mut self.findings.report_of(rule));
        }
        // No rule checks the nodes of a game that has only moves and server comments.
        if self.tables.node_set != NodeSet::empty() && !game.has_only_server_comments() {
            self.check_nodes(&cx);
        }
        self.check_moves(&cx);
        if let Some(target) = self.options.target {
            for &(rule, check, _) in &self.tables.target {
                check(&cx, target, &mut self.findings.report_of(rule));
            }
        }
        if suppression::has_any(game) {
            let Checker { tables, findings, .. } = self;
            let runs = |rule: &Rule| tables.running.contains(&rule);
            let is_complete = findings.n_left_out == n_left_out_before;
            suppression::apply(&cx, &tables.suppression, runs, is_complete, findings);
        }
        let findings = &mut self.findings.list;
        if !findings.is_empty() {
            order::finish(&cx, &self.options, findings);
        }
        if let Some(fixable) = &self.options.fixable {
            findings.iter_mut().for_each(|it| drop(it.fix.take_if(|_| !fixable.has(it.rule))));
        }
        if self.options.spellings == Spellings::OfFile && !findings.is_empty() {
            self.facts.take_spellings(src, game, findings);
        }
        findings
    }

    /// Returns the findings of the last checked game, for changes by the caller.
    pub fn found_mut(&mut self) -> &mut Vec<Diagnostic> {
        &mut self.findings.list
    }

    fn cx<'a>(
        &self,
        src: &'a [u8],
        game: &'a Game,
        end: u32,
        after: &'a [u8],
        facts: &'a GameFacts,
    ) -> GameCx<'a> {
        let Options { replay, dates, .. } = self.options;
        let (follows, may_conflict) = (self.follows, self.may_conflict);
        GameCx { src, game, end, after, replay, dates, follows, may_conflict, facts }
    }

    /// Returns the notes of rules that compare games, for [`crate::AcrossChecker`], without those of rules that the game
    /// suppresses: these do not compare it.
    pub fn notes(&mut self, src: &[u8], game: &Game) -> Vec<Note> {
        let mut out = Vec::new();
        if !self.tables.across.is_empty() {
            let (facts, end) = (GameFacts::default(), game.span.end);
            let cx = self.cx(src, game, end, &src[end as usize..], &facts);
            let suppressed = suppression::codes(&cx);
            for &(rule, Across { take, .. }) in &self.tables.across {
                if !suppressed.contains(&RULES[usize::from(rule)].code) {
                    take(&cx, &mut Notes { rule, out: &mut out });
                }
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
        self.findings.begin();
        for &(rule, check) in &self.tables.oversized {
            check(&mut self.findings.report_of(rule), span);
        }
        order::set_levels(&self.options, &mut self.findings.list);
        std::mem::take(&mut self.findings.list)
    }

    #[cold]
    fn check_strings(&mut self, cx: &GameCx<'_>) {
        let values = cx.game.tags.iter().map(|pair| pair.value);
        let comments = cx.game.nodes.iter().filter(|node| node.kind.is_comment());
        self.strings.clear();
        self.strings.extend(
            values.chain(comments.map(|node| node.span)).filter(|span| !span.of(cx.src).is_ascii()),
        );
        self.facts.look_at_strings(cx.src, &self.strings, cx.replay.fallback);
        for &(rule, check) in &self.tables.strings {
            check(cx, &self.strings, &mut self.findings.report_of(rule));
        }
    }

    fn check_tags(&mut self, cx: &GameCx<'_>) {
        let Checker { tables, seen, findings, .. } = self;
        seen.begin();
        let has_many_duplicates = has_more_duplicates(&cx.game.tags, MAX_DUPLICATES);
        for (at, pair) in cx.game.tags.iter().enumerate() {
            let facts = seen.facts_of_pair(cx.src, pair, at) & tables.pair_mask;
            if !facts.is_empty() {
                for &(rule, check) in facts.indices().flat_map(|i| &tables.pair[i]) {
                    findings.check(rule, |report| check(cx, pair, report));
                }
            }
            let Some(known) = pair.known else { continue };
            let first = seen.first(known);
            if first < at {
                for &(rule, check) in &tables.duplicate {
                    findings.check(rule, |report| check(cx, &cx.game.tags[first], pair, report));
                }
                if has_many_duplicates {
                    continue;
                }
            }
            // Another rule reports blanks around a value.
            let value = pair.value.of(cx.src).trim_ascii();
            if !value.is_empty() {
                for &(rule, check) in &tables.tag[known.index()] {
                    findings.check(rule, |report| check(cx, pair, value, report));
                }
            }
        }
        if !tables.duplicate.is_empty() {
            seen.other_duplicates(cx.src, &cx.game.tags, |first, pair| {
                for &(rule, check) in &tables.duplicate {
                    findings.check(rule, |report| check(cx, first, pair, report));
                }
            });
        }
        if !tables.roster.is_empty() && !seen.has_roster() {
            // A tag whose name has other characters is there; that is a finding of its own.
            let meant: Vec<TagName> =
                cx.game.tags.iter().filter_map(|pair| meant_name(cx.src, pair)).collect();
            let is_missing = |name: &TagName| !seen.has(*name) && !meant.contains(name);
            let missing: Vec<TagName> = SEVEN_TAG_ROSTER.into_iter().filter(is_missing).collect();
            for &(rule, check) in &tables.roster {
                check(cx, &missing, &mut findings.report_of(rule));
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
                if set.intersects(wanted) {
                    self.findings.check(rule, |report| check(cx, id, node, report));
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
            let span = Span { start: start + index(at), end: start + index(at + len) };
            for &(rule, check) in &self.tables.command {
                self.findings.check(rule, |report| check(cx, span, command.as_ref(), report));
            }
        }
    }

    /// Plays the moves if a rule needs them played.
    fn check_moves(&mut self, cx: &GameCx<'_>) {
        let zeros = cx.game.final_zeros.is_some() && !self.tables.zeros.is_empty();
        let plays_moves = zeros || self.tables.play_moves();
        if !plays_moves && self.tables.start.is_empty() {
            return;
        }
        let start = cx.start();
        if !self.tables.start.is_empty() && !start.faults.is_empty() {
            self.check_start(cx, start);
        }
        if !plays_moves {
            return;
        }
        let Checker { tables, options, replay, findings, .. } = self;
        let n_before = findings.list.len();
        // Messages and fixes have the letters in which the moves are read, also where the language is found.
        let reading = replay.options_for(cx.game, cx.src, start, &options.replay);
        let cx = &GameCx { replay: ReplayOptions { lang: reading.lang, ..cx.replay }, ..*cx };
        let mut visitor = MoveChecker::new(cx, start, tables, findings);
        let end = replay.walk(cx.game, cx.src, start, &reading, &mut visitor);
        if end.first_error.is_some() {
            // After a bad move, the numbers show that a move is missing, so their findings lose
            // their fixes.
            let is_of_number =
                |found: &Diagnostic| tables.number.iter().any(|it| it.0 == found.rule);
            let of_number = findings.list.iter_mut().filter(|found| is_of_number(found));
            of_number.for_each(|found| {
                found.fix = None;
                found.help.get_or_insert(HELP_OF_NUMBERS.into());
            });
            foreign_moves::correct(cx, tables, findings, n_before);
        }
        if zeros {
            for &(rule, check) in &self.tables.zeros {
                check(cx, &end, &mut self.findings.report_of(rule));
            }
        }
        for &(rule, check) in &self.tables.ended {
            check(cx, &end, &mut self.findings.report_of(rule));
        }
    }

    #[cold]
    fn check_start(&mut self, cx: &GameCx<'_>, start: &Start) {
        for &(rule, fault, check) in &self.tables.start {
            if start.faults.contains(fault)
                && let Some(pair) = cx.game.tag(cx.src, tag_of(fault))
            {
                check(cx, pair, &mut self.findings.report_of(rule));
            }
        }
    }
}

/// Returns the tag that contains a fault of the start position.
fn tag_of(fault: StartFault) -> TagName {
    match fault {
        StartFault::BadFen
        | StartFault::UnknownFen
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
        | StartFault::FenSpelling
        | StartFault::FenOfOtherVariant
        | StartFault::RedundantFen
        | StartFault::FenWithoutSetup => TagName::FEN,
        StartFault::SetupWithoutFen | StartFault::SetupContradictsFen => TagName::SET_UP,
        StartFault::UnknownVariant | StartFault::VariantWithoutFen => TagName::VARIANT,
        StartFault::VariantInVariationTag => TagName::VARIATION,
    }
}
