//! The list of players that FIDE publishes, as XML or as text in columns.

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    io::{self, BufRead, Read as _},
};

use pgn_query::fold;
use pgn_syntax::{encoding::utf8_or_latin1, player_name};

/// A player of the list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FidePlayer {
    /// The FIDE number.
    pub id: u32,
    /// The name, as `Family, Given`.
    pub name: String,
    /// The title, or empty.
    pub title: String,
    /// The year of birth, if it is known.
    pub birth: Option<u16>,
}

/// The players of the list that may occur in an archive.
#[derive(Clone, Debug, Default)]
pub struct Authority {
    by_id: HashMap<u32, FidePlayer>,
    /// FIDE numbers by the keys of names.
    by_name: HashMap<String, Vec<u32>>,
}

impl Authority {
    /// Reads a list and keeps the players whose number is in `ids`, or whose name has a key in `names`.
    ///
    /// # Errors
    /// Returns an error if the list cannot be read, or is not in a format of FIDE.
    pub fn read(
        list: &mut dyn BufRead,
        ids: &HashSet<u32>,
        names: &HashSet<String>,
    ) -> io::Result<Authority> {
        let mut authority = Authority::default();
        read_list(list, &mut |player| {
            let keys = name_keys(&player.name);
            if ids.contains(&player.id) || keys.iter().any(|key| names.contains(key)) {
                for key in keys {
                    authority.by_name.entry(key).or_default().push(player.id);
                }
                authority.by_id.insert(player.id, player);
            }
        })?;
        Ok(authority)
    }

    /// Returns the player with a number.
    #[must_use]
    pub fn by_id(&self, id: u32) -> Option<&FidePlayer> {
        self.by_id.get(&id)
    }

    /// Returns the players of a name, regardless of case, accents and punctuation. Without a comma, the given name may be
    /// first.
    pub fn by_name(&self, name: &str) -> impl Iterator<Item = &FidePlayer> {
        let keys = name_keys(name);
        let ids: BTreeSet<u32> =
            keys.iter().filter_map(|key| self.by_name.get(key)).flatten().copied().collect();
        ids.into_iter().filter_map(|id| self.by_id.get(&id))
    }
}

/// Returns the keys of a name: its letters without case and accents, as they are written, and with the surname first.
pub(super) fn name_keys(name: &str) -> BTreeSet<String> {
    let (surname, given) = player_name::parts(name);
    [fold(name), fold(&surname) + &fold(&given)].into()
}

/// Calls `take` with each player of a list.
fn read_list(list: &mut dyn BufRead, take: &mut dyn FnMut(FidePlayer)) -> io::Result<()> {
    let mut line = Vec::new();
    let mut format = None;
    let mut player = FidePlayer::default();
    let mut n_players = 0_u64;
    while read_line(list, &mut line)? {
        let text = utf8_or_latin1(&line);
        let format = match &format {
            Some(format) => format,
            None if text.trim_start_matches('\u{feff}').trim().is_empty() => continue,
            None => format.insert(Format::of(&text)?),
        };
        match format {
            Format::Xml => read_elements(&text, &mut player, &mut |player| {
                n_players += 1;
                take(player);
            }),
            Format::Columns(columns) => {
                if let Some(player) = columns.read(&text) {
                    n_players += 1;
                    take(player);
                }
            }
        }
    }
    if n_players == 0 {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "no players in it"));
    }
    Ok(())
}

/// Number of bytes from which a line is read in pieces. XML may come without line ends between its elements.
const MAX_LINE: u64 = if cfg!(test) { 1 << 10 } else { 64 << 20 };

/// Reads the next line or, of a long one, a piece that ends before a `<`, which it contains. The next piece begins
/// with that `<`. Returns false at the end of the list.
fn read_line(list: &mut dyn BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    let is_inside = line.last() == Some(&b'<');
    line.clear();
    line.extend(is_inside.then_some(b'<'));
    let n = list.take(MAX_LINE).read_until(b'\n', line)?;
    if n as u64 == MAX_LINE && !line.ends_with(b"\n") {
        list.take(MAX_LINE).read_until(b'<', line)?;
    }
    Ok(n > 0)
}

/// The format of a list.
enum Format {
    Xml,
    Columns(Columns),
}

/// Columns at which the fields of the text format begin.
struct Columns {
    name: usize,
    federation: usize,
    title: usize,
    women: usize,
    birth: usize,
}

impl Format {
    /// Returns the format of a list, by its first line.
    fn of(line: &str) -> io::Result<Format> {
        let line = line.trim_start_matches('\u{feff}');
        if line.trim_start().starts_with('<') {
            return Ok(Format::Xml);
        }
        let at = |label: &str| line.find(label);
        let columns = || {
            Some(Columns {
                name: at("Name")?,
                federation: at("Fed")?,
                title: at("Tit")?,
                women: at("WTit")?,
                birth: at("B-day")?,
            })
        };
        let is_head = line.trim_start().starts_with("ID");
        columns().filter(|_| is_head).map(Format::Columns).ok_or_else(|| {
            let what = "not a list of FIDE: its first line is neither XML nor `ID Number  Name …`";
            io::Error::new(io::ErrorKind::InvalidData, what)
        })
    }
}

impl Columns {
    fn read(&self, line: &str) -> Option<FidePlayer> {
        let letters: Vec<char> = line.chars().collect();
        let column = |from: usize, to: usize| -> String {
            let cells = letters.get(from..to.min(letters.len())).unwrap_or_default();
            cells.iter().collect::<String>().trim().to_owned()
        };
        Some(FidePlayer {
            id: column(0, self.name).parse().ok()?,
            name: column(self.name, self.federation),
            title: column(self.title, self.women),
            birth: column(self.birth, self.birth + 4).parse().ok().filter(|year| *year > 0),
        })
    }
}

/// Reads the elements of a line of XML.
fn read_elements(text: &str, player: &mut FidePlayer, take: &mut dyn FnMut(FidePlayer)) {
    for part in text.split('<').skip(1) {
        let Some((tag, content)) = part.split_once('>') else { continue };
        let content = content.trim();
        match tag {
            "player" => *player = FidePlayer::default(),
            "fideid" => player.id = content.parse().unwrap_or_default(),
            "name" => player.name = without_entities(content),
            "title" => content.clone_into(&mut player.title),
            "birthday" => {
                let year = content.get(..4).and_then(|year| year.parse().ok());
                player.birth = year.filter(|year| *year > 0);
            }
            "/player" if player.id > 0 => take(std::mem::take(player)),
            _ => (),
        }
    }
}

fn without_entities(text: &str) -> String {
    let entities =
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")];
    entities.iter().fold(text.to_owned(), |text, (entity, sign)| text.replace(entity, sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first line of the list with all ratings.
    const HEAD: &str = "ID Number      Name                                                         \
        Fed Sex Tit  WTit OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag";

    /// Returns a list of invented players in the text format.
    fn text() -> String {
        let row = |cells: [(&str, &str); 6]| {
            let mut row = vec![' '; HEAD.len()];
            for (label, cell) in cells {
                let at = HEAD.find(label).unwrap();
                cell.chars().zip(&mut row[at..]).for_each(|(c, cell)| *cell = c);
            }
            row.into_iter().collect::<String>()
        };
        let rows = [
            [
                ("ID", "1000001"),
                ("Name", "Müller, Karl-Heinz"),
                ("Fed", "GER"),
                ("Tit", "GM"),
                ("SRtng", "2500"),
                ("B-day", "1960"),
            ],
            [
                ("ID", "1000002"),
                ("Name", "Nobody"),
                ("Fed", "USA"),
                ("WTit", "WFM"),
                ("SRtng", ""),
                ("B-day", "0000"),
            ],
        ];
        format!("{HEAD}\n{}\n{}\n", row(rows[0]), row(rows[1]))
    }

    const XML: &str = "\
<?xml version='1.0' encoding='utf-8'?>
<playerslist>
<player>
<fideid>1000001</fideid>
<name>Müller, Karl-Heinz</name>
<country>GER</country>
<title>GM</title>
<w_title></w_title>
<rating>2500</rating>
<birthday>1960</birthday>
</player>
<player><fideid>1000002</fideid><name>Nobody</name><title/><birthday>0000</birthday></player>
</playerslist>
";

    #[test]
    fn both_formats_say_the_same() {
        for text in [&text()[..], XML, &XML.replace('\n', "")] {
            let mut players = Vec::new();
            read_list(&mut text.as_bytes(), &mut |player| players.push(player)).unwrap();
            let names: Vec<_> = players
                .iter()
                .map(|it| (it.id, it.name.as_str(), it.title.as_str(), it.birth))
                .collect();
            assert_eq!(
                names,
                [
                    (1_000_001, "Müller, Karl-Heinz", "GM", Some(1960)),
                    (1_000_002, "Nobody", "", None)
                ]
            );
        }
    }

    #[test]
    fn long_lines_are_not_cut_in_an_element() {
        const N: u32 = 200;
        for n_blanks in 0..100 {
            let mut text = format!("<playerslist>{}", " ".repeat(n_blanks));
            for id in 1..=N {
                text += &format!("<player><fideid>{id}</fideid><name>Müller, {id}</name></player>");
            }
            let mut players = Vec::new();
            read_list(&mut text.as_bytes(), &mut |player| players.push(player)).unwrap();
            let names: Vec<_> = players.into_iter().map(|it| (it.id, it.name)).collect();
            let expected: Vec<_> = (1..=N).map(|id| (id, format!("Müller, {id}"))).collect();
            assert_eq!(names, expected, "{n_blanks}");
        }
    }

    #[test]
    fn only_wanted_players_are_kept() {
        let names = HashSet::from([fold("Muller, Karl Heinz")]);
        let text = text();
        let authority = Authority::read(&mut text.as_bytes(), &HashSet::new(), &names).unwrap();
        assert!(authority.by_id(1_000_002).is_none());
        for name in ["MULLER,Karl Heinz", "Müller Karl-Heinz", "Karl-Heinz Müller"] {
            let found: Vec<_> = authority.by_name(name).map(|it| it.id).collect();
            assert_eq!(found, [1_000_001], "{name}");
        }
    }

    #[test]
    fn other_files_are_refused() {
        for text in ["", "[Event \"?\"]\n", "ID,Name\n1,a\n", "<html>\n"] {
            assert!(read_list(&mut text.as_bytes(), &mut |_| ()).is_err(), "{text}");
        }
    }
}
