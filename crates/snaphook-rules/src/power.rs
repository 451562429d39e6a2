//! PowerShell, as far as it goes without a parser.
//!
//! Plain commands are read: words, simple quotes, and `;`, `|`, `&&`, `||` or
//! newlines between commands. Variables, script blocks, sub-expressions, call
//! operators and everything else are unknown, and so are commands that run
//! other code. Names and arguments are compared without regard to case.

use crate::{Analysis, SimpleCommand, Unknown, Word};

/// Commands that run what they are given.
const RUNNERS: [&str; 17] = [
    "iex",
    "invoke-expression",
    "icm",
    "invoke-command",
    "powershell",
    "pwsh",
    "cmd",
    "start",
    "saps",
    "start-process",
    "bash",
    "sh",
    "wsl",
    ".",
    "sal",
    "set-alias",
    "new-alias",
];

pub(crate) fn analyse(command: &str) -> Analysis {
    match commands(command) {
        Ok(commands) => Analysis {
            commands,
            ..Analysis::default()
        },
        Err(what) => Analysis::nothing_but(Unknown::PowerShell { what }),
    }
}

fn commands(text: &str) -> Result<Vec<SimpleCommand>, String> {
    let mut found = Vec::new();
    let mut words: Vec<Word> = Vec::new();
    let mut chars = text.char_indices().peekable();
    let mut start = 0;
    let mut word: Option<(usize, String, bool)> = None;
    loop {
        let next = chars.next();
        let at = next.map_or(text.len(), |(at, _)| at);
        let c = next.map(|(_, c)| c);
        if matches!(c, None | Some(' ' | '\t' | '\r' | '\n' | ';' | '|' | '&'))
            && let Some((from, text, quoted)) = word.take()
        {
            if words.is_empty() && quoted {
                return Err("a quoted command".to_owned());
            }
            words.push(Word::text(&text.to_lowercase(), from..at));
        }
        match c {
            None | Some('\n' | '\r' | ';' | '|' | '&') => {
                if c == Some('&') && chars.next_if(|(_, c)| *c == '&').is_none() {
                    return Err("`&`".to_owned());
                }
                finish(&mut words, start..at, &mut found)?;
                start = at + 1;
                if c.is_none() {
                    return Ok(found);
                }
            }
            Some(' ' | '\t') => {}
            Some(quote @ ('\'' | '"')) => {
                let (_, text, quoted) = word.get_or_insert((at, String::new(), true));
                *quoted = true;
                loop {
                    match chars.next().map(|(_, c)| c) {
                        Some(c) if c == quote => break,
                        Some('$' | '`') if quote == '"' => return Err("an expansion".to_owned()),
                        Some(c) if is_quote(c) => return Err("mixed quotes".to_owned()),
                        Some(c) => text.push(c),
                        None => return Err("an open quote".to_owned()),
                    }
                }
                if chars.peek().is_some_and(|(_, c)| *c == quote) {
                    return Err("doubled quotes".to_owned());
                }
            }
            Some(c) if c.is_alphanumeric() || "_-./\\:=+~,".contains(c) => {
                let (_, text, _) = word.get_or_insert((at, String::new(), false));
                text.push(c);
            }
            Some(c) => return Err(format!("`{c}`")),
        }
    }
}

/// PowerShell takes typographic quotes for quotes.
fn is_quote(c: char) -> bool {
    matches!(c, '‘' | '’' | '‚' | '‛' | '“' | '”' | '„')
}

fn finish(
    words: &mut Vec<Word>,
    range: std::ops::Range<usize>,
    found: &mut Vec<SimpleCommand>,
) -> Result<(), String> {
    let words = std::mem::take(words);
    let Some(name) = words.first().and_then(Word::known) else {
        return Ok(());
    };
    let base = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let base = base.strip_suffix(".exe").unwrap_or(base);
    if RUNNERS.contains(&base) || name.contains('=') {
        return Err(format!("`{name}`"));
    }
    if base != name {
        let mut short = words.clone();
        short[0] = Word::text(base, words[0].range());
        found.push(SimpleCommand::plain(short, range.clone()));
    }
    found.push(SimpleCommand::plain(words, range));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(text: &str) -> Option<Vec<String>> {
        let found = analyse(text);
        let commands = found.complete()?;
        Some(commands.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn plain_commands_are_read() {
        assert_eq!(
            seen("Get-Content 'a b'; Remove-Item x | Out-Null").expect("plain"),
            ["get-content a b", "remove-item x", "out-null"]
        );
    }

    #[test]
    fn a_carriage_return_ends_a_command() {
        assert_eq!(
            seen("ls\rRemove-Item x\r\nls y").expect("plain"),
            ["ls", "remove-item x", "ls y"]
        );
    }

    #[test]
    fn the_rest_is_unknown() {
        for text in [
            "& rm x",
            "$x = 1",
            "iex 'rm x'",
            "(rm x)",
            "rm @x",
            "r`m x",
            "'rm' x",
            "pwsh -c 'rm x'",
            "ls | % { rm $_ }",
            "\"$(rm x)\"",
        ] {
            assert_eq!(seen(text), None, "{text}");
        }
    }
}
