//! The identifier by which a server knows a game, from Site, Link or GameId.

use pgn_syntax::{Game, TagName};

/// Returns the identifier of a game as `server:id`, if its tags contain one.
#[must_use]
pub fn game_id(game: &Game, src: &[u8]) -> Option<String> {
    for name in [TagName::SITE, TagName::LINK] {
        let value = game.tag(src, name).map(|pair| pair.value(src));
        let value = value.and_then(|value| std::str::from_utf8(&value).ok().map(str::to_owned));
        if let Some(id) = value.and_then(|value| from_address(value.trim())) {
            return Some(id);
        }
    }
    let value = game.tag(src, TagName::GAME_ID)?.value(src);
    let id = std::str::from_utf8(&value).ok()?.trim();
    let is_id =
        id.len() >= 4 && id.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b));
    if !is_id {
        return None;
    }
    // Lichess also writes its identifiers into GameId.
    let is_lichess = game.tag(src, TagName::SITE).is_some_and(|pair| {
        host_and_path(&pair.value(src)).is_some_and(|(host, _)| host == LICHESS)
    });
    Some(if is_lichess { format!("{LICHESS}:{id}") } else { format!("id:{id}") })
}

const LICHESS: &str = "lichess.org";

/// Returns the host of a URL, in lower case and without `www.`, and its path.
fn host_and_path(value: &[u8]) -> Option<(String, String)> {
    let text = std::str::from_utf8(value).ok()?.trim();
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"))?;
    let rest = rest.split(['?', '#']).next()?;
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let host = host.to_ascii_lowercase();
    Some((host.strip_prefix("www.").unwrap_or(&host).to_owned(), path.to_owned()))
}

fn from_address(text: &str) -> Option<String> {
    let (host, path) = host_and_path(text.as_bytes())?;
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let is_alnum = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if host == LICHESS {
        // The first eight characters identify the game; four more identify the viewing player.
        let id = *parts.first()?;
        let is_side = |part: &&str| matches!(*part, "white" | "black");
        let is_game = parts.len() == 1 || (parts.len() == 2 && is_side(&parts[1]));
        return (is_game && matches!(id.len(), 8 | 12) && is_alnum(id))
            .then(|| format!("{LICHESS}:{}", &id[..8]));
    }
    // Other servers: a path that ends in a number, such as `/game/live/123456`.
    let id = *parts.last()?;
    let is_number = id.len() >= 4 && id.bytes().all(|byte| byte.is_ascii_digit());
    (is_number && parts.len() >= 2).then(|| format!("{host}:{}", parts.join("/")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(tags: &str, expect: Option<&str>) {
        let src = format!("{tags}\n\n*\n");
        let mut games = pgn_syntax::Games::new(src.as_bytes());
        let game = games.next().unwrap();
        assert_eq!(game_id(game, src.as_bytes()).as_deref(), expect, "{tags}");
    }

    #[test]
    fn games_are_named() {
        check("[Site \"https://lichess.org/AbCdEfGh\"]", Some("lichess.org:AbCdEfGh"));
        check("[Site \"https://lichess.org/AbCdEfGh/black\"]", Some("lichess.org:AbCdEfGh"));
        check("[Site \"https://lichess.org/AbCdEfGhIjKl#3\"]", Some("lichess.org:AbCdEfGh"));
        check("[Site \"https://lichess.org/study/AbCdEfGh/IjKlMnOp\"]", None);
        check(
            "[Site \"https://lichess.org\"]\n[GameId \"AbCdEfGh\"]",
            Some("lichess.org:AbCdEfGh"),
        );
        check(
            "[Link \"https://www.chess.com/game/live/123456\"]",
            Some("chess.com:game/live/123456"),
        );
        check("[Site \"Chess.com\"]", None);
        check("[Site \"London ENG\"]", None);
        check("[GameId \"?\"]", None);
        check("[GameId \"2020-77\"]", Some("id:2020-77"));
    }
}
