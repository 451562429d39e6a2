//! The words of an environment file: values as a shell reads them.

use super::quoted::ansi_c;

pub(super) type WordResult<T> = Result<T, &'static str>;

/// What is left of a file, and what its assignments refer to.
pub(super) struct WordReader<'a, 'v> {
    pub(super) rest: &'a str,
    pub(super) value_of: &'v dyn Fn(&str) -> String,
}

impl WordReader<'_, '_> {
    pub(super) fn blanks(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t']);
    }

    pub(super) fn skip_line(&mut self) {
        self.rest = self.rest.split_once('\n').map_or("", |(_, after)| after);
    }

    /// Takes a keyword that a blank follows.
    pub(super) fn keyword(&mut self, word: &str) -> bool {
        match self.rest.strip_prefix(word) {
            Some(after) if after.starts_with([' ', '\t']) => {
                self.rest = after;
                self.blanks();
                true
            }
            _ => false,
        }
    }

    /// Takes a name; `None` if there is none.
    pub(super) fn name(&mut self) -> Option<String> {
        let (name, after) = self.rest.split_at(name_length(self.rest));
        self.rest = after;
        (!name.is_empty()).then(|| name.to_owned())
    }

    /// Whether a command is over here.
    pub(super) fn is_over(&self) -> bool {
        self.rest.is_empty() || self.rest.starts_with(['#', ';', '\n', '\r'])
    }

    fn next(&mut self) -> Option<char> {
        let c = self.rest.chars().next()?;
        self.rest = &self.rest[c.len_utf8()..];
        Some(c)
    }

    /// A word: pieces with and without quotes, up to a blank or the line's end.
    pub(super) fn value(&mut self) -> WordResult<String> {
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
                Some('$') if self.rest.starts_with("$'") => {
                    let (inside, after) = ansi_c(&self.rest[2..])?;
                    value.push_str(&inside);
                    self.rest = after;
                }
                Some('$') => self.variable(&mut value)?,
                Some('`') => return Err("commands are not run"),
                Some('\0') => return Err("a variable cannot contain a NUL character"),
                Some('(' | ')' | '<' | '>' | '|' | '&') => {
                    return Err("there is more than an assignment in this line");
                }
                Some(c) => {
                    self.next();
                    value.push(c);
                }
            }
        }
    }

    fn in_double_quotes(&mut self, value: &mut String) -> WordResult<()> {
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
    fn variable(&mut self, value: &mut String) -> WordResult<()> {
        self.next();
        if let Some(braced) = self.rest.strip_prefix('{') {
            let (name, after) = braced.split_once('}').ok_or("a brace is not closed")?;
            if name.is_empty() || name_length(name) != name.len() {
                return Err("only `${NAME}` is supported in braces");
            }
            value.push_str(&(self.value_of)(name));
            self.rest = after;
            return Ok(());
        }
        if self.rest.starts_with('(') {
            return Err("commands are not run");
        }
        if self.rest.starts_with('"') {
            return Err("this kind of quote is not supported");
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
pub(super) fn name_length(text: &str) -> usize {
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        return 0;
    }
    text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .unwrap_or(text.len())
}
