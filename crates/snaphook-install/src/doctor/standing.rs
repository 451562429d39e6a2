//! Findings about the entries that stand in a configuration.

use std::path::Path;

use super::examine::Examination;
use super::kinds::{
    DoctorFinding, EDITED_ENTRY, MISSING_EVENT, MISSING_STEP, OTHER_AGENT, OTHER_PROGRAM,
    PROGRAM_GONE, SHORT_TIMEOUT,
};
use crate::command::{HookCommand, program_word};
use crate::entry::{InstallOptions, entries, installed_name};
use crate::form::FoundEntry;
use crate::os::is_executable;
use crate::places::scope_word;
use crate::target::{Target, TargetState};

pub(super) fn entry_findings(
    target: &Target<'_>,
    state: &TargetState,
    examination: &Examination<'_>,
) -> Vec<DoctorFinding> {
    let agent = target.agent;
    let name = installed_name(agent);
    let scope = scope_word(target.scope);
    let again = format!("run `snaphook install {name} --scope {scope}`");
    let file = state.files.first().map(|file| file.path.clone());
    let file = file.unwrap_or_default();
    let found = |kind, words: String| {
        let finding = DoctorFinding::new(kind, agent.name, words);
        finding.file(file.clone()).help(again.clone())
    };
    let mut findings = Vec::new();
    let mut programs: Vec<&str> = Vec::new();
    for command in &state.commands {
        if command.agent != name {
            let words = format!("an entry is for `--agent {}`", command.agent);
            findings.push(found(&OTHER_AGENT, words));
        }
        if !programs.contains(&&*command.program) {
            programs.push(&command.program);
        }
    }
    for program in programs {
        findings
            .extend(program_finding(program, examination).map(|(kind, words)| found(kind, words)));
    }
    findings.extend(
        state
            .missing_steps
            .iter()
            .map(|words| found(&MISSING_STEP, words.clone())),
    );
    for entry in state.entries() {
        findings.extend(timeout_words(target, entry).map(|words| found(&SHORT_TIMEOUT, words)));
    }
    for words in edited(target, state) {
        findings.push(found(&EDITED_ENTRY, words));
    }
    let missing: Vec<_> = target
        .contract
        .events
        .iter()
        .filter(|event| event.installed)
        .map(|event| event.native)
        .filter(|event| !state.entries().any(|entry| entry.event == *event))
        .collect();
    if !missing.is_empty() {
        let words = format!("no entry for {}", missing.join(", "));
        findings.push(found(&MISSING_EVENT, words));
    }
    findings
}

fn program_finding(
    program: &str,
    examination: &Examination<'_>,
) -> Option<(&'static super::kinds::FindingKind, String)> {
    let found = (!program.contains(['/', '\\'])).then(|| {
        let mut paths = examination.search.iter().map(|folder| folder.join(program));
        paths.find(|path| path.metadata().is_ok_and(|file| is_executable(&file)))
    });
    if let Some(None) = found {
        let words = format!("`{program}` is not in PATH");
        return Some((&PROGRAM_GONE, words));
    }
    let found = found.flatten();
    let path = found.as_deref().unwrap_or_else(|| Path::new(program));
    let there = path.is_absolute() && path.metadata().is_ok_and(|file| is_executable(&file));
    if !there {
        let words = format!("`{program}` is not a program that can be started");
        return Some((&PROGRAM_GONE, words));
    }
    let own = program_word(examination.program?);
    let same = |one: &Path, other: &str| {
        let real = snaphook_files::canonical;
        matches!((real(one), real(Path::new(other))), (Ok(one), Ok(other)) if one == other)
    };
    (own != program && !same(path, &own)).then(|| {
        let words = format!("it runs `{program}`, and this program is `{own}`");
        (&OTHER_PROGRAM, words)
    })
}

/// Words for an entry whose agent stops waiting before the bridge denies.
fn timeout_words(target: &Target<'_>, entry: &FoundEntry) -> Option<String> {
    let timeout = target.contract.timeout;
    let limit = HookCommand::parse(&entry.command).and_then(|command| command.limit);
    let usual = f64::from(timeout.default_seconds);
    let capped = target.agent.install.capped.iter();
    let cap = capped.filter(|(event, _)| *event == entry.event);
    let cap = cap.map(|(_, most)| f64::from(*most)).next();
    #[expect(clippy::cast_precision_loss, reason = "a second has few milliseconds")]
    let unit = timeout.in_unit(1) as f64;
    let waits = match entry.timeout.filter(|_| timeout.configurable) {
        Some(number) => Some(number / unit),
        None => Some(usual).filter(|usual| *usual > 0.0),
    };
    let waits = match (waits, cap) {
        (Some(waits), Some(cap)) => Some(waits.min(cap)),
        (waits, cap) => waits.or(cap),
    };
    let (waits, limit) = (waits?, f64::from(limit?));
    (waits < limit).then(|| {
        format!(
            "on {} the agent waits {waits} s, and the bridge is told {limit} s",
            entry.event
        )
    })
}

/// Words for entries that differ from those that installing writes with the same program,
/// limit and events.
fn edited(target: &Target<'_>, state: &TargetState) -> Vec<String> {
    let mut words = state.edited.clone();
    for entry in state.entries() {
        let Some(command) = HookCommand::parse(&entry.command) else {
            continue;
        };
        let options = InstallOptions {
            program: command.program.clone(),
            events: vec![entry.event.clone()],
            limit: command.limit,
            include_claude: command.include_claude,
        };
        let wanted = entries(target.agent, target.contract, &options);
        let wanted = wanted.ok().and_then(|entries| {
            let mut entries = entries.into_iter();
            entries.find(|wanted| wanted.event == entry.event)
        });
        let Some(wanted) = wanted else {
            words.push(format!("the agent has no event `{}`", entry.event));
            continue;
        };
        let same_keys = wanted
            .keys
            .iter()
            .all(|(key, value)| entry.value.get(key) == Some(value) || entry.value.is_string());
        // The shape of an own file says nothing about keys.
        let extra = ["async", "disabled", "enabled", "background"];
        let disabling = extra.iter().any(|key| match entry.value.get(*key) {
            Some(value) => value.as_bool() == Some(*key != "enabled"),
            None => false,
        });
        let narrow = entry
            .matcher
            .as_deref()
            .is_some_and(|matcher| !matches!(matcher, "" | "*" | ".*"));
        if wanted.command != entry.command {
            words.push(format!(
                "the command on {} is not as it was installed",
                entry.event
            ));
        } else if narrow {
            let matcher = entry.matcher.as_deref().unwrap_or_default();
            words.push(format!(
                "the entry on {} runs only for `{matcher}`",
                entry.event
            ));
        } else if !same_keys || disabling {
            words.push(format!(
                "the entry on {} is not as it was installed",
                entry.event
            ));
        }
    }
    words
}
