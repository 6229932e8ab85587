//! Merges three versions of one game: tags by name, moves by line, annotation by move.

use std::collections::HashMap;

use pgn_chess::{
    Replay, ReplayOptions,
    export::{Escapes, ExportOptions, Exporter, Written, result},
    start,
};
use pgn_collate::{Favor, Lines, common_lines, common_list, merge_lines, merge_list, read_lines};
use pgn_syntax::{
    Fallback, Games, Marker, has_crlf,
    tag::is_unknown_or_open,
    write::{Layout, LineBreaks, WIDTH, tag_pair},
};

use super::texts::{Markers, marked, merge, three_way};

/// The layouts of export format in which a game may be written. The first one that a side has is kept.
const FORMS: [LineBreaks; 3] = [LineBreaks::Width, LineBreaks::Moves, LineBreaks::Variations];

/// Tags that set the position from which moves are counted.
const START: [&str; 3] = ["FEN", "SetUp", "Variant"];

/// The parts of a version of a game.
struct Parts {
    escapes: Vec<String>,
    tags: Tags,
    lines: Lines,
    marker: Marker,
}

/// The tags of a game, as names and values.
struct Tags {
    list: Vec<(String, String)>,
    /// The first place of each name.
    places: HashMap<String, usize>,
}

impl Tags {
    fn new(list: Vec<(String, String)>) -> Tags {
        let mut places = HashMap::new();
        for (at, (name, _)) in list.iter().enumerate() {
            places.entry(name.clone()).or_insert(at);
        }
        Tags { list, places }
    }

    fn value(&self, name: &str) -> Option<&String> {
        self.places.get(name).map(|&at| &self.list[at].1)
    }
}

/// Returns a game with the changes of both sides, and the number of conflicts.
pub(super) fn merged(
    [base, ours, theirs]: [&[u8]; 3],
    options: &ReplayOptions,
    markers: Markers,
) -> (Vec<u8>, u64) {
    let parts = [base, ours, theirs].map(|text| parts(text, options));
    let [Some(base_parts), Some(our_parts), Some(their_parts)] = &parts else {
        return merge(base, ours, theirs, markers);
    };
    let sides = [base_parts, our_parts, their_parts];
    merged_parts(sides, [ours, theirs], options, markers)
        .unwrap_or_else(|| merge(base, ours, theirs, markers))
}

/// Returns a game that both sides have added in different versions, and the number of conflicts. Data that only one
/// side has counts as added by that side. If the versions cannot be joined in this way, the lines that differ stand
/// between conflict markers.
pub(super) fn joined(
    [ours, theirs]: [&[u8]; 2],
    options: &ReplayOptions,
    markers: Markers,
) -> (Vec<u8>, u64) {
    let joined = || {
        let (our_parts, their_parts) = (parts(ours, options)?, parts(theirs, options)?);
        let base = common(&our_parts, &their_parts)?;
        merged_parts([&base, &our_parts, &their_parts], [ours, theirs], options, markers)
    };
    joined().unwrap_or_else(|| {
        // White space at the end, which depends on the place in the file, is that of ours.
        let end = &ours[ours.trim_ascii_end().len()..];
        marked(ours, &[theirs.trim_ascii_end(), end].concat(), markers)
    })
}

/// Returns what two versions of a game have in common, as the base of their merge; `None` if a move is the main line of
/// one version and a variation of the other. If one version has an unknown value, such as `?` or `*`, the base has this
/// value, so that the value of the other version counts as a change.
fn common(ours: &Parts, theirs: &Parts) -> Option<Parts> {
    let tag = |(name, our): &(String, String)| {
        let their = theirs.tags.value(name)?;
        let says_nothing = |text: &str| is_unknown_or_open(text.as_bytes());
        let value = match (our == their, says_nothing(our), says_nothing(their)) {
            (true, ..) | (_, true, _) => our,
            (_, _, true) => their,
            (false, false, false) => return None,
        };
        Some((name.clone(), value.clone()))
    };
    Some(Parts {
        escapes: common_list(&ours.escapes, &theirs.escapes),
        tags: Tags::new(ours.tags.list.iter().filter_map(tag).collect()),
        lines: common_lines(&ours.lines, &theirs.lines)?,
        marker: if ours.marker == theirs.marker { ours.marker } else { Marker::Unknown },
    })
}

/// Returns a game with the changes of both sides, and the number of conflicts. `parts`: the base, ours and theirs;
/// `texts`: ours and theirs. `None` if the versions begin in different positions, or the result cannot be exported.
fn merged_parts(
    parts: [&Parts; 3],
    texts: [&[u8]; 2],
    options: &ReplayOptions,
    markers: Markers,
) -> Option<(Vec<u8>, u64)> {
    let start = |parts: &Parts| START.map(|name| parts.tags.value(name).cloned());
    if start(parts[0]) != start(parts[1]) || start(parts[0]) != start(parts[2]) {
        return None;
    }
    let (text, n_conflicts) = written(parts, Favor::Ours);
    let breaks = match n_conflicts {
        0 => FORMS.into_iter().find(|&form| texts.iter().any(|it| is_in_form(it, form))),
        // With one item on each line, conflicts are small.
        _ => Some(LineBreaks::Moves),
    };
    let in_form = |text: &[u8]| exported(text, breaks.unwrap_or_default(), options);
    let mut text = in_form(&text)?;
    if n_conflicts > 0 {
        let their_text = in_form(&written(parts, Favor::Theirs).0)?;
        text = marked(&text, &their_text, markers).0;
    }
    if texts.iter().any(|text| has_crlf(text)) {
        pgn_syntax::set_line_ends(&mut text, 0, true);
    }
    Some((text, n_conflicts))
}

/// Returns the parts of a game; `None` if they do not contain everything that the text contains.
fn parts(text: &[u8], options: &ReplayOptions) -> Option<Parts> {
    std::str::from_utf8(text).ok()?;
    let mut games = Games::new(text);
    let game = games.next()?;
    let fallback = Fallback::default();
    let mut exporter = exporter(LineBreaks::Width, options);
    let mut standard = Vec::new();
    let exported = exporter.write(game, text, &mut standard);
    if exported.written != Written::Canonical || !exporter.left_out().is_empty() {
        return None;
    }
    let start = start(game, text);
    let mut lines = Lines::new(&start);
    let (end, _) =
        read_lines(&mut lines, game, text, &start, &mut Replay::new(), options, fallback);
    let string = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let parts = Parts {
        escapes: game.escapes.iter().map(|line| string(line.of(text).trim_ascii_end())).collect(),
        tags: Tags::new(
            game.tags.iter().map(|it| (string(it.name(text)), string(&it.value(text)))).collect(),
        ),
        lines,
        marker: result(game, text, &end),
    };
    // Text that the lines do not store at its place, such as a comment after a variation, would be moved.
    let again = self::exported(&composed(&parts), LineBreaks::Width, options)?;
    let has_more = games.next().is_some();
    (again == standard && !has_more).then_some(parts)
}

/// Returns the merged text of a game, and the number of conflicts.
fn written([base, ours, theirs]: [&Parts; 3], favor: Favor) -> (Vec<u8>, u64) {
    let (lines, mut n_conflicts) = merge_lines(&base.lines, &ours.lines, &theirs.lines, favor);
    let favored = if favor == Favor::Ours { ours } else { theirs };
    let escapes = merge_list(&base.escapes, &ours.escapes, &theirs.escapes).unwrap_or_else(|| {
        n_conflicts += 1;
        favored.escapes.clone()
    });
    let new = theirs.tags.list.iter().filter(|(name, _)| ours.tags.value(name).is_none());
    let mut tags = Vec::new();
    for (name, _) in ours.tags.list.iter().chain(new) {
        let values = [base, ours, theirs].map(|it| it.tags.value(name));
        let taken = match three_way(values) {
            Some(taken) => taken,
            // The number of half-moves of a merged game is not known: the tag is dropped.
            None if name == "PlyCount" => continue,
            None => {
                n_conflicts += 1;
                favored.tags.value(name)
            }
        };
        tags.extend(taken.map(|value| (name.clone(), value.clone())));
    }
    let marker = three_way([base, ours, theirs].map(|it| it.marker)).unwrap_or_else(|| {
        n_conflicts += 1;
        favored.marker
    });
    (composed(&Parts { escapes, tags: Tags::new(tags), lines, marker }), n_conflicts)
}

/// Returns a game in PGN.
fn composed(Parts { escapes, tags, lines, marker }: &Parts) -> Vec<u8> {
    let mut out = Vec::new();
    for line in escapes {
        out.extend_from_slice(line.as_bytes());
        out.push(b'\n');
    }
    for (name, value) in &tags.list {
        tag_pair(&mut out, name.as_bytes(), value.as_bytes(), Fallback::default());
    }
    out.push(b'\n');
    let mut layout = Layout::new(WIDTH);
    layout.begin(&out);
    lines.write_all(&mut layout, &mut out);
    layout.marker(&mut out, marker.text().as_bytes());
    layout.end(&mut out);
    out
}

fn exporter(breaks: LineBreaks, options: &ReplayOptions) -> Exporter {
    let replay = ReplayOptions { judge_signs: false, ..*options };
    let (escapes, base) = (Escapes::All, ExportOptions::default());
    Exporter::new(ExportOptions { breaks, replay, escapes, ..base })
}

/// Returns a game in export format with the given line breaks; `None` if it has errors.
fn exported(text: &[u8], breaks: LineBreaks, options: &ReplayOptions) -> Option<Vec<u8>> {
    let mut games = Games::new(text);
    let game = games.next()?;
    let mut out = Vec::new();
    let written = exporter(breaks, options).write(game, text, &mut out).written;
    (written == Written::Canonical).then_some(out)
}

/// Returns true if a text is a game in export format with the line breaks `form`.
fn is_in_form(text: &[u8], form: LineBreaks) -> bool {
    let text = String::from_utf8_lossy(text).replace("\r\n", "\n");
    let found = exported(text.as_bytes(), form, &ReplayOptions::default());
    found.is_some_and(|found| found.trim_ascii_end() == text.trim_ascii_end().as_bytes())
}
