//! `${CLAUDE_PROJECT_DIR}` and its like, in commands and arguments.
//!
//! They are replaced as plain strings, in one pass: what a value contains is
//! never looked at again.

/// Replaces every `${NAME}` that `value_of` knows.
///
/// # Errors
/// When a `${user_config.KEY}` has no value.
pub(super) fn fill(
    text: &str,
    value_of: impl Fn(&str) -> Option<String>,
) -> Result<String, String> {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find("${") {
        let (before, from) = rest.split_at(start);
        filled.push_str(before);
        let Some(end) = from.find('}') else {
            filled.push_str(from);
            return Ok(filled);
        };
        let name = &from[2..end];
        match value_of(name) {
            Some(value) => filled.push_str(&value),
            None => match name.strip_prefix("user_config.") {
                Some(key) => {
                    return Err(format!(
                        "`${{user_config.{key}}}` has no value: it is an option of a plugin, and there is none of that name"
                    ));
                }
                // The shell's own, such as ${HOME}.
                None => {
                    filled.push_str("${");
                    rest = &from[2..];
                    continue;
                }
            },
        }
        rest = &from[end + 1..];
    }
    filled.push_str(rest);
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use super::fill;

    fn filled(text: &str) -> Result<String, String> {
        fill(text, |name| match name {
            "CLAUDE_PROJECT_DIR" => Some("/p ${HOME}".to_owned()),
            _ => None,
        })
    }

    #[test]
    fn known_names_are_replaced_and_others_stay() {
        assert_eq!(
            filled("'${CLAUDE_PROJECT_DIR}/x' ${HOME} ${A:-${CLAUDE_PROJECT_DIR}} $").unwrap(),
            "'/p ${HOME}/x' ${HOME} ${A:-/p ${HOME}} $"
        );
        assert_eq!(filled("${open").unwrap(), "${open");
    }

    #[test]
    fn a_missing_option_is_a_failure() {
        assert!(filled("x ${user_config.key}").unwrap_err().contains("key"));
    }
}
