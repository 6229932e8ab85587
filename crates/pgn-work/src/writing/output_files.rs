//! Outputs that the command line names: opened before the work starts, and closed according to its result.

use std::{
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

use pgn_stream::{Append, FrameContents, FrameOptions, Output, OutputOptions, Staging, is_divided};

use crate::{
    Globals,
    inputs::paths,
    outputs::{self, unwritable, unwritable_output},
    reports::messages::{Messages, counted},
    writing::{appender::GamesOutput, made_folders::MadeFolders},
};

/// Returns the options of an output. The threads of the run compress it, and a zstd file is divided as the command line
/// requests. `append`: how text is appended to a file.
pub(crate) fn output_options(
    globals: &Globals,
    append: Append,
    contents: FrameContents,
) -> OutputOptions {
    let frames = globals.zstd_frames.map(|size| FrameOptions { size, contents });
    let workers = Some(Arc::clone(&globals.workers));
    OutputOptions { append, frames, workers, ..OutputOptions::default() }
}

/// Opens an output for games. Games are appended to a file after its last game.
///
/// # Errors
/// Returns an error if the output cannot be written, or its text would hide the games that are appended.
pub(crate) fn open_for_games(
    output: &outputs::Output,
    globals: &Globals,
) -> anyhow::Result<GamesOutput<Output>> {
    if let outputs::Output::Append(path) = output
        && is_divided(path)
    {
        globals.messages.warning(format_args!(
            "{}: its seek table will not cover the appended games, so `ranges` returns the file as one range; `merge OLD NEW -o FILE.pgn.zst --zstd-frames SIZE` divides all games",
            paths::show(path)
        ));
    }
    let options = output_options(globals, Append::Games, FrameContents::Games);
    let mut out = outputs::open_with(output, &options)?;
    match (out.take_tail(), output.path()) {
        (Some(tail), Some(path)) => GamesOutput::after_file(out, &tail, path, globals)
            .map_err(|error| unwritable(Some(path), error)),
        _ => Ok(GamesOutput::new(out)),
    }
}

/// Opens an output for lines of a format other than PGN.
pub(crate) fn open_for_lines(
    output: &outputs::Output,
    globals: &Globals,
) -> anyhow::Result<Output> {
    outputs::open_with(output, &output_options(globals, Append::Line, FrameContents::Lines))
}

/// Opens an additional output for games; `-` is stdout. If its reader closes it, that is an error: the run has other
/// outputs, which would be incomplete.
pub(crate) fn open_beside(path: &Path, globals: &Globals) -> anyhow::Result<GamesOutput<Output>> {
    let options = output_options(globals, Append::Line, FrameContents::Games);
    let out = outputs::open_with(&outputs::Output::of(path), &options)?;
    Ok(GamesOutput::new(out.required()))
}

/// Creates a file whose name the program has made.
///
/// # Errors
/// Returns an error if the file cannot be written, or exists and must not be replaced.
pub fn create_derived(path: &Path, replace: bool) -> anyhow::Result<Output> {
    Output::create(path, &OutputOptions { replace, ..OutputOptions::default() })
        .map_err(|error| unwritable(Some(path), error))
}

/// Closes an output: renames it into place. If it is incomplete and a file of its name exists, it gets another name,
/// and an error is printed.
///
/// # Errors
/// Returns an error if the output cannot be written.
pub fn close(output: Output, is_complete: bool, globals: &Globals) -> anyhow::Result<()> {
    let path = output.path().map(PathBuf::from);
    let exists = path.as_deref().is_some_and(Path::exists);
    if is_complete || !exists {
        output.commit().map_err(|error| unwritable(path.as_deref(), error))?;
        note(path.as_deref(), globals);
        if let Some(path) = path.filter(|_| !is_complete) {
            globals.messages.warning(format_args!(
                "{} has only what could be read: not every input was read to its end",
                paths::show(&path)
            ));
        }
        return Ok(());
    }
    let partial = output.keep_partial().map_err(|error| unwritable(path.as_deref(), error))?;
    note(partial.as_deref(), globals);
    if let (Some(partial), Some(path)) = (partial, path) {
        globals.messages.error(format_args!(
            "{} is kept as it was: not every input could be read; the result is in {}",
            paths::show(&path),
            paths::show(&partial)
        ));
    }
    Ok(())
}

/// Closes several outputs: renames all of them into place together or, if they are incomplete, each as [`close`] does.
///
/// # Errors
/// Returns an error if an output cannot be written.
pub fn close_all(outputs: Vec<Output>, is_complete: bool, globals: &Globals) -> anyhow::Result<()> {
    close_with(outputs, is_complete, globals, pgn_stream::commit_all)
}

/// Closes outputs in the folder `staging`, as [`close_all`] does.
pub(crate) fn close_staged(
    outputs: Vec<Output>,
    staging: &Staging,
    is_complete: bool,
    globals: &Globals,
) -> anyhow::Result<()> {
    close_with(outputs, is_complete, globals, |all| pgn_stream::commit_staged(all, staging))
}

/// Creates the folder `dir`, which is added to `made`, and opens the staging folder in it. Reports the files of an earlier run that were renamed
/// into place only now. `what`: the noun for a file.
///
/// # Errors
/// Returns an error if one of the folders cannot be made.
pub(crate) fn open_staging(
    dir: &Path,
    made: &mut MadeFolders,
    what: &str,
    messages: &Messages,
) -> anyhow::Result<Staging> {
    made.make(dir, Path::new("")).map_err(|error| cannot_make(dir, &error))?;
    let staging = Staging::open(dir).map_err(|error| unwritable(Some(dir), error))?;
    let finished = staging.finished();
    if finished.n_files > 0 {
        messages.warning(format_args!(
            "{}: renamed {} of a run that was killed before it had renamed all",
            paths::show(dir),
            counted(finished.n_files, what),
        ));
    }
    for partial in &finished.kept {
        messages.warning(format_args!(
            "{}: of a run that was killed; the file that it was to become has changed since, and is kept",
            paths::show(partial),
        ));
    }
    for folder in &finished.foreign {
        messages.warning(format_args!(
            "{}: left alone: its files are not those of which its journal tells. They may be parts of a run that was \
             killed, which have changed since, or come from somebody else",
            paths::show(folder),
        ));
    }
    Ok(staging)
}

/// Returns the error of a folder that cannot be made.
pub(crate) fn cannot_make(folder: &Path, error: &io::Error) -> io::Error {
    io::Error::other(format!("cannot make the folder {}: {error}", paths::show(folder)))
}

fn close_with(
    outputs: Vec<Output>,
    is_complete: bool,
    globals: &Globals,
    commit: impl FnOnce(Vec<Output>) -> Result<(), pgn_stream::Error>,
) -> anyhow::Result<()> {
    if !is_complete {
        return outputs.into_iter().try_for_each(|output| close(output, false, globals));
    }
    let paths: Vec<_> = outputs.iter().map(|output| output.path().map(PathBuf::from)).collect();
    commit(outputs).map_err(unwritable_output)?;
    paths.iter().for_each(|path| note(path.as_deref(), globals));
    Ok(())
}

/// Adds an output that has been renamed into place to the manifest.
pub(crate) fn note(path: Option<&Path>, globals: &Globals) {
    if let (Some(path), Some(manifest)) = (path, &globals.manifest) {
        manifest.add_output(path);
    }
}

/// Writes the manifest of a run, if one is requested. It must be the last output.
///
/// # Errors
/// Returns an error if the manifest cannot be written, or a file has changed while it was read.
pub fn finish_manifest(globals: &Globals) -> anyhow::Result<()> {
    let Some(manifest) = &globals.manifest else { return Ok(()) };
    let Some((out, is_complete)) = manifest.finish(&globals.workers)? else { return Ok(()) };
    close(out, is_complete, globals)
}
