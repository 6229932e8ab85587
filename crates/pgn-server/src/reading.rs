//! Reads the games of a block and checks them.

use pgn_chess::ReplayOptions;
use pgn_lint::{Checker, FileDiagnostic, FileFacts, Follows, Options, Spellings};
use pgn_syntax::{Fallback, Game, Parser, Part, Span, SyntaxErrorKind};
use pgn_work::{Step, catch, plant};

use crate::{
    block::{BlockRead, begins_line},
    settings::Settings,
};

/// Size in bytes from which a block ends with the next game. Tests have many small blocks.
const FULL: usize = if cfg!(test) { 1 << 10 } else { 64 << 10 };

/// Size in bytes below which neighboring blocks are joined when they are read again.
pub(crate) const SMALL: usize = FULL / 2;

/// Maximum number of findings that are kept for a block. More are of no use in an editor, and would make the memory for
/// a bad file a multiple of its size.
const MAX_FINDINGS: usize = 500;

/// Upper bound on the bytes of a game, from its first token, that can affect where the previous game ends.
const REACH: usize = 8 << 10;

/// Reads and checks the games of a document.
pub(crate) struct Reader<'s> {
    settings: &'s Settings,
    options: Options,
    parser: Parser,
    game: Game,
    checker: Checker,
    takes_notes: TakesNotes,
}

/// Whether notes on each game are taken for rules that compare games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TakesNotes {
    Yes,
    No,
}

/// Result of reading a block.
pub(crate) enum Progress {
    /// The block ends beyond the text.
    More,
    /// The block has `len` bytes.
    Block { len: usize, read: Box<BlockRead> },
}

/// Returns the options of checkers. Text from a client is Unicode, so that no fallback character set is needed.
pub(crate) fn options(settings: &Settings) -> Options {
    let Settings { ruling, reading, .. } = settings;
    let replay = ReplayOptions { fallback: Fallback::default(), ..reading.replay_options() };
    Options { dates: reading.dates, ..ruling.options(ruling.show, replay) }
}

/// Returns the findings of a file as a whole.
pub(crate) fn file_findings(mut facts: FileFacts, settings: &Settings) -> Vec<FileDiagnostic> {
    if facts.n_games == 0 {
        // In a text without games, such as a new document, line ends are not reported.
        (facts.lf, facts.crlf, facts.cr, facts.unended) = (None, None, None, None);
    }
    Checker::new(&settings.ruling.rules, options(settings)).check_file(&facts)
}

impl<'s> Reader<'s> {
    pub(crate) fn new(settings: &'s Settings, takes_notes: TakesNotes) -> Reader<'s> {
        let options = Options { spellings: Spellings::OfFile, ..options(settings) };
        Reader {
            settings,
            takes_notes,
            parser: Parser::new(settings.reading.read_options()),
            game: Game::default(),
            checker: Checker::new(&settings.ruling.rules, options.clone()),
            options,
        }
    }

    /// Reads a block from the beginning of `part`, a text of the document. `may_end` returns true for offsets at which the
    /// block may end early, because the text after them is known.
    pub(crate) fn block(&mut self, part: &Part<'_>, may_end: impl Fn(usize) -> bool) -> Progress {
        let text = part.src;
        let follows = if part.is_last { Follows::Nothing } else { Follows::More };
        self.parser.start(part);
        self.checker.start_chunk(text, follows);
        let notes = (self.takes_notes == TakesNotes::Yes).then(Vec::new);
        let mut read = BlockRead { notes, ..BlockRead::default() };
        loop {
            let next = catch(|| self.parser.next_game(part, &mut self.game));
            match next {
                Ok(true) if part.can_change_end_of(&self.game) => return Progress::More,
                Ok(true) => (),
                Ok(false) if !part.is_last => return Progress::More,
                Ok(false) => return self.finish(read, text, text.len()),
                Err(fault) => {
                    // The boundaries of the games are unknown here, so the whole text becomes one block.
                    let at = u32::try_from(self.parser.rest()).unwrap_or_default();
                    read.faults.push((at, fault.to_string()));
                    self.parser = Parser::new(self.settings.reading.read_options());
                    return self.finish(read, text, text.len());
                }
            }
            if read.n_games == 0 {
                read.settled = self.game.start as usize + REACH;
            }
            self.check(text, follows, &mut read);
            read.passing.pass(&self.game);
            let end = self.game.span.end as usize;
            let is_line = end == text.len() && part.is_last || begins_line(text, end);
            if is_line && (end >= FULL || may_end(end)) {
                return self.finish(read, text, end);
            }
        }
    }

    fn finish(&mut self, mut read: BlockRead, text: &[u8], len: usize) -> Progress {
        read.facts = self.checker.finish_chunk(&text[..len]);
        read.settled = if read.n_games == 0 { usize::MAX } else { read.settled };
        Progress::Block { len, read: Box::new(read) }
    }

    /// Checks the current game.
    fn check(&mut self, text: &[u8], follows: Follows, read: &mut BlockRead) {
        let Reader { settings, options, game, checker, .. } = self;
        read.n_games += 1;
        let is_open = |kind| kind == SyntaxErrorKind::UnterminatedComment;
        read.has_open_comment |= game.errors.iter().any(|error| is_open(error.kind));
        if settings.reading.is_too_large(game, text) {
            let found = checker.oversized(Span { start: game.start, end: game.start });
            read.found.extend(found);
            return;
        }
        let found = catch(|| {
            plant(Step::Game, game.span.of(text));
            if let Some(notes) = &mut read.notes {
                notes.extend(checker.notes(text, game));
            }
            checker.check(text, game)
        });
        match found {
            Ok(found) => {
                let n_free = MAX_FINDINGS.saturating_sub(read.found.len());
                read.n_left_out += found.len().saturating_sub(n_free);
                read.found.extend(found.iter().take(n_free).cloned());
            }
            Err(fault) => {
                read.faults.push((game.start, fault.to_string()));
                *checker = Checker::new(&settings.ruling.rules, options.clone());
                checker.start_chunk(text, follows);
            }
        }
    }
}
