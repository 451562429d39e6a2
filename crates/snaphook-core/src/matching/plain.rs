//! Expressions that need no engine.
//!
//! Most matchers that people write are names with an anchor or with `.*`
//! behind them: `mcp__memory__.*`, `^Edit$`, `^Notebook`. Looking for a text is
//! all that they do, so nothing is compiled for them.

/// An expression that looks for one text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PlainMatcher {
    pub(super) text: Box<str>,
    /// It must be at the start.
    pub(super) at_start: bool,
    /// It must be at the end.
    pub(super) at_end: bool,
}

impl PlainMatcher {
    /// Reads `^text$`, where each anchor may be missing, and `^text.*`; nothing
    /// when the expression says more than that.
    pub(super) fn read(pattern: &str) -> Option<Self> {
        let (at_start, rest) = strip(pattern, |all| all.strip_prefix('^'));
        // What comes behind may be anything, also nothing.
        let (open_end, rest) = strip(rest, |all| all.strip_suffix(".*"));
        let (at_end, text) = match open_end {
            true => (false, rest),
            false => strip(rest, |all| all.strip_suffix('$')),
        };
        let means_itself = |byte: u8| byte.is_ascii_alphanumeric() || b"_- ,:/@".contains(&byte);
        let plain = !text.is_empty() && text.bytes().all(means_itself);
        plain.then(|| Self {
            text: text.into(),
            at_start,
            at_end,
        })
    }

    pub(super) fn is_found_in(&self, value: &str) -> bool {
        match (self.at_start, self.at_end) {
            (true, true) => *value == *self.text,
            (true, false) => value.starts_with(&*self.text),
            (false, true) => value.ends_with(&*self.text),
            (false, false) => value.contains(&*self.text),
        }
    }
}

/// Whether there was something to strip, and the rest.
fn strip<'a>(text: &'a str, strip: impl Fn(&'a str) -> Option<&'a str>) -> (bool, &'a str) {
    strip(text).map_or((false, text), |rest| (true, rest))
}
