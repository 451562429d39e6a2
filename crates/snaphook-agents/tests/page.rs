//! The page of the book about agents is made from their contracts. `UPDATE_DOCS=1` writes
//! it anew.

use std::fmt::Write as _;
use std::path::Path;

use snaphook_agents::{
    AGENTS, Ability, AgentSpec, ConfigForm, ConfigScope, ContractEvidence, EventContract,
    HookTimeout, OnError, TimeUnit,
};

type TestResult = Result<(), Box<dyn std::error::Error>>;

const HEAD: &str = include_str!("page/head.md");

fn yes(can: bool) -> &'static str {
    if can { "yes" } else { "–" }
}

fn before_tool(agent: &AgentSpec) -> Option<&'static EventContract> {
    let events = agent.contract(None).events;
    events.iter().find(|event| event.event == "PreToolUse")
}

fn on_stop(agent: &AgentSpec) -> bool {
    let mut events = agent.contract(None).events.iter();
    events.any(|event| event.event == "Stop" && event.can(Ability::KeepGoing))
}

fn matrix() -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    writeln!(
        text,
        "| agent | `--agent` | deny | ask | rewrite | context | stop-block | known by |"
    )?;
    writeln!(text, "|---|---|---|---|---|---|---|---|")?;
    for agent in AGENTS {
        let contract = agent.contract(None);
        let can = |ability| before_tool(agent).is_some_and(|event| event.can(ability));
        let context = contract
            .events
            .iter()
            .any(|event| event.can(Ability::Context));
        let seen = contract.versions.seen;
        let known = match before_tool(agent).map(|event| event.evidence) {
            Some(ContractEvidence::Observed) => format!("test of {seen}"),
            _ => format!("documents of {}", contract.date),
        };
        writeln!(
            text,
            "| {} | `{}` | {} | {} | {} | {} | {} | {known} |",
            agent.title,
            agent.name,
            yes(can(Ability::Deny)),
            yes(can(Ability::Ask)),
            yes(can(Ability::RewriteInput)),
            yes(context),
            yes(on_stop(agent)),
        )?;
    }
    Ok(text)
}

fn waits(timeout: HookTimeout) -> String {
    let unit = match timeout.unit {
        TimeUnit::Seconds => "seconds",
        TimeUnit::Milliseconds => "milliseconds",
    };
    match (timeout.default_seconds, timeout.configurable) {
        (0, _) => "not documented".to_owned(),
        (default, true) => format!("{default} s by default, configured in {unit}"),
        (default, false) => format!("{default} s, fixed"),
    }
}

fn section(agent: &AgentSpec) -> Result<String, std::fmt::Error> {
    let contract = agent.contract(None);
    let mut text = String::new();
    writeln!(text, "\n### {}\n", agent.title)?;
    let name = agent.install.shares_with.unwrap_or(agent.name);
    writeln!(text, "`snaphook install {name}`\n")?;
    let events: Vec<_> = contract
        .events
        .iter()
        .filter(|event| event.installed)
        .collect();
    writeln!(text, "| its event | canonical event | a hook can |")?;
    writeln!(text, "|---|---|---|")?;
    for event in events {
        let can: Vec<_> = Ability::ALL.iter().filter(|one| event.can(**one)).collect();
        let can: Vec<_> = can.into_iter().map(|one| one.words()).collect();
        let can = if can.is_empty() {
            "watch".to_owned()
        } else {
            can.join(", ")
        };
        writeln!(text, "| {} | {} | {can} |", event.native, event.event)?;
    }
    let files: Vec<_> = agent
        .configuration
        .files
        .iter()
        .map(|file| match file.scope {
            ConfigScope::User => format!("`~/{}`", file.path),
            ConfigScope::Project | ConfigScope::Managed => format!("`{}`", file.path),
        })
        .collect();
    let form = match agent.configuration.form {
        ConfigForm::Script => {
            "A plugin in JavaScript has to pass each event to the command; it stands in"
        }
        ConfigForm::Executables => "Hooks are executable files, named after the events, in",
        _ => "Hooks are configured in",
    };
    write!(text, "\n{form} {}. ", files.join(" or "))?;
    let on = |error: OnError| match error {
        OnError::GoesOn => "goes on",
        OnError::Denies => "denies",
    };
    writeln!(
        text,
        "The limit of a hook: {}. {}",
        waits(contract.timeout),
        match (contract.on_crash, contract.on_timeout) {
            (crash, timeout) if on(crash) == on(timeout) => format!(
                "If a hook crashes or takes too long, the agent {}.",
                on(crash)
            ),
            (crash, timeout) => format!(
                "If a hook crashes, the agent {}; if it takes too long, the agent {}.",
                on(crash),
                on(timeout)
            ),
        },
    )?;
    if !agent.needs.is_empty() {
        writeln!(text, "{}", agent.needs)?;
    }
    Ok(text)
}

/// One agent as `agents/e2e/run` drove it.
#[derive(serde::Deserialize)]
struct DrivenAgent {
    title: String,
    version: String,
    date: String,
    cells: std::collections::BTreeMap<String, DrivenCell>,
}

#[derive(serde::Deserialize)]
struct DrivenCell {
    result: String,
    holds: bool,
}

/// The columns of the driven matrix, and the cells that each shows.
const DRIVEN: &[(&str, &[&str])] = &[
    ("deny", &["deny"]),
    ("harmless call", &["harmless"]),
    ("guarded write", &["write"]),
    ("rewrite", &["rewrite"]),
    ("ask", &["ask"]),
    (
        "context: session, prompt, before, after a tool",
        &[
            "context session",
            "context prompt",
            "context pre",
            "context post",
        ],
    ),
    ("stop-block", &["stop-block"]),
    ("hook takes too long", &["timeout"]),
    ("snaphook is gone", &["missing"]),
    ("settings are broken", &["broken"]),
    ("two hooks", &["two hooks"]),
    ("uninstall", &["uninstall"]),
];

/// What real agents did, by `agents/e2e/run --json agents/e2e/results.json`.
fn driven() -> Result<String, Box<dyn std::error::Error>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../agents/e2e/results.json");
    let agents: Vec<DrivenAgent> = serde_json::from_str(&std::fs::read_to_string(path)?)?;
    let heads: Vec<&str> = DRIVEN.iter().map(|(head, _)| *head).collect();
    let mut text = format!(
        "| agent | {} |\n|---|{}\n",
        heads.join(" | "),
        "---|".repeat(heads.len())
    );
    for agent in agents {
        let shown = DRIVEN.iter().map(|(_, cells)| {
            let cells = cells.iter().filter_map(|cell| agent.cells.get(*cell));
            let cells = cells.map(|cell| match cell.holds {
                true => cell.result.clone(),
                false => format!("{} ✗", cell.result),
            });
            cells.collect::<Vec<_>>().join(", ")
        });
        let shown: Vec<String> = shown.collect();
        writeln!(
            text,
            "| {} {} ({}) | {} |",
            agent.title,
            agent.version,
            agent.date,
            shown.join(" | ")
        )?;
    }
    Ok(text)
}

#[test]
fn the_readme_has_the_matrix_of_support() -> TestResult {
    const MARKS: [&str; 2] = [
        "<!-- agents: made by `UPDATE_DOCS=1 cargo test -p snaphook-agents --test page` -->\n",
        "<!-- /agents -->",
    ];
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    let readme = std::fs::read_to_string(&path)?;
    let (before, rest) = readme.split_once(MARKS[0]).ok_or("no mark in the README")?;
    let (_, after) = rest
        .split_once(MARKS[1])
        .ok_or("no second mark in the README")?;
    let made = format!("{before}{}\n{}\n{}{after}", MARKS[0], matrix()?, MARKS[1]);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &made)?;
    }
    assert_eq!(
        std::fs::read_to_string(&path)?,
        made,
        "write it anew with UPDATE_DOCS=1"
    );
    Ok(())
}

#[test]
fn the_page_of_agents_says_what_their_contracts_say() -> TestResult {
    let page = HEAD.replace("{{matrix}}", matrix()?.trim_end());
    let mut page = page.replace("{{driven}}", driven()?.trim_end());
    for agent in AGENTS {
        page.push_str(&section(agent)?);
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/agents.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &page)?;
    }
    assert_eq!(
        std::fs::read_to_string(&path)?,
        page,
        "write it anew with UPDATE_DOCS=1"
    );
    Ok(())
}
