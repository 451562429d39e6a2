//! The value of a header, with the variables that are put into it.
//!
//! `$NAME` and `${NAME}` are variables; a name is letters, digits and `_`, and
//! does not begin with a digit. Any other `$` is a `$`.
//!
//! Only headers know `$NAME`. All other places replace `${…}` alone, with
//! [`snaphook_core::placeholder`].

/// A header's value, taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct HeaderTemplate(Vec<TemplatePart>);

/// A part of a header's value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum TemplatePart {
    /// Text that stays.
    Text(String),
    /// The name of a variable, and the bytes of the value it was written with.
    Variable(String, std::ops::Range<usize>),
}

impl HeaderTemplate {
    /// Takes a value apart. Every text is one.
    pub(crate) fn parse(value: &str) -> Self {
        let mut parts = Vec::new();
        let mut text = String::new();
        let mut at = 0;
        while let Some(rest) = value.get(at..).filter(|rest| !rest.is_empty()) {
            if let Some((name, length)) = variable(rest) {
                if !text.is_empty() {
                    parts.push(TemplatePart::Text(std::mem::take(&mut text)));
                }
                parts.push(TemplatePart::Variable(name.to_owned(), at..at + length));
                at += length;
            } else {
                // Up to the next `$`, and at least one character.
                let first = rest.chars().next().map_or(1, char::len_utf8);
                let next = rest[first..].find('$').map_or(rest.len(), |to| first + to);
                text.push_str(&rest[..next]);
                at += next;
            }
        }
        if !text.is_empty() {
            parts.push(TemplatePart::Text(text));
        }
        Self(parts)
    }

    /// Its parts, in order.
    pub(crate) fn parts(&self) -> &[TemplatePart] {
        &self.0
    }
}

/// The variable that a text begins with: its name, and its length as written.
fn variable(text: &str) -> Option<(&str, usize)> {
    let after = text.strip_prefix('$')?;
    match after.strip_prefix('{') {
        Some(inside) => {
            let name = name(inside)?;
            inside[name.len()..].starts_with('}').then_some(())?;
            Some((name, name.len() + "${}".len()))
        }
        None => name(after).map(|name| (name, name.len() + "$".len())),
    }
}

/// The name that a text begins with.
fn name(text: &str) -> Option<&str> {
    let end = text
        .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .unwrap_or(text.len());
    let name = &text[..end];
    let first = name.chars().next()?;
    (!first.is_ascii_digit()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value with every variable in angle brackets.
    fn shown(value: &str) -> String {
        let template = HeaderTemplate::parse(value);
        let parts = template.parts().iter().map(|part| match part {
            TemplatePart::Text(text) => text.clone(),
            TemplatePart::Variable(name, span) => {
                let written = &value[span.clone()];
                assert!(written.starts_with('$') && written.contains(name.as_str()));
                format!("<{name}>")
            }
        });
        parts.collect()
    }

    #[test]
    fn variables_are_found_with_and_without_braces() {
        for (value, expected) in [
            ("", ""),
            ("Bearer $TOKEN", "Bearer <TOKEN>"),
            ("Bearer ${TOKEN}", "Bearer <TOKEN>"),
            ("$A$B${C}d", "<A><B><C>d"),
            ("$A-$_b1.c", "<A>-<_b1>.c"),
            ("é$Aé${B}é", "é<A>é<B>é"),
            ("${A}", "<A>"),
        ] {
            assert_eq!(shown(value), expected, "{value}");
        }
    }

    #[test]
    fn any_other_dollar_is_text() {
        for value in [
            "$", "$$", "costs $5", "${}", "${1}", "${A", "${A-b}", "${A:-b}", "$é", "a$",
        ] {
            assert_eq!(shown(value), value, "{value}");
        }
        assert_eq!(shown("$$A"), "$<A>");
        assert_eq!(shown("${${A}"), "${<A>");
    }
}
