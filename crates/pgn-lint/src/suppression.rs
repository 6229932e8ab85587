//! Suppressions: escape lines before a game that remove findings of that game.
//!
//! `% pgnkit: ignore illegal-move, bad-date -- really played`

use std::{collections::HashMap, iter};

use pgn_chess::export::PGNKIT_LINE;
use pgn_syntax::{Game, Span, SyntaxErrorKind, nearest};

use crate::{
    context::GameCx,
    findings::Findings,
    rule::{Rule, SuppressionFault, SuppressionFn, Unused},
    selection,
};

/// Directives that the linter ignores.
const OTHER_DIRECTIVES: [&[u8]; 1] = [b"rejected"];

/// Number of unknown names of a game for which the most similar rule is looked for, which takes long.
const MAX_SUGGESTIONS: usize = 50;

/// The suppressions of a game.
#[derive(Default)]
struct Suppressions {
    names: Vec<NamedRule>,
    faults: Vec<(Span, SuppressionFault)>,
    n_unknown: usize,
}

/// A rule that a suppression names.
struct NamedRule {
    /// The name as written.
    name: Span,
    /// The rule, or the most similar name.
    rule: Result<&'static Rule, Option<&'static str>>,
}

/// Removes the findings that the game's suppressions cover, and reports faulty suppressions to the
/// rules that subscribe to them. `runs` returns true if a rule was run; only such rules can make a
/// suppression unused. `is_complete` is true if no finding was dropped.
#[cold]
pub(crate) fn apply(
    cx: &GameCx<'_>,
    faults: &[(&'static Rule, SuppressionFn)],
    runs: impl Fn(&Rule) -> bool,
    is_complete: bool,
    findings: &mut Findings,
) {
    let Suppressions { names, faults: mut found, .. } = Suppressions::of(cx);
    // For the code of each named rule: true if the suppression has removed a finding of the rule.
    let mut uses: HashMap<&str, bool> =
        names.iter().filter_map(|named| Some((named.rule.ok()?.code, false))).collect();
    if !uses.is_empty() {
        findings.list.retain(|diagnostic| match uses.get_mut(diagnostic.rule.code) {
            Some(is_used) => {
                *is_used = true;
                false
            }
            None => true,
        });
    }
    for NamedRule { name, rule } in names {
        let why = match rule {
            Err(nearest) => Unused::UnknownRule(nearest),
            Ok(rule) if !rule.is_of_games() => Unused::FileRule,
            // Games are compared later.
            Ok(rule) if rule.compares_games() => continue,
            Ok(rule) if !uses[rule.code] && is_complete && runs(rule) => Unused::NoFinding,
            Ok(_) => continue,
        };
        found.push((name, SuppressionFault::Unused(why)));
    }
    found.extend(misplaced(cx.src, cx.game));
    for (span, fault) in &found {
        for (rule, check) in faults {
            findings.check(rule, |report| check(cx, *span, fault, report));
        }
    }
}

/// Returns the codes of the rules that the game's suppressions name, for rules that compare games.
pub(crate) fn codes(cx: &GameCx<'_>) -> Vec<&'static str> {
    let names = Suppressions::of(cx).names;
    names.into_iter().filter_map(|named| Some(named.rule.ok()?.code)).collect()
}

/// Returns true if a game has lines that [`apply`] would read.
#[inline]
pub(crate) fn has_any(game: &Game) -> bool {
    !game.escapes.is_empty() || game.errors.iter().any(|e| e.kind == SyntaxErrorKind::EscapeLine)
}

impl Suppressions {
    /// Returns the suppressions of a game.
    fn of(cx: &GameCx<'_>) -> Suppressions {
        let mut found = Suppressions::default();
        // Lines after the last game of a file are in the list, too.
        for &line in cx.game.escapes.iter().filter(|line| line.start < cx.game.start) {
            found.read(cx.src, line);
        }
        found
    }

    /// Reads `line`, if it is a suppression.
    fn read(&mut self, src: &[u8], line: Span) {
        let text = line.of(src).trim_ascii_end();
        let Some(rest) = text.strip_prefix(PGNKIT_LINE) else {
            if is_nearly_directive(text) {
                self.faults.push((line, SuppressionFault::Unused(Unused::Misspelled)));
            }
            return;
        };
        let end = line.start as usize + text.len();
        let directive = rest.trim_ascii_start();
        let at = end - directive.len();
        let len = directive.iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
        let (word, list) = directive.split_at(len);
        if OTHER_DIRECTIVES.contains(&word) {
            return;
        }
        if word != b"ignore" {
            let fault = SuppressionFault::Unused(Unused::UnknownDirective);
            self.faults.push((Span::new(at, at + len), fault));
            return;
        }
        let (names, reason) = match list.windows(2).position(|pair| pair == b"--") {
            // Rule names contain single hyphens only, so `--` ends the list.
            Some(dashes) => (&list[..dashes], list[dashes + 2..].trim_ascii()),
            None => (list, &b""[..]),
        };
        if reason.is_empty() {
            self.faults.push((Span::new(line.start as usize, end), SuppressionFault::NoReason));
        }
        let n_before = self.names.len();
        let mut start = at + len;
        for piece in names.split(|&byte| byte == b',') {
            let name = piece.trim_ascii();
            let from = start + (piece.len() - piece.trim_ascii_start().len());
            start += piece.len() + 1;
            if name.is_empty() {
                continue;
            }
            let rule = match std::str::from_utf8(name) {
                Ok(name) => selection::known(name).ok_or_else(|| self.suggestion(name)),
                Err(_) => Err(None),
            };
            self.names.push(NamedRule { name: Span::new(from, from + name.len()), rule });
        }
        if self.names.len() == n_before {
            let fault = SuppressionFault::Unused(Unused::NoRule);
            self.faults.push((Span::new(line.start as usize, end), fault));
        }
    }

    /// Returns the name or code that is most similar to an unknown one.
    fn suggestion(&mut self, name: &str) -> Option<&'static str> {
        self.n_unknown += 1;
        if self.n_unknown <= MAX_SUGGESTIONS { selection::nearest(name) } else { None }
    }
}

/// Returns true for an escape line that is meant for this program: `%pgnkit: ignore`, `% PGNKit
/// ignore`, `% pgn-kit: ignore`, `% pkgnit: ingore`, `% pgnkit-ignore`.
fn is_nearly_directive(line: &[u8]) -> bool {
    /// Number of slips in a word that is still meant.
    const SLIPS: usize = 2;
    let Some(text) = line.strip_prefix(b"%") else { return false };
    let text = String::from_utf8_lossy(text).to_lowercase();
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).take(3).collect();
    let is_near = |word: &str, meant| {
        nearest(word, iter::once(meant)).is_some_and(|(n_slips, _)| n_slips <= SLIPS)
    };
    let is_name = |word: &str| word.starts_with('p') && is_near(word, "pgnkit");
    let is_directive = |word: &str| {
        matches!(word, "disable" | "allow" | "noqa" | "suppress" | "skip")
            || word.len() > SLIPS + 2 && is_near(word, "ignore")
    };
    match words[..] {
        [name, directive, ..] if is_name(name) => is_directive(directive),
        [one, two, directive] if is_name(&format!("{one}{two}")) => is_directive(directive),
        [glued, ..] => is_near(glued, "pgnkitignore"),
        [] => false,
    }
}

/// Yields the suppressions that are inside or after the game.
fn misplaced<'a>(
    src: &'a [u8],
    game: &'a Game,
) -> impl Iterator<Item = (Span, SuppressionFault)> + 'a {
    game.errors
        .iter()
        .filter(|error| error.kind == SyntaxErrorKind::EscapeLine && error.span.start >= game.start)
        .map(|error| error.span)
        .filter(|span| {
            let directive = span.of(src).strip_prefix(PGNKIT_LINE).map(<[u8]>::trim_ascii);
            directive.is_some_and(|text| text.starts_with(b"ignore"))
        })
        .map(|span| (span, SuppressionFault::Unused(Unused::NotBeforeGame)))
}
