//! The work of `pgnkit stats --names`: collects the spellings of players, events and sites, and writes a table of those
//! that are one name.

use std::{
    fs::File,
    io::{self, BufReader, Write as _},
    path::PathBuf,
};

use anyhow::Context as _;
use pgn_collate::names::{
    Authority, Certainty, MAX_COMPARED, NameBook, NameCounts, NameKind, NotCompared, PlayerFacts,
    Proposals, Row, title_rank,
};
use pgn_stream::{Flow, InputInfo};
use pgn_syntax::{Fallback, Game, ReadDepth, TagName, date::Date, is_unknown_value, rating};

use crate::{
    ExitStatus, Globals, ReadingOptions,
    games::{PlacedChunk, ReadGame, UnreadGame, Work},
    inputs::{
        Inputs,
        paths::{show, unreadable},
    },
    outputs::{self, Output, unwritable},
    reports::messages::counted,
    run_inputs::{self, Collector},
    writing::output_files,
};

/// The plan of a run of `stats --names`.
#[derive(Debug)]
pub struct Plan {
    /// Destination of the table.
    pub table: Output,
    /// The list of players of FIDE, if there is one.
    pub players: Option<PathBuf>,
}

/// Maximum number of bytes in memory for data that grows with the number of spellings.
const MEMORY: usize = 256 << 20;

/// The tags of White and of Black: name, identifier, rating and title.
const SIDES: [[TagName; 4]; 2] = [
    [TagName::WHITE, TagName::WHITE_FIDE_ID, TagName::WHITE_ELO, TagName::WHITE_TITLE],
    [TagName::BLACK, TagName::BLACK_FIDE_ID, TagName::BLACK_ELO, TagName::BLACK_TITLE],
];

struct NamesWork<'a> {
    reading: &'a ReadingOptions,
}

/// The tag values of a game. Strings that are not UTF-8 are decoded with `fallback`.
struct Values<'a> {
    game: &'a Game,
    src: &'a [u8],
    fallback: Fallback,
}

impl Values<'_> {
    /// Returns the value of a tag; `None` if it is missing or unknown, or cannot be written to a table.
    fn text(&self, name: TagName) -> Option<String> {
        let value = self.game.tag(self.src, name)?.value(self.src);
        let text = self.fallback.decode(&value);
        let is_known = !is_unknown_value(&value) && !text.contains(char::is_control);
        is_known.then(|| text.into_owned())
    }

    fn number(&self, name: TagName) -> Option<u32> {
        let value = self.game.tag(self.src, name)?.value(self.src);
        std::str::from_utf8(&value).ok()?.trim().parse().ok()
    }

    fn rating(&self, name: TagName) -> Option<u16> {
        rating::read(&self.game.tag(self.src, name)?.value(self.src))?.try_into().ok()
    }
}

impl Work for NamesWork<'_> {
    type Scratch = Fallback;
    type Draft = NameCounts;
    type Out = NameCounts;

    fn decodes(&self) -> bool {
        true
    }

    fn scratch(&self, fallback: Fallback) -> Fallback {
        fallback
    }

    fn depth(&self) -> ReadDepth {
        ReadDepth::Tags
    }

    fn game(&self, fallback: &mut Fallback, read: &ReadGame<'_>, out: &mut NameCounts) {
        let (game, src) = (read.game, read.src());
        let values = Values { game, src, fallback: *fallback };
        let dates = self.reading.dates(read.chunk.input);
        let date = game.tag(src, TagName::DATE);
        let year = date.and_then(|date| Date::read_in(&date.value(src), dates)).map(|it| it.year);
        let players = SIDES.map(|[name, id, rating, title]| {
            let seen = PlayerFacts {
                year,
                id: values.number(id).filter(|id| *id > 0),
                rating: values.rating(rating).filter(|rating| (100..4000).contains(rating)),
                title: values.text(title).map(|title| title_rank(&title)),
                rival: None,
            };
            (values.text(name), seen)
        });
        match &players {
            [(Some(white), of_white), (Some(black), of_black)] => {
                out.add_players([(white, *of_white), (black, *of_black)]);
            }
            some => {
                for (name, seen) in some {
                    if let Some(name) = name {
                        out.add(NameKind::Player, name, seen);
                    }
                }
            }
        }
        for (kind, tag) in [(NameKind::Event, TagName::EVENT), (NameKind::Site, TagName::SITE)] {
            if let Some(name) = values.text(tag) {
                out.add(kind, &name, &PlayerFacts { year, ..PlayerFacts::default() });
            }
        }
    }

    fn unread(&self, _: &mut Fallback, _: &UnreadGame<'_>, _: &mut NameCounts) {}

    fn finish(&self, _: &mut Fallback, out: NameCounts, _: &PlacedChunk<'_>) -> NameCounts {
        out
    }
}

impl Collector<NameCounts> for NameBook {
    fn take(&mut self, _: &InputInfo, counts: NameCounts) -> io::Result<Flow> {
        self.add(counts)?;
        Ok(Flow::Continue)
    }
}

/// Writes the table of names of `inputs` as `plan` says, and returns the exit status.
///
/// # Errors
/// Returns an error if the list of players cannot be read, or an output cannot be written.
pub fn run(plan: &Plan, inputs: &Inputs, globals: &Globals) -> anyhow::Result<ExitStatus> {
    let temp_files = &globals.temp_files;
    let failed = |error| globals.temp_file_error(error);
    let mut out = outputs::open(&plan.table)?;
    let work = NamesWork { reading: &globals.reading };
    let mut book = NameBook::new(MEMORY, temp_files);
    let progress = inputs.progress(&globals.messages);
    let is_complete =
        run_inputs::run(&work, inputs, globals, Some(&progress), &mut book).map_err(failed)?;
    let blocks = book.finish().map_err(failed)?;
    let authority = match &plan.players {
        Some(path) => {
            let file = File::open(path).map_err(|error| unreadable("--players", path, &error))?;
            let list = &mut BufReader::new(file);
            Authority::read(list, &blocks.ids, &blocks.names)
                .with_context(|| format!("--players {}", show(path)))?
        }
        None => Authority::default(),
    };
    let Proposals { rows, not_compared } = blocks.propose(&authority).map_err(failed)?;
    write(&rows, &mut out).map_err(|error| unwritable(plan.table.path(), error))?;
    output_files::close(out, is_complete, globals)?;
    for NotCompared { family, n } in &not_compared {
        let spellings = counted(*n as u64, "spelling");
        globals.messages.warning(format_args!(
            "family `{family}`: {spellings} not compared, as it has more than {MAX_COMPARED} names; \
             the full and frequent ones were"
        ));
    }
    report(&rows, globals);
    Ok(ExitStatus::Clean)
}

/// Writes the table that `export --map-tag` reads. Rows that must be checked are comments.
fn write(rows: &[Row], out: &mut dyn io::Write) -> io::Result<()> {
    let mut text = b"Tag\tOld\tNew\tGames\tSure\tWhy\n".to_vec();
    for Row { kind, old, new, n, certainty, why } in rows {
        let mark = if *certainty == Certainty::Check { "# " } else { "" };
        let (tag, sure) = (kind.tag(), certainty.name());
        writeln!(text, "{mark}{tag}\t{old}\t{new}\t{n}\t{sure}\t{why}")?;
    }
    out.write_all(&text)
}

fn report(rows: &[Row], globals: &Globals) {
    let others = rows.iter().filter(|row| row.old != row.new);
    let counts =
        [(NameKind::Player, "players"), (NameKind::Event, "events"), (NameKind::Site, "sites")];
    let counts = counts.map(|(kind, what)| {
        format!("{} of {what}", others.clone().filter(|row| row.kind == kind).count())
    });
    let of = |wanted| others.clone().filter(|row| row.certainty == wanted).count();
    globals.messages.summary(format_args!(
        "other spellings: {}; {} sure, {} likely, {} to check",
        counts.join(", "),
        of(Certainty::Sure),
        of(Certainty::Likely),
        of(Certainty::Check)
    ));
}
