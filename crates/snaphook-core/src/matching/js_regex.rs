//! A JavaScript regular expression, read when the settings are loaded.
//!
//! The linear-time engine takes every expression it can; only look-around and
//! back references go to a backtracking one, which gives up after a fixed
//! number of steps instead of hanging.
//!
//! Compiling costs many times what reading does, and of many matchers most
//! never see a value that could fit. So an expression that is sure to compile,
//! because it is small, is compiled when it is first needed.

use std::sync::OnceLock;

use regex_syntax::hir::{Hir, HirKind};

use super::js_syntax::translate;
use super::matcher::MatcherError;
use super::needs::MatchNeeds;
use super::plain::PlainMatcher;

/// Steps after which the backtracking engine gives up: some milliseconds.
const BACKTRACK_LIMIT: usize = 100_000;

/// An expression of so many states is far below what the engine refuses: a
/// hundredth of it.
const SURELY_COMPILES: usize = 1_000;

/// An expression that was understood.
#[derive(Debug, Clone)]
pub struct JsRegex(RegexEngine);

#[derive(Debug, Clone)]
enum RegexEngine {
    Plain(PlainMatcher),
    Linear(Box<Linear>),
    Backtracking(Box<fancy_regex::Regex>),
}

#[derive(Debug, Clone)]
struct Linear {
    pattern: Box<str>,
    needs: MatchNeeds,
    /// Nothing in it: it did not compile after all.
    compiled: OnceLock<Option<regex::Regex>>,
}

impl JsRegex {
    /// Reads an expression in JavaScript syntax, without flags.
    ///
    /// # Errors
    /// When it is not one; the error has the position.
    pub fn new(pattern: &str) -> Result<Self, MatcherError> {
        match PlainMatcher::read(pattern) {
            Some(plain) => Ok(Self(RegexEngine::Plain(plain))),
            None => Self::with_engine(pattern),
        }
    }

    fn with_engine(pattern: &str) -> Result<Self, MatcherError> {
        let translated = translate(pattern)?;
        let too_large = |error: &dyn std::fmt::Display| MatcherError {
            message: format!(
                "the regular expression cannot be used: {}",
                last_line(&error.to_string())
            ),
            offset: 0,
        };
        if translated.backtracking {
            return fancy_regex::RegexBuilder::new(&translated.pattern)
                .backtrack_limit(BACKTRACK_LIMIT)
                .build()
                .map(|regex| Self(RegexEngine::Backtracking(Box::new(regex))))
                .map_err(|error| too_large(&error));
        }
        let hir = regex_syntax::parse(&translated.pattern).map_err(|error| too_large(&error))?;
        let compiled = OnceLock::new();
        if states(&hir) > SURELY_COMPILES {
            let regex =
                regex::Regex::new(&translated.pattern).map_err(|error| too_large(&error))?;
            let _ = compiled.set(Some(regex));
        }
        Ok(Self(RegexEngine::Linear(Box::new(Linear {
            needs: MatchNeeds::of(&hir),
            pattern: translated.pattern.into(),
            compiled,
        }))))
    }

    /// Whether it is found anywhere in `text`; `None` if it gave up.
    #[must_use]
    pub fn finds(&self, text: &str) -> Option<bool> {
        match &self.0 {
            RegexEngine::Plain(plain) => Some(plain.is_found_in(text)),
            RegexEngine::Linear(linear) => {
                let compile = || regex::Regex::new(&linear.pattern).ok();
                let regex = linear.compiled.get_or_init(compile).as_ref()?;
                Some(regex.is_match(text))
            }
            RegexEngine::Backtracking(regex) => regex.is_match(text).ok(),
        }
    }

    /// What a text must have for it to be found there.
    #[must_use]
    pub fn needs(&self) -> MatchNeeds {
        match &self.0 {
            RegexEngine::Plain(plain) if plain.at_start && plain.at_end => {
                MatchNeeds::Name(vec![plain.text.clone()])
            }
            RegexEngine::Plain(plain) => MatchNeeds::Texts(vec![vec![plain.text.clone()]]),
            RegexEngine::Linear(linear) => linear.needs.clone(),
            RegexEngine::Backtracking(_) => MatchNeeds::Nothing,
        }
    }
}

/// How large an expression is when it is compiled, roughly and at least.
fn states(hir: &Hir) -> usize {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => 1,
        HirKind::Literal(literal) => literal.0.len(),
        // A range of characters is up to some sequences of four bytes.
        HirKind::Class(regex_syntax::hir::Class::Unicode(class)) => class.ranges().len() * 8,
        HirKind::Class(regex_syntax::hir::Class::Bytes(class)) => class.ranges().len(),
        HirKind::Repetition(repeated) => {
            let times = repeated.max.unwrap_or(repeated.min.saturating_add(1));
            states(&repeated.sub).saturating_mul(times.try_into().unwrap_or(usize::MAX))
        }
        HirKind::Capture(group) => states(&group.sub).saturating_add(2),
        HirKind::Concat(parts) | HirKind::Alternation(parts) => {
            let parts = parts.iter().map(states);
            parts.fold(1, usize::saturating_add)
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
    use super::{JsRegex, RegexEngine};

    #[test]
    fn what_needs_no_engine_finds_the_same() {
        let values = [
            "", "Edit", "aEdit", "Edita", "aEditb", "Edit\n", "\nEdit", "EEdit", "edit",
        ];
        for pattern in ["Edit", "^Edit", "Edit$", "^Edit$", "Edit.*", "^Edit.*"] {
            let plain = JsRegex::new(pattern).unwrap();
            assert!(matches!(plain.0, RegexEngine::Plain(_)), "{pattern}");
            let engine = JsRegex::with_engine(pattern).unwrap();
            for value in values {
                assert_eq!(
                    plain.finds(value),
                    engine.finds(value),
                    "{pattern} in {value:?}"
                );
            }
        }
    }

    #[test]
    fn what_is_too_large_is_an_error_at_once() {
        assert!(JsRegex::new(r"(\p{L}{500}){500}").is_err());
        assert!(JsRegex::new(r"^(a{1,100}){1,100}$").is_ok());
    }

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
