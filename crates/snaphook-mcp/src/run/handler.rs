//! Runs a hook of type `mcp_tool`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::definition::McpToolDef;
use serde_json::{Map, Value};
use snaphook_core::answer::Failure;
use snaphook_core::hook::{Authority, Hook};
use snaphook_core::input::Fields;
use snaphook_exec::{
    Call, Handler, HandlerFactory, HandlerSettings, InputLine, MakeError, RunFuture,
};

use super::connection::{Connector, McpFuture};
use super::rmcp_connector::RmcpConnector;
use super::servers::Servers;
use super::substitute::{fill, variables_in};

/// The setting that defines servers.
const SERVERS: &str = "mcpServers";

/// Makes handlers for hooks of type `mcp_tool`.
///
/// Every engine gets servers of its own: the engine tells the factory its
/// settings, and what that gives is what it uses and closes.
pub struct McpFactory {
    connector: Arc<dyn Connector>,
    servers: Arc<Servers>,
    /// Servers that only a project defines.
    of_project: BTreeSet<String>,
}

impl McpFactory {
    /// Talks to the servers that the settings define.
    #[must_use]
    pub fn new() -> Self {
        Self::with_connector(Arc::new(RmcpConnector))
    }

    /// Talks to the servers that a host's own connector reaches.
    #[must_use]
    pub fn with_connector(connector: Arc<dyn Connector>) -> Self {
        Self {
            servers: Arc::new(Servers::new(Arc::clone(&connector), BTreeMap::new())),
            connector,
            of_project: BTreeSet::new(),
        }
    }
}

impl Default for McpFactory {
    fn default() -> Self {
        Self::new()
    }
}

impl HandlerFactory for McpFactory {
    fn make(&self, hook: &Hook) -> Result<Arc<dyn Handler>, MakeError> {
        let Some(def) = hook.handler.get::<McpToolDef>() else {
            return Err(MakeError::other_kind(McpToolDef::KIND, hook));
        };
        // A project does not choose who answers for the user's guards.
        let higher = hook.source.authority() > Authority::Project;
        if higher && hook.is_guard() && self.of_project.contains(&def.server) {
            return Err(MakeError::unusable(format!(
                "only the project defines the MCP server `{}`, and guards of others cannot use \
                it; define the server where the guard is defined",
                def.server
            )));
        }
        match &def.input {
            None | Some(Value::Null | Value::Object(_)) => Ok(Arc::new(McpHandler {
                def: def.clone(),
                servers: Arc::clone(&self.servers),
            })),
            Some(_) => Err(MakeError::unusable("its `input` must be an object")),
        }
    }

    fn configured(&self, settings: &HandlerSettings) -> Option<Arc<dyn HandlerFactory>> {
        let servers = Servers::new(Arc::clone(&self.connector), defined(settings));
        Some(Arc::new(Self {
            connector: Arc::clone(&self.connector),
            servers: Arc::new(servers),
            of_project: only_in_project(settings),
        }))
    }

    fn carried_over(&self, settings: &HandlerSettings) -> Option<Arc<dyn HandlerFactory>> {
        Some(Arc::new(Self {
            connector: Arc::clone(&self.connector),
            servers: Arc::new(self.servers.defined_anew(defined(settings))),
            of_project: only_in_project(settings),
        }))
    }

    fn close(&self) -> McpFuture<'_, ()> {
        Box::pin(self.servers.close())
    }
}

/// The servers that settings define. Of two with the same name the one of the
/// higher level counts, of one level the later: a project does not put its own
/// server in the place of the user's.
fn defined(settings: &HandlerSettings) -> BTreeMap<String, Value> {
    let mut servers: BTreeMap<String, (Authority, Value)> = BTreeMap::new();
    for (level, files) in settings.with_levels(SERVERS) {
        for (name, definition) in files.as_object().into_iter().flatten() {
            let known = servers.get(name);
            if known.is_none_or(|(of, _)| *of <= level) {
                servers.insert(name.clone(), (level, definition.clone()));
            }
        }
    }
    let servers = servers.into_iter();
    servers.map(|(name, (_, server))| (name, server)).collect()
}

/// The servers that no level above the project defines.
fn only_in_project(settings: &HandlerSettings) -> BTreeSet<String> {
    let named = |of_project: bool| {
        let files = settings.with_levels(SERVERS);
        let files = files.filter(move |(level, _)| (*level == Authority::Project) == of_project);
        let servers = files.flat_map(|(_, servers)| servers.as_object().into_iter().flatten());
        servers
            .map(|(name, _)| name.clone())
            .collect::<BTreeSet<_>>()
    };
    named(true).difference(&named(false)).cloned().collect()
}

struct McpHandler {
    def: McpToolDef,
    servers: Arc<Servers>,
}

impl Handler for McpHandler {
    fn run(&self, call: Call) -> RunFuture<'_> {
        Box::pin(async move {
            let input = match tool_input(self.def.input.as_ref(), &call.input) {
                Ok(input) => input,
                Err(message) => return Failure::new(message).into(),
            };
            let McpToolDef { server, tool, .. } = &self.def;
            // Dropping the call is what gives it up.
            tokio::select! {
                biased;
                response = self.servers.call(server, tool, input, &call.surroundings) => response,
                () = call.stop.cancelled() => Failure::cancelled().into(),
            }
        })
    }
}

/// The tool's input, with what the hook's input has to say in it. The hook sees
/// the names that its dialect has for fields.
fn tool_input(template: Option<&Value>, input: &InputLine) -> Result<Map<String, Value>, String> {
    let Some(template) = template else {
        return Ok(Map::new());
    };
    let wanted = variables_in(template);
    let mut fields = Map::new();
    if !wanted.is_empty() {
        let line = String::from_utf8_lossy(input.line());
        let all = Fields::parse(&line).map_err(|error| error.to_string())?;
        for name in wanted {
            // A guard must not look at nothing because something is in the way.
            match (all.raw(name), all.value(name)) {
                (None, _) => {}
                (Some(_), Some(value)) => drop(fields.insert(name.to_owned(), value)),
                (Some(_), None) => {
                    return Err(format!(
                        "the input's `{name}` cannot be read: it is nested too deep, or has a number too large"
                    ));
                }
            }
        }
    }
    match fill(template, &fields) {
        Value::Object(input) => Ok(input),
        _ => Ok(Map::new()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use snaphook_core::event::Event;
    use snaphook_core::hook::{OnFailure, Scope, Source};
    use snaphook_core::matching::GroupMatcher;

    use super::*;

    fn guard(server: &str, scope: Scope) -> Hook {
        let handler = McpToolDef {
            server: server.to_owned(),
            tool: "judge".to_owned(),
            input: None,
        };
        let event = Event::resolve("PreToolUse");
        let mut hook = Hook::new(event, GroupMatcher::all(), handler, Source::host(scope));
        hook.on_failure = OnFailure::Block;
        hook
    }

    #[test]
    fn a_projects_server_does_not_answer_for_the_users_guard() {
        let servers = |command: &str| json!({"own": {"command": command}});
        let settings = HandlerSettings::of_levels(vec![
            (Authority::User, SERVERS.to_owned(), servers("good")),
            (Authority::Project, SERVERS.to_owned(), servers("evil")),
            (
                Authority::Project,
                SERVERS.to_owned(),
                json!({"theirs": {"command": "evil"}}),
            ),
        ]);
        assert_eq!(defined(&settings)["own"]["command"], "good");
        let factory = McpFactory::new().configured(&settings);
        let factory = factory.expect("settings concern it");
        assert!(factory.make(&guard("own", Scope::User)).is_ok());
        assert!(factory.make(&guard("theirs", Scope::User)).is_err());
        assert!(factory.make(&guard("theirs", Scope::Project)).is_ok());
    }
}
