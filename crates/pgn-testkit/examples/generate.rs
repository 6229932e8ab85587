//! Writes generated games to standard output.
//!
//! `cargo run -p pgn-testkit --example generate -- --games N --seed S --style bare|annotated [--bytes N]
//! [--fault KIND --every N]`, where KIND is a `pgn_testkit::Fault` such as `IllegalMove`.

use std::{error::Error, io};

use pgn_testkit::{Fault, Generator, Style};

fn main() -> Result<(), Box<dyn Error>> {
    let (mut n_games, mut n_bytes, mut seed, mut every) = (u64::MAX, u64::MAX, 1, 1);
    let (mut style, mut fault) = (Style::Bare, None);
    let mut args = std::env::args().skip(1);
    while let Some(name) = args.next() {
        let value = args.next().ok_or_else(|| format!("{name} needs a value"))?;
        match name.as_str() {
            "--games" => n_games = value.parse()?,
            "--bytes" => n_bytes = value.parse()?,
            "--seed" => seed = value.parse()?,
            "--every" => every = value.parse()?,
            "--style" if value == "bare" => style = Style::Bare,
            "--style" if value == "annotated" => style = Style::Annotated,
            "--fault" => {
                let found = Fault::ALL.iter().find(|fault| format!("{fault:?}") == value);
                fault = Some(
                    *found
                        .ok_or_else(|| format!("no fault {value}; there are {:?}", Fault::ALL))?,
                );
            }
            _ => return Err(format!("unknown: {name} {value}").into()),
        }
    }
    if n_games == u64::MAX && n_bytes == u64::MAX {
        n_games = 10;
    }
    let mut generator = Generator::new(seed, style);
    if let Some(fault) = fault {
        generator = generator.with_fault(fault, every);
    }
    let mut out = io::BufWriter::with_capacity(1 << 20, io::stdout().lock());
    match generator.write_until(&mut out, |games, bytes| games >= n_games || bytes >= n_bytes) {
        Err(err) if err.kind() != io::ErrorKind::BrokenPipe => Err(err.into()),
        _ => Ok(()),
    }
}
