//! A JavaScript regular expression, compiled once.
//!
//! The linear-time engine takes every expression it can; only look-around and
//! back references go to a backtracking one, which gives up after a fixed
//! number of steps instead of hanging.

use super::js_syntax::translate;
use super::matcher::MatcherError;

/// Steps after which the backtracking engine gives up: some milliseconds.
const BACKTRACK_LIMIT: usize = 100_000;

/// A compiled expression.
#[derive(Debug, Clone)]
pub struct JsRegex(Engine);

#[derive(Debug, Clone)]
enum Engine {
    Linear(regex::Regex),
    Backtracking(Box<fancy_regex::Regex>),
}

impl JsRegex {
    /// Compiles an expression in JavaScript syntax, without flags.
    ///
    /// # Errors
    /// When it is not one; the error has the position.
    pub fn new(pattern: &str) -> Result<Self, MatcherError> {
        let translated = translate(pattern)?;
        let too_large = |error: &dyn std::fmt::Display| MatcherError {
            message: format!(
                "the regular expression cannot be used: {}",
                last_line(&error.to_string())
            ),
            offset: 0,
        };
        if translated.backtracking {
            fancy_regex::RegexBuilder::new(&translated.pattern)
                .backtrack_limit(BACKTRACK_LIMIT)
                .build()
                .map(|regex| Self(Engine::Backtracking(Box::new(regex))))
                .map_err(|error| too_large(&error))
        } else {
            regex::Regex::new(&translated.pattern)
                .map(|regex| Self(Engine::Linear(regex)))
                .map_err(|error| too_large(&error))
        }
    }

    /// Whether it is found anywhere in `text`; nothing when it gave up.
    #[must_use]
    pub fn finds(&self, text: &str) -> Option<bool> {
        match &self.0 {
            Engine::Linear(regex) => Some(regex.is_match(text)),
            Engine::Backtracking(regex) => regex.is_match(text).ok(),
        }
    }
}

/// The engines draw pictures of the translated pattern, which nobody wrote;
/// their last line says what is wrong.
fn last_line(message: &str) -> &str {
    message
        .lines()
        .rfind(|line| !line.trim().is_empty())
        .unwrap_or(message)
        .trim_start_matches("error: ")
}

#[cfg(test)]
mod tests {
    use super::JsRegex;

    #[track_caller]
    fn finds(pattern: &str, text: &str) -> bool {
        JsRegex::new(pattern).unwrap().finds(text).unwrap()
    }

    #[test]
    fn classes_are_as_in_javascript() {
        assert!(finds(r"^\d+$", "042"));
        assert!(!finds(r"^\d+$", "٤٢"), r"\d is ASCII in JavaScript");
        assert!(!finds(r"^\w$", "é"));
        assert!(finds(r"^\s$", "\u{feff}"));
        assert!(finds(r"^[^]$", "\n"));
        assert!(!finds(r"[]", "x"));
        assert!(!finds(r"^.$", "\u{2028}"));
        assert!(finds(r"^[[a]$", "["), "an inner bracket is a bracket");
        assert!(finds(r"^[a&&b]+$", "&ab"));
        assert!(finds(r"^[\w-]+$", "a-b"));
        assert!(finds(r"^[\b]$", "\u{8}"));
        assert!(finds(r"^[\d-a-z]+$", "1-az"));
        assert!(!finds(r"[\d-a-z]", "b"), "the dash after a set is a dash");
        assert!(finds(r"^[^\W_]$", "a"));
        assert!(!finds(r"^[^\W_]$", "_"));
    }

    #[test]
    fn escapes_are_as_in_javascript() {
        assert!(finds(r"^\/a\-b$", "/a-b"));
        assert!(finds(r"^\x41\u0042\u{43}\cI\0$", "ABC\t\0"));
        assert!(finds(r"^\ud83d\ude00$", "😀"));
        assert!(finds(r"^\p{Lu}$", "É"));
    }

    #[test]
    fn braces_that_are_no_quantifier_are_text() {
        assert!(finds(r"^a{$", "a{"));
        assert!(finds(r"^{x}$", "{x}"));
        assert!(finds(r"^a{2,3}$", "aaa"));
        assert!(!finds(r"^a{2}$", "a"));
    }

    #[test]
    fn look_around_and_back_references_work() {
        assert!(finds(r"^(?!Bash).*$", "Write"));
        assert!(!finds(r"^(?!Bash).*$", "Bash"));
        assert!(finds(r"(?<=mcp__)x", "mcp__x"));
        assert!(finds(r"^(\w)\1$", "aa"));
        assert!(finds(r"^(?<c>\w)\k<c>$", "aa"));
        assert!(!finds(r"^(\w)\1$", "ab"));
        assert!(!finds(r"(\w)\1", "ab"));
        assert!(finds("(?<=mcp__.*)x", "mcp__yx"));
        assert!(finds(r"^(?:(a)|b)\1$", "b"), "a group that took no part");
        assert!(finds(r"^(?:(?<n>a)|b)\k<n>$", "b"));
        assert!(finds(r"(a)?@\1", "@"));
    }

    #[test]
    fn word_boundaries_are_ascii() {
        assert!(finds(r"\ba", "éa"));
        assert!(!finds(r"\b", "é"));
        assert!(finds(r"(?=a)\ba", "éa"), "in the other engine, too");
        assert!(finds(r"^\Bé", "é"));
        assert!(!finds(r"^\Ba", "a"));
    }

    #[test]
    fn errors_point_at_the_place() {
        let error = |pattern: &str| {
            let error = JsRegex::new(pattern).unwrap_err();
            (error.offset, error.message)
        };
        assert_eq!(error("ab(cd").0, 2);
        assert_eq!(error("ab)").0, 2);
        assert_eq!(error("a**").0, 2);
        assert_eq!(error("*a").0, 0);
        assert_eq!(error("[z-a]").0, 1);
        assert_eq!(error("x[ab").0, 1);
        assert_eq!(error("a{3,2}").0, 1);
        assert_eq!(error(r"a\").0, 1);
        assert_eq!(error(r"\2(a)").0, 0);
        assert_eq!(error(r"a\x+1").0, 1);
        assert_eq!(error("(?P<n>a)").0, 0);
        assert!(error("(?#a)").1.contains("group"));
    }
}
