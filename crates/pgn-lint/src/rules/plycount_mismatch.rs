use super::prelude::*;

rule!("plycount_mismatch.md", Check::Tag(&[TagName::PLY_COUNT], check));

fn check(cx: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    let read = std::str::from_utf8(value).ok().and_then(|text| text.parse::<u32>().ok());
    let count = match read {
        Some(count) => count.to_string(),
        // More than a game can have.
        None if !value.is_empty() && value.iter().all(u8::is_ascii_digit) => {
            cx.quote(value).trim_matches('`').to_owned()
        }
        None => return,
    };
    let n_plies = cx.game.n_plies;
    if read != Some(n_plies) && cx.game.final_zeros.is_none() {
        let noun = if n_plies == 1 { "half-move" } else { "half-moves" };
        report
            .at(pair.value, format!("PlyCount says {count}, the game has {n_plies} {noun}"))
            .unsafe_fix([Edit::turn(cx.src, pair.value, &n_plies.to_string())]);
    }
}
