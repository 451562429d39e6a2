//! A matcher, read once.

use super::alias::Aliases;
use super::js_regex::JsRegex;
use super::needs::MatchNeeds;
use crate::dialect::HookForms;

/// A matcher that was understood.
#[derive(Debug, Clone)]
pub enum Matcher {
    /// MatchResult everything, also a missing value.
    All,
    /// MatchResult these names.
    Names(Vec<Box<str>>),
    /// MatchResult what the expression is found in.
    Regex(JsRegex),
    /// MatchResult what the expression fits as a whole.
    Whole(JsRegex),
    /// MatchResult what another matcher accepts under the names that a dialect has for it.
    Translated(Box<Matcher>, &'static dyn HookForms),
}

/// Whether a matcher accepts a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchResult {
    /// It does.
    Yes,
    /// It does not.
    No,
    /// The expression needed too much backtracking, so the answer is unknown.
    Unknown,
}

impl MatchResult {
    /// Whether it is a plain yes.
    #[must_use]
    pub fn is_match(self) -> bool {
        self == Self::Yes
    }
}

/// Why a matcher could not be understood.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct MatcherError {
    /// What is wrong.
    pub message: String,
    /// Where in the matcher, as a byte offset.
    pub offset: usize,
}

impl Matcher {
    /// Reads a matcher. `narrow` is the smaller set of characters that makes
    /// an exact list (file names and error codes contain no `-` or space that
    /// could be meant as anything but itself).
    ///
    /// # Errors
    /// When it is a regular expression that does not compile.
    pub fn parse(text: &str, narrow: bool) -> Result<Self, MatcherError> {
        if text.is_empty() || text == "*" {
            return Ok(Self::All);
        }
        let plain = |c: char| {
            c.is_ascii_alphanumeric()
                || matches!(c, '_' | '|')
                || (!narrow && matches!(c, '-' | ' ' | ','))
        };
        if text.chars().all(plain) {
            let names = text
                .split(['|', ','])
                .map(str::trim)
                .filter(|name| !name.is_empty())
                .map(Into::into)
                .collect();
            return Ok(Self::Names(names));
        }
        JsRegex::new(text).map(Self::Regex)
    }

    /// A regular expression that must fit the whole value.
    ///
    /// # Errors
    /// When it does not compile.
    pub fn anchored(text: &str) -> Result<Self, MatcherError> {
        const BEFORE: &str = "^(?:";
        // By itself first: `a)|(b` must not break out of the group.
        JsRegex::new(text)?;
        JsRegex::new(&format!("{BEFORE}{text})$"))
            .map(Self::Whole)
            .map_err(|error| MatcherError {
                offset: error.offset.saturating_sub(BEFORE.len()).min(text.len()),
                ..error
            })
    }

    /// Exactly this name.
    #[must_use]
    pub fn name(name: &str) -> Self {
        Self::Names(vec![name.into()])
    }

    /// What a value must have, under one of its names, for it to be accepted.
    #[must_use]
    pub fn needs(&self) -> MatchNeeds {
        match self {
            Self::All => MatchNeeds::Nothing,
            Self::Names(names) => MatchNeeds::Name(names.clone()),
            Self::Regex(regex) | Self::Whole(regex) => regex.needs(),
            Self::Translated(..) => MatchNeeds::Nothing,
        }
    }

    /// Whether it accepts `value` under any of its names.
    #[must_use]
    pub fn accepts(&self, value: &str, aliases: &Aliases) -> MatchResult {
        match self {
            Self::All => MatchResult::Yes,
            Self::Names(names) => {
                let listed = |value: &str| names.iter().any(|name| &**name == value);
                if aliases.of(value).any(listed) {
                    MatchResult::Yes
                } else {
                    MatchResult::No
                }
            }
            Self::Regex(regex) | Self::Whole(regex) => {
                let mut result = MatchResult::No;
                for name in aliases.of(value) {
                    match regex.finds(name) {
                        Some(true) => return MatchResult::Yes,
                        Some(false) => {}
                        None => result = MatchResult::Unknown,
                    }
                }
                result
            }
            Self::Translated(matcher, forms) => {
                let mut result = MatchResult::No;
                // Aliases are canonical names: the dialect's own count alone.
                let none = Aliases::none();
                for name in forms.matched_names(value) {
                    match matcher.accepts(&name, &none) {
                        MatchResult::Yes => return MatchResult::Yes,
                        MatchResult::Unknown => result = MatchResult::Unknown,
                        MatchResult::No => {}
                    }
                }
                result
            }
        }
    }
}

impl Matcher {
    /// Why it does not accept `value`, in words; `text` is how it was written.
    #[must_use]
    pub fn refusal(&self, text: &str, value: &str) -> String {
        match self {
            Self::Translated(matcher, forms) => {
                let names = forms.matched_names(value);
                let name = names.first().map_or(value, |name| name.as_ref());
                matcher.refusal(text, name)
            }
            Self::All => format!("the matcher accepts `{value}`"),
            Self::Names(names) if names.len() == 1 => {
                format!("the matcher `{text}` is an exact name and is not `{value}`")
            }
            Self::Names(_) => {
                format!("the matcher `{text}` is an exact list and does not contain `{value}`")
            }
            Self::Regex(_) => {
                format!(
                    "the matcher `{text}` is a regular expression and is not found in `{value}`"
                )
            }
            Self::Whole(_) => {
                format!(
                    "the matcher `{text}` is a regular expression for the whole name and does not fit `{value}`"
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepts(matcher: &str, value: &str) -> bool {
        Matcher::parse(matcher, false)
            .unwrap()
            .accepts(value, &Aliases::default())
            .is_match()
    }

    #[test]
    fn lists_are_exact_and_empty_items_do_not_count() {
        assert!(accepts("Bash|", "Bash"));
        assert!(accepts("Edit , Write", "Write"));
        assert!(!accepts("|", ""));
        assert!(!accepts("Bash", "bash"));
    }

    #[test]
    fn letters_of_other_scripts_make_a_regular_expression() {
        assert!(accepts("größe", "die größe"));
    }

    #[test]
    fn the_narrow_set_reads_a_dash_as_an_expression() {
        let matcher = Matcher::parse("a-b", true).unwrap();
        assert!(matcher.accepts("xa-by", &Aliases::default()).is_match());
        let matcher = Matcher::parse("a-b", false).unwrap();
        assert!(!matcher.accepts("xa-by", &Aliases::default()).is_match());
    }

    #[test]
    fn aliases_count_for_lists_and_expressions() {
        assert!(accepts("Task", "Agent"));
        assert!(accepts("^Tas.$", "Agent"));
        assert!(accepts("KillShell|x", "TaskStop"));
    }

    #[test]
    fn an_expression_that_gives_up_is_unknown() {
        let matcher = Matcher::parse(r"^(a|b|ab)*\1(?!d)c", false).unwrap();
        let value = "ab".repeat(30);
        assert_eq!(
            matcher.accepts(&value, &Aliases::default()),
            MatchResult::Unknown
        );
    }
}
