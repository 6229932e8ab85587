//! The character set of an input, detected by its first bytes.

use std::io::{Cursor, Read};

use pgn_syntax::CharsetDetector;

use crate::{
    body::{Body, Failing},
    input::InputInfo,
    progress::Progress,
    source,
};

/// The number of bytes that decide. The same for files, pipes and compressed files, so that the set does not depend
/// on how an input is read.
const SAMPLE: usize = 4 << 20;

/// Detects the character set of an input that is text, and returns its body, of which nothing is lost. Waits for the
/// bytes of a pipe.
pub(crate) fn detect<'a>(
    info: &mut InputInfo,
    body: Body<'a>,
    progress: &dyn Progress,
) -> Body<'a> {
    if info.utf16 || info.binary {
        return body;
    }
    match body {
        Body::Mapped(map, file) => {
            let sample = &map.bytes()[..map.bytes().len().min(SAMPLE)];
            info.charset = guess(sample);
            Body::Mapped(map, file)
        }
        Body::Stream(mut stream) => {
            let mut sample = Vec::new();
            let error = (&mut *stream).take(SAMPLE as u64).read_to_end(&mut sample).err();
            info.charset = guess(&sample);
            Body::Stream(Box::new(Cursor::new(sample).chain(Failing(error)).chain(stream)))
        }
        Body::Live { mut head, mut file } => {
            while head.len() < SAMPLE {
                let len = head.len();
                match source::read_some(&mut file, &mut head) {
                    Ok(0) => break,
                    Ok(_) => {
                        progress.read((head.len() - len) as u64);
                        progress.passing(info.given, &head[len..]);
                    }
                    Err(error) if error.kind() == std::io::ErrorKind::Interrupted => (),
                    Err(error) => {
                        info.charset = guess(&head);
                        return Body::Stream(Box::new(
                            Cursor::new(head).chain(Failing(Some(error))),
                        ));
                    }
                }
            }
            info.charset = guess(&head[..head.len().min(SAMPLE)]);
            Body::Live { head, file }
        }
        Body::Failed(error) => Body::Failed(error),
    }
}

fn guess(sample: &[u8]) -> Option<pgn_syntax::CharsetGuess> {
    let mut detector = CharsetDetector::default();
    detector.add(sample);
    detector.guess()
}
