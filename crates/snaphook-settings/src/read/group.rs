//! A matcher group: `{matcher?, sequential?, hooks: […]}`.

use snaphook_core::Severity;
use snaphook_core::event::{Event, nearest};
use snaphook_core::hook::Hook;
use snaphook_core::matching::GroupMatcher;

use super::fields::{NodeFields, wrong_type};
use super::file::FileReader;
use super::group_label::GroupLabel;
use super::handler::is_guard;
use super::spans::HookSpans;
use crate::keys;
use crate::known_tools::tool_pattern;
use crate::node::{Kind, Node};

/// What people write instead, too far from it to be a slip of the fingers: a
/// group without its matcher runs on everything.
const OTHER_WORDS: &[(&str, &str)] = &[
    ("cmd", "command"),
    ("match", "matcher"),
    ("pattern", "matcher"),
];

/// Keys of a hook that people write on its group instead.
const MISPLACED: [&str; 6] = ["if", "timeout", "onFailure", "once", "async", "enabled"];

impl FileReader<'_> {
    pub(super) fn read_group(&mut self, event: &Event, group: &Node) {
        if group.members().is_none() {
            self.error(group, wrong_type("group", "an object with `hooks`", group));
            self.note_lost(event, group);
            self.keep_guards(event, group);
            return;
        }
        let fields = NodeFields::of(group);
        if fields.get("hooks").is_none() {
            let handler_here = fields.get("command").or(fields.get("type")).is_some();
            let help = handler_here.then(|| {
                "this looks like a hook; wrap it: {\"matcher\": \"…\", \"hooks\": [ {…} ]}"
                    .to_owned()
            });
            self.find(
                Severity::Error,
                group.span.clone(),
                "no-hooks",
                "missing `hooks` in this group".to_owned(),
                help,
            );
            self.note_lost(event, group);
            self.keep_guards(event, group);
            return;
        }
        let mut handlers: Vec<&Node> = Vec::new();
        for list in fields.all("hooks") {
            match list.items() {
                Some(items) => handlers.extend(items),
                None => {
                    self.error(list, wrong_type("hooks", "a list of hooks", list));
                    self.note_lost(event, list);
                    self.keep_guards(event, group);
                    return;
                }
            }
        }
        self.warn_misplaced_keys(&fields);
        let known = keys::GROUP.iter().map(|key| key.name);
        self.hint_unknown_keys(&fields, known.chain(MISPLACED));
        let row = self.read_sequential(&fields);
        let mut label = self.read_group_label(&fields);
        // Two matchers in one group: its hooks run for both.
        let mut matchers: Vec<Option<&Node>> = fields.all("matcher").map(Some).collect();
        if !fields.says_two_things("matcher") {
            matchers = vec![fields.get("matcher")];
        }
        for matcher in matchers {
            self.read_with_matcher(event, matcher, &handlers, row, &mut label, &fields);
        }
    }

    /// The hooks of a group, with its matcher.
    fn read_with_matcher(
        &mut self,
        event: &Event,
        matcher: Option<&Node>,
        handlers: &[&Node],
        row: Option<u32>,
        label: &mut GroupLabel<'_>,
        fields: &NodeFields<'_>,
    ) {
        let (matcher, brought, guards_only) = self.read_matcher(event, matcher);
        for node in handlers {
            let Some(mut hook) = self.read_handler(event, &matcher, node) else {
                continue;
            };
            if guards_only && !hook.is_guard() {
                self.note_lost(event, node);
                continue;
            }
            hook.row = row;
            label.name(&mut hook);
            if let Some(rule) = &brought {
                self.bring_condition(&mut hook, rule, fields);
            }
            self.add(hook, HookSpans::read(node, fields));
        }
    }

    /// Where the shape is wrong, whatever says that it is a guard stays, and
    /// fails on its event: a slip must not open a gate.
    pub(super) fn keep_guards(&mut self, event: &Event, node: &Node) {
        let reason = "it is not in the `hooks` list of a group";
        self.keep_guards_as(event, node, reason);
    }

    /// Keeps every guard in a value as one that fails on this event, for this reason.
    pub(super) fn keep_guards_as(&mut self, event: &Event, node: &Node, reason: &str) {
        let mut found = Vec::new();
        guards_in(node, None, 0, &mut found);
        for (guard, matcher) in found {
            let rules = self.loading.rules();
            let (matcher, _) = rules.group_matcher(event.spec(), matcher);
            let hook = self.failed_guard(event, &matcher, guard, reason.to_owned());
            self.add(hook, HookSpans::read(guard, &NodeFields::of(node)));
        }
    }

    fn add(&mut self, mut hook: Hook, spans: HookSpans) {
        hook.native_event = self.native_event;
        self.loading.name(&mut hook);
        self.settings.spans.insert(hook.id.clone(), spans);
        self.settings.hooks.push(hook);
    }

    /// A matcher with a rule in it is a condition of every hook of its group.
    fn bring_condition(&mut self, hook: &mut Hook, rule: &str, fields: &NodeFields<'_>) {
        match (&hook.condition, fields.get("matcher")) {
            (None, _) => hook.condition = Some(rule.into()),
            (Some(_), Some(matcher)) => self.warn(
                matcher.span.clone(),
                "two-conditions",
                format!("`{rule}` in the matcher is ignored: the hook has an `if`"),
                Some("write the rule only in `if`".to_owned()),
            ),
            (Some(_), None) => {}
        }
    }

    /// The group's matcher, the rule it brings, and whether only its guards
    /// are kept because the matcher is broken.
    fn read_matcher(
        &mut self,
        event: &Event,
        matcher: Option<&Node>,
    ) -> (GroupMatcher, Option<String>, bool) {
        let Some(node) = matcher else {
            return (GroupMatcher::all(), None, false);
        };
        let Some(text) = node.text() else {
            self.find(
                Severity::Error,
                node.span.clone(),
                "wrong-type",
                wrong_type("matcher", "a string", node),
                as_list_matcher(node),
            );
            return (GroupMatcher::all(), None, true);
        };
        let rules = self.loading.rules();
        let (matcher, brought) = rules.group_matcher(event.spec(), Some(text));
        let broken = match matcher.compiled() {
            Ok(_) => None,
            Err(error) => Some((error.message.clone(), error.offset)),
        };
        let Some((message, offset)) = broken else {
            return (matcher, brought, false);
        };
        let (before, from) = text.split_at_checked(offset).unwrap_or((text, ""));
        let column = before.chars().count() + 1;
        let wrong = from.chars().next().map_or(0, char::len_utf8);
        let span = self
            .settings
            .source
            .inside(&node.span, offset..offset + wrong);
        self.find(
            Severity::Error,
            span,
            "bad-matcher",
            format!(
                "invalid regular expression in the matcher `{text}` at character {column}: {message}"
            ),
            Some(help_for_broken(text, from)),
        );
        (matcher, brought, true)
    }

    fn read_sequential(&mut self, fields: &NodeFields<'_>) -> Option<u32> {
        let node = fields.get("sequential")?;
        match node.kind {
            Kind::Bool(true) => Some(self.loading.next_row()),
            Kind::Bool(false) => None,
            _ => {
                self.error(node, wrong_type("sequential", "true or false", node));
                None
            }
        }
    }

    /// Warns of keys of a hook that are on its group, where nobody reads them.
    fn warn_misplaced_keys(&mut self, fields: &NodeFields<'_>) {
        for member in fields.members() {
            if MISPLACED.contains(&member.key.as_str()) {
                self.warn(
                    member.key_span.clone(),
                    "misplaced-key",
                    format!("`{}` on a group is ignored", member.key),
                    Some("move it into the hook".to_owned()),
                );
            }
        }
    }

    /// A key nobody knows is tolerated; one that nearly spells a known one is
    /// probably a slip that switches something off.
    pub(super) fn hint_unknown_keys(
        &mut self,
        fields: &NodeFields<'_>,
        known: impl Iterator<Item = &'static str>,
    ) {
        let known: Vec<_> = known.collect();
        for member in fields.members() {
            if known.contains(&member.key.as_str()) {
                continue;
            }
            let meant = OTHER_WORDS.iter().find(|(other, _)| *other == member.key);
            let meant = meant
                .map(|(_, word)| *word)
                .filter(|word| known.contains(word));
            let near = meant.or_else(|| nearest(&member.key, known.iter().copied()));
            let severity = if near.is_some() {
                Severity::Warning
            } else {
                Severity::Hint
            };
            self.find(
                severity,
                member.key_span.clone(),
                "unknown-key",
                format!("unknown key `{}`; it is ignored", member.key),
                near.map(|near| format!("did you mean `{near}`?")),
            );
        }
    }
}

/// How a list of names is written as one matcher.
fn as_list_matcher(node: &Node) -> Option<String> {
    let names: Option<Vec<_>> = node.items()?.iter().map(Node::text).collect();
    let names = names.filter(|names| !names.is_empty())?;
    Some(format!("write `\"{}\"`", names.join("|")))
}

/// What to do about an expression that breaks at `from`, and what happens
/// until then.
fn help_for_broken(text: &str, from: &str) -> String {
    let skipped =
        "the group is skipped, but guards (\"onFailure\": \"block\") in it run on every value";
    if let Some(tool) = tool_pattern(text) {
        return format!(
            "write `\"matcher\": \"{tool}\"`, and `\"if\": \"{text}\"` on the hook; until then {skipped}"
        );
    }
    if from.starts_with('*') {
        return format!("write `.*` for any text; until then {skipped}");
    }
    skipped.to_owned()
}

/// Whether anything in a node says that it is a guard.
pub(super) fn holds_guard(node: &Node) -> bool {
    let mut found = Vec::new();
    guards_in(node, None, 0, &mut found);
    !found.is_empty()
}

/// The guards in a node of the wrong shape, each with the matcher around it.
fn guards_in<'a>(
    node: &'a Node,
    matcher: Option<&'a str>,
    depth: usize,
    found: &mut Vec<(&'a Node, Option<&'a str>)>,
) {
    // A list of groups of hooks is three deep; slips do not go far beyond.
    if depth > 4 {
        return;
    }
    let fields = NodeFields::of(node);
    let matcher = fields.get("matcher").and_then(Node::text).or(matcher);
    if is_guard(&fields) {
        found.push((node, matcher));
        return;
    }
    let inside = fields.members().iter().map(|member| &member.value);
    for child in inside.chain(node.items().unwrap_or_default()) {
        guards_in(child, matcher, depth + 1, found);
    }
}
