//! Code actions: fixes of findings, and lines that suppress them.

use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, Diagnostic as Shown, Range, TextEdit, Uri,
    WorkspaceEdit,
};
use pgn_lint::{
    Applicability, Diagnostic, Fixer, Follows, GamePlace, KnownId, NO_FINAL_NEWLINE, Options,
    TextBefore,
};
use pgn_syntax::{is_line_end, last_line_end};

use crate::{
    block::begins_line,
    document::{Document, GameText},
    findings::{code, diagnostic, of_file},
    reading::options,
    settings::Settings,
};

/// The kind of the action that makes all safe fixes of a document.
pub(crate) const FIX_ALL: CodeActionKind = CodeActionKind::SOURCE_FIX_ALL;

/// Maximum number of findings for which one answer has actions: an editor requests those at the cursor.
const MAX_FINDINGS: usize = 50;

/// The reason in a new suppression, which the user should replace.
const REASON: &str = "kept as it is";

/// The beginning of a suppression.
const IGNORE: &[u8] = b"% pgnkit: ignore ";

/// Returns an action that makes edits in one document.
fn action(title: String, kind: CodeActionKind, uri: &Uri, edits: Vec<TextEdit>) -> CodeAction {
    #[expect(clippy::mutable_key_type, reason = "the type of the protocol; no key is changed")]
    let changes = [(uri.clone(), edits)].into();
    let edit = WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() };
    CodeAction { title, kind: Some(kind), edit: Some(edit), ..CodeAction::default() }
}

/// Returns the actions for the findings in a range, and for those that the client names: some editors send the range
/// of the cursor and name the findings of its line.
pub(crate) fn actions(
    document: &Document,
    settings: &Settings,
    uri: &Uri,
    range: Range,
    named: &[Shown],
) -> Vec<CodeActionOrCommand> {
    let starts = named.iter().map(|it| it.range.start).chain([range.start]);
    let ends = named.iter().map(|it| it.range.end).chain([range.end]);
    let from = document.place(starts.min().unwrap_or(range.start));
    let to = document.place(ends.max().unwrap_or(range.end));
    let touches = |it: &Shown| it.range.start <= range.end && it.range.end >= range.start;
    let is_named = |it: &Shown| named.iter().any(|at| at.range == it.range && at.code == it.code);
    let mut actions = Vec::new();
    if let Some(line_end) = missing_line_end(document, settings) {
        let found = of_file(document, settings, uri).into_iter();
        let found = found.filter(|it| code(it) == NO_FINAL_NEWLINE.name);
        let last = document.blocks().len() - 1;
        let edit = (document.blocks()[last].text.len(), 0, line_end.as_bytes().to_vec());
        let edit = text_edit(document, last, edit);
        let wanted = found.filter(|it| touches(it) || is_named(it));
        actions.extend(wanted.map(|it| fix_action(uri, it, Applicability::Safe, edit.clone())));
    }
    let mut n_left = MAX_FINDINGS;
    for block in from.block..=to.block {
        let found = &document.blocks()[block].read.found;
        let first = if block == from.block { from.offset } else { 0 };
        let last = if block == to.block { to.offset } else { usize::MAX };
        let is_near =
            |it: &&Diagnostic| it.span.start as usize <= last && it.span.end as usize >= first;
        let mut places = document.positions(block);
        let shown = found.iter().filter(is_near).map(|it| (it, diagnostic(&mut places, it, uri)));
        let wanted = shown.filter(|(_, shown)| touches(shown) || is_named(shown));
        let wanted: Vec<_> = wanted.take(n_left).collect();
        n_left -= wanted.len();
        for (found, shown) in wanted {
            let at = crate::document::Place { block, offset: found.span.start as usize };
            let made = document.game_at(at, settings, |game| {
                let fix =
                    found.fix.as_ref().filter(|_| settings.ruling.fixable.rules.has(found.rule));
                let fix = fix.and_then(|fix| {
                    let edit = fix_one(game, found, fix.applicability, settings)?;
                    Some((fix.applicability, text_edit(document, block, edit)))
                });
                (fix, text_edit(document, block, suppression(game, found)))
            });
            let Some((fix, suppression)) = made else { continue };
            actions.extend(fix.map(|(how, edit)| fix_action(uri, shown.clone(), how, edit)));
            // No line of a game suppresses other findings.
            if !found.rule.is_of_games() {
                continue;
            }
            let title = format!("Ignore {} in this game", found.rule.name);
            actions.push(CodeActionOrCommand::CodeAction(CodeAction {
                diagnostics: Some(vec![shown]),
                ..action(title, CodeActionKind::QUICKFIX, uri, vec![suppression])
            }));
        }
    }
    actions
}

fn fix_action(
    uri: &Uri,
    shown: Shown,
    applicability: Applicability,
    edit: TextEdit,
) -> CodeActionOrCommand {
    let how = match applicability {
        Applicability::Safe => "",
        Applicability::Unsafe => " (unsafe: a guess)",
    };
    let title = format!("Fix {}{how}", code(&shown));
    CodeActionOrCommand::CodeAction(CodeAction {
        diagnostics: Some(vec![shown]),
        is_preferred: Some(applicability == Applicability::Safe),
        ..action(title, CodeActionKind::QUICKFIX, uri, vec![edit])
    })
}

/// Returns the line end that `check --fix` adds to the text if its last line has none; `None` if it adds none.
fn missing_line_end(document: &Document, settings: &Settings) -> Option<&'static str> {
    let options = options(settings);
    let rules = settings.ruling.fixed_rules();
    let mut rules = rules.rules().filter(|rule| *rule == NO_FINAL_NEWLINE);
    let is_fixed = rules.any(|rule| options.level(rule, rule.severity) >= settings.ruling.show);
    let of_text = || document.blocks().iter().rev().find_map(|block| last_line_end(&block.text));
    (is_fixed && document.facts().n_games > 0).then(|| of_text().unwrap_or("\n"))
}

/// Returns the action that makes all safe fixes of a document; `None` if nothing can be fixed.
pub(crate) fn fix_all(
    document: &Document,
    settings: &Settings,
    uri: &Uri,
) -> Option<CodeActionOrCommand> {
    let mut edits = Vec::new();
    let line_end = missing_line_end(document, settings);
    let last = document.blocks().len() - 1;
    // The state of the text before the next game after the fixes of those before it.
    let mut before = TextBefore::default();
    let mut is_last_read = false;
    for (at, block) in document.blocks().iter().enumerate() {
        let has_end = line_end.is_some() && at == last;
        if !has_end && block.read.found.iter().all(|found| found.fix.is_none()) {
            before = block.read.passing.after(before);
            continue;
        }
        let mut fixer = fixer(settings, Applicability::Safe);
        document.games(at, settings, |game| {
            fixer.start_chunk(game.text, Follows::More);
            is_last_read |= game.place.is_last;
            let span = game.game.span;
            let old = span.of(game.text);
            let placement = GamePlace { before, ..game.place };
            let fixed = fixer.fix(game.text, game.game, placement, None);
            match &fixed {
                Some(fixed) => before = fixed.before_next,
                None => before.pass(game.game),
            }
            let mut new = fixed.map_or_else(|| old.to_vec(), |fixed| fixed.text);
            let is_open = new.last().is_some_and(|byte| !is_line_end(byte));
            if let Some(line_end) = line_end.filter(|_| game.place.is_last && is_open) {
                let line_end = last_line_end(&new).unwrap_or(line_end);
                new.extend_from_slice(line_end.as_bytes());
            }
            if new != old {
                let edit = smallest(span.start as usize, old, new);
                edits.push(text_edit(document, at, edit));
            }
            true
        });
    }
    // A last game that is too large is not read.
    let text = &document.blocks()[last].text;
    if let Some(line_end) = line_end.filter(|_| !is_last_read && !begins_line(text, text.len())) {
        edits.push(text_edit(document, last, (text.len(), 0, line_end.as_bytes().to_vec())));
    }
    if edits.is_empty() {
        return None;
    }
    Some(action("Make all safe fixes".to_owned(), FIX_ALL, uri, edits).into())
}

/// A replacement in the text of a block: start offset, number of bytes to remove, and new text.
type Edit = (usize, usize, Vec<u8>);

fn fixer(settings: &Settings, applicability: Applicability) -> Fixer {
    let ruling = &settings.ruling;
    let options = Options { fixable: Some(ruling.fixable.rules.clone()), ..options(settings) };
    Fixer::new(&ruling.rules, applicability, settings.reading.read_options(), options)
}

/// Returns the edit that fixes one finding of a game; `None` if it would change the meaning of the game.
fn fix_one(
    game: &GameText<'_>,
    found: &Diagnostic,
    applicability: Applicability,
    settings: &Settings,
) -> Option<Edit> {
    let mut fixer = fixer(settings, applicability);
    fixer.start_chunk(game.text, Follows::More);
    let is_other =
        |it: &Diagnostic| (it.rule != found.rule || it.span != found.span).then_some(KnownId(0));
    let fixed = fixer.fix(game.text, game.game, game.place, Some(&is_other))?;
    let span = game.game.span;
    Some(smallest(span.start as usize, span.of(game.text), fixed.text))
}

/// Returns the smallest edit that replaces the text `old` at offset `start` by `new`, without their common beginning
/// and end. It begins and ends beside whole characters and line ends, because the protocol has no position between CR
/// and LF.
fn smallest(start: usize, old: &[u8], new: Vec<u8>) -> Edit {
    let is_inner = |text: &[u8], at: usize| {
        text.get(at).is_some_and(|byte| byte & 0xC0 == 0x80)
            || at > 0 && text.get(at - 1..=at) == Some(b"\r\n")
    };
    let mut head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    while is_inner(old, head) || is_inner(&new, head) {
        head -= 1;
    }
    let (rest_old, rest_new) = (&old[head..], &new[head..]);
    let mut tail =
        rest_old.iter().rev().zip(rest_new.iter().rev()).take_while(|(a, b)| a == b).count();
    while is_inner(rest_old, rest_old.len() - tail) || is_inner(rest_new, rest_new.len() - tail) {
        tail -= 1;
    }
    let text = rest_new[..rest_new.len() - tail].to_vec();
    (start + head, rest_old.len() - tail, text)
}

/// Returns the edit that adds a rule to the suppressions of a game.
fn suppression(game: &GameText<'_>, found: &Diagnostic) -> Edit {
    let (text, name) = (game.text, found.rule.name);
    // Lines after the last game of a file are in the list, too.
    let mut lines = game.game.escapes.iter().filter(|line| line.start < game.game.start);
    let line = lines.find(|line| line.of(text).starts_with(IGNORE));
    if let Some(line) = line {
        // The names end with ` --`, or with the line.
        let names = line.of(text);
        let end =
            names.windows(3).position(|it| it == b" --").unwrap_or(names.trim_ascii_end().len());
        return (line.start as usize + end, 0, format!(", {name}").into_bytes());
    }
    // The line begins where the one of the first tag pair or move does, also if that is indented.
    let start = game.game.start as usize;
    let n_blanks =
        text[..start].iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let at = if begins_line(text, start - n_blanks) { start - n_blanks } else { start };
    let line_end = pgn_syntax::first_line_end(text).unwrap_or("\n");
    let before = if begins_line(text, at) { "" } else { line_end };
    (at, 0, format!("{before}% pgnkit: ignore {name} -- {REASON}{line_end}").into_bytes())
}

/// Returns an edit in the form of the protocol.
fn text_edit(document: &Document, block: usize, (start, len, text): Edit) -> TextEdit {
    let range = document.range(block, start..start + len);
    TextEdit { range, new_text: String::from_utf8_lossy(&text).into_owned() }
}

#[cfg(test)]
mod tests {
    use lsp_types::Position;

    use super::*;
    use crate::{document::tests::settings, units::Units};

    #[test]
    fn the_findings_of_an_answer_are_limited_in_all_blocks_together() {
        let mut document = Document::new(&b"1. e4 e9 *\n\n".repeat(2_000), Units::Utf16);
        assert!(document.read_slice(&settings(), usize::MAX));
        assert!(document.blocks().len() > 10);
        let whole = Range { start: Position::new(0, 0), end: Position::new(9_999, 0) };
        let uri = "untitled:1".parse().unwrap();
        let made = actions(&document, &settings(), &uri, whole, &[]);
        let is_suppression = |it: &&CodeActionOrCommand| match it {
            CodeActionOrCommand::CodeAction(it) => it.title.starts_with("Ignore"),
            CodeActionOrCommand::Command(_) => false,
        };
        let n = made.iter().filter(is_suppression).count();
        assert!((1..=MAX_FINDINGS).contains(&n), "{n}");
    }

    #[test]
    fn edits_are_small_and_divide_no_line_end() {
        for (old, new, expected) in [
            ("a\r\nb", "c\nb", (0, 3, "c\n")),
            ("a\nb", "c\r\nb", (0, 2, "c\r\n")),
            ("a\r\nb", "a\rb", (1, 2, "\r")),
            ("a\r\nb", "a\r\nc", (3, 1, "c")),
            ("a\r\n\r\nb", "a\r\nb", (3, 2, "")),
            ("a", "a\r\n", (1, 0, "\r\n")),
            ("aé", "aè", (1, 2, "è")),
        ] {
            let (start, len, text) = smallest(0, old.as_bytes(), new.into());
            let text = String::from_utf8_lossy(&text);
            assert_eq!((start, len, &*text), expected, "{old:?} {new:?}");
        }
    }
}
