use pgn_syntax::conflict::{ConflictMarker as Marker, markers};

use super::prelude::*;

rule!("conflict_marker.md", Check::Game(check));

/// The help line of the findings.
const HELP: &str = "keep one version, or make one of both, and delete the lines with `<<<<<<<`, `=======` and \
                    `>>>>>>>`; the game is checked then";

fn check(cx: &GameCx<'_>, report: &mut Report<'_>) {
    if !cx.may_conflict {
        return;
    }
    let mut markers = markers(cx.src, cx.game.span).peekable();
    while let Some((marker, span)) = markers.next() {
        let line = cx.quoted(span);
        match marker {
            Marker::Begin => {
                let end = markers.next_if(|(next, _)| *next == Marker::End);
                let message = format!(
                    "{line} is a conflict marker of git: two versions of the same place follow"
                );
                let found = report.at(span, message);
                found.help(HELP);
                if let Some((_, end)) = end {
                    found.related(end, "the conflict ends here");
                }
            }
            Marker::End => {
                report
                    .at(span, format!("{line} ends a conflict of git that begins before this game"))
                    .help(HELP);
            }
        }
    }
}
