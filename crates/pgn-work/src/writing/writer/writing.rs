//! The part of the writer that writes the text of games to the output.

use std::{io, ops::Range};

use pgn_stream::InputInfo;

use super::{Target, Writer, partitions::paths};
use crate::{games::batch::PieceKind, writing::text::BatchTexts};

impl Writer<'_> {
    /// Writes bytes unchanged. Does nothing if the target is not one that takes any bytes.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match &mut self.target {
            Target::Lines(lines) => lines.write(bytes),
            Target::InPlace(files) => files.write(bytes),
            Target::Games(_) | Target::Partitions(..) | Target::Check(_) | Target::Diff(_) => {
                Ok(())
            }
        }
    }

    /// Writes some of the texts of a chunk. `range`: their indices.
    pub(super) fn write_texts(
        &mut self,
        input: &InputInfo,
        texts: &mut BatchTexts,
        range: Range<usize>,
    ) -> io::Result<()> {
        match &mut self.target {
            Target::Games(stream) => return stream.write_texts(input, texts, range),
            Target::Partitions(..) => return self.write_rows(texts, range),
            Target::Lines(_) | Target::InPlace(_) | Target::Check(_) | Target::Diff(_) => (),
        }
        let (mut from, end) = (texts.start_of(range.start), texts.start_of(range.end));
        for piece in &mut texts.pieces[range] {
            if let Some(mut rest) = piece.value.extras.take().and_then(|it| it.unwritten) {
                self.write(&texts.bytes[from..piece.end])?;
                from = piece.end;
                rest.write(|bytes| self.write(bytes))?;
            }
        }
        self.write(&texts.bytes[from..end])
    }

    /// Writes the rows of some of the games of a chunk to the folders of their values.
    fn write_rows(&mut self, texts: &mut BatchTexts, range: Range<usize>) -> io::Result<()> {
        let Target::Partitions(partitions, unknown) = &mut self.target else { return Ok(()) };
        let mut from = texts.start_of(range.start);
        for piece in &mut texts.pieces[range] {
            let rows = &texts.bytes[std::mem::replace(&mut from, piece.end)..piece.end];
            if piece.kind != PieceKind::Game {
                continue;
            }
            let extras = piece.value.extras.take().unwrap_or_default();
            let folders = match &extras.folders[..] {
                [] => vec![unknown.clone()],
                folders => paths(folders.iter().map(|(level, name)| (*level, &**name))),
            };
            let mut append =
                |rows: &[u8]| folders.iter().try_for_each(|path| partitions.append(path, rows));
            append(rows)?;
            if let Some(mut rest) = extras.unwritten {
                rest.write(&mut append)?;
            }
        }
        Ok(())
    }
}
