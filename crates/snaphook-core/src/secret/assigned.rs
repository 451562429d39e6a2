//! `name=value`, `"name": "value"` and `--name value` in a text: the values of
//! fields whose names say that they are secret.
//!
//! Written by hand: an expression with all the names takes longer to compile
//! than most commands run.

use std::ops::Range;

use super::named::Names;

/// The shortest value that counts, where no quotes enclose it.
const SHORT: usize = 6;

/// Takes them out; how many there were.
pub(super) fn take_out_assigned(names: &Names, text: &mut String) -> usize {
    if !names.stand_in_texts() {
        return 0;
    }
    let mut found = 0;
    let mut new = String::new();
    let mut kept = 0;
    for at in signs(text) {
        if at < kept {
            continue;
        }
        let Some((name, value)) = assigned(names, text, at).or_else(|| flag(names, text, at))
        else {
            continue;
        };
        new.push_str(&text[kept..value.start]);
        new.push_str(&format!("[redacted: {name}]"));
        kept = value.end;
        found += 1;
    }
    if found > 0 {
        new.push_str(&text[kept..]);
        *text = new;
    }
    found
}

/// Where something may be assigned.
fn signs(text: &str) -> impl Iterator<Item = usize> {
    let bytes = text.as_bytes().iter().enumerate();
    let signs = bytes.filter(|(_, byte)| matches!(byte, b'=' | b':' | b'-'));
    signs.map(|(at, _)| at)
}

/// A value behind the sign at this place.
fn assigned<'n>(names: &'n Names, text: &str, at: usize) -> Option<(&'n str, Range<usize>)> {
    let (before, rest) = (&text[..at], &text[at..]);
    let sign = [":=", "=>", "=", ":"]
        .into_iter()
        .find(|sign| rest.starts_with(sign))?;
    let after = at + sign.len();
    // Comparisons, and paths of modules.
    if before.ends_with(['=', ':', '!', '<', '>']) || text[after..].starts_with(['=', ':']) {
        return None;
    }
    let name = before.trim_end_matches([' ', '\t']);
    let spaced = name.len() < before.len() || text[after..].starts_with([' ', '\t']);
    let name = name.trim_end_matches(['"', '\'']).trim_end_matches('\\');
    let name = names.ending(last_word(name))?;
    let start = after + blanks(&text[after..]);
    let value = value(text, start)?;
    let loose = spaced || sign != "=";
    (!is_code(text, &value, loose)).then_some((name, value))
}

/// The value of the flag at this place: `--token abc`.
fn flag<'n>(names: &'n Names, text: &str, at: usize) -> Option<(&'n str, Range<usize>)> {
    let flag = text[at..].strip_prefix("--")?;
    let end = flag.find(|c: char| !is_of_names(c))?;
    let name = names.ending(&flag[..end])?;
    let after = at + 2 + end;
    let blanks = blanks(&text[after..]);
    if blanks == 0 || text[after + blanks..].starts_with('-') {
        return None;
    }
    let value = value(text, after + blanks)?;
    (!is_code(text, &value, false)).then_some((name, value))
}

fn is_of_names(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '-'
}

fn last_word(text: &str) -> &str {
    let start = text.rfind(|c: char| !is_of_names(c));
    let start = start.map_or(0, |at| {
        at + text[at..].chars().next().map_or(1, char::len_utf8)
    });
    &text[start..]
}

fn blanks(text: &str) -> usize {
    text.len() - text.trim_start_matches([' ', '\t']).len()
}

/// The value that begins here, with its quotes; nothing where none does.
fn value(text: &str, start: usize) -> Option<Range<usize>> {
    let rest = &text[start..];
    for quote in ["\\\"", "\\'", "\"", "'"] {
        if let Some(inner) = rest.strip_prefix(quote) {
            // A quote that is not closed encloses the rest of its line.
            let line = inner.lines().next().unwrap_or_default();
            let (inner, end) = match line.find(quote) {
                Some(at) => (&line[..at], at + quote.len()),
                None => (line, line.len()),
            };
            let taken = !inner.is_empty() && !is_reference(inner);
            return taken.then_some(start..start + quote.len() + end);
        }
    }
    if rest.starts_with(['$', '<', '%', '=', ':', '@']) {
        return None;
    }
    let ends = |c: char| c.is_whitespace() || "\"'\\(){}[],;&|`".contains(c);
    let end = rest.find(ends).unwrap_or(rest.len());
    (rest[..end].chars().count() >= SHORT).then_some(start..start + end)
}

/// Whether a text in quotes only says where the secret is, or was.
fn is_reference(text: &str) -> bool {
    let variable = text.strip_prefix('$');
    let variable =
        variable.is_some_and(|name| name.chars().all(|c| is_of_names(c) || "{}".contains(c)));
    let template = text.starts_with("{{") || text.starts_with("${");
    let blank = text.starts_with('<') && text.ends_with('>');
    variable || template || blank || text.starts_with("[redacted: ")
}

/// Whether a value is where a secret comes from, or what type it has, and not
/// the secret itself.
fn is_code(text: &str, value: &Range<usize>, loose: bool) -> bool {
    let written = &text[value.clone()];
    if written.starts_with(['"', '\'', '\\']) {
        return false;
    }
    // Shells and files of variables have no blanks around the sign.
    let word = !written.contains(|c: char| c.is_ascii_digit());
    text[value.end..].starts_with(['(', '[', '{']) || (word && loose)
}
