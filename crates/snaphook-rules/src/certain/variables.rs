//! Variables that may be set for a command.

use super::doubt::Certain;
use super::read::CertainReader;

/// Variables that change what a command shows, never what it runs or which
/// files it goes by. Any other may: `HOME`, `GIT_DIR`, `PATH`, `LESSOPEN`, ….
const HARMLESS: &[&str] = &[
    "CARGO_TERM_COLOR",
    "CI",
    "COLORTERM",
    "COLUMNS",
    "DEBUG",
    "FORCE_COLOR",
    "LANG",
    "LANGUAGE",
    "LINES",
    "NODE_ENV",
    "NO_COLOR",
    "PYTHONDONTWRITEBYTECODE",
    "PYTHONUNBUFFERED",
    "RUST_BACKTRACE",
    "RUST_LOG",
    "TERM",
    "TZ",
    "VERBOSE",
];

/// Whether nothing depends on the variable but what is shown.
pub(crate) fn is_harmless(name: &str) -> bool {
    let word = |rest: &str| rest.bytes().all(|b| b.is_ascii_uppercase() || b == b'_');
    HARMLESS.contains(&name)
        || name.strip_prefix("LC_").is_some_and(word)
        || name.strip_prefix("CLICOLOR").is_some_and(word)
}

/// Whether a value means nothing to programs that expand it once more (`make`)
/// and leads to no file.
pub(super) fn is_plain_value(value: &str) -> bool {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"_.,:=+@/-".contains(&b);
    value.bytes().all(plain) && !value.contains("..") && !value.starts_with(['/', ':', '-'])
}

/// `NAME=value` before a command; the name.
pub(super) fn assignment(reader: &mut CertainReader<'_>) -> Certain<String> {
    let rest = reader.rest();
    let length = rest.find(['=', '+', '[']).unwrap_or(rest.len());
    let name = rest[..length].to_owned();
    if !is_harmless(&name) || rest.as_bytes().get(length) != Some(&b'=') {
        return reader.doubt("an assignment");
    }
    let from = reader.at;
    reader.at += length + 1;
    if matches!(reader.peek(), Some(b'(' | b'=' | b'#')) {
        return reader.doubt("the value of an assignment");
    }
    let word = reader.word()?;
    let value = word
        .unexpanded
        .known()
        .filter(|value| is_plain_value(value));
    if word.alternatives.len() != 1 || value.is_none() {
        reader.at = from;
        return reader.doubt("the value of an assignment");
    }
    if matches!(reader.peek(), Some(b'<' | b'>' | b'(')) {
        return reader.doubt("what follows an assignment");
    }
    Ok(name)
}
