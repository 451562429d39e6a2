//! Reading a file of git's settings. Pure; what git would not take is not taken.

use std::iter::Peekable;
use std::str::Chars;

/// One setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ConfigEntry {
    /// In lower case.
    pub section: String,
    pub subsection: Option<String>,
    /// In lower case.
    pub key: String,
    /// Nothing for a key without `=`, which is true.
    pub value: Option<String>,
}

impl ConfigEntry {
    /// The name of the setting, for people.
    pub(super) fn name(&self) -> String {
        match &self.subsection {
            Some(subsection) => format!("{}.{subsection}.{}", self.section, self.key),
            None => format!("{}.{}", self.section, self.key),
        }
    }

    /// Whether the value is true or false in one of git's words.
    pub(super) fn is_boolean(&self) -> bool {
        let Some(value) = &self.value else {
            return true;
        };
        let words = ["true", "false", "yes", "no", "on", "off", "0", "1", ""];
        words.contains(&value.to_lowercase().as_str())
    }
}

/// The settings of a file in their order; `None` if it cannot be read.
pub(super) fn entries(text: &str) -> Option<Vec<ConfigEntry>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let text = text.replace("\r\n", "\n");
    let mut chars = text.chars().peekable();
    let mut found = Vec::new();
    let mut section: Option<(String, Option<String>)> = None;
    while let Some(c) = chars.next() {
        match c {
            '\n' | ' ' | '\t' => {}
            '#' | ';' => skip_comment(&mut chars),
            '[' => section = Some(header(&mut chars)?),
            c if c.is_ascii_alphabetic() => {
                let (section, subsection) = section.clone()?;
                let (key, value) = setting(c, &mut chars)?;
                found.push(ConfigEntry {
                    section,
                    subsection,
                    key,
                    value,
                });
            }
            _ => return None,
        }
    }
    Some(found)
}

fn skip_comment(chars: &mut Peekable<Chars<'_>>) {
    while chars.next_if(|c| *c != '\n').is_some() {}
}

/// `core]`, `diff "x"]`, `diff.x]`.
fn header(chars: &mut Peekable<Chars<'_>>) -> Option<(String, Option<String>)> {
    let mut name = String::new();
    loop {
        match chars.next()? {
            ']' => {
                let name = name.to_lowercase();
                return Some(match name.split_once('.') {
                    Some((section, rest)) => (section.to_owned(), Some(rest.to_owned())),
                    None => (name, None),
                });
            }
            ' ' | '\t' => break,
            c if c.is_ascii_alphanumeric() || matches!(c, '.' | '-') => name.push(c),
            _ => return None,
        }
    }
    while chars.next_if(|c| matches!(c, ' ' | '\t')).is_some() {}
    (chars.next()? == '"').then_some(())?;
    let mut subsection = String::new();
    loop {
        match chars.next()? {
            '"' => break,
            '\n' => return None,
            '\\' => subsection.push(chars.next().filter(|c| *c != '\n')?),
            c => subsection.push(c),
        }
    }
    (chars.next()? == ']').then(|| (name.to_lowercase(), Some(subsection)))
}

/// `name`, `name = value`.
fn setting(first: char, chars: &mut Peekable<Chars<'_>>) -> Option<(String, Option<String>)> {
    let mut key = first.to_ascii_lowercase().to_string();
    while let Some(c) = chars.next_if(|c| c.is_ascii_alphanumeric() || *c == '-') {
        key.push(c.to_ascii_lowercase());
    }
    while chars.next_if(|c| matches!(c, ' ' | '\t')).is_some() {}
    match chars.next() {
        None | Some('\n') => Some((key, None)),
        Some('=') => Some((key, Some(value(chars)?))),
        Some('#' | ';') => {
            skip_comment(chars);
            Some((key, None))
        }
        Some(_) => None,
    }
}

fn value(chars: &mut Peekable<Chars<'_>>) -> Option<String> {
    let mut text = String::new();
    let (mut quoted, mut kept) = (false, 0);
    while let Some(c) = chars.next() {
        match c {
            '\n' if quoted => return None,
            '\n' => break,
            '"' => quoted = !quoted,
            '#' | ';' if !quoted => {
                skip_comment(chars);
                continue;
            }
            '\\' => match chars.next()? {
                '\n' => continue,
                't' => text.push('\t'),
                'b' => text.push('\u{8}'),
                'n' => text.push('\n'),
                c @ ('\\' | '"') => text.push(c),
                _ => return None,
            },
            c @ (' ' | '\t') if !quoted => {
                if !text.is_empty() {
                    text.push(c);
                }
                continue;
            }
            c => text.push(c),
        }
        kept = text.len();
    }
    text.truncate(kept);
    (!quoted).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::entries;

    fn read(text: &str) -> Option<Vec<String>> {
        let shown = |entry: &super::ConfigEntry| match &entry.value {
            Some(value) => format!("{}={value}", entry.name()),
            None => entry.name(),
        };
        Some(entries(text)?.iter().map(shown).collect())
    }

    #[test]
    fn settings_are_read_as_git_reads_them() {
        for (text, want) in [
            ("[core]\n\tbare = false\n", &["core.bare=false"][..]),
            ("[CORE] FsMonitor=./x", &["core.fsmonitor=./x"]),
            ("[core]fsmonitor = ./x # no\n", &["core.fsmonitor=./x"]),
            (
                "[diff \"a.B\"]\ntextConv = \"x;y\" z\n",
                &["diff.a.B.textconv=x;y z"],
            ),
            ("[diff.A]\ncommand=x\r\n", &["diff.a.command=x"]),
            ("[a \"b\\\"c\"] d", &["a.b\"c.d"]),
            ("\u{feff}[a]\nb = x\\\ny\nc\n", &["a.b=xy", "a.c"]),
            ("# x\n; y\n\n[a]\n", &[]),
            ("[a]\nb = \" x \"  \n", &["a.b= x "]),
            ("", &[]),
        ] {
            let found = read(text);
            let found: Option<Vec<&str>> = found
                .as_ref()
                .map(|found| found.iter().map(String::as_str).collect());
            assert_eq!(found.as_deref(), Some(want), "{text}");
        }
        for text in [
            "a = b",
            "[a",
            "[a]\nb = \"x",
            "[a]\n=x",
            "[a]\nb x",
            "[a_b]\n",
            "[a]\nb=\\q",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
