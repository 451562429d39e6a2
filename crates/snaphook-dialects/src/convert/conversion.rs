//! Goes through the hooks of the source, and places each in the target's configuration.

use std::path::Path;

use serde_json::{Map, Value};
use snaphook_agents::{
    AgentSpec, ConfigForm, EventContract, HostSpec, MatcherKind, McpForm, find_agent,
};
use snaphook_core::event::MatchesOn;
use snaphook_settings::node::{Node, SyntaxError};
use snaphook_settings::{Claude, Dialect};

use super::answers::{lost_abilities, other_forms};
use super::keys::{WrittenHook, written_hook};
use super::matcher::{MeantTools, meant_tools, native_names};
use super::render::{ConvertedFile, PlacedHook, files_of};
use super::rulesync;
use super::source::{Loss, SourceHook, hooks_of};
use crate::agent::AgentData;
use crate::{all, find_agent_dialect};

/// Where hooks come from.
#[derive(Debug, Clone, Copy)]
pub enum HookSource {
    /// Settings of a dialect.
    Dialect(&'static dyn Dialect),
    /// `.rulesync/hooks.json`.
    Rulesync,
}

/// Whose configuration is written.
#[derive(Debug, Clone, Copy)]
pub enum ConvertTarget {
    /// The settings of snaphook itself, which have every key.
    Snaphook,
    /// An agent's configuration.
    Agent(&'static AgentSpec),
}

/// What a conversion comes to.
#[derive(Debug, Clone)]
pub struct ConvertedHooks {
    /// The files; none where the source has no hook that the target can run.
    pub files: Vec<ConvertedFile>,
    /// How many hooks of the source are in them.
    pub converted: usize,
    /// How many hooks the source has.
    pub found: usize,
    /// What is lost.
    pub lost: Vec<Loss>,
}

impl HookSource {
    /// The source with a name, as it is given to `--from`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        if name == "rulesync" {
            return Some(Self::Rulesync);
        }
        let mut dialects = all().iter().copied();
        dialects
            .find(|dialect| dialect.name() == name)
            .map(Self::Dialect)
    }

    /// Every name.
    pub fn names() -> impl Iterator<Item = &'static str> {
        all()
            .iter()
            .map(|dialect| dialect.name())
            .chain(["rulesync"])
    }

    /// Its hooks run in the words of this agent.
    fn agent(self) -> Option<&'static AgentSpec> {
        let name = match self {
            Self::Dialect(dialect) => dialect.name(),
            Self::Rulesync => "claude",
        };
        match find_agent_dialect(name) {
            Some(dialect) => dialect.data().agent(),
            None => find_agent("claude"),
        }
    }

    fn host(self) -> Option<&'static HostSpec> {
        match self {
            Self::Dialect(dialect) => {
                find_agent_dialect(dialect.name()).map(|one| &one.data().host)
            }
            Self::Rulesync => None,
        }
    }

    fn rules(self) -> &'static snaphook_core::dialect::Rules {
        match self {
            Self::Dialect(dialect) => dialect.rules(),
            Self::Rulesync => Claude.rules(),
        }
    }
}

impl ConvertTarget {
    /// The target with a name, as it is given to `--to`: an agent or its dialect.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        if name == "snaphook" {
            return Some(Self::Snaphook);
        }
        let of_dialect = || {
            let data = find_agent_dialect(name)?.data();
            data.agent().filter(|_| !data.without_own_places)
        };
        let agent = find_agent(name).or_else(of_dialect)?;
        let form = agent.configuration.form;
        let written = !matches!(form, ConfigForm::Script | ConfigForm::ByHand);
        written.then_some(Self::Agent(agent))
    }

    /// Every name of an agent that has a configuration to write.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let agents = snaphook_agents::AGENTS.iter().map(|agent| agent.name);
        let dialects = all().iter().map(|dialect| dialect.name());
        let dialects = dialects.filter(|name| find_agent(name).is_none());
        let every = std::iter::once("snaphook").chain(agents).chain(dialects);
        every.filter(|name| Self::named(name).is_some())
    }
}

/// Converts the hooks of settings that were read from these files.
///
/// # Errors
/// When a file does not say which hooks are meant.
pub fn convert(
    source: HookSource,
    target: ConvertTarget,
    files: Vec<(&Path, Node)>,
) -> Result<ConvertedHooks, SyntaxError> {
    let mut lost = Vec::new();
    let to = match target {
        ConvertTarget::Agent(agent) => Some(agent),
        ConvertTarget::Snaphook => None,
    };
    let to = to.or_else(|| find_agent("claude"));
    let mut hooks = Vec::new();
    for (_, root) in files {
        match source {
            HookSource::Dialect(dialect) => {
                let tree = dialect.settings(root, None)?;
                hooks.extend(hooks_of(&tree, source.rules(), &mut lost));
            }
            HookSource::Rulesync => {
                let root = root.to_value();
                hooks.extend(
                    to.map(|to| rulesync::hooks_for(&root, to, &mut lost))
                        .unwrap_or_default(),
                );
            }
        }
    }
    let mut conversion = Conversion {
        source,
        target,
        lost,
        placed: Vec::new(),
    };
    let found = hooks.len();
    let converted = hooks.iter().filter(|hook| conversion.place(hook)).count();
    if let (Some(from), Some(to)) = (source.agent(), to)
        && converted > 0
    {
        conversion.lost.splice(0..0, other_forms(from, to));
    }
    let files = match to.filter(|_| converted > 0) {
        Some(to) => files_of(to, target, &conversion.placed, &mut conversion.lost),
        None => Vec::new(),
    };
    Ok(ConvertedHooks {
        files,
        converted,
        found,
        lost: conversion.lost,
    })
}

struct Conversion {
    source: HookSource,
    target: ConvertTarget,
    lost: Vec<Loss>,
    placed: Vec<PlacedHook>,
}

/// What an event of the target is about.
enum EventTools {
    /// Every tool, or none.
    General,
    /// One canonical tool.
    One(&'static str),
    /// The tools of MCP servers.
    Mcp,
}

impl Conversion {
    /// Places a hook; false where it is lost.
    fn place(&mut self, hook: &SourceHook) -> bool {
        let of_tool = matches!(
            self.source.rules().event(&hook.event).spec().matches_on,
            MatchesOn::Tool(_)
        );
        let tools = self.source.agent().filter(|_| of_tool).map(|agent| {
            let host = self.source.host();
            meant_tools(
                self.source.rules(),
                agent,
                host,
                &hook.event,
                hook.matcher.as_deref(),
            )
        });
        let agent = match self.target {
            ConvertTarget::Agent(agent) if agent.name != "claude" && agent.name != "claude-sdk" => {
                agent
            }
            // All events, all keys, canonical names.
            target => return self.place_as_it_is(hook, tools.as_ref(), target),
        };
        let rows = agent.contract(None).events.iter();
        let rows: Vec<&'static EventContract> =
            rows.filter(|row| row.event == hook.event).collect();
        if rows.is_empty() {
            let words = format!("{} has no event like {}", agent.title, hook.native_event);
            self.lost.push(hook.loses(words));
            return false;
        }
        let general = rows
            .iter()
            .filter(|row| matches!(tools_of(agent, row), EventTools::General));
        let general = general
            .clone()
            .find(|row| row.installed)
            .or_else(|| general.clone().next());
        match (general, &tools) {
            (Some(row), _) => self.place_on(hook, agent, row, tools.as_ref()),
            (None, Some(tools)) => self.place_by_tool(hook, agent, &rows, tools),
            (None, None) => false,
        }
    }

    /// Places a hook on the events that are about its tools.
    fn place_by_tool(
        &mut self,
        hook: &SourceHook,
        agent: &'static AgentSpec,
        rows: &[&'static EventContract],
        tools: &MeantTools,
    ) -> bool {
        let fits = |row: &EventContract, name: &str| match tools_of(agent, row) {
            EventTools::General => true,
            EventTools::One(tool) => {
                tool == name || (tool == "Edit" && matches!(name, "Write" | "MultiEdit"))
            }
            EventTools::Mcp => name.starts_with("mcp__"),
        };
        let mut placed = false;
        let mut missed: Vec<&str> = Vec::new();
        let chosen: Vec<&'static EventContract> = match tools {
            MeantTools::Every => rows.to_vec(),
            MeantTools::Some { names, .. } => {
                let without = |name: &&String| !rows.iter().any(|row| fits(row, name));
                missed.extend(names.iter().filter(without).map(String::as_str));
                let some = |row: &&&EventContract| names.iter().any(|name| fits(row, name));
                rows.iter().filter(some).copied().collect()
            }
        };
        if !missed.is_empty() || matches!(tools, MeantTools::Every) {
            let which = if missed.is_empty() {
                "other tools".to_owned()
            } else {
                missed.join(", ")
            };
            self.lost
                .push(hook.loses(format!("{} has no event for {which}", agent.title)));
        }
        for row in chosen {
            placed |= self.place_on(hook, agent, row, Some(&MeantTools::Every));
        }
        placed
    }

    /// Places a hook on one event of an agent.
    fn place_on(
        &mut self,
        hook: &SourceHook,
        agent: &'static AgentSpec,
        row: &'static EventContract,
        tools: Option<&MeantTools>,
    ) -> bool {
        let data = data_of(agent);
        let written = written_hook(hook, agent, data, row.native, &mut self.lost);
        let Some(written) = written else {
            return false;
        };
        let from = self.source.agent().and_then(|from| {
            let mut rows = from.contract(None).events.iter();
            let own = rows.clone().find(|one| one.native == hook.native_event);
            own.or_else(|| rows.find(|one| one.event == hook.event))
        });
        if let Some(loss) =
            lost_abilities(from, row, agent).filter(|loss| !self.lost.contains(loss))
        {
            self.lost.push(loss);
        }
        let Some(matchers) = self.matchers(hook, agent, data, tools) else {
            return false;
        };
        for matcher in matchers {
            self.placed.push(PlacedHook {
                event: row.native.to_owned(),
                matcher,
                hook: written.clone(),
            });
        }
        true
    }

    /// The matchers under which a hook is written; none where no tool of it exists there.
    fn matchers(
        &mut self,
        hook: &SourceHook,
        agent: &'static AgentSpec,
        data: Option<&AgentData>,
        tools: Option<&MeantTools>,
    ) -> Option<Vec<Option<String>>> {
        let own = agent.contract(None).matchers;
        let kind = data.and_then(|data| data.host.matchers).unwrap_or(own);
        let none = matches!(kind, MatcherKind::Ignored | MatcherKind::None);
        let Some(tools) = tools else {
            let matcher = hook
                .matcher
                .clone()
                .filter(|text| !matches!(text.as_str(), "" | "*"));
            if none && let Some(matcher) = &matcher {
                let words = format!("its matcher `{matcher}`: {} runs it always", agent.title);
                self.lost.push(hook.loses(words));
            }
            return Some(vec![matcher.filter(|_| !none)]);
        };
        let MeantTools::Some { names, remarks } = tools else {
            return Some(vec![None]);
        };
        for remark in remarks {
            self.lost.push(hook.loses(remark.clone()));
        }
        let mut natives: Vec<String> = Vec::new();
        for name in names {
            let own = native_names(agent, name);
            if own.is_empty() {
                self.lost
                    .push(hook.loses(format!("{} has no tool like {name}", agent.title)));
            }
            natives.extend(own);
        }
        natives.sort();
        natives.dedup();
        if natives.is_empty() {
            self.lost
                .push(hook.loses("it would never run, and is left out"));
            return None;
        }
        if none {
            let words = format!("its matcher: {} runs it on every tool", agent.title);
            self.lost.push(hook.loses(words));
            return Some(vec![None]);
        }
        Some(match kind {
            MatcherKind::Glob => natives.into_iter().map(Some).collect(),
            kind => vec![Some(expression(kind, &natives))],
        })
    }

    /// Places a hook in settings with canonical names and all keys of the source.
    fn place_as_it_is(
        &mut self,
        hook: &SourceHook,
        tools: Option<&MeantTools>,
        target: ConvertTarget,
    ) -> bool {
        let mut keys: Map<String, Value> = hook.keys.clone();
        let claude = matches!(target, ConvertTarget::Agent(_));
        if claude && keys.remove("onFailure").as_ref().and_then(Value::as_str) == Some("block") {
            let words =
                "it guards no more: Claude Code goes on where a hook crashes or takes too long";
            self.lost.push(hook.loses(words));
        }
        if !hook.group.is_empty() {
            let group = hook.group.join("`, `");
            self.lost
                .push(hook.loses(format!("`{group}` of its group is not converted")));
        }
        let matcher = match tools {
            None => hook.matcher.clone(),
            Some(MeantTools::Every) => None,
            Some(MeantTools::Some { names, remarks }) => {
                for remark in remarks {
                    self.lost.push(hook.loses(remark.clone()));
                }
                if names.is_empty() {
                    self.lost
                        .push(hook.loses("it would never run, and is left out"));
                    return false;
                }
                Some(expression(MatcherKind::ExactOrRegex, names))
            }
        };
        keys.entry("type").or_insert_with(|| "command".into());
        self.placed.push(PlacedHook {
            event: hook.event.clone(),
            matcher,
            hook: WrittenHook {
                command: String::new(),
                timeout: None,
                keys,
            },
        });
        true
    }
}

/// What is known of an agent's settings beside its contract.
fn data_of(agent: &AgentSpec) -> Option<&'static AgentData> {
    let mut dialects = all()
        .iter()
        .filter_map(|dialect| find_agent_dialect(dialect.name()));
    let found = dialects.find(|dialect| dialect.data().host.agent == agent.name);
    found.map(|dialect| dialect.data())
}

fn tools_of(agent: &AgentSpec, row: &EventContract) -> EventTools {
    let named = row.tool.map_or(row.native, |(tool, _)| tool);
    let mut tools = agent.tools.iter();
    if let Some(tool) = tools.find(|tool| tool.native == named) {
        return EventTools::One(tool.tool);
    }
    let of_fields = matches!(agent.mcp, McpForm::Fields(..)) && row.native.contains("mcp");
    match row.only_mcp || of_fields {
        true => EventTools::Mcp,
        false => EventTools::General,
    }
}

/// A matcher for these names.
fn expression(kind: MatcherKind, names: &[String]) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let all_plain = names.iter().all(|name| name.chars().all(plain));
    if all_plain && matches!(kind, MatcherKind::ExactOrRegex | MatcherKind::AnchoredRegex) {
        return names.join("|");
    }
    let escaped = names.iter().map(|name| {
        // The tools of a server are named by an expression.
        let expression = name.contains(".*");
        let escape = |c: char| match c {
            c if plain(c) || "/:@ ".contains(c) => c.to_string(),
            '*' | '.' if expression => c.to_string(),
            c => format!("\\{c}"),
        };
        name.chars().map(escape).collect::<String>()
    });
    let escaped: Vec<String> = escaped.collect();
    match kind {
        MatcherKind::AnchoredRegex => escaped.join("|"),
        _ => format!("^({})$", escaped.join("|")),
    }
}
