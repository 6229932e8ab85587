//! Reads files through the pipeline with a job that does nothing, to measure the cost of the stream itself.
//!
//! `pass THREADS CHUNK_SIZE map|read FILE...`

use std::{env, io, num::NonZeroUsize, sync::Arc};

use pgn_stream::{
    BoundaryFinders, ChunkView, Failure, Flags, Flow, Input, InputEnd, InputInfo, Job, NoProgress,
    Options, Piece, Place, Read, Sink, Workers, run,
};
use pgn_syntax::cut_points;

struct Nothing;

impl Job for Nothing {
    type Scratch = ();
    type Draft = ();
    type Output = u64;

    fn scratch(&self) {}

    fn read(&self, (): &mut (), chunk: &ChunkView<'_>) -> Read<()> {
        let (games_end, flags) = (chunk.bytes.len(), Flags::default());
        Read { draft: (), n_games: 0, n_lines: Some(0), games_end, flags }
    }

    fn finish(&self, (): &mut (), (): (), chunk: &ChunkView<'_>, _: &Place) -> u64 {
        chunk.bytes.len() as u64
    }

    fn oversized(&self, (): &mut (), chunk: &ChunkView<'_>, _: &Place, _: Piece) -> u64 {
        chunk.bytes.len() as u64
    }
}

#[derive(Default)]
struct Sum(u64);

impl Sink<u64> for Sum {
    fn begin(&mut self, _: &InputInfo) -> io::Result<()> {
        Ok(())
    }

    fn take(&mut self, _: &InputInfo, n_bytes: u64) -> io::Result<Flow> {
        self.0 += n_bytes;
        Ok(Flow::Continue)
    }

    fn failed(&mut self, _: &Failure<'_>) -> io::Result<Flow> {
        Ok(Flow::Stop)
    }

    fn end(&mut self, _: &InputInfo, end: &InputEnd) -> io::Result<Flow> {
        end.error
            .as_ref()
            .map_or(Ok(Flow::Continue), |error| Err(io::Error::other(error.to_string())))
    }

    fn idle(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn main() -> io::Result<()> {
    let mut args = env::args().skip(1);
    let threads = args.next().and_then(|it| it.parse().ok()).unwrap_or(NonZeroUsize::MIN);
    let chunk_size = args.next().and_then(|it| it.parse().ok()).unwrap_or(Options::CHUNK_SIZE);
    let mmap = args.next().is_none_or(|it| it == "map");
    let inputs: Vec<_> = args.map(|it| Input::Path(it.into())).collect();
    let boundaries =
        BoundaryFinders { boundary: cut_points::find_boundary, pause: cut_points::find_pause };
    let workers = Arc::new(Workers::new(threads));
    let options = Options { workers, chunk_size, mmap, ..Options::new(boundaries) };
    let mut sum = Sum::default();
    let summary = run(inputs.into_iter(), &options, &Nothing, &mut sum, &NoProgress)?;
    if sum.0 != summary.n_bytes {
        return Err(io::Error::other("bytes were lost"));
    }
    Ok(())
}
