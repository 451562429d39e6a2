//! Environment files: what a hook writes for the session's later commands.
//!
//! The file holds shell assignments, and nothing in it is ever executed. Read
//! are lines of `NAME=value` and `export NAME=value` with the shell's quotes;
//! `$NAME` and `${NAME}` are replaced by known variables, because
//! `export PATH="$PATH:/opt/bin"` is what people write. Anything else (a
//! command, a substitution) is a problem of its line alone.

/// What an environment file says.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EnvFile {
    /// The assignments, in order; of a name that stands twice the last counts.
    pub variables: Vec<(String, String)>,
    /// Lines that could not be read: their number, and why.
    pub problems: Vec<(usize, &'static str)>,
}

/// Reads an environment file. `known` gives the value of a variable that an
/// assignment refers to.
#[must_use]
pub fn read_env_file(text: &str, known: impl Fn(&str) -> Option<String>) -> EnvFile {
    let mut file = EnvFile::default();
    let mut rest = text;
    let mut number = 1;
    while !rest.is_empty() {
        let value_of = |name: &str| {
            let earlier = file.variables.iter().rev().find(|(known, _)| known == name);
            earlier
                .map(|(_, value)| value.clone())
                .or_else(|| known(name))
                .unwrap_or_default()
        };
        let mut reader = Reader {
            rest,
            value_of: &value_of,
        };
        let read = reader.statement();
        let after = match &read {
            Ok(_) => reader.rest,
            // A line that cannot be read costs only itself.
            Err(_) => rest.split_once('\n').map_or("", |(_, after)| after),
        };
        let lines = rest[..rest.len() - after.len()].matches('\n').count();
        match read {
            Ok(Some(variable)) => file.variables.push(variable),
            Ok(None) => {}
            Err(why) => file.problems.push((number, why)),
        }
        number += lines;
        rest = after;
    }
    file
}

struct Reader<'a, 'v> {
    rest: &'a str,
    value_of: &'v dyn Fn(&str) -> String,
}

type Read<T> = Result<T, &'static str>;

impl Reader<'_, '_> {
    /// One assignment with the end of its line; nothing for a blank line or a
    /// comment.
    fn statement(&mut self) -> Read<Option<(String, String)>> {
        self.blanks();
        if let Some(after) = self.rest.strip_prefix("export")
            && after.starts_with([' ', '\t'])
        {
            self.rest = after;
            self.blanks();
        }
        if self.rest.is_empty() || self.rest.starts_with(['#', '\n', '\r']) {
            self.skip_line();
            return Ok(None);
        }
        let length = name_length(self.rest);
        let (name, after) = self.rest.split_at(length);
        let Some(value) = after.strip_prefix('=').filter(|_| length > 0) else {
            return Err("it is no assignment like NAME=value");
        };
        self.rest = value;
        let value = self.value()?;
        self.blanks();
        if !(self.rest.is_empty() || self.rest.starts_with(['#', ';', '\n', '\r'])) {
            return Err("a value with blanks must be quoted");
        }
        if self.rest.starts_with(';') {
            self.rest = &self.rest[1..];
        } else {
            self.skip_line();
        }
        Ok(Some((name.to_owned(), value)))
    }

    fn blanks(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t']);
    }

    fn skip_line(&mut self) {
        self.rest = self.rest.split_once('\n').map_or("", |(_, after)| after);
    }

    fn next(&mut self) -> Option<char> {
        let c = self.rest.chars().next()?;
        self.rest = &self.rest[c.len_utf8()..];
        Some(c)
    }

    /// A word: pieces with and without quotes, up to a blank or the line's end.
    fn value(&mut self) -> Read<String> {
        let mut value = String::new();
        loop {
            match self.rest.chars().next() {
                None | Some(' ' | '\t' | '\n' | '\r' | ';') => return Ok(value),
                Some('\'') => {
                    let (inside, after) = self.rest[1..]
                        .split_once('\'')
                        .ok_or("a quote is not closed")?;
                    value.push_str(inside);
                    self.rest = after;
                }
                Some('"') => {
                    self.next();
                    self.in_double_quotes(&mut value)?;
                }
                Some('\\') => {
                    self.next();
                    match self.next() {
                        None => return Ok(value),
                        Some('\n') => {}
                        Some(c) => value.push(c),
                    }
                }
                Some('$') => self.variable(&mut value)?,
                Some('`') => return Err("commands are not run"),
                Some('(' | ')' | '<' | '>' | '|' | '&') => {
                    return Err("it is more than an assignment");
                }
                Some(c) => {
                    self.next();
                    value.push(c);
                }
            }
        }
    }

    fn in_double_quotes(&mut self, value: &mut String) -> Read<()> {
        loop {
            match self.rest.chars().next() {
                None => return Err("a quote is not closed"),
                Some('"') => {
                    self.next();
                    return Ok(());
                }
                Some('\\') => {
                    self.next();
                    match self.next() {
                        Some('\n') | None => {}
                        Some(c @ ('"' | '\\' | '$' | '`')) => value.push(c),
                        Some(c) => {
                            value.push('\\');
                            value.push(c);
                        }
                    }
                }
                Some('$') => self.variable(value)?,
                Some('`') => return Err("commands are not run"),
                Some(c) => {
                    self.next();
                    value.push(c);
                }
            }
        }
    }

    /// `$NAME` or `${NAME}`; a lone `$` is itself.
    fn variable(&mut self, value: &mut String) -> Read<()> {
        self.next();
        if let Some(braced) = self.rest.strip_prefix('{') {
            let (name, after) = braced.split_once('}').ok_or("a brace is not closed")?;
            if name.is_empty() || name_length(name) != name.len() {
                return Err("only ${NAME} is replaced, nothing more");
            }
            value.push_str(&(self.value_of)(name));
            self.rest = after;
            return Ok(());
        }
        if self.rest.starts_with('(') {
            return Err("commands are not run");
        }
        if self.rest.starts_with(['\'', '"']) {
            return Err("this kind of quote is not read");
        }
        let length = name_length(self.rest);
        if length == 0 {
            value.push('$');
            return Ok(());
        }
        let (name, after) = self.rest.split_at(length);
        value.push_str(&(self.value_of)(name));
        self.rest = after;
        Ok(())
    }
}

/// How much of the text is a variable's name.
fn name_length(text: &str) -> usize {
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        return 0;
    }
    text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> EnvFile {
        read_env_file(text, |name| (name == "PATH").then(|| "/bin".to_owned()))
    }

    fn variables(text: &str) -> Vec<(String, String)> {
        let file = read(text);
        assert_eq!(file.problems, [], "{text}");
        file.variables
    }

    fn one(text: &str) -> String {
        let variables = variables(text);
        assert_eq!(variables.len(), 1, "{text}");
        variables[0].1.clone()
    }

    #[test]
    fn assignments_are_read_as_a_shell_would() {
        assert_eq!(one("A=b"), "b");
        assert_eq!(one("export A='x y'\"z\"\\ w\n"), "x yz w");
        assert_eq!(one("  A=\"a\\\"b\\n\" # comment"), "a\"b\\n");
        assert_eq!(one("A='two\nlines'"), "two\nlines");
        assert_eq!(one("A=\"$PATH:/opt\""), "/bin:/opt");
        assert_eq!(one("A=${PATH}/x$"), "/bin/x$");
        assert_eq!(one("A=$NONE"), "");
        assert_eq!(one("A='$PATH `x` $(y)'"), "$PATH `x` $(y)");
        assert_eq!(one("A="), "");
        assert_eq!(variables("\n# note\n\nA=1; B=$A\r\nB=2\n").len(), 3);
    }

    #[test]
    fn what_is_no_assignment_costs_its_line_only() {
        for line in [
            "rm -rf /",
            "A=$(rm x)",
            "A=`rm x`",
            "A=\"$(rm x)\"",
            "A=b c",
            "A=${B:-x}",
            "1A=b",
            "A='open",
            "A=x|y",
            "A=$'x'",
            "eval A=b",
            "=x",
        ] {
            let file = read(&format!("X=1\n{line}\nY=2\n"));
            assert_eq!(file.problems.len(), 1, "{line}: {file:?}");
            assert_eq!(file.problems[0].0, 2, "{line}");
            let names: Vec<_> = file
                .variables
                .iter()
                .map(|(name, _)| name.as_str())
                .collect();
            assert_eq!(names, ["X", "Y"], "{line}");
        }
    }
}
