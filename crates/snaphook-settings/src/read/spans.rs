//! Where the parts of a hook stand in the file, for what is found later.

use std::ops::Range;

use super::fields::Fields;
use crate::node::Node;

/// The bytes of a hook's parts. Values, not keys; `null` is absent.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HookSpans {
    /// The whole handler object.
    pub handler: Range<usize>,
    /// The matcher of its group.
    pub matcher: Option<Range<usize>>,
    /// `type`
    pub kind: Option<Range<usize>>,
    /// `command`
    pub command: Option<Range<usize>>,
    /// `args`
    pub args: Option<Range<usize>>,
    /// `url`
    pub url: Option<Range<usize>>,
    /// The values of `headers`, by name.
    pub headers: Vec<(String, Range<usize>)>,
    /// The names in `allowedEnvVars`, in order.
    pub allowed_env_vars: Vec<Range<usize>>,
    /// `model`
    pub model: Option<Range<usize>>,
    /// `if`
    pub condition: Option<Range<usize>>,
    /// `timeout`
    pub timeout: Option<Range<usize>>,
    /// `onFailure`
    pub on_failure: Option<Range<usize>>,
    /// The value of every key.
    pub keys: Vec<(String, Range<usize>)>,
}

impl HookSpans {
    /// The value of a key.
    #[must_use]
    pub fn of_key(&self, key: &str) -> Option<&Range<usize>> {
        let mut keys = self.keys.iter();
        keys.find_map(|(name, span)| (name == key).then_some(span))
    }

    pub(super) fn of(handler: &Node, group: &Fields<'_>) -> Self {
        let fields = Fields::of(handler);
        let span = |key| fields.get(key).map(|node| node.span.clone());
        Self {
            handler: handler.span.clone(),
            matcher: group.get("matcher").map(|node| node.span.clone()),
            kind: span("type"),
            command: span("command"),
            args: span("args"),
            url: span("url"),
            headers: fields.get("headers").map(values).unwrap_or_default(),
            allowed_env_vars: fields
                .get("allowedEnvVars")
                .and_then(Node::items)
                .map(|items| items.iter().map(|item| item.span.clone()).collect())
                .unwrap_or_default(),
            model: span("model"),
            condition: span("if"),
            timeout: span("timeout"),
            on_failure: span("onFailure"),
            keys: values(handler),
        }
    }
}

/// Where the values of an object stand, by key.
fn values(node: &Node) -> Vec<(String, Range<usize>)> {
    Fields::of(node)
        .last_members()
        .map(|member| (member.key.clone(), member.value.span.clone()))
        .collect()
}
