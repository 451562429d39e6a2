//! Whether allow rules cover all that a line of Bash does.

use std::fmt;

use serde_json::json;

use super::agree;
use super::doubt::Certain;
use super::effects::FilePath;
use super::grant::{Grant, LineGrant};
use super::interpreters::{SHELLS, base};
use super::line::{CertainLine, CertainWord};
use super::needs::{LineNeeds, NeededCommand};
use super::wrapper_rows::LAUNCHERS;
use crate::rule::RuleContent;
use crate::shell::Word;
use crate::{Analysis, Rule, SimpleCommand, Subject};

/// The tools whose rules cover a redirection that writes, or reads.
const WRITES: &[&str] = &["Edit", "Write"];
const READS: &[&str] = &["Read"];

/// A line that is certain, with what it needs.
#[derive(Debug)]
pub(crate) struct Proof {
    pub line: CertainLine,
    pub needs: LineNeeds,
}

impl Proof {
    pub(crate) fn of(line: &str, analysis: &Analysis) -> Certain<Proof> {
        let line = CertainLine::parse(line)?;
        let needs = line.needs()?;
        agree::check(&line, analysis)?;
        Ok(Proof { line, needs })
    }
}

/// What keeps allow rules from covering a line.
#[derive(Debug)]
pub(crate) enum CoverageGap {
    /// No rule is for the tool, or what the line does is not certain.
    Other,
    /// A command that no rule covers.
    Command(Vec<Word>),
    /// A command that only a rule which spells out all of it covers.
    Exact(Vec<Word>),
    /// A file that the line reads, or writes.
    File { path: String, writes: bool },
    /// A folder outside the working directories.
    Move(String),
    /// A command of git that could run a program of the repository, and which.
    Git(Vec<Word>, String),
}

impl fmt::Display for CoverageGap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = |words: &[Word]| {
            let words: Vec<_> = words.iter().map(Word::to_string).collect();
            words.join(" ")
        };
        match self {
            Self::Other => f.write_str("none is for it"),
            Self::Command(words) => write!(f, "none covers `{}`", line(words)),
            Self::Exact(words) => write!(
                f,
                "`{}` may do more than it says: only a rule that spells out all of it covers it",
                line(words)
            ),
            Self::File { path, writes: true } => {
                write!(f, "none covers writing `{path}`: `Edit({path})` would")
            }
            Self::File { path, .. } => {
                write!(f, "none covers reading `{path}`: `Read({path})` would")
            }
            Self::Git(words, program) => {
                write!(f, "`{}` could run a program: {program}", line(words))
            }
            Self::Move(folder) => {
                write!(f, "`cd {folder}` leads out of the working directories")
            }
        }
    }
}

/// The rules that together cover what of a call of Bash needs one, by their places.
///
/// # Errors
///
/// What is not covered, or not certain: the first that is found.
pub(crate) fn cover(
    rules: &[&Rule],
    grant: Grant,
    subject: &Subject<'_>,
) -> Result<Vec<usize>, CoverageGap> {
    let names =
        |rule: &Rule| !rule.is_for_any_tool() && rule.names(subject.tool_name(), subject.aliases());
    let alone = |rule: &&Rule| {
        names(rule)
            && rule
                .compiled()
                .is_none_or(|content| is_whole_line(content, subject))
    };
    if let Some(alone) = rules.iter().position(alone) {
        return Ok(vec![alone]);
    }
    let commands: Vec<(usize, &RuleContent)> = rules
        .iter()
        .enumerate()
        .filter(|(_, rule)| names(rule))
        .filter_map(|(at, rule)| Some((at, rule.compiled()?)))
        .collect();
    let mut granting = LineGrant::new(grant, subject);
    if commands.is_empty() && granting.is_nothing() {
        return Err(CoverageGap::Other);
    }
    let Proof { needs, .. } = subject.proof().map_err(|_| CoverageGap::Other)?;
    let mut used = Vec::new();
    for needed in &needs.commands {
        covered(needed, &commands, 0, &granting, &mut used)?;
        granting.note_placed(needed);
    }
    behind_exactly(needs, &commands, subject, &mut used)?;
    for (path, writes) in &needs.files {
        let file = FilePath::literal(path);
        let granted = match *writes {
            true => granting.may_write(&file),
            false => granting.may_read(&file),
        };
        if granted {
            continue;
        }
        let tools = if *writes { WRITES } else { READS };
        let input = json!({ "file_path": path });
        let certain = |rule: &&Rule| {
            let mut subjects = tools.iter().map(|tool| subject.of_tool(tool, &input));
            subjects.any(|subject| rule.test(&subject).certain)
        };
        let lack = || CoverageGap::File {
            path: path.clone(),
            writes: *writes,
        };
        used.push(rules.iter().position(certain).ok_or_else(lack)?);
    }
    let working = subject.working();
    for folder in &needs.moves {
        let input = json!({ "file_path": folder });
        if !subject.of_tool("Read", &input).lies_within(&working) {
            return Err(CoverageGap::Move(folder.clone()));
        }
    }
    let mut places = Vec::new();
    for at in used {
        if !places.contains(&at) {
            places.push(at);
        }
    }
    Ok(places)
}

/// Whether a rule without `*` is the whole line.
pub(crate) fn is_whole_line(content: &RuleContent, subject: &Subject<'_>) -> bool {
    let line = subject.command().unwrap_or_default();
    let text = content.text.as_str();
    // Only what every shell takes for a blank: `trim` would drop characters that are
    // the name of a command.
    let bare = line.trim_matches([' ', '\t', '\n']);
    let is_line = line == text || (bare == text && !text.ends_with('\\'));
    is_line && !text.contains('*')
}

/// Covers a command and what it runs. `named` of its words are in a rule that
/// covers what it is behind.
fn covered(
    needed: &NeededCommand,
    rules: &[(usize, &RuleContent)],
    named: usize,
    granting: &LineGrant<'_, '_>,
    used: &mut Vec<usize>,
) -> Result<(), CoverageGap> {
    let subject = granting.subject();
    let words: Vec<Word> = needed.words.iter().map(CertainWord::to_word).collect();
    let fits = |content: &RuleContent| content.command.fit(&words).certain;
    let fitting: Vec<(usize, usize)> = rules
        .iter()
        .filter(|(_, content)| fits(content))
        .map(|(at, content)| (*at, named_words(content)))
        .collect();
    let best = fitting.iter().max_by_key(|(_, names)| *names).copied();
    if needed.unclear {
        let exact = |(_, names): &&(usize, usize)| *names == usize::MAX;
        match fitting.iter().find(exact) {
            Some((at, _)) => used.push(*at),
            None => match named_behind(&words, rules, subject) {
                Some(at) => used.push(at),
                None => return Err(CoverageGap::Exact(words)),
            },
        }
        return Ok(());
    }
    let inherited = named.max(best.map_or(0, |(_, names)| names));
    if named == 0 && (needed.itself || needed.behind.is_empty()) {
        match fitting.first() {
            Some((at, _)) => used.push(*at),
            None if needed
                .effect
                .as_ref()
                .is_some_and(|one| granting.covers(one)) => {}
            None => {
                let effect = needed.effect.as_ref();
                let runs = effect.filter(|effect| effect.repository && !granting.is_nothing());
                return Err(match runs.and_then(|_| subject.git_runs()) {
                    Some(program) => CoverageGap::Git(words, program.to_owned()),
                    None => CoverageGap::Command(words),
                });
            }
        }
    }
    for (start, inner) in &needed.behind {
        let rest = inherited.saturating_sub(*start);
        let rest = if inherited == usize::MAX {
            inherited
        } else {
            rest
        };
        if rest > 0 && named == 0 {
            used.extend(best.map(|(at, _)| at));
        }
        covered(inner, rules, rest, granting, used)?;
    }
    Ok(())
}

/// How many words a rule spells before its first `*`.
fn named_words(content: &RuleContent) -> usize {
    let text = content
        .text
        .strip_suffix(":*")
        .map(|head| format!("{head} *"));
    let text = text.as_deref().unwrap_or(&content.text);
    let Some((head, _)) = text.split_once('*') else {
        return usize::MAX;
    };
    let words = head.split_whitespace().count();
    if head.ends_with(' ') {
        words
    } else {
        words.saturating_sub(1)
    }
}

/// A rule that names every program that the exact reader finds behind a wrapper.
fn named_behind(
    words: &[Word],
    rules: &[(usize, &RuleContent)],
    subject: &Subject<'_>,
) -> Option<usize> {
    let found = commands(subject);
    let texts = |words: &[Word]| words.iter().map(Word::to_string).collect::<Vec<_>>();
    let outer = found
        .iter()
        .find(|one| texts(one.words()) == texts(words))?;
    let inner: Vec<&SimpleCommand> = found.iter().filter(|one| is_behind(one, outer)).collect();
    let names = |content: &RuleContent| {
        let names = named_words(content);
        content.command.fit(words).certain
            && inner
                .iter()
                .all(|one| place_in(one, outer).is_some_and(|at| at < names))
    };
    let named = rules.iter().find(|(_, content)| names(content));
    named.filter(|_| !inner.is_empty()).map(|(at, _)| *at)
}

/// Everything that the exact reader finds behind wrappers must be covered, too.
fn behind_exactly(
    needs: &LineNeeds,
    rules: &[(usize, &RuleContent)],
    subject: &Subject<'_>,
    used: &mut Vec<usize>,
) -> Result<(), CoverageGap> {
    let mut known = Vec::new();
    for needed in &needs.commands {
        collect(needed, &mut known);
    }
    known.extend(needs.steps.iter().map(|words| texts(words)));
    let found = commands(subject);
    for command in found.iter().filter(|command| !command.via().is_empty()) {
        // The exact reader marks what runs on another machine behind the name.
        let launched = |name: &String| {
            let name = name.split(' ').next().unwrap_or_default();
            LAUNCHERS.contains(&base(name))
        };
        let shown: Vec<Option<&str>> = command.words().iter().map(Word::known).collect();
        if known.contains(&shown)
            || command.via().iter().any(launched)
            || is_script_of_shell(command, found)
        {
            continue;
        }
        let named = |content: &RuleContent| {
            found
                .iter()
                .filter(|outer| is_behind(command, outer))
                .any(|outer| {
                    content.command.fit(outer.words()).certain
                        && place_in(command, outer).is_some_and(|at| at < named_words(content))
                })
        };
        if let Some((at, _)) = rules.iter().find(|(_, content)| named(content)) {
            used.push(*at);
            continue;
        }
        let lack = |_| CoverageGap::Command(command.words().to_vec());
        let needed = NeededCommand::found_behind(command).map_err(lack)?;
        covered(
            &needed,
            rules,
            0,
            &LineGrant::new(Grant::Nothing, subject),
            used,
        )?;
    }
    Ok(())
}

/// A script file that a shell is given: for guards it is a command, too, but a
/// rule for the shell is a rule for its scripts.
fn is_script_of_shell(command: &SimpleCommand, found: &[SimpleCommand]) -> bool {
    let runs_scripts = |outer: &SimpleCommand| {
        let name = outer.words().first().and_then(Word::known).map(base);
        let place = place_in(command, outer);
        name.is_some_and(|name| SHELLS.contains(&name))
            && place.is_some_and(|at| outer.words()[at..] == *command.words())
    };
    !command.is_known_to_run()
        && found
            .iter()
            .any(|outer| is_behind(command, outer) && runs_scripts(outer))
}

fn texts(words: &[CertainWord]) -> Vec<Option<&str>> {
    words.iter().map(CertainWord::known).collect()
}

fn collect<'a>(needed: &'a NeededCommand, into: &mut Vec<Vec<Option<&'a str>>>) {
    into.push(texts(&needed.words));
    for (_, inner) in &needed.behind {
        collect(inner, into);
    }
}

fn commands<'a>(subject: &'a Subject<'_>) -> &'a [SimpleCommand] {
    subject.analysis().complete().unwrap_or_default()
}

/// Whether one command was found directly behind the other.
fn is_behind(inner: &SimpleCommand, outer: &SimpleCommand) -> bool {
    let Some((last, before)) = inner.via().split_last() else {
        return false;
    };
    let name = outer.words().first().map(Word::to_string);
    before == outer.via() && name.as_ref() == Some(last)
}

/// At which word of the outer command the inner begins.
fn place_in(inner: &SimpleCommand, outer: &SimpleCommand) -> Option<usize> {
    let first = inner.words().first()?;
    let here = |word: &Word| word.range() == first.range();
    let place = outer.words().iter().position(here)?;
    let once = outer.words().iter().filter(|word| here(word)).count() == 1;
    let same = outer.words()[place].known() == first.known();
    (place > 0 && once && same).then_some(place)
}
