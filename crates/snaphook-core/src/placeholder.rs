//! Replaces `${NAME}` in a text in one pass: an inserted value is never expanded
//! again. The caller decides about a name without a value.

use std::borrow::Cow;

/// A `${…}` in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placeholder<'t> {
    /// The content of the braces.
    pub name: &'t str,
    /// The text before it, as it was written.
    pub before: &'t str,
    /// The text behind it.
    pub after: &'t str,
    /// Whether it has its `}`. Without one, the name is the rest of the text, and no
    /// value is put in.
    pub is_closed: bool,
}

/// The text with the value of every placeholder. One without a value stays as it is
/// written, and the content of it is looked at: `${A:-${B}}` holds a placeholder.
///
/// # Errors
/// Those of `value_of`, for one that must have a value.
pub fn fill<'t, E>(
    text: &'t str,
    mut value_of: impl FnMut(Placeholder<'t>) -> Result<Option<Cow<'t, str>>, E>,
) -> Result<String, E> {
    const OPEN: &str = "${";
    let mut filled = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(start) = text[at..].find(OPEN).map(|start| at + start) {
        filled.push_str(&text[at..start]);
        let inside = &text[start + OPEN.len()..];
        let (name, after, is_closed) = match inside.split_once('}') {
            Some((name, after)) => (name, after, true),
            None => (inside, "", false),
        };
        let value = value_of(Placeholder {
            name,
            before: &text[..start],
            after,
            is_closed,
        })?;
        match value.filter(|_| is_closed) {
            Some(value) => {
                filled.push_str(&value);
                at = text.len() - after.len();
            }
            None => {
                filled.push_str(OPEN);
                at = start + OPEN.len();
            }
        }
    }
    filled.push_str(&text[at..]);
    Ok(filled)
}

/// The text with the value of every placeholder; `None` if one has none.
pub fn fill_all<'t>(text: &'t str, value_of: impl Fn(&'t str) -> Option<String>) -> Option<String> {
    let filled = fill(text, |placeholder| {
        let value = value_of(placeholder.name).filter(|_| placeholder.is_closed);
        value.map(|value| Some(Cow::Owned(value))).ok_or(())
    });
    filled.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value_of(name: &str) -> Option<String> {
        match name {
            "A" => Some("1".to_owned()),
            "B" => Some("${A}".to_owned()),
            _ => None,
        }
    }

    fn kept(text: &str) -> String {
        let filled = fill(text, |placeholder| {
            Ok::<_, ()>(value_of(placeholder.name).map(Cow::Owned))
        });
        filled.unwrap()
    }

    #[test]
    fn values_are_put_in_once_and_others_stay() {
        for (text, expected) in [
            ("", ""),
            ("a $A {A} $", "a $A {A} $"),
            ("${A}${B}é${A}", "1${A}é1"),
            ("${C} ${A}", "${C} 1"),
            ("${C:-${A}}", "${C:-1}"),
            ("${C ${A", "${C ${A"),
        ] {
            assert_eq!(kept(text), expected, "{text}");
        }
    }

    #[test]
    fn all_of_them_or_nothing() {
        assert_eq!(fill_all("x${A}${B}", value_of).as_deref(), Some("x1${A}"));
        for text in ["${C}", "${A", "${A} ${"] {
            assert_eq!(fill_all(text, value_of), None, "{text}");
        }
    }

    #[test]
    fn a_placeholder_knows_what_stands_around_it() {
        let mut seen = Vec::new();
        let filled = fill("a ${A} b ${C", |placeholder| {
            seen.push((placeholder.before, placeholder.after, placeholder.is_closed));
            Ok::<_, ()>(None)
        });
        assert_eq!(filled.unwrap(), "a ${A} b ${C");
        assert_eq!(seen, [("a ", " b ${C", true), ("a ${A} b ", "", false)]);
    }
}
