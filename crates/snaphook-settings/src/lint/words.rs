//! The first words of a shell command, as far as they are certain.
//!
//! This is not a shell parser: it stops at the first thing whose value is not
//! plain to see, and then the lints say nothing. The lenient reader
//! ([`snaphook_rules::lenient`]) does the opposite: it never stops, and guesses too many
//! words, which a lint would report as missing files. It does not know either where a
//! word stands, or which `${…}` is replaced before a shell reads the text.

use std::iter::Peekable;
use std::ops::Range;
use std::str::CharIndices;

/// A word without its quotes, and the bytes of the command it was written with.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ShellWord {
    pub(super) text: String,
    pub(super) span: Range<usize>,
}

/// Values of variables that are known before the command runs.
pub(super) trait VariableValues {
    /// The value of a variable that the shell expands.
    fn shell(&self, name: &str) -> Option<String>;
    /// The value of a `${…}` that is replaced before any shell sees it.
    fn placeholder(&self, name: &str) -> Option<String>;
}

/// The first `count` words of the first command, fewer where one is uncertain.
pub(super) fn first_words(
    command: &str,
    count: usize,
    variables: &dyn VariableValues,
) -> Vec<ShellWord> {
    let mut words = Vec::new();
    let mut reader = LintWordReader {
        command,
        chars: command.char_indices().peekable(),
        variables,
    };
    while words.len() < count {
        while reader
            .chars
            .next_if(|(_, c)| matches!(c, ' ' | '\t'))
            .is_some()
        {}
        match reader.word() {
            Some(word) => words.push(word),
            None => break,
        }
    }
    words
}

/// Reads the words of one command for lints.
struct LintWordReader<'a> {
    command: &'a str,
    chars: Peekable<CharIndices<'a>>,
    variables: &'a dyn VariableValues,
}

impl LintWordReader<'_> {
    fn at(&mut self) -> usize {
        self.chars.peek().map_or(self.command.len(), |(at, _)| *at)
    }

    fn word(&mut self) -> Option<ShellWord> {
        let start = self.at();
        let mut text = String::new();
        while let Some((at, c)) = self.chars.peek().copied() {
            match c {
                ' ' | '\t' | '\n' | ';' | '|' | '&' | '<' | '>' => break,
                '\'' => self.quoted(&mut text, '\'')?,
                '"' => self.quoted(&mut text, '"')?,
                '$' => self.variable(&mut text, false)?,
                '~' if at == start => {
                    self.chars.next();
                    self.chars.peek().filter(|(_, next)| *next == '/')?;
                    text.push_str(&self.variables.shell("HOME")?);
                }
                // An assignment, a glob, a comment, an escape, a function…
                '=' | '*' | '?' | '[' | ']' | '{' | '}' | '(' | ')' | '!' | '#' | '\\' | '`'
                | '^' => return None,
                _ if c.is_control() => return None,
                _ => {
                    text.push(c);
                    self.chars.next();
                }
            }
        }
        let span = start..self.at();
        (!span.is_empty()).then_some(ShellWord { text, span })
    }

    fn quoted(&mut self, text: &mut String, quote: char) -> Option<()> {
        self.chars.next();
        loop {
            match self.chars.peek()?.1 {
                c if c == quote => {
                    self.chars.next();
                    return Some(());
                }
                '$' => self.variable(text, quote == '\'')?,
                '\\' | '`' if quote == '"' => return None,
                c => {
                    text.push(c);
                    self.chars.next();
                }
            }
        }
    }

    /// `$NAME` or `${NAME}`; inside single quotes only a placeholder counts.
    fn variable(&mut self, text: &mut String, single: bool) -> Option<()> {
        self.chars.next();
        let braces = self.chars.next_if(|(_, c)| *c == '{').is_some();
        let mut name = String::new();
        while let Some((_, c)) = self
            .chars
            .next_if(|(_, c)| c.is_ascii_alphanumeric() || *c == '_')
        {
            name.push(c);
        }
        if braces {
            self.chars.next_if(|(_, c)| *c == '}')?;
        }
        let placeholder = self.variables.placeholder(&name).filter(|_| braces);
        let value = match placeholder {
            Some(value) => value,
            None if single => return None,
            None => self.variables.shell(&name)?,
        };
        text.push_str(&value);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct TestVariables;

    impl VariableValues for TestVariables {
        fn shell(&self, name: &str) -> Option<String> {
            match name {
                "HOME" => Some("/home/me".to_owned()),
                name => self.placeholder(name),
            }
        }
        fn placeholder(&self, name: &str) -> Option<String> {
            (name == "CLAUDE_PROJECT_DIR").then(|| "/p".to_owned())
        }
    }

    fn words(command: &str) -> Vec<String> {
        first_words(command, 2, &TestVariables)
            .into_iter()
            .map(|word| word.text)
            .collect()
    }

    #[test]
    fn quotes_and_known_variables_are_resolved() {
        assert_eq!(words("./a.sh --x y"), ["./a.sh", "--x"]);
        assert_eq!(words("\"$CLAUDE_PROJECT_DIR\"/a.sh"), ["/p/a.sh"]);
        assert_eq!(words("'${CLAUDE_PROJECT_DIR}/a b.sh'; x"), ["/p/a b.sh"]);
        assert_eq!(words("bash ~/a.sh"), ["bash", "/home/me/a.sh"]);
        assert_eq!(words("  $HOME/x|cat"), ["/home/me/x"]);
        assert_eq!(words("a~b '~/c'"), ["a~b", "~/c"]);
    }

    #[test]
    fn what_is_uncertain_ends_the_list() {
        for command in [
            "A=b ./x",
            "$X/y",
            "./*.sh",
            "./a\\ b",
            "`x`/y",
            "'$HOME/x'",
            "~me/x",
            "{ ./x; }",
            "! ./x",
            "# ./x",
            "'open",
            "",
            "$(x)/y",
            "${X:-/y}/z",
            "[ -x ./y ]",
        ] {
            assert_eq!(words(command), [""; 0], "{command}");
        }
        assert_eq!(words("./a.sh $X"), ["./a.sh"]);
        assert_eq!(words("bash < x"), ["bash"]);
    }

    #[test]
    fn a_word_knows_its_bytes() {
        let words = first_words(" sh \"é/$HOME\" x", 2, &TestVariables);
        assert_eq!(words[1].span, 4..14);
    }
}
