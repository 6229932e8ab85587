//! The character set of an input and the order of its dates, detected by its first bytes.

use std::io::{Cursor, Read};

use pgn_syntax::{CharsetDetector, date::DateEvidence};

use crate::{
    inputs::{
        body::{Body, Failing},
        input::InputInfo,
        options::Options,
        requested_encoding::Encoding,
        unfold::read_some,
    },
    progress::Progress,
};

/// Number of bytes by which the set is detected. The same for files, pipes and compressed files, so that the result
/// does not depend on how an input is read.
const SAMPLE: usize = 4 << 20;

/// Detects the character set and the order of dates of an input, as far as requested, and returns its body, of which
/// no bytes are lost. Waits for the bytes of a pipe.
pub(crate) fn detect<'a>(
    info: &mut InputInfo,
    body: Body<'a>,
    options: &Options,
    progress: &dyn Progress,
) -> Body<'a> {
    let of_files = options.encodings_of_files.as_ref();
    let of_file = info.path().and_then(|path| of_files?.of_file(path));
    if let Some(Encoding::Given(set)) = of_file {
        info.given_charset = Some(set);
    }
    let detects_charset = options.encoding_of(info) == Encoding::Detected;
    let detects_dates = options.detects_dates;
    if info.undecoded_utf16 || info.binary || !(detects_charset || detects_dates) {
        return body;
    }
    let look = |info: &mut InputInfo, sample: &[u8]| {
        if detects_charset {
            guess(info, sample);
        }
        info.dates = detects_dates.then(|| DateEvidence::of(sample));
    };
    match body {
        Body::Mapped(map, file) => {
            let sample = &map.bytes()[..map.bytes().len().min(SAMPLE)];
            look(info, sample);
            Body::Mapped(map, file)
        }
        Body::Stream(mut stream) => {
            let mut sample = Vec::new();
            let error = (&mut *stream).take(SAMPLE as u64).read_to_end(&mut sample).err();
            look(info, &sample);
            Body::Stream(Box::new(Cursor::new(sample).chain(Failing(error)).chain(stream)))
        }
        Body::Jumping { mut sample, text } => {
            let mut bytes = Vec::new();
            // An error before the text that is read is reported with the range that contains it.
            let _ = (&mut *sample).take(SAMPLE as u64).read_to_end(&mut bytes);
            look(info, &bytes);
            Body::Jumping { sample, text }
        }
        Body::Live { mut head, mut file } => {
            while head.len() < SAMPLE {
                let len = head.len();
                match read_some(&mut file, &mut head) {
                    Ok(0) => break,
                    Ok(_) => {
                        progress.read((head.len() - len) as u64);
                        progress.passing(info.caller_index, &head[len..]);
                    }
                    Err(error) => {
                        look(info, &head);
                        return Body::Stream(Box::new(
                            Cursor::new(head).chain(Failing(Some(error))),
                        ));
                    }
                }
            }
            look(info, &head[..head.len().min(SAMPLE)]);
            Body::Live { head, file }
        }
        Body::Failed(error) => Body::Failed(error),
    }
}

/// Guesses the character set of a sample. If the guess is uncertain, stores words that show why.
fn guess(info: &mut InputInfo, sample: &[u8]) {
    let mut detector = CharsetDetector::default();
    detector.add(sample);
    info.charset = detector.guess();
    let uncertain = info.charset.filter(|guess| !guess.is_certain());
    info.charset_sample = uncertain.and_then(|guess| detector.sample(&guess));
}
