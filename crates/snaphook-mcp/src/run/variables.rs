//! `${VAR}` and `${VAR:-default}` in the definition of a server, as agents read
//! them. What a variable contains is never looked at again.

use std::borrow::Cow;

use snaphook_core::placeholder;

/// A variable without a value and without a default.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the variable `{0}` is not set: set it, or write `${{{0}:-default}}`")]
pub struct UnsetVariable(pub String);

/// Replaces every variable.
///
/// # Errors
/// When one has no value and no default.
pub(crate) fn expand(
    text: &str,
    value_of: impl Fn(&str) -> Option<String>,
) -> Result<String, UnsetVariable> {
    placeholder::fill(text, |found| {
        let (name, default) = match found.name.split_once(":-") {
            Some((name, default)) => (name, Some(default)),
            None => (found.name, None),
        };
        // As in a shell, an empty variable counts as unset where there is a
        // default.
        let value = value_of(name).filter(|value| default.is_none() || !value.is_empty());
        let value = value.map(Cow::Owned).or(default.map(Cow::Borrowed));
        match value {
            None if found.is_closed => Err(UnsetVariable(name.to_owned())),
            value => Ok(value),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::{UnsetVariable, expand};

    fn expanded(text: &str) -> Result<String, UnsetVariable> {
        expand(text, |name| match name {
            "HOME" => Some("/h ${KEY}".to_owned()),
            "KEY" => Some("secret".to_owned()),
            "EMPTY" => Some(String::new()),
            _ => None,
        })
    }

    #[test]
    fn variables_become_what_they_contain_or_their_default() {
        let table = [
            ("plain $HOME {x}", "plain $HOME {x}"),
            ("${HOME}/x ${KEY}", "/h ${KEY}/x secret"),
            ("${NONE:-a:-b}", "a:-b"),
            ("${NONE:-}", ""),
            ("${KEY:-other}", "secret"),
            ("<${EMPTY}> ${EMPTY:-other}", "<> other"),
            ("${open", "${open"),
        ];
        for (text, expected) in table {
            assert_eq!(expanded(text).unwrap(), expected, "{text}");
        }
    }

    #[test]
    fn a_variable_without_a_value_is_an_error_that_names_it() {
        assert!(
            expanded("x ${NONE}")
                .unwrap_err()
                .to_string()
                .contains("`NONE`")
        );
    }
}
