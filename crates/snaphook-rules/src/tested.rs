//! Testing a rule against a tool call.
//!
//! | | `if` | deny, ask | allow |
//! |---|---|---|---|
//! | asks for | [`RuleTest::possible`] | [`RuleTest::known`] | [`RuleTest::certain`] |
//! | several commands | one is enough | one is enough | all of them |
//! | unknown parts | some value matches | every value matches | every value matches |
//! | command by its path | also by its base name | also by its base name | as it is written |
//! | blanks within a word | as between words | as between words | only by a `*` |
//! | case of paths | ignored | ignored | counts |
//! | path rules for `Edit`, `Read` | that tool | every tool that edits, reads | every tool that edits, reads |
//! | symlinks | written or real path | written or real path | written and real path |
//! | not to be known | matches | somebody is asked | does not match |
//!
//! Where a deny or ask rule is possible and not known, a person is asked, and
//! [`RuleTestReason::how`] names the part that is not known.

use std::ops::Range;

use snaphook_core::permission::Behavior;

use crate::certain::{self, Grant};
use crate::content::ContentKind;
use crate::glob::{Glob, GlobFit};
use crate::rule::RuleContent;
use crate::shell::{Literals, Piece};
use crate::subcommands::{Plain, without_options};
use crate::tested_subject::{test_agent, test_host, test_path, test_skill};
use crate::{Gap, Rule, SimpleCommand, Subject, Unknown, Word};

/// What came of testing a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleTest {
    /// The rule may match: what hook conditions go by.
    pub possible: bool,
    /// Something that is known to happen matches, whatever the unknown parts
    /// are: what deny and ask rules go by.
    pub known: bool,
    /// The rule matches whatever the unknown parts are, and covers everything
    /// the call does: what an allow rule goes by.
    pub certain: bool,
    /// What decided it.
    pub because: RuleTestReason,
}

/// What decided a test.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RuleTestReason {
    /// The rule is for another tool.
    OtherTool,
    /// The rule is for every use of the tool.
    EveryUse,
    /// The tool has no content of the kind the rule speaks of.
    NoContent,
    /// Nothing in the call matches.
    NothingMatches,
    /// This command matches.
    Command {
        /// The command, unknown parts shown as `…`.
        text: String,
        /// The part of the source line it came from.
        range: Range<usize>,
        /// The wrappers it was found behind, outermost first.
        via: Vec<String>,
    },
    /// This command matches for some values of what is unknown.
    Possible {
        /// The command, unknown parts shown as `…`.
        text: String,
        /// The part of the source line it came from.
        range: Range<usize>,
        /// The wrappers it was found behind, outermost first.
        via: Vec<String>,
        /// What is not known, in words.
        why: String,
    },
    /// This path matches.
    Path(String),
    /// This host matches.
    Host(String),
    /// This type of subagent matches.
    Agent(String),
    /// This skill matches, with its arguments.
    Skill(String),
    /// What the call does cannot be known.
    Unknown {
        /// Why.
        reason: Unknown,
        /// The part of the line that cannot be read, where it is only a part.
        part: Option<String>,
    },
    /// The content of the call cannot be read; the text says why.
    Unreadable(&'static str),
}

impl RuleTestReason {
    /// How a rule that may match does, to be put behind the rule: matches
    /// `rm x`. `None` for one that does not.
    #[must_use]
    pub fn how(&self) -> Option<String> {
        match self {
            Self::Command { text, via, .. } => Some(format!("matches `{text}`{}", behind(via))),
            Self::Possible { text, via, why, .. } => {
                Some(format!("could match `{text}`{}: {why}", behind(via)))
            }
            Self::Path(found) | Self::Host(found) | Self::Agent(found) | Self::Skill(found) => {
                Some(format!("matches `{found}`"))
            }
            Self::Unknown {
                reason,
                part: Some(part),
            } => Some(format!(
                "could match the part `{part}`, which cannot be read: {reason}"
            )),
            Self::Unknown { reason, part: None } => Some(format!("could match, because {reason}")),
            Self::Unreadable(reason) => Some(format!("could match, because {reason}")),
            Self::EveryUse => Some("is for every use of the tool".to_owned()),
            Self::OtherTool | Self::NoContent | Self::NothingMatches => None,
        }
    }
}

fn behind(via: &[String]) -> String {
    match via {
        [] => String::new(),
        via => format!(", behind {}", via.join(", ")),
    }
}

impl Rule {
    /// Tests the rule. A rule for another tool costs one comparison.
    pub fn test(&self, subject: &Subject<'_>) -> RuleTest {
        if !self.names(subject.tool_name(), subject.aliases()) {
            return no(RuleTestReason::OtherTool);
        }
        if let Some(expression) = self.expression() {
            return match subject.command().map(|command| expression.finds(command)) {
                Some(Some(false)) => no(RuleTestReason::NothingMatches),
                Some(Some(true)) => yes(RuleTestReason::EveryUse),
                Some(None) => maybe(RuleTestReason::Unreadable("the expression needs too long")),
                None => maybe(RuleTestReason::Unreadable("the command is not a string")),
            };
        }
        let Some(content) = self.compiled() else {
            return RuleTest {
                certain: self.names_plainly(subject.tool_name(), subject.aliases()),
                ..yes(RuleTestReason::EveryUse)
            };
        };
        match subject.kind() {
            ContentKind::Bash => self.test_bash(content, subject),
            ContentKind::PowerShell => test_command(content, subject),
            ContentKind::Path => test_path(content, self.base(), subject),
            ContentKind::Host => test_host(content, subject),
            ContentKind::Agent => test_agent(content, subject),
            ContentKind::Skill => test_skill(content, subject),
            ContentKind::None => no(RuleTestReason::NoContent),
        }
    }

    /// A line of Bash: whether it may match is up to the exact reader, whether
    /// it does for certain to the strict one alone.
    fn test_bash(&self, content: &RuleContent, subject: &Subject<'_>) -> RuleTest {
        let mut tested = test_command(content, subject);
        if !tested.known && names_whole_line(content, subject) {
            let line = subject.command().unwrap_or_default();
            (tested.possible, tested.known) = (true, true);
            tested.because = RuleTestReason::Command {
                text: line.trim().to_owned(),
                range: 0..line.len(),
                via: Vec::new(),
            };
        }
        tested.certain =
            tested.possible && certain::cover(&[self], Grant::Nothing, subject).is_ok();
        tested.known |= tested.certain;
        tested
    }
}

/// A rule with several commands is about the whole line.
fn names_whole_line(content: &RuleContent, subject: &Subject<'_>) -> bool {
    let several = content.text.contains([';', '&', '|', '\n']);
    let line = subject.command().unwrap_or_default();
    certain::is_whole_line(content, subject) || (several && content.command.matches(line.trim()))
}

/// The allow rules that together cover everything the call does: every command
/// of a Bash call may be covered by another rule. By their places in `rules`;
/// nothing, where something is not covered. Read-only commands beside them need none;
/// where all of the line is read-only, no rule decides.
pub fn covering(rules: &[&Rule], subject: &Subject<'_>) -> Option<Vec<usize>> {
    let kind = subject.kind();
    if kind == ContentKind::Bash {
        let used = certain::cover(rules, Grant::Reads, subject).ok();
        return used.filter(|used| !used.is_empty());
    }
    let commands = match kind {
        ContentKind::PowerShell => subject.analysis().complete().unwrap_or_default(),
        _ => &[],
    };
    if let Some(alone) = rules
        .iter()
        .position(|rule| rule.test_as(Behavior::Allow, subject).certain)
    {
        return Some(vec![alone]);
    }
    let named: Vec<(usize, &RuleContent)> = rules
        .iter()
        .enumerate()
        .filter(|(_, rule)| rule.names(subject.tool_name(), subject.aliases()))
        .filter(|(_, rule)| !rule.is_for_any_tool())
        .filter_map(|(at, rule)| Some((at, rule.compiled()?)))
        .collect();
    if commands.is_empty() || named.is_empty() {
        return None;
    }
    let mut covering = Vec::new();
    for command in commands {
        let covers = |content: &RuleContent| fit(glob_for(content, kind), command).certain;
        let (at, _) = named.iter().find(|(_, content)| covers(content))?;
        if !covering.contains(at) {
            covering.push(*at);
        }
    }
    Some(covering)
}

/// What of a call of Bash these allow rules leave uncovered, in words for people;
/// `None` if all is covered, the line is not certain or no rule is for the tool.
#[must_use]
pub fn uncovered(rules: &[&Rule], subject: &Subject<'_>) -> Option<String> {
    if subject.kind() != ContentKind::Bash {
        return None;
    }
    match certain::cover(rules, Grant::Reads, subject) {
        Ok(_) | Err(certain::CoverageGap::Other) => None,
        Err(lack) => Some(lack.to_string()),
    }
}

/// What a line of Bash does, as far as modes go by it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LineEffect {
    /// It is certain, its commands are read-only, and its paths lie inside the
    /// working directories.
    pub reads: bool,
    /// It is certain, and all of it is allowed where edits inside the working
    /// directories are accepted, by these rules or by itself.
    pub edits: bool,
}

/// What a call does, where it is a line of Bash.
#[must_use]
pub fn line_effect(rules: &[&Rule], subject: &Subject<'_>) -> LineEffect {
    if subject.kind() != ContentKind::Bash {
        return LineEffect::default();
    }
    let reads = certain::cover(&[], Grant::Reads, subject).is_ok();
    LineEffect {
        reads,
        edits: reads || certain::cover(rules, Grant::Edits, subject).is_ok(),
    }
}

pub(crate) fn yes(because: RuleTestReason) -> RuleTest {
    RuleTest {
        possible: true,
        known: true,
        certain: true,
        because,
    }
}

pub(crate) fn no(because: RuleTestReason) -> RuleTest {
    RuleTest {
        possible: false,
        known: false,
        certain: false,
        because,
    }
}

pub(crate) fn maybe(because: RuleTestReason) -> RuleTest {
    RuleTest {
        possible: true,
        known: false,
        certain: false,
        because,
    }
}

fn glob_for(content: &RuleContent, kind: ContentKind) -> &Glob {
    match kind {
        ContentKind::PowerShell => &content.folded,
        _ => &content.command,
    }
}

fn test_command(content: &RuleContent, subject: &Subject<'_>) -> RuleTest {
    let glob = glob_for(content, subject.kind());
    test_commands(subject, &content.literals, |command| fit(glob, command))
}

/// Tests every command of a line, and looks for the words in code of other languages.
pub(crate) fn test_commands(
    subject: &Subject<'_>,
    literals: &Literals,
    fit: impl Fn(&SimpleCommand) -> GlobFit,
) -> RuleTest {
    let analysis = subject.analysis();
    let mut first: Option<(&SimpleCommand, GlobFit)> = None;
    let mut certain = analysis.unknown().is_empty() && !analysis.commands().is_empty();
    for command in analysis.commands() {
        let mut fit = fit(command);
        fit.known &= command.is_known_to_run();
        let better = first.is_none_or(|(_, other)| fit.known && !other.known);
        if fit.possible && better {
            first = Some((command, fit));
        }
        certain &= fit.certain;
        if !certain && first.is_some_and(|(_, fit)| fit.known) {
            break;
        }
    }
    match (first, analysis.unknown()) {
        (Some((command, fit)), _) if fit.known => RuleTest {
            possible: true,
            known: true,
            certain,
            because: RuleTestReason::Command {
                text: command.to_string(),
                range: command.range(),
                via: command.via().to_vec(),
            },
        },
        (Some((command, _)), _) => maybe(RuleTestReason::Possible {
            text: command.to_string(),
            range: command.range(),
            via: command.via().to_vec(),
            why: doubt(command, subject),
        }),
        (None, unknown) => match (in_code(literals, subject), unknown) {
            (Some(because), _) => maybe(because),
            (None, [reason, ..]) => maybe(RuleTestReason::Unknown {
                reason: reason.clone(),
                part: subject.part(reason),
            }),
            (None, []) => no(RuleTestReason::NothingMatches),
        },
    }
}

/// The code of another language that may run what the rule names.
fn in_code(literals: &Literals, subject: &Subject<'_>) -> Option<RuleTestReason> {
    let line = subject.command().unwrap_or_default();
    let mut all = subject.analysis().code.iter();
    let code = all.find(|code| code.holds(literals, line) || code.makes_up(literals))?;
    let shown = subject.shown_part(code.range.clone());
    let program = &code.program;
    Some(RuleTestReason::Possible {
        text: shown.unwrap_or_else(|| program.clone()),
        range: code.range.clone(),
        via: Vec::new(),
        why: match code.holds(literals, line) {
            true => format!("the code for `{program}` has its words in it"),
            false => format!("the code for `{program}` makes up what it runs"),
        },
    })
}

/// What is not known of a command that may match.
fn doubt(command: &SimpleCommand, subject: &Subject<'_>) -> String {
    let gap = command.words().iter().find(|word| word.known().is_none());
    let written = gap.and_then(|word| subject.shown_part(word.range()));
    match written {
        Some(written) => format!("the part `{written}` is not known"),
        None if gap.is_some() => "a part of it is not known".to_owned(),
        None if command.is_known_to_run() => "what its options mean is not known".to_owned(),
        None => "whether it runs is not known".to_owned(),
    }
}

/// One command. Certain is only what it is as it is written: an allow rule for
/// `ls` is not meant for `./ls`, nor one for `git log` for `git -C x log`.
pub(crate) fn fit(glob: &Glob, command: &SimpleCommand) -> GlobFit {
    let mut fit = glob.fit(command.words());
    fit.certain &= is_plainly_named(command);
    if fit.known {
        return fit;
    }
    let other = |fit: &mut GlobFit, words: &[Word], known: bool| {
        let found = glob.fit(words);
        fit.possible |= found.possible;
        fit.known |= found.known && known;
    };
    let mut names = vec![(command.words().to_vec(), true)];
    if let Some(name) = command.words().first()
        && let Some(base) = name.base_name()
    {
        let mut words = command.words().to_vec();
        words[0] = base;
        // Unquoted, the text before it may bring a name of its own.
        let known = !name.has(Gap::Many);
        other(&mut fit, &words, known);
        names.push((words, known));
    }
    for (words, known) in &names {
        if let Some(words) = of_git(words) {
            other(&mut fit, &words, *known);
        }
    }
    for (words, named) in &names {
        for Plain { words, known } in without_options(words) {
            other(&mut fit, &words, *named && known);
        }
    }
    fit
}

/// `git-push` is what `git push` runs.
fn of_git(words: &[Word]) -> Option<Vec<Word>> {
    let (name, rest) = words.split_first()?;
    let (Piece::Text(head), more) = name.pieces().split_first()? else {
        return None;
    };
    let head = head.strip_prefix("git-")?;
    if head.is_empty() && more.is_empty() {
        return None;
    }
    let pieces = std::iter::once(Piece::Text(head.into())).chain(more.iter().cloned());
    let git = Word::text("git", name.range());
    let subcommand = Word::new(pieces, name.range());
    Some(
        [git, subcommand]
            .into_iter()
            .chain(rest.iter().cloned())
            .collect(),
    )
}

/// The first word is one name: `"ls /x.sh"` is a program in a folder `ls `.
fn is_plainly_named(command: &SimpleCommand) -> bool {
    let name = command.words().first().and_then(Word::known);
    name.is_some_and(|name| !name.contains(char::is_whitespace))
}
