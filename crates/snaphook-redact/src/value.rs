//! Where a value begins and ends that is behind a secret's name, and whether
//! it is one.

use std::ops::Range;

use super::assigned::is_of_names;
use super::named::NameMatch;

/// The shortest value that counts, where no quotes enclose it; behind a sign that
/// only shells and files of variables write.
const SHORT: usize = 6;
const SHORT_PASSWORD: usize = 3;

/// How far a quote is looked for that closes one on an earlier line.
const LINES: usize = 2048;

/// Beyond these bytes a word is no longer looked at to find that it is code: a
/// text of many megabytes must not be looked at as often as it has names.
const CODE: usize = 128;

/// Words beside a colon that say what is to be there.
const TYPES: &[&str] = &[
    "string",
    "boolean",
    "integer",
    "number",
    "object",
    "unknown",
    "undefined",
    "optional",
    "required",
    "inherit",
    "secretstr",
    "secretstring",
    "secret",
    "password",
    "varchar",
    "buffer",
    "hidden",
    "masked",
    "option",
];

/// What is known of a value before it is looked at.
pub(super) struct ValueContext<'n> {
    pub(super) named: NameMatch<'n>,
    /// As shells and files of variables have it: no blanks around the sign.
    pub(super) tight: bool,
    /// Its name is in quotes, as in JSON.
    pub(super) in_quotes: bool,
    /// Its name is the first thing on its line.
    pub(super) begins_line: bool,
}

/// The value that begins here, with its quotes; `None` if none does.
pub(super) fn value(text: &str, start: usize, around: &ValueContext<'_>) -> Option<Range<usize>> {
    let rest = &text[start..];
    if rest.starts_with("[redacted: ") {
        return None;
    }
    if let Some(quoted) = QuotedValue::at(rest) {
        let is_other = match around.named {
            NameMatch::Usual(usual) => usual.is_other(quoted.inner),
            NameMatch::Own(_) => false,
        };
        let taken = !quoted.inner.is_empty() && !is_reference(quoted.inner) && !is_other;
        return taken.then_some(start..start + quoted.end);
    }
    if around.in_quotes && rest.starts_with(['[', '{']) {
        let beginning = beginning(rest, CODE * 4);
        let texts = || has_texts(&beginning[..bracketed(beginning)]);
        let taken = matches!(around.named, NameMatch::Own(_)) || texts();
        return taken.then(|| start..start + bracketed(rest));
    }
    if rest.starts_with(['$', '<', '%', '=', ':', '@', '(', '[', '{']) {
        return None;
    }
    let alone = around.begins_line && is_line(rest);
    if !may_be_secret(beginning(rest, CODE), around, alone) {
        return None;
    }
    let whole = match around.tight || alone {
        true => word_end(rest),
        false => rest.find(ends_loosely).unwrap_or(rest.len()),
    };
    let written = rest[..whole].trim_end_matches([',', ';', ')', '}', ']', '&', '|']);
    let end = start + written.len();
    is_secret(written, &rest[written.len()..], around, alone).then_some(start..end)
}

fn ends_loosely(c: char) -> bool {
    c.is_whitespace() || "\"'\\(){}[],;&|`".contains(c)
}

/// The beginning of a text, of about so many bytes.
fn beginning(text: &str, bytes: usize) -> &str {
    // `floor_char_boundary` needs Rust 1.91.
    let mut ends = (0..=bytes.min(text.len())).rev();
    let end = ends.find(|end| text.is_char_boundary(*end));
    &text[..end.unwrap_or_default()]
}

/// Whether something may be a secret that begins like this.
fn may_be_secret(beginning: &str, around: &ValueContext<'_>, alone: bool) -> bool {
    if let NameMatch::Usual(usual) = around.named
        && !usual.encoded
        && usual.is_other(beginning)
    {
        return false;
    }
    if let NameMatch::Usual(usual) = around.named
        && usual.encoded
    {
        let signs = |c: char| !c.is_ascii_alphanumeric() && !"+/_-".contains(c);
        let word = beginning.split(signs).next().unwrap_or_default();
        return word.len() == beginning.len() || !usual.is_other(word);
    }
    if !around.tight && !alone {
        let word = beginning.split(ends_loosely).next().unwrap_or_default();
        return word.contains(|c: char| c.is_ascii_digit());
    }
    let name = beginning.trim_start_matches(|c: char| is_of_names(c) || ".:".contains(c));
    let digits = beginning[..beginning.len() - name.len()].contains(|c: char| c.is_ascii_digit());
    digits || !name.starts_with(['(', '[', '{'])
}

/// Whether the content of no quotes is a secret, and not where one comes from, or
/// what type it has.
fn is_secret(written: &str, rest: &str, around: &ValueContext<'_>, alone: bool) -> bool {
    let has_digit = written.contains(|c: char| c.is_ascii_digit());
    let least = match around.named {
        NameMatch::Own(_) if has_digit => 1,
        NameMatch::Usual(usual) if around.in_quotes && usual.takes_number(written) => 1,
        NameMatch::Usual(usual) if around.tight && usual.digits.is_some() => SHORT_PASSWORD,
        _ => SHORT,
    };
    if written.chars().count() < least {
        return false;
    }
    let mut alone_counts = false;
    if let NameMatch::Usual(usual) = around.named {
        if usual.counts(written) {
            return false;
        }
        if usual.encoded {
            return !usual.is_other(written);
        }
        alone_counts = usual.alone && alone && is_no_type(written) && !rest.starts_with([',', ';']);
    }
    if is_called(written, rest) {
        return false;
    }
    has_digit || around.tight || alone_counts
}

/// `name(…)`, `name[…]`: with digits in the name only where it is closed.
fn is_called(written: &str, rest: &str) -> bool {
    let brackets = ['(', '[', '{'];
    let Some(at) = written.find(brackets) else {
        return rest.starts_with(brackets);
    };
    let name = &written[..at];
    let is_name = name.chars().all(|c| is_of_names(c) || ".:".contains(c));
    let closed = rest.starts_with([')', ']', '}']) && written.len() < CODE;
    is_name && (closed || !name.contains(|c: char| c.is_ascii_digit()))
}

fn is_no_type(written: &str) -> bool {
    let lower = written.to_ascii_lowercase();
    // `token: Token` is a type of somebody's own.
    let own = written.starts_with(|c: char| c.is_ascii_uppercase())
        && written.chars().all(|c| c.is_ascii_alphabetic());
    !own && !TYPES.contains(&&*lower)
        && !written.contains(['<', '>', '[', '(', '.', ':', '|', '&', '/'])
}

/// Whether a line has one word from here to its end, but for a remark.
fn is_line(rest: &str) -> bool {
    let line = rest.lines().next().unwrap_or_default();
    // As JSON has it.
    let end = [line.find("\\n"), line.find('"')]
        .into_iter()
        .flatten()
        .min();
    let line = &line[..end.unwrap_or(line.len())];
    let mut words = line.split_whitespace().skip(1);
    words.next().is_none_or(|word| word.starts_with('#'))
}

/// The end of a word of a shell, or of a line in a file of variables.
fn word_end(rest: &str) -> usize {
    for (at, c) in rest.char_indices() {
        let next = &rest[at + c.len_utf8()..];
        let ends = match c {
            '"' | '\'' | '`' => true,
            '[' => next.starts_with("redacted: "),
            '\\' => next.starts_with(['n', 'r', 't', '"', '\'', '\\']),
            '&' | '|' | ';' | ',' => next.starts_with(['&', '|']) || is_assignment(next),
            _ => c.is_whitespace(),
        };
        if ends {
            return at;
        }
    }
    rest.len()
}

/// `name=`: the next field of a query, or the next argument.
fn is_assignment(text: &str) -> bool {
    let end = text.find(|c: char| !is_of_names(c) && c != ' ');
    end.is_some_and(|end| end > 0 && text[end..].starts_with('='))
}

/// A text in quotes, which may be in quotes itself, and so have backslashes
/// before them.
struct QuotedValue<'t> {
    inner: &'t str,
    /// Behind the quote that closes it.
    end: usize,
}

impl<'t> QuotedValue<'t> {
    fn at(rest: &'t str) -> Option<Self> {
        let escapes = rest.len() - rest.trim_start_matches('\\').len();
        let quote = rest[escapes..].chars().next()?;
        if !matches!(quote, '"' | '\'') {
            return None;
        }
        let begin = escapes + 1;
        let inner = &rest[begin..];
        let line = inner.find('\n').unwrap_or(inner.len());
        let near = beginning(inner, line.max(LINES));
        match closing(near, quote, escapes) {
            Some((end, behind)) => Some(Self {
                inner: &inner[..end],
                end: begin + behind,
            }),
            // A quote that is not closed encloses the rest of its line.
            None => Some(Self {
                inner: &inner[..line],
                end: begin + line,
            }),
        }
    }
}

/// Where a quote with so many backslashes before it is closed: where the closing
/// one begins and ends. One with more before it is within the value.
fn closing(text: &str, quote: char, escapes: usize) -> Option<(usize, usize)> {
    for (at, _) in text.match_indices(quote) {
        let before = &text[..at];
        let run = at - before.trim_end_matches('\\').len();
        if run < escapes || run % (2 * (escapes + 1)) == escapes {
            let own = run.min(escapes);
            return Some((at - own, at + 1));
        }
    }
    None
}

/// The end of what the bracket at the beginning encloses; of everything, where it
/// is not closed.
fn bracketed(rest: &str) -> usize {
    let mut depth = 0_usize;
    for (at, c) in rest.char_indices() {
        match c {
            '[' | '{' => depth += 1,
            ']' | '}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at + 1;
                }
            }
            _ => {}
        }
    }
    rest.len()
}

/// Whether something in brackets has texts, and not only numbers by their names.
fn has_texts(text: &str) -> bool {
    let mut before = text.match_indices(['"', '\'']).map(|(at, _)| &text[..at]);
    before.any(|before| {
        let before = before.trim_end_matches('\\').trim_end();
        before.ends_with([':', '['])
    })
}

/// Whether a text in quotes only says where the secret is, or was.
pub(super) fn is_reference(text: &str) -> bool {
    let variable = text.strip_prefix('$');
    let variable =
        variable.is_some_and(|name| name.chars().all(|c| is_of_names(c) || "{}".contains(c)));
    let template = text.starts_with("{{") || text.starts_with("${");
    let blank = text.starts_with('<') && text.ends_with('>');
    let template = template || text.starts_with("$(") || text == "-";
    let blank = blank || (text.len() > 2 && text.starts_with('%') && text.ends_with('%'));
    variable || template || blank || text.starts_with("[redacted: ")
}
