//! Recognizes fixes that can always be made, so that they are counted without a trial. Most fixable findings of
//! downloaded games are of this kind: missing tags and markers, blanks around tag values, and dates in another form.

use pgn_syntax::{
    Game, Marker, NodeKind, SyntaxErrorKind, TagName, TagPair, is_white_space,
    tag::yields_to_other_pair,
};

use crate::{
    fix::{Applicability, Edit, Fix},
    fixer::round,
    meaning::known_value,
    neighbors::GamePlace,
};

/// Returns true if it is certain that all `fixes` of a game can be made. `fixes` are sorted by place. If false,
/// [`crate::Fixer::unfixed`] finds the fixes that cannot be made.
pub fn are_certain<'a>(
    game: &Game,
    src: &[u8],
    placement: GamePlace,
    fixes: impl IntoIterator<Item = &'a Fix>,
) -> bool {
    // The end of the last value that is changed. A second fix of the same value would be applied to a changed text.
    let mut changed = 0;
    reads_alone(game, src, placement)
        && fixes.into_iter().all(|fix| {
            only_adds_tags(fix, game)
                || only_adds_marker(fix, game)
                || pair_with_same_value(fix, game, src).is_some_and(|pair| {
                    let is_next = changed < pair.span.end;
                    changed = pair.span.end;
                    is_next
                })
        })
}

/// Returns true if a game is read in the same way whatever its neighbors are: it begins with a tag pair outside of
/// comments, has a termination marker or ends with a move, and has no other syntax error.
fn reads_alone(game: &Game, src: &[u8], placement: GamePlace) -> bool {
    let is_ended = match game.marker {
        Some(_) => game.errors.is_empty(),
        None => ends_with_move(game, src),
    };
    is_ended
        && src.get(game.span.start as usize) == Some(&b'[')
        && !placement.before.has_open_comment
}

/// Returns true if a game ends with a move and white space, and has no syntax error except for the missing marker.
fn ends_with_move(game: &Game, src: &[u8]) -> bool {
    let kinds: Vec<SyntaxErrorKind> = game.errors.iter().map(|error| error.kind).collect();
    let after = &src[game.end as usize..game.span.end as usize];
    kinds == [SyntaxErrorKind::MissingTermination]
        && game.final_zeros.is_none()
        && game.nodes.last().is_some_and(|node| {
            matches!(node.kind, NodeKind::Move { .. }) && node.span.end == game.end
        })
        && after.first().is_some_and(is_white_space)
        && after.iter().all(is_white_space)
}

/// Returns true if a fix only adds the missing marker after the last move.
fn only_adds_marker(fix: &Fix, game: &Game) -> bool {
    let [Edit { span, text }] = &fix.edits[..] else { return false };
    let is_marker =
        text.strip_prefix(' ').is_some_and(|text| Marker::read(text.as_bytes()).is_some());
    game.marker.is_none() && span.is_empty() && span.start == game.end && is_marker
}

/// Returns true if a fix only inserts tag pairs into the tag section.
fn only_adds_tags(fix: &Fix, game: &Game) -> bool {
    fix.edits.iter().all(|edit| {
        edit.span.is_empty()
            && edit.span.start <= game.movetext_start
            && edit.text.trim_start().starts_with('[')
    })
}

/// Returns the only tag pair that a safe fix changes, if its value means the same after it.
fn pair_with_same_value<'a>(fix: &Fix, game: &'a Game, src: &[u8]) -> Option<&'a TagPair> {
    let start = fix.edits.first()?.span.start;
    let n_before = game.tags.partition_point(|pair| pair.span.start <= start);
    let pair = &game.tags[n_before.checked_sub(1)?];
    let (start, end) = (pair.value.start as usize, pair.value.end as usize);
    let is_quoted = src[..start].ends_with(b"\"") && src[end..].starts_with(b"\"");
    if fix.applicability == Applicability::Unsafe || !is_quoted || has_effect(pair) {
        return None;
    }
    let old = pair.value.of(src);
    let new = round::apply(old, fix.moved_back(pair.value.start, old.len())?.edits.iter());
    let is_simple = |value: &[u8]| value.iter().all(|byte| !b"\"\\\r\n".contains(byte));
    let is_same = known_value(old, pair.known) == known_value(&new, pair.known)
        && yields_to_other_pair(old) == yields_to_other_pair(&new);
    (is_simple(old) && is_simple(&new) && is_same && old != new).then_some(pair)
}

/// Returns true if the moves or the result of a game may depend on the value of a tag.
fn has_effect(pair: &TagPair) -> bool {
    pair.known.is_some_and(|name| {
        name.is_of_position() || matches!(name, TagName::VARIATION | TagName::RESULT)
    })
}

#[cfg(test)]
mod tests {
    use pgn_syntax::{Parser, Part, ReadOptions};

    use super::*;
    use crate::{Checker, Fixer, Options, Selection, Severity};

    /// Returns whether the safe fixes of a game are certain, and the number of those that cannot be made.
    fn judged(text: &str) -> (bool, usize) {
        let options = Options { min_severity: Severity::Style, ..Options::default() };
        let rules = Selection::standard();
        let part = Part::whole(text.as_bytes());
        let (mut parser, mut game) = (Parser::default(), Game::default());
        parser.start(&part);
        assert!(parser.next_game(&part, &mut game), "{text}");
        let mut checker = Checker::new(&rules, options.clone());
        let place = GamePlace { is_first: true, is_last: true, ..GamePlace::default() };
        let fixes: Vec<Fix> = checker
            .check(part.src, &game)
            .iter()
            .filter_map(|found| found.fix.clone())
            .filter(|fix| fix.applicability == Applicability::Safe)
            .collect();
        assert!(!fixes.is_empty(), "{text}");
        let mut fixer = Fixer::new(&rules, Applicability::Safe, ReadOptions::default(), options);
        let unfixed = fixer.unfixed(part.src, &game, place, None).len();
        (are_certain(&game, part.src, place, &fixes), unfixed)
    }

    const ROSTER: &str = "[Event \"?\"]\n[Site \"?\"]\n[Date \"2001.02.03\"]\n[Round \"?\"]\n[White \"A\"]\n\
                          [Black \"B\"]\n[Result \"*\"]\n";

    fn with(old: &str, new: &str) -> String {
        format!("{ROSTER}\n1. e4 e5 *\n").replace(old, new)
    }

    #[test]
    fn added_tags_and_changed_values_are_certain() {
        for text in [
            with("\"A\"", "\" A\""),
            with("\"A\"", "\"A  \""),
            with("2001.02.03", "2001-02-03"),
            with("[Round \"?\"]\n", ""),
            with("[Round \"?\"]\n", "").replace("\"A\"", "\" A \""),
            with("[Site \"?\"]", "[Site \"\"]"),
            with("e5 *", "e5"),
            with("[Result \"*\"]", "[Result \"1-0\"]")
                .replace("e5 *", "e5")
                .replace("\"A\"", "\"A \""),
        ] {
            assert_eq!(judged(&text), (true, 0), "{text}");
        }
    }

    #[test]
    fn other_fixes_are_not_certain() {
        for text in [
            // Two fixes of one value, a move, a tag with an effect, a syntax error.
            with("2001.02.03", " 2001-02-03"),
            with("e4 e5", "e4\n\ne5"),
            with("\"*\"", "\" *\""),
            with("\"A\"", "\" A\"").replace("e5 *", "e5) *"),
            with("e5 *", "e5 {comment}"),
        ] {
            assert!(!judged(&text).0, "{text}");
        }
    }
}
