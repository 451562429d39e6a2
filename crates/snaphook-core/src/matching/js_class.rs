//! Character classes, by JavaScript's rules: an inner `[`, `&&` and `--` are
//! characters, `[]` matches nothing and `[^]` everything.

use super::js_syntax::{ClassItem, Translator, error, push_char};
use super::matcher::MatcherError;

impl Translator {
    /// After a `[`.
    pub(super) fn class(&mut self, offset: usize) -> Result<bool, MatcherError> {
        let negated = self.eat("^");
        let mut inside = String::new();
        loop {
            let Some((at, c)) = self.next() else {
                return Err(error(
                    offset,
                    "this `[` is never closed; write `\\[` for the character",
                ));
            };
            let item = match c {
                ']' => break,
                '\\' => self.class_escape(at)?,
                other => ClassItem::Char(other),
            };
            let ClassItem::Char(low) = item else {
                push_item(&mut inside, item);
                // In `\d-x` the dash is a dash, and `x` starts no range.
                if matches!(self.chars.get(self.at..self.at + 2), Some([(_, '-'), (_, next)]) if *next != ']')
                {
                    self.at += 1;
                    push_char(&mut inside, '-');
                    if let Some((at, c)) = self.next() {
                        let next = match c {
                            '\\' => self.class_escape(at)?,
                            other => ClassItem::Char(other),
                        };
                        push_item(&mut inside, next);
                    }
                }
                continue;
            };
            push_char(&mut inside, low);
            if let Some(high) = self.range_end()? {
                if low > high {
                    return Err(error(at, format!("the range {low}-{high} is out of order")));
                }
                inside.push('-');
                push_char(&mut inside, high);
            }
        }
        self.out.push_str(&match (inside.is_empty(), negated) {
            (true, true) => r"[\s\S]".to_owned(),
            // Nothing is both white space and not.
            (true, false) => r"[^\s\S]".to_owned(),
            (false, true) => format!("[^{inside}]"),
            (false, false) => format!("[{inside}]"),
        });
        Ok(true)
    }

    fn class_escape(&mut self, offset: usize) -> Result<ClassItem, MatcherError> {
        if self.eat("b") {
            return Ok(ClassItem::Char('\u{8}'));
        }
        self.escaped_item(offset)
    }

    /// The end of a range, when a `-` and a single character follow. In `a-]`
    /// and `a-\d` the dash is a dash.
    fn range_end(&mut self) -> Result<Option<char>, MatcherError> {
        let start = self.at;
        if !self.eat("-") || matches!(self.peek(), None | Some(']')) {
            self.at = start;
            return Ok(None);
        }
        let Some((at, c)) = self.next() else {
            return Ok(None);
        };
        let item = if c == '\\' {
            self.class_escape(at)?
        } else {
            ClassItem::Char(c)
        };
        match item {
            ClassItem::Char(high) => Ok(Some(high)),
            ClassItem::Set(..) | ClassItem::Property(_) => {
                self.at = start;
                Ok(None)
            }
        }
    }
}

/// A member of a class.
fn push_item(inside: &mut String, item: ClassItem) {
    match item {
        ClassItem::Char(c) => push_char(inside, c),
        ClassItem::Set(set, false) => inside.push_str(set),
        ClassItem::Set(set, true) => {
            inside.push_str("[^");
            inside.push_str(set);
            inside.push(']');
        }
        ClassItem::Property(property) => inside.push_str(&property),
    }
}
