//! `name=value`, `"name": "value"` and `--name value` in a text: the values of
//! fields whose names say that they are secret.
//!
//! Written by hand: an expression with all the names takes longer to compile
//! than most commands run.

use std::ops::Range;

use super::json_in::JsonIn;
use super::named::{NameMatch, SecretNames};
use super::value::{ValueContext, value};

/// Takes them out, but not where JSON was looked into already; how many there
/// were. In JSON that could not be looked into fields count that are otherwise known
/// by their paths.
pub(super) fn take_out_assigned(names: &SecretNames, text: &mut String, json: &JsonIn) -> usize {
    if !names.stand_in_texts() {
        return 0;
    }
    let mut found = 0;
    let mut new = String::new();
    let mut kept = 0;
    let mut done = json.done.iter().peekable();
    for at in signs(text) {
        while done.next_if(|done| done.end <= at).is_some() {}
        if at < kept || done.peek().is_some_and(|done| done.contains(&at)) {
            continue;
        }
        let found_here = assigned(names, text, at, json.cut).or_else(|| flag(names, text, at));
        let Some((name, value)) = found_here else {
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
fn assigned<'n>(
    names: &'n SecretNames,
    text: &str,
    at: usize,
    cut: bool,
) -> Option<(&'n str, Range<usize>)> {
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
    // `environ['NAME'] = …`
    let name = name
        .strip_suffix("']")
        .or_else(|| name.strip_suffix("\"]"))
        .map_or(name, |word| &name[..=word.len()]);
    let word = name.trim_end_matches(['"', '\'']);
    let in_quotes = word.len() < name.len();
    let word = last_word(word.trim_end_matches('\\'));
    let named = names.ending(word, cut && in_quotes)?;
    let tight = sign == "=" && !spaced;
    if let NameMatch::Usual(usual) = named
        && usual.apart
        && !tight
        && !in_quotes
        && word.len() == usual.name.len()
    {
        return None;
    }
    let around = ValueContext {
        named,
        tight,
        in_quotes,
        begins_line: is_line(sign, &name[..name.len() - word.len()]),
    };
    let start = after + blanks(&text[after..]);
    Some((named.name(), value(text, start, &around)?))
}

/// The value of the flag at this place: `--token abc`.
fn flag<'n>(names: &'n SecretNames, text: &str, at: usize) -> Option<(&'n str, Range<usize>)> {
    let long = text[at..].strip_prefix("--");
    let flag = long.or_else(|| text[at..].strip_prefix('-'))?;
    // A row of dashes is looked at once.
    if text[..at].ends_with(is_of_names) {
        return None;
    }
    let end = flag.find(|c: char| !is_of_names(c))?;
    let named = names.ending(&flag[..end], false)?;
    if let NameMatch::Usual(usual) = named
        && usual.apart
        && long.is_none()
    {
        return None;
    }
    let after = at + if long.is_some() { 2 } else { 1 } + end;
    let blanks = blanks(&text[after..]);
    if blanks == 0 || text[after + blanks..].starts_with('-') {
        return None;
    }
    let around = ValueContext {
        named,
        tight: true,
        in_quotes: false,
        begins_line: false,
    };
    Some((named.name(), value(text, after + blanks, &around)?))
}

pub(super) fn is_of_names(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '-'
}

/// Whether a line of a file begins here, and not one of code: `name: value`, or
/// `name = value` below a section.
fn is_line(sign: &str, before: &str) -> bool {
    match sign {
        ":" => begins_line(before),
        "=" => begins_line(before) && is_in_section(before),
        _ => false,
    }
}

/// Whether a line such as `[client]` is near before this place.
fn is_in_section(before: &str) -> bool {
    const NEAR: usize = 1024;
    // `ceil_char_boundary` needs Rust 1.91.
    let mut starts = before.len().saturating_sub(NEAR)..before.len();
    let start = starts.find(|start| before.is_char_boundary(*start));
    let near = &before[start.unwrap_or(before.len())..];
    // As JSON has it, too.
    let lines = near.split('\n').flat_map(|line| line.split("\\n"));
    let mut names = lines.filter_map(|line| {
        let line = line.trim_start_matches(|c| c != '[');
        line.strip_prefix('[')?.trim_end().strip_suffix(']')
    });
    names.any(|name| name.starts_with(|c: char| c.is_ascii_alphanumeric()))
}

/// Whether nothing but what YAML has there is before a name on its line.
fn begins_line(before: &str) -> bool {
    let before = before.trim_end_matches([' ', '\t', '-']);
    let before = before.strip_suffix("\\t").unwrap_or(before);
    // In JSON a text begins behind a quote, and a line behind `\n`.
    before.is_empty() || before.ends_with(['\n', '"']) || before.ends_with("\\n")
}

fn last_word(text: &str) -> &str {
    let start = text.rfind(|c: char| !is_of_names(c));
    let start = start.map_or(0, |at| {
        at + text[at..].chars().next().map_or(1, char::len_utf8)
    });
    let word = &text[start..];
    // The end of a line before it, as JSON has it.
    match text[..start].ends_with('\\') {
        true => word.strip_prefix(['n', 'r', 't']).unwrap_or(word),
        false => word,
    }
}

fn blanks(text: &str) -> usize {
    text.len() - text.trim_start_matches([' ', '\t']).len()
}
