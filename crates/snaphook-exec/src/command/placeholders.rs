//! `${CLAUDE_PROJECT_DIR}` and its like, in commands and arguments.
//!
//! In one pass: what a value contains is never looked at again. Arguments are
//! plain strings, and so are the values in them. Text for a shell is code, but the
//! name of a folder is not: only a value without special characters is inserted into
//! it. Any other value is expanded by the shell, from a variable.
//!
//! | where | a plain value | any other value |
//! |---|---|---|
//! | argument | as it is | as it is |
//! | text for `sh` | as it is | `${NAME}` |
//! | text for PowerShell | as it is | `${env:NAME}` |
//! | option of a plugin, for `sh` | `${NAME}`; in single quotes as it is | `${NAME}` |
//! | option of a plugin, for PowerShell | `${env:NAME}` | `${env:NAME}` |
//!
//! In single quotes a shell replaces nothing. Where a placeholder is all that is in
//! them (`'${CLAUDE_PROJECT_DIR}'`), it is one whole word: it gets double quotes. Else a
//! value that is not plain stays the name that was written. It is not put in between
//! quotes of ours, for the content of single quotes is often the code of another shell
//! (`bash -c '…'`), which has the variable itself.

use snaphook_core::hook::Shell;
use snaphook_core::placeholder;

use crate::process::os;

/// The value of a placeholder.
pub(super) struct PlaceholderValue {
    pub(super) value: String,
    /// The variable that holds it.
    pub(super) variable: String,
    /// Whether it is an option of a plugin, which a person typed.
    pub(super) is_option: bool,
}

impl PlaceholderValue {
    /// The value as a POSIX shell writes it: all that are not options are paths.
    pub(super) fn for_posix_shell(mut self) -> Self {
        if let Some(path) = os::shell_path(&self.value).filter(|_| !self.is_option) {
            self.value = path;
        }
        self
    }
}

/// Replaces every `${NAME}` that `known` has in an argument.
///
/// # Errors
/// Returns the errors of `known`.
pub(super) fn fill<E>(
    text: &str,
    known: impl Fn(&str) -> Result<Option<PlaceholderValue>, E>,
) -> Result<String, E> {
    replaced(text, known, |_, _, known| known.value)
}

/// Replaces every `${NAME}` that `known` has in the text of a shell.
///
/// # Errors
/// Returns the errors of `known`.
pub(super) fn fill_shell<E>(
    text: &str,
    shell: Shell,
    known: impl Fn(&str) -> Result<Option<PlaceholderValue>, E>,
) -> Result<String, E> {
    replaced(text, known, |before, after, known| {
        let plain = is_plain(&known.value, shell);
        let quoted = shell == Shell::Posix && in_single_quotes(before);
        let by_value = plain && (!known.is_option || quoted);
        let whole_word = quoted && before.ends_with('\'') && after.starts_with('\'');
        match (by_value, shell) {
            (true, _) => known.value,
            (false, Shell::Posix) if whole_word => format!("'\"${{{}}}\"'", known.variable),
            (false, Shell::Posix) => format!("${{{}}}", known.variable),
            (false, Shell::PowerShell) => format!("${{env:{}}}", known.variable),
        }
    })
}

/// Whether a value means nothing to a shell but itself, quoted or not.
fn is_plain(value: &str, shell: Shell) -> bool {
    let plain = |byte: u8| {
        byte.is_ascii_alphanumeric()
            || matches!(byte, b'/' | b'.' | b'_' | b'-')
            || (shell == Shell::PowerShell && matches!(byte, b'\\' | b':'))
            || (shell == Shell::Posix && matches!(byte, b':' | b'@' | b'+' | b',' | b'%'))
    };
    value.bytes().all(plain)
}

/// Whether text for `sh` goes on inside single quotes after this. It decides only
/// how a plain value is written, so that a slip here costs nothing.
fn in_single_quotes(before: &str) -> bool {
    let (mut single, mut double, mut escaped) = (false, false, false);
    for c in before.chars() {
        match c {
            _ if escaped => escaped = false,
            '\'' if !double => single = !single,
            _ if single => {}
            '\\' => escaped = true,
            '"' => double = !double,
            _ => {}
        }
    }
    single
}

fn replaced<E>(
    text: &str,
    known: impl Fn(&str) -> Result<Option<PlaceholderValue>, E>,
    written: impl Fn(&str, &str, PlaceholderValue) -> String,
) -> Result<String, E> {
    placeholder::fill(text, |found| {
        // The shell's own, such as ${HOME}, stay.
        let known = match found.is_closed {
            true => known(found.name)?,
            false => None,
        };
        Ok(known.map(|known| written(found.before, found.after, known).into()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(value: &str) -> impl Fn(&str) -> Result<Option<PlaceholderValue>, String> {
        let known = |variable: &str, is_option| PlaceholderValue {
            value: value.to_owned(),
            variable: variable.to_owned(),
            is_option,
        };
        move |name| match name {
            "CLAUDE_PROJECT_DIR" => Ok(Some(known(name, false))),
            "user_config.key" => Ok(Some(known("CLAUDE_PLUGIN_OPTION_key", true))),
            "user_config.none" => Err("no such option".to_owned()),
            _ => Ok(None),
        }
    }

    #[test]
    fn known_names_are_replaced_in_arguments_and_others_stay() {
        assert_eq!(
            fill(
                "'${CLAUDE_PROJECT_DIR}/x' ${HOME} ${A:-${CLAUDE_PROJECT_DIR}} $",
                known("/p ${HOME}")
            )
            .unwrap(),
            "'/p ${HOME}/x' ${HOME} ${A:-/p ${HOME}} $"
        );
        assert_eq!(fill("${open", known("/p")).unwrap(), "${open");
        assert!(fill("x ${user_config.none}", known("")).is_err());
    }

    #[test]
    fn a_value_that_means_something_to_a_shell_is_never_in_its_text() {
        let text = "a ${CLAUDE_PROJECT_DIR}/x '${CLAUDE_PROJECT_DIR}/' ${A:-${CLAUDE_PROJECT_DIR}}";
        for value in [
            "/a b", "/$(x)", "/`x`", "/a'b", "/a\"b", "/a;b", "/a\nb", "/ä", "/a\\b", "/a=b", "~",
            "/{a,b}", "/*", "/!x", "/a&b", "/#",
        ] {
            assert_eq!(fill_shell(text, Shell::Posix, known(value)).unwrap(), text);
            let filled = fill_shell(
                "& \"${CLAUDE_PROJECT_DIR}/x\"",
                Shell::PowerShell,
                known("/a b"),
            );
            assert_eq!(filled.unwrap(), "& \"${env:CLAUDE_PROJECT_DIR}/x\"");
        }
        let filled = fill_shell(text, Shell::Posix, known("/p/a-b_c.d")).unwrap();
        assert_eq!(filled, "a /p/a-b_c.d/x '/p/a-b_c.d/' ${A:-/p/a-b_c.d}");
    }

    #[test]
    fn a_placeholder_that_is_a_whole_quoted_word_stays_one() {
        let filled = fill_shell("cd '${CLAUDE_PROJECT_DIR}' x", Shell::Posix, known("/a b"));
        assert_eq!(filled.unwrap(), "cd ''\"${CLAUDE_PROJECT_DIR}\"'' x");
    }

    #[test]
    fn an_option_is_a_variable_of_the_shell() {
        let filled = |text, shell, value| fill_shell(text, shell, known(value)).unwrap();
        let variable = "${CLAUDE_PLUGIN_OPTION_key} x";
        assert_eq!(
            filled("${user_config.key} x", Shell::Posix, "time"),
            variable
        );
        assert_eq!(
            filled("${user_config.key} x", Shell::Posix, "; x"),
            variable
        );
        assert_eq!(
            filled("a \"it's\" '${user_config.key}'", Shell::Posix, "v1"),
            "a \"it's\" 'v1'"
        );
        assert_eq!(
            filled("'x ${user_config.key}'", Shell::Posix, "a'; x; '"),
            "'x ${CLAUDE_PLUGIN_OPTION_key}'"
        );
        assert_eq!(
            filled("${user_config.key}", Shell::PowerShell, "v1"),
            "${env:CLAUDE_PLUGIN_OPTION_key}"
        );
    }
}
