//! The whole way from a command line to the commands it runs.

use super::follow::{self, Variables};
use super::found::{SimpleCommand, Stdin};
use super::inside::{self, ProgramCode};
use super::later::DeferredText;
use super::scripts::{self, Scripts};
use super::supplied::{self, SuppliedCode};
use super::syntax::{self, Budget, TextOrigin};
use super::wrap::{self, InnerCommand};
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
    /// Code in other languages, which is only searched.
    pub(crate) code: Vec<ProgramCode>,
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
        Analysis::with_scripts(command, limits, &|_| None)
    }

    /// Analyses a Bash command line, and the script files that it names, as far
    /// as `scripts` has their text.
    pub(crate) fn with_scripts(
        command: &str,
        limits: Limits,
        scripts: &dyn Fn(&str) -> Option<String>,
    ) -> Analysis {
        analyse(command, limits, scripts).unwrap_or_else(Analysis::nothing_but)
    }

    /// Nothing is known but why.
    pub(crate) fn nothing_but(unknown: Unknown) -> Analysis {
        Analysis {
            unknown: vec![unknown],
            ..Analysis::default()
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
        self.code.extend(other.code);
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

fn analyse(
    command: &str,
    limits: Limits,
    scripts: &dyn Fn(&str) -> Option<String>,
) -> Result<Analysis, Unknown> {
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
    let (found, variables) = read_line(command, limits, scripts, Variables::default())?;
    let followed = variables.worth_following(command, &found);
    if followed.is_empty() {
        return Ok(found);
    }
    let again = read_line(command, limits, scripts, Variables::following(followed));
    Ok(match again {
        Ok((again, _)) if follow::holds(&again) => again,
        _ => found,
    })
}

/// Reads the line, and all that its commands run.
fn read_line(
    command: &str,
    limits: Limits,
    scripts: &dyn Fn(&str) -> Option<String>,
    variables: Variables,
) -> Result<(Analysis, Variables), Unknown> {
    let mut budget = Budget {
        fuel: command.len() * 32 + 4096,
        depth: 0,
        posix: false,
        limits,
        later: DeferredText::default(),
        variables,
    };
    let found =
        syntax::read(command, TextOrigin::At(0), &mut budget).map_err(|unknown| *unknown)?;
    // What other shells run knows nothing of them.
    budget.variables.clear();
    let mut finder = Finder {
        source: command,
        budget,
        found,
        words: 0,
        scripts: Scripts::new(scripts),
    };
    finder.run();
    Ok((finder.found, finder.budget.variables))
}

/// Looks behind the commands that were found, until nothing more comes.
struct Finder<'s> {
    source: &'s str,
    budget: Budget,
    found: Analysis,
    /// How many words were copied.
    words: usize,
    scripts: Scripts<'s>,
}

impl Finder<'_> {
    fn run(&mut self) {
        let (mut at, mut given) = (0, 0);
        loop {
            while at < self.found.commands.len() && self.words <= MOST_WORDS {
                let outer = self.found.commands[at].clone();
                at += 1;
                let behind = wrap::behind(&outer);
                if let Some(unknown) = behind.unknown {
                    self.note(&outer, unknown);
                }
                for inner in behind.inner {
                    self.follow(&outer, inner, behind.remote);
                }
                let inside = inside::look(&outer);
                for unknown in inside.unknown {
                    self.note(&outer, unknown);
                }
                self.found.code.extend(inside.code);
                let limits = self.budget.limits;
                self.scripts.add(&outer, limits, &mut self.found);
                for inner in inside.inner {
                    self.follow(&outer, inner, false);
                }
            }
            let more = supplied::find_supplied(&self.found.commands, self.source, given);
            given = self.found.commands.len();
            for one in more {
                let outer = self.found.commands[one.by].clone();
                match one.what {
                    SuppliedCode::Runs(inner) => self.follow(&outer, inner, false),
                    SuppliedCode::Unknown => self.note(
                        &outer,
                        Unknown::Dynamic {
                            range: outer.range(),
                        },
                    ),
                    SuppliedCode::Text(text) => {
                        let program = outer.words.first().map(Word::to_string);
                        self.found.code.push(ProgramCode {
                            program: program.unwrap_or_default(),
                            text,
                            is_file: false,
                            range: outer.range(),
                        });
                    }
                }
            }
            if self.words > MOST_WORDS {
                return self.found.note(Unknown::TooComplex);
            }
            if at == self.found.commands.len() {
                break;
            }
        }
        let later = self.budget.later.unknown(self.source, &self.found.commands);
        later.into_iter().for_each(|one| self.found.note(one));
    }

    /// Notes what cannot be read of a command; in a script file that is nobody's
    /// concern.
    fn note(&mut self, outer: &SimpleCommand, unknown: Unknown) {
        if !scripts::is_of_script(outer) {
            self.found.note(unknown);
        }
    }

    /// Adds what a command runs.
    fn follow(&mut self, outer: &SimpleCommand, inner: InnerCommand, remote: bool) {
        let (inner, sure) = inner.sure();
        let name = outer.words.first().map(Word::to_string).unwrap_or_default();
        let mut via = outer.via.clone();
        via.push(if remote {
            format!("{name} (remote)")
        } else {
            name
        });
        if via.len() > MOST_WRAPPERS {
            return self.found.note(Unknown::TooDeep);
        }
        let from = self.found.commands.len();
        match inner {
            InnerCommand::Words(list) if list.is_empty() => {}
            InnerCommand::Words(list) => {
                self.words += list.len();
                let start = list.iter().map(|w| w.range().start).min().unwrap_or(0);
                let end = list.iter().map(|w| w.range().end).max().unwrap_or(0);
                let mut inner = SimpleCommand::new(list, start..end.max(start));
                inner.stdin = outer.stdin.clone();
                inner.posix = outer.posix;
                inner.opens = outer.opens;
                self.found.commands.push(inner);
            }
            InnerCommand::Code(code) => {
                // The shell of another machine is taken for Bash.
                self.budget.posix = !remote && code.posix.unwrap_or(outer.posix);
                match read_code(self.source, &code.text, &mut self.budget, via.len()) {
                    Ok(inner) => self.found.add(inner),
                    // The whole command says more than its code.
                    Err(Unknown::Dynamic { .. }) => self.note(
                        outer,
                        Unknown::Dynamic {
                            range: outer.range(),
                        },
                    ),
                    Err(unknown) => self.note(outer, unknown),
                }
                // Commands in text that is read share what is left of it.
                let stdin = if code.read {
                    Stdin::Stream
                } else {
                    outer.stdin.clone()
                };
                let inside = &mut self.found.commands[from..];
                for inner in &mut *inside {
                    if inner.stdin == Stdin::Inherited {
                        inner.stdin = stdin.clone();
                    }
                    inner.opens |= outer.opens;
                }
                if code.adds
                    && let Some(last) = inside.last_mut()
                {
                    last.words.push(Word::gap(Gap::Many, code.text.range()));
                }
            }
            InnerCommand::Doubtful(_) => {}
        }
        for inner in &mut self.found.commands[from..] {
            inner.via.clone_from(&via);
            inner.known = outer.known && sure;
        }
    }
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
        Some(at) => TextOrigin::At(range.start + at),
        None => TextOrigin::Within(range),
    };
    budget.depth = depth;
    let found = syntax::read(text, origin, budget);
    budget.depth = 0;
    found.map_err(|unknown| *unknown)
}
