//! Tests the rules of tools that are given a path, a skill or a host.

use std::path::Path;

use serde_json::Value;

use crate::glob::Glob;
use crate::host::UrlHost;
use crate::name_pattern::LetterCase;
use crate::path::{PathPart, normal};
use crate::rule::RuleContent;
use crate::skill_call::SkillCall;
use crate::subject::shown;
use crate::tested::{maybe, no, yes};
use crate::written_path::{Paths, WrittenPath};
use crate::{Rule, RuleTest, RuleTestReason, Subject};

pub(crate) fn test_path(
    content: &RuleContent,
    base: Option<&Path>,
    subject: &Subject<'_>,
) -> RuleTest {
    let written = match subject.paths() {
        Paths::None => return no(RuleTestReason::NoContent),
        Paths::Unreadable(why) => return maybe(RuleTestReason::Unreadable(why)),
        Paths::Known(written) => written,
    };
    let Some(base) = content.path.base(subject.places(), base) else {
        return maybe(RuleTestReason::Unreadable(
            "the folder the pattern starts from is not known",
        ));
    };
    let base = normal(base, "");
    let real_base = subject.real(&base);
    let below = |path: &[String], case: LetterCase| {
        content.path.matches(&base, path, case)
            || real_base
                .as_ref()
                .is_some_and(|base| content.path.matches(base, path, case))
    };
    let mut matched: Option<&[String]> = None;
    let mut certain = true;
    for WrittenPath { path, real } in written {
        for path in std::iter::once(path).chain(real) {
            certain &= below(path, LetterCase::Exact);
            if certain || below(path, LetterCase::Ignored) {
                matched.get_or_insert(path);
            }
        }
    }
    match matched {
        None => no(RuleTestReason::NothingMatches),
        Some(path) => RuleTest {
            possible: true,
            known: true,
            certain,
            because: RuleTestReason::Path(shown(path)),
        },
    }
}

/// Whether a path rule is known to match a path from the root, or a folder that
/// holds it; case is ignored.
pub(crate) fn matches_path(rule: &Rule, subject: &Subject<'_>, path: &[String]) -> bool {
    let base = |content: &RuleContent| {
        let base = content.path.base(subject.places(), rule.base());
        base.is_some()
    };
    let path: Vec<PathPart> = path.iter().cloned().map(PathPart::Name).collect();
    rule.compiled().is_some_and(base) && could_match_path(rule, subject, &path)
}

/// Whether a path rule could match a path of which not all is known.
pub(crate) fn could_match_path(rule: &Rule, subject: &Subject<'_>, path: &[PathPart]) -> bool {
    let Some(content) = rule.compiled() else {
        return true;
    };
    let Some(base) = content.path.base(subject.places(), rule.base()) else {
        return true;
    };
    let base = normal(base, "");
    let real = subject.real(&base);
    let mut bases = std::iter::once(&base).chain(real.as_ref());
    bases.any(|base| content.path.could_match(base, path, LetterCase::Ignored))
}

/// By its name a skill matches whatever it is given; for certain, only as a
/// whole.
pub(crate) fn test_skill(content: &RuleContent, subject: &Subject<'_>) -> RuleTest {
    let skills = match subject.skills() {
        Ok(skills) if skills.is_empty() => return no(RuleTestReason::NoContent),
        Ok(skills) => skills,
        Err(why) => return maybe(RuleTestReason::Unreadable(why)),
    };
    // `Skill(/deploy)` is `Skill(deploy)`, as the call is.
    let plain = content.text.strip_prefix('/').map(Glob::command);
    let glob = plain.as_ref().unwrap_or(&content.command);
    let whole = |skill: &SkillCall| glob.matches(&skill.whole);
    let matches = |skill: &&SkillCall| whole(skill) || glob.matches(&skill.name);
    match skills.iter().find(matches) {
        Some(skill) => RuleTest {
            certain: skills.iter().all(whole),
            ..yes(RuleTestReason::Skill(skill.whole.clone()))
        },
        None => no(RuleTestReason::NothingMatches),
    }
}

/// The type of subagent that is started where the call names none.
const DEFAULT_AGENT: &str = "general-purpose";

/// Only letters and digits count, and no case, but for certain: agents find the type
/// `general-purpose` also by `General_Purpose`.
pub(crate) fn test_agent(content: &RuleContent, subject: &Subject<'_>) -> RuleTest {
    let agent = match subject.agent() {
        None | Some(Value::Null) => DEFAULT_AGENT,
        Some(Value::String(agent)) if agent.trim().is_empty() => DEFAULT_AGENT,
        Some(Value::String(agent)) => agent,
        Some(_) => {
            return maybe(RuleTestReason::Unreadable(
                "the type of agent is not a string",
            ));
        }
    };
    let folded = |text: &str| -> String {
        let counts = |c: &char| c.is_alphanumeric() || *c == '*';
        text.to_lowercase().chars().filter(counts).collect()
    };
    if !Glob::plain(&folded(&content.text)).matches(&folded(agent)) {
        return no(RuleTestReason::NothingMatches);
    }
    RuleTest {
        certain: Glob::plain(&content.text).matches(agent),
        ..yes(RuleTestReason::Agent(agent.to_owned()))
    }
}

pub(crate) fn test_host(content: &RuleContent, subject: &Subject<'_>) -> RuleTest {
    let (Some(pattern), Some(host)) = (&content.host, subject.host()) else {
        return no(RuleTestReason::NoContent);
    };
    match host {
        UrlHost::Ambiguous => maybe(RuleTestReason::Unreadable(
            "the host of the URL is not clear",
        )),
        UrlHost::Known(host) if pattern.is_unclear_about(&host) => maybe(
            RuleTestReason::Unreadable("the name of the host is written in another way"),
        ),
        UrlHost::Known(host) if pattern.matches(&host) => yes(RuleTestReason::Host(host)),
        UrlHost::Known(_) => no(RuleTestReason::NothingMatches),
    }
}
