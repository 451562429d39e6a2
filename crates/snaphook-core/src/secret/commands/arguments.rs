//! Takes the secrets of a command out of a list of its arguments.

use serde_json::Value;

use super::pieces::{Piece, Pieces};
use super::reading::Reading;
use crate::secret::named::Names;

/// Takes them out of a list of texts, the command's own name first unless it stands
/// elsewhere; how many there were.
pub(in crate::secret) fn take_out_arguments(
    names: &Names,
    program: Option<&str>,
    arguments: &mut [Value],
) -> usize {
    let mut reading = Reading::new(names, true);
    if let Some(program) = program {
        reading.word(usize::MAX, program);
    }
    for (index, argument) in arguments.iter().enumerate() {
        if let Value::String(argument) = argument {
            reading.word(index, argument);
        }
    }
    reading.end(false);
    let mut found = 0;
    for hit in reading.hits {
        if let Some(Value::String(argument)) = arguments.get_mut(hit.word) {
            argument.replace_range(hit.bytes, &format!("[redacted: {}]", hit.name));
            found += 1;
        }
    }
    found
}

/// Whether a command line, or a list of arguments, reads a secret from its standard
/// input.
pub(in crate::secret) fn reads_secret(names: &Names, command: &Value) -> bool {
    let mut reading = Reading::new(names, false);
    match command {
        Value::String(line) => {
            for piece in Pieces::of(line) {
                match piece {
                    Piece::Word(word) => {
                        reading.word(0, &word.text);
                    }
                    Piece::Pipe | Piece::End if reading.reads_secret() => return true,
                    Piece::Pipe | Piece::End => {
                        reading.end(false);
                    }
                    Piece::HereString | Piece::HereDocument | Piece::Redirection => {
                        reading.redirection();
                    }
                }
            }
        }
        Value::Array(arguments) => {
            for argument in arguments.iter().filter_map(Value::as_str) {
                reading.word(0, argument);
            }
        }
        _ => {}
    }
    reading.reads_secret()
}
