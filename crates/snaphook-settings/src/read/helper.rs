//! `statusLine` and `fileSuggestion`: two commands that are not hooks, but are
//! run and switched off like them.

use std::ops::Range;

use snaphook_core::Severity;
use snaphook_core::event::Event;
use snaphook_core::hook::{CommandDef, HandlerDef, Hook, Source};
use snaphook_core::matching::GroupMatcher;

use super::fields::{NodeFields, wrong_type};
use super::file::FileReader;
use crate::node::Node;

/// A command that helps the host's user interface.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HelperCommand {
    /// The setting: `statusLine` or `fileSuggestion`.
    pub key: &'static str,
    /// The shell's text.
    pub command: String,
    /// Where it was defined.
    pub source: Source,
    /// The bytes of `command`.
    pub span: Range<usize>,
}

impl HelperCommand {
    /// The command as a hook on an event of the setting's name, which no agent
    /// fires: so that it runs, and is looked at, as any command is.
    #[must_use]
    pub fn to_hook(&self) -> Hook {
        Hook::new(
            Event::resolve(self.key),
            GroupMatcher::all(),
            HandlerDef::new(CommandDef {
                command: self.command.clone(),
                ..CommandDef::default()
            }),
            self.source.clone(),
        )
    }
}

impl FileReader<'_> {
    /// Reads one of the two. Other keys in it (`padding`) are the host's.
    pub(super) fn read_helper(&mut self, key: &'static str, node: &Node) -> Option<HelperCommand> {
        let inner = |field: &str| format!("{key}.{field}");
        if node.members().is_none() {
            self.error(node, wrong_type(key, "an object with `command`", node));
            return None;
        }
        self.warn_repeated_inside(node);
        let fields = NodeFields::of(node);
        if let Some(kind) = fields.get("type")
            && kind.text() != Some("command")
        {
            let message = match kind.text() {
                Some(other) => format!("`{}` must be \"command\", not `{other}`", inner("type")),
                None => wrong_type(&inner("type"), "\"command\"", kind),
            };
            self.error(kind, message);
            return None;
        }
        let missing = match fields.get("command") {
            None => node,
            Some(command) => match command.text() {
                None => {
                    self.error(command, wrong_type(&inner("command"), "a string", command));
                    return None;
                }
                Some(text) if text.trim().is_empty() => command,
                Some(text) => {
                    return Some(HelperCommand {
                        key,
                        command: text.to_owned(),
                        source: self.source(command),
                        span: command.span.clone(),
                    });
                }
            },
        };
        self.find(
            Severity::Error,
            missing.span.clone(),
            "missing-field",
            format!("missing `command` in `{key}`"),
            Some("write { \"type\": \"command\", \"command\": \"…\" }".to_owned()),
        );
        None
    }
}
