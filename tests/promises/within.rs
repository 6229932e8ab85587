//! Commands that run within the process of the test, which saves the start of a process for each of them.
//!
//! Only one command can run at a time, as the standard streams and the working folder belong to the process.

use std::path::Path;

/// Runs a command in `dir`, given with its arguments separated by blanks. Returns its status, stdout and stderr.
#[cfg(unix)]
pub(crate) fn run(
    dir: &Path,
    command: &str,
    stdin: Option<&[u8]>,
) -> (Option<i32>, Vec<u8>, Vec<u8>) {
    use std::{
        env,
        ffi::OsString,
        fs::File,
        io::{self, Read as _, Seek as _, Write as _},
    };

    use rustix::{
        io::dup,
        stdio::{dup2_stderr, dup2_stdin, dup2_stdout, stderr, stdin as own_stdin, stdout},
    };

    env::set_current_dir(dir).unwrap();
    let mut streams = [0; 3].map(|_| tempfile::tempfile().unwrap());
    if let Some(bytes) = stdin {
        streams[0].write_all(bytes).unwrap();
        streams[0].rewind().unwrap();
    }
    let own = [dup(own_stdin()).unwrap(), dup(stdout()).unwrap(), dup(stderr()).unwrap()];
    let redirect = |to: [&dyn std::os::fd::AsFd; 3]| {
        dup2_stdin(to[0]).unwrap();
        dup2_stdout(to[1]).unwrap();
        dup2_stderr(to[2]).unwrap();
    };
    redirect([&streams[0], &streams[1], &streams[2]]);
    let args = ["pgnkit"].into_iter().chain(command.split(' ')).map(OsString::from);
    let status = pgnkit::run(args);
    let flushed = io::stdout().flush();
    redirect([&own[0], &own[1], &own[2]]);
    flushed.unwrap();
    let text_of = |stream: &mut File| {
        let mut text = Vec::new();
        stream.rewind().unwrap();
        stream.read_to_end(&mut text).unwrap();
        text
    };
    let [_, out, err] = &mut streams;
    (Some(i32::from(status.code())), text_of(out), text_of(err))
}

#[cfg(not(unix))]
pub(crate) fn run(_: &Path, _: &str, _: Option<&[u8]>) -> (Option<i32>, Vec<u8>, Vec<u8>) {
    panic!("PGNKIT_FUZZ_WITHIN: only on Unix")
}
