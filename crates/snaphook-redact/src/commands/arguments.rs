//! Takes the secrets of a command out of a list of its arguments.

use serde_json::Value;

use super::pieces::{Pieces, TextPiece};
use super::reading::CommandReader;
use crate::named::SecretNames;

/// Takes them out of a list of texts, the command's own name first unless it stands
/// elsewhere; how many there were.
pub(crate) fn take_out_arguments(
    names: &SecretNames,
    program: Option<&str>,
    arguments: &mut [Value],
) -> usize {
    let mut reading = CommandReader::new(names, true);
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
pub(crate) fn reads_secret(names: &SecretNames, command: &Value) -> bool {
    let mut reading = CommandReader::new(names, false);
    match command {
        Value::String(line) => {
            for piece in Pieces::of(line) {
                match piece {
                    TextPiece::Word(word) => {
                        reading.word(0, &word.text);
                    }
                    TextPiece::Pipe | TextPiece::End if reading.reads_secret() => return true,
                    TextPiece::Pipe | TextPiece::End => {
                        reading.end(false);
                    }
                    TextPiece::HereString | TextPiece::HereDocument | TextPiece::Redirection => {
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
