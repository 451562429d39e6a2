//! A hook that denies mutating tools while the session has no intent: an
//! agent says what it is about to do before it does it.

use snaphook_core::tool::{ToolClass, ToolClasses};

use crate::gate::hook::{Permit, PreHook};

/// The classes that change something, unless the host says otherwise: edits,
/// commands, and MCP tools that nobody has classified.
pub const MUTATING: &[ToolClass] = &[ToolClass::Edit, ToolClass::Execute, ToolClass::Mcp];

/// ToolSelection tools need an intent (see [`Session::set_intent`]).
///
/// [`Session::set_intent`]: crate::Session::set_intent
///
/// ```
/// use snaphook::gate::RequireIntent;
/// use snaphook::tool::{ToolClass, ToolClasses};
///
/// let classes = ToolClasses::default().with("mcp__docs__search", ToolClass::Read);
/// let rule = RequireIntent::new(classes);
/// assert!(rule.concerns("Edit") && rule.concerns("mcp__docs__publish"));
/// assert!(!rule.concerns("Read") && !rule.concerns("mcp__docs__search"));
///
/// let rule = RequireIntent::only(["deploy"]);
/// assert!(rule.concerns("deploy") && !rule.concerns("Edit"));
/// ```
#[derive(Debug, Clone)]
pub struct RequireIntent(ToolSelection);

#[derive(Debug, Clone)]
enum ToolSelection {
    Classes(ToolClasses),
    Tools(Vec<String>),
}

impl Default for RequireIntent {
    fn default() -> Self {
        Self::new(ToolClasses::default())
    }
}

impl RequireIntent {
    /// Tools of the classes that change something.
    #[must_use]
    pub fn new(classes: ToolClasses) -> Self {
        Self(ToolSelection::Classes(classes))
    }

    /// Just these tools.
    #[must_use]
    pub fn only<S: Into<String>>(tools: impl IntoIterator<Item = S>) -> Self {
        Self(ToolSelection::Tools(
            tools.into_iter().map(Into::into).collect(),
        ))
    }

    /// Whether this tool needs an intent.
    #[must_use]
    pub fn concerns(&self, tool: &str) -> bool {
        match &self.0 {
            ToolSelection::Classes(classes) => MUTATING.contains(&classes.of(tool)),
            ToolSelection::Tools(tools) => tools.iter().any(|name| name == tool),
        }
    }

    /// The reason, if this tool must not run in a session with this intent.
    #[must_use]
    pub fn denies(&self, tool: &str, intent: Option<&str>) -> Option<String> {
        let missing = intent.is_none_or(|intent| intent.trim().is_empty());
        (missing && self.concerns(tool)).then(|| {
            format!(
                "{tool} changes something, and no intent is active: first say what you are \
                about to do"
            )
        })
    }

    /// As a pre-hook, named `require_intent`. It is a guard.
    #[must_use]
    pub fn hook(self) -> PreHook {
        PreHook::new("require_intent", move |call| {
            let intent = call.context.session.intent();
            let refused = self.denies(&call.tool, intent.as_deref());
            std::future::ready(refused.map(Permit::Deny))
        })
        .block_on_failure()
    }
}
