//! Findings as diagnostics of the protocol.

use lsp_types::{
    CodeDescription, Diagnostic as Shown, DiagnosticRelatedInformation, DiagnosticSeverity,
    Location, NumberOrString, Range, Uri,
};
use pgn_lint::{Diagnostic, Rule, Severity};
use pgn_report::findings::rule_url;
use pgn_work::TextKind;

use crate::{
    compare::Compared,
    document::{Document, Place, Positions},
    reading::file_findings,
    settings::Settings,
};

/// Maximum number of findings of a document that are shown: those nearest to the last edit.
const MAX_SHOWN: usize = 1000;

/// The name of the server in diagnostics.
pub(crate) const SOURCE: &str = "pgnkit";

/// How much of a document was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Completeness {
    Whole,
    Part,
}

/// Returns the findings of a document, sorted by place. A text that is not PGN has only the finding that says so.
/// Findings of the file as a whole are included if the whole document was read.
pub(crate) fn findings(
    document: &Document,
    settings: &Settings,
    uri: &Uri,
    completeness: Completeness,
) -> Vec<Shown> {
    if document.kind() != TextKind::Pgn {
        return of_file(document, settings, uri);
    }
    let blocks = document.blocks();
    let edited = document.place_of(document.last_edit).block;
    let mut order: Vec<usize> = (0..blocks.len()).filter(|&at| blocks[at].n_found() > 0).collect();
    order.sort_by_key(|&at| at.abs_diff(edited));
    let mut shown = match completeness {
        Completeness::Whole => of_file(document, settings, uri),
        Completeness::Part => Vec::new(),
    };
    shown.extend(document.compared.iter().map(|found| compared(document, found, uri)));
    let mut n_left_out = 0;
    let mut chosen = Vec::new();
    let mut n_free = MAX_SHOWN.saturating_sub(shown.len());
    for at in order {
        let n = blocks[at].read.found.len() + blocks[at].read.faults.len();
        n_left_out += blocks[at].read.n_left_out + n.saturating_sub(n_free);
        let n = n.min(n_free);
        n_free -= n;
        if n > 0 {
            chosen.push((at, n));
        }
    }
    chosen.sort_unstable();
    let (mut next, mut n_lines) = (0, 0);
    for (at, n) in chosen {
        n_lines += blocks[next..at].iter().map(|block| block.n_lines).sum::<usize>();
        next = at;
        let mut places = Positions::of_block(&blocks[at], document.units(), n_lines);
        let read = &blocks[at].read;
        let faults = read.faults.iter().map(|(start, words)| fault(&mut places, *start, words));
        shown.extend(faults.collect::<Vec<_>>());
        let n = n.saturating_sub(read.faults.len());
        shown.extend(read.found.iter().take(n).map(|found| diagnostic(&mut places, found, uri)));
    }
    if n_left_out > 0 {
        let words = format!("{n_left_out} more findings are not shown; `pgnkit check` shows all");
        shown.insert(0, message(Range::default(), DiagnosticSeverity::INFORMATION, "more", words));
    }
    shown.sort_by_key(|it| (it.range.start, it.range.end));
    shown
}

/// Returns the name of the rule of a diagnostic.
pub(crate) fn code(shown: &Shown) -> &str {
    match &shown.code {
        Some(NumberOrString::String(name)) => name,
        _ => "",
    }
}

/// Returns the findings of the file as a whole.
pub(crate) fn of_file(document: &Document, settings: &Settings, uri: &Uri) -> Vec<Shown> {
    let found = file_findings(document.facts(), settings);
    let shown = found.iter().map(|found| {
        let offset = usize::try_from(found.mark.offset).unwrap_or(usize::MAX);
        let place = document.place_of(offset);
        let mut places = document.positions(place.block);
        let mut shown = diagnostic(&mut places, &found.diagnostic, uri);
        let end = place.offset + found.mark.len as usize;
        shown.range = places.range(place.offset..end);
        shown
    });
    shown.collect()
}

/// Returns the range of bytes of the document as the protocol has it.
fn range_of(document: &Document, bytes: &std::ops::Range<usize>) -> Range {
    let place = document.place_of(bytes.start);
    document.range(place.block, place.offset..place.offset + bytes.len())
}

/// Returns the diagnostic for a finding from comparing games.
fn compared(document: &Document, found: &Compared, uri: &Uri) -> Shown {
    let location = Location { uri: uri.clone(), range: range_of(document, &found.other) };
    let related = DiagnosticRelatedInformation { location, message: "the other game".to_owned() };
    let (range, words) = (range_of(document, &found.at), found.message.clone());
    Shown {
        code_description: described(found.rule),
        related_information: Some(vec![related]),
        ..message(range, severity(found.severity), found.rule.name, words)
    }
}

fn described(rule: &Rule) -> Option<CodeDescription> {
    rule_url(rule).parse().ok().map(|href| CodeDescription { href })
}

fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Info => DiagnosticSeverity::INFORMATION,
        Severity::Style => DiagnosticSeverity::HINT,
    }
}

/// Returns the diagnostic for a finding of a block.
pub(crate) fn diagnostic(places: &mut Positions<'_>, found: &Diagnostic, uri: &Uri) -> Shown {
    let range = places.range(found.span.range());
    let related = found.related.as_ref().map(|related| {
        let location = Location { uri: uri.clone(), range: places.range(related.span.range()) };
        vec![DiagnosticRelatedInformation { location, message: related.label.to_owned() }]
    });
    let words = format!("{}\nhelp: {}", found.message, found.help_text());
    Shown {
        code_description: described(found.rule),
        related_information: related,
        ..message(range, severity(found.severity), found.rule.name, words)
    }
}

/// Returns the second place of the finding at a place; `None` if there is none.
pub(crate) fn related(document: &Document, place: Place, uri: &Uri) -> Option<Location> {
    let found = document.blocks()[place.block].read.found.iter();
    let mut here =
        found.filter(|it| (it.span.start as usize..=it.span.end as usize).contains(&place.offset));
    let range = match here.find_map(|it| it.related.as_ref()) {
        Some(related) => document.range(place.block, related.span.range()),
        None => {
            let offset = document.offset(place);
            let is_here = |it: &&Compared| (it.at.start..=it.at.end).contains(&offset);
            range_of(document, &document.compared.iter().find(is_here)?.other)
        }
    };
    Some(Location { uri: uri.clone(), range })
}

/// Returns the diagnostic for a game whose processing has panicked.
fn fault(places: &mut Positions<'_>, start: u32, words: &str) -> Shown {
    let range = places.range(start as usize..start as usize);
    let words = format!("{words}; the game was not checked");
    message(range, DiagnosticSeverity::ERROR, "internal-fault", words)
}

/// Returns a diagnostic without further data, as those of the server itself are.
pub(crate) fn message(
    range: Range,
    severity: DiagnosticSeverity,
    code: &str,
    message: String,
) -> Shown {
    Shown {
        range,
        severity: Some(severity),
        code: Some(NumberOrString::String(code.to_owned())),
        source: Some(SOURCE.to_owned()),
        message,
        ..Shown::default()
    }
}
