//! Runs a hook of type `mcp_tool`.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Map, Value};
use snaphook_core::answer::Failure;
use snaphook_core::hook::{HandlerDef, Hook, McpToolDef};
use snaphook_core::input::Fields;
use snaphook_exec::{Call, Handler, HandlerFactory, HandlerSettings, InputLine, RunFuture};

use crate::connection::{Connector, McpFuture};
use crate::official::Official;
use crate::servers::Servers;
use crate::substitute::{fill, wanted};

/// The setting that defines servers.
const SERVERS: &str = "mcpServers";

/// Makes handlers for hooks of type `mcp_tool`.
///
/// Every engine gets servers of its own: the engine tells the factory its
/// settings, and what that gives is what it uses and closes.
pub struct McpFactory {
    connector: Arc<dyn Connector>,
    servers: Arc<Servers>,
}

impl McpFactory {
    /// Talks to the servers that the settings define.
    #[must_use]
    pub fn new() -> Self {
        Self::with_connector(Arc::new(Official))
    }

    /// Talks to the servers that a host's own connector reaches.
    #[must_use]
    pub fn with_connector(connector: Arc<dyn Connector>) -> Self {
        Self::with_servers(connector, BTreeMap::new())
    }

    fn with_servers(connector: Arc<dyn Connector>, servers: BTreeMap<String, Value>) -> Self {
        Self {
            servers: Arc::new(Servers::new(Arc::clone(&connector), servers)),
            connector,
        }
    }
}

impl Default for McpFactory {
    fn default() -> Self {
        Self::new()
    }
}

impl HandlerFactory for McpFactory {
    fn make(&self, hook: &Hook) -> Result<Arc<dyn Handler>, String> {
        let HandlerDef::McpTool(def) = &hook.handler else {
            return Err(format!("a {} is no MCP tool", hook.handler.kind().as_str()));
        };
        match &def.input {
            None | Some(Value::Null | Value::Object(_)) => Ok(Arc::new(McpHandler {
                def: def.clone(),
                servers: Arc::clone(&self.servers),
            })),
            Some(_) => Err("its `input` must be an object".to_owned()),
        }
    }

    fn configured(&self, settings: &HandlerSettings) -> Option<Arc<dyn HandlerFactory>> {
        Some(Arc::new(Self::with_servers(
            Arc::clone(&self.connector),
            defined(settings),
        )))
    }

    fn carried_over(&self, settings: &HandlerSettings) -> Option<Arc<dyn HandlerFactory>> {
        Some(Arc::new(Self {
            connector: Arc::clone(&self.connector),
            servers: Arc::new(self.servers.defined_anew(defined(settings))),
        }))
    }

    fn close(&self) -> McpFuture<'_, ()> {
        Box::pin(self.servers.close())
    }
}

/// The servers that settings define.
fn defined(settings: &HandlerSettings) -> BTreeMap<String, Value> {
    let files = settings.all(SERVERS).filter_map(Value::as_object);
    // A later one of the same name replaces the earlier.
    files
        .flatten()
        .map(|(name, definition)| (name.clone(), definition.clone()))
        .collect()
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
    let wanted = wanted(template);
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
