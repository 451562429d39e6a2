//! The whole way from a command line to the commands it runs.

use super::found::{SimpleCommand, Stdin};
use super::syntax::{self, Budget, Origin};
use super::unwrap::{self, Inner};
use super::{Gap, Unknown, Word};

/// How much is read before a command counts as unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Longest command, in bytes.
    pub bytes: usize,
    /// Deepest nesting.
    pub nesting: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            bytes: 64 * 1024,
            nesting: 200,
        }
    }
}

/// Wrappers behind wrappers that are followed.
const MOST_WRAPPERS: usize = 40;

/// Words that may be copied while looking behind wrappers.
const MOST_WORDS: usize = 100_000;

/// What a command line runs.
#[derive(Debug, Clone)]
pub enum Analysis {
    /// Every simple command in it, those behind wrappers included.
    Commands(Vec<SimpleCommand>),
    /// It cannot be known.
    Unknown(Unknown),
}

impl Analysis {
    /// Analyses a Bash command line within the default [`Limits`].
    ///
    /// ```
    /// use snaphook_rules::Analysis;
    ///
    /// let Analysis::Commands(found) = Analysis::of("cd /tmp && sudo rm -rf x") else {
    ///     unreachable!();
    /// };
    /// let found: Vec<String> = found.iter().map(|c| c.to_string()).collect();
    /// assert_eq!(found, ["cd /tmp", "sudo rm -rf x", "rm -rf x"]);
    /// ```
    pub fn of(command: &str) -> Analysis {
        Analysis::within(command, Limits::default())
    }

    /// Analyses a Bash command line within these limits.
    pub fn within(command: &str, limits: Limits) -> Analysis {
        match analyse(command, limits) {
            Ok(found) => Analysis::Commands(found),
            Err(unknown) => Analysis::Unknown(unknown),
        }
    }
}

fn analyse(command: &str, limits: Limits) -> Result<Vec<SimpleCommand>, Unknown> {
    if command.len() > limits.bytes {
        return Err(Unknown::TooLong {
            limit: limits.bytes,
        });
    }
    if let Some(offset) = command.find('\0') {
        // Dropped, an end, or an error, depending on how the shell gets it.
        let what = "a zero byte";
        return Err(Unknown::Ambiguous { what, offset });
    }
    let mut budget = Budget {
        fuel: command.len() * 32 + 4096,
        depth: 0,
        posix: false,
        limits,
    };
    let mut found =
        syntax::read(command, Origin::At(0), &mut budget).map_err(|unknown| *unknown)?;
    let mut words = 0;
    let mut at = 0;
    while at < found.len() {
        let outer = found[at].clone();
        at += 1;
        for inner in unwrap::behind(&outer)? {
            let name = outer.words.first().map(Word::to_string).unwrap_or_default();
            let mut via = outer.via.clone();
            via.push(name);
            if via.len() > MOST_WRAPPERS {
                return Err(Unknown::TooDeep);
            }
            let from = found.len();
            match inner {
                Inner::Words(list) if list.is_empty() => {}
                Inner::Words(list) => {
                    words += list.len();
                    let start = list.iter().map(|w| w.range().start).min().unwrap_or(0);
                    let end = list.iter().map(|w| w.range().end).max().unwrap_or(0);
                    let mut inner = SimpleCommand::new(list, start..end.max(start));
                    inner.stdin = outer.stdin.clone();
                    inner.posix = outer.posix;
                    found.push(inner);
                }
                Inner::Code(code) => {
                    budget.posix = code.posix.unwrap_or(outer.posix);
                    found.extend(read_code(command, &code.text, &mut budget, via.len())?);
                    // Commands in text that is read share what is left of it.
                    let stdin = if code.read {
                        Stdin::Stream
                    } else {
                        outer.stdin.clone()
                    };
                    for inner in &mut found[from..] {
                        if inner.stdin == Stdin::Inherited {
                            inner.stdin = stdin.clone();
                        }
                    }
                    if code.adds
                        && let Some(last) = found[from..].last_mut()
                    {
                        last.words.push(Word::gap(Gap::Many, code.text.range()));
                    }
                }
            }
            for inner in &mut found[from..] {
                inner.via.clone_from(&via);
            }
            if words > MOST_WORDS {
                return Err(Unknown::TooComplex);
            }
        }
    }
    Ok(found)
}

/// Reads code that a wrapper runs. An expansion in it may hold any code, so it
/// must be known in full.
fn read_code(
    source: &str,
    code: &Word,
    budget: &mut Budget,
    depth: usize,
) -> Result<Vec<SimpleCommand>, Unknown> {
    let range = code.range();
    let Some(text) = code.known() else {
        return Err(Unknown::Dynamic { range });
    };
    // Quotes around it are the usual reason why it is not verbatim.
    let origin = match source.get(range.clone()).and_then(|s| s.find(text)) {
        Some(at) => Origin::At(range.start + at),
        None => Origin::Within(range),
    };
    budget.depth = depth;
    let found = syntax::read(text, origin, budget);
    budget.depth = 0;
    found.map_err(|unknown| *unknown)
}
