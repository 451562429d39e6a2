//! The whole way from a command line to the commands it runs.

use super::found::{SimpleCommand, Stdin};
use super::syntax::{self, Budget, Origin};
use super::wrap::{self, Inner};
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

/// What a command line runs: every simple command that was found in it, those
/// behind wrappers included, and the parts that nobody can read, each of which
/// may run anything.
#[derive(Debug, Clone, Default)]
pub struct Analysis {
    pub(crate) commands: Vec<SimpleCommand>,
    pub(crate) unknown: Vec<Unknown>,
}

impl Analysis {
    /// Analyses a Bash command line within the default [`Limits`].
    ///
    /// ```
    /// use snaphook_rules::Analysis;
    ///
    /// let found = Analysis::of("cd /tmp && sudo rm -rf x; eval \"$Y\"");
    /// let commands: Vec<String> = found.commands().iter().map(|c| c.to_string()).collect();
    /// assert_eq!(commands, ["cd /tmp", "sudo rm -rf x", "eval …", "rm -rf x"]);
    /// assert_eq!(found.unknown().len(), 1); // what `eval` runs
    /// ```
    pub fn of(command: &str) -> Analysis {
        Analysis::within(command, Limits::default())
    }

    /// Analyses a Bash command line within these limits.
    pub fn within(command: &str, limits: Limits) -> Analysis {
        analyse(command, limits).unwrap_or_else(Analysis::nothing_but)
    }

    /// Nothing is known but why.
    pub(crate) fn nothing_but(unknown: Unknown) -> Analysis {
        Analysis {
            commands: Vec::new(),
            unknown: vec![unknown],
        }
    }

    /// Notes a part that cannot be read, once.
    pub(super) fn note(&mut self, unknown: Unknown) {
        if !self.unknown.contains(&unknown) {
            self.unknown.push(unknown);
        }
    }

    /// Takes in what was found elsewhere.
    pub(super) fn add(&mut self, other: Analysis) {
        self.commands.extend(other.commands);
        other.unknown.into_iter().for_each(|one| self.note(one));
    }

    /// The commands that were found.
    pub fn commands(&self) -> &[SimpleCommand] {
        &self.commands
    }

    /// The parts that cannot be read; none where the commands are all that runs.
    pub fn unknown(&self) -> &[Unknown] {
        &self.unknown
    }

    /// All commands, where they are all that runs.
    pub fn complete(&self) -> Option<&[SimpleCommand]> {
        self.unknown.is_empty().then_some(&self.commands)
    }
}

fn analyse(command: &str, limits: Limits) -> Result<Analysis, Unknown> {
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
    while at < found.commands.len() {
        let outer = found.commands[at].clone();
        at += 1;
        let behind = wrap::behind(&outer);
        behind.unknown.into_iter().for_each(|one| found.note(one));
        for inner in behind.inner {
            let (inner, sure) = inner.sure();
            let name = outer.words.first().map(Word::to_string).unwrap_or_default();
            let mut via = outer.via.clone();
            via.push(if behind.remote {
                format!("{name} (remote)")
            } else {
                name
            });
            if via.len() > MOST_WRAPPERS {
                found.note(Unknown::TooDeep);
                continue;
            }
            let from = found.commands.len();
            match inner {
                Inner::Words(list) if list.is_empty() => {}
                Inner::Words(list) => {
                    words += list.len();
                    let start = list.iter().map(|w| w.range().start).min().unwrap_or(0);
                    let end = list.iter().map(|w| w.range().end).max().unwrap_or(0);
                    let mut inner = SimpleCommand::new(list, start..end.max(start));
                    inner.stdin = outer.stdin.clone();
                    inner.posix = outer.posix;
                    found.commands.push(inner);
                }
                Inner::Code(code) => {
                    // The shell of another machine is taken for Bash.
                    budget.posix = !behind.remote && code.posix.unwrap_or(outer.posix);
                    match read_code(command, &code.text, &mut budget, via.len()) {
                        Ok(inner) => found.add(inner),
                        // The whole command says more than its code.
                        Err(Unknown::Dynamic { .. }) => found.note(Unknown::Dynamic {
                            range: outer.range(),
                        }),
                        Err(unknown) => found.note(unknown),
                    }
                    // Commands in text that is read share what is left of it.
                    let stdin = if code.read {
                        Stdin::Stream
                    } else {
                        outer.stdin.clone()
                    };
                    for inner in &mut found.commands[from..] {
                        if inner.stdin == Stdin::Inherited {
                            inner.stdin = stdin.clone();
                        }
                    }
                    if code.adds
                        && let Some(last) = found.commands[from..].last_mut()
                    {
                        last.words.push(Word::gap(Gap::Many, code.text.range()));
                    }
                }
                Inner::Doubtful(_) => {}
            }
            for inner in &mut found.commands[from..] {
                inner.via.clone_from(&via);
                inner.known = outer.known && sure;
            }
            if words > MOST_WORDS {
                found.note(Unknown::TooComplex);
                return Ok(found);
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
) -> Result<Analysis, Unknown> {
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
