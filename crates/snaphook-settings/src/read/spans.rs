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
    /// `model`
    pub model: Option<Range<usize>>,
    /// `if`
    pub condition: Option<Range<usize>>,
    /// `timeout`
    pub timeout: Option<Range<usize>>,
    /// `onFailure`
    pub on_failure: Option<Range<usize>>,
}

impl HookSpans {
    pub(super) fn of(handler: &Node, group: &Fields<'_>) -> Self {
        let fields = Fields::of(handler);
        let span = |key| fields.get(key).map(|node| node.span.clone());
        Self {
            handler: handler.span.clone(),
            matcher: group.get("matcher").map(|node| node.span.clone()),
            kind: span("type"),
            command: span("command"),
            args: span("args"),
            model: span("model"),
            condition: span("if"),
            timeout: span("timeout"),
            on_failure: span("onFailure"),
        }
    }
}
