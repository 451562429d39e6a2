//! Adding and removing items of lists in a YAML text, by the positions of its tree. Block
//! and flow style stay as they are.

use std::ops::Range;

use serde_json::{Map, Value};
use snaphook_settings::node::{Kind, Member, Node};

/// A text and its tree.
pub(super) struct YamlEdit<'t> {
    text: &'t str,
    root: &'t Node,
    line_end: &'static str,
}

/// The last member with a key.
pub(super) fn member<'n>(node: &'n Node, key: &str) -> Option<&'n Member> {
    node.members()?.iter().rfind(|member| member.key == key)
}

fn line_end(text: &str) -> &'static str {
    match text.split_once('\n') {
        Some((line, _)) if line.ends_with('\r') => "\r\n",
        _ => "\n",
    }
}

impl<'t> YamlEdit<'t> {
    pub(super) fn new(text: &'t str, root: &'t Node) -> Self {
        Self {
            text,
            root,
            line_end: line_end(text),
        }
    }

    /// The text of a document that had nothing in it.
    pub(super) fn first(text: &str, outer: &str, key: &str, fields: &Map<String, Value>) -> String {
        let end = line_end(text);
        let gap = match text.is_empty() || text.ends_with('\n') {
            true => "",
            false => end,
        };
        format!("{text}{gap}{outer}:{end}{}", list("  ", key, fields, end))
    }

    /// Adds an item to `OUTER: {KEY: […]}`, which is made if need be.
    pub(super) fn add_item(
        &self,
        outer: &str,
        key: &str,
        fields: &Map<String, Value>,
    ) -> Option<String> {
        let end = self.line_end;
        let Some(hooks) = member(self.root, outer) else {
            if self.is_flow(self.root) {
                let flow = Value::Object(fields.clone());
                let text = format!("{}: {{{}: [{flow}]}}", outer, Value::from(key));
                return self.add_in_flow(self.root, &text);
            }
            let indent = self.indent(self.root.members()?.first()?.key_span.start)?;
            let text = format!(
                "{indent}{outer}:{end}{}",
                list(&format!("{indent}  "), key, fields, end)
            );
            return Some(self.insert_lines(self.text.len(), &text));
        };
        let indent = self.indent(hooks.key_span.start)?;
        let deeper = format!("{indent}  ");
        if let Kind::Null = hooks.value.kind {
            return self.fill(hooks, &list(&deeper, key, fields, end));
        }
        let Some(event) = member(&hooks.value, key) else {
            if self.is_flow(&hooks.value) {
                let flow = Value::Object(fields.clone());
                return self.add_in_flow(&hooks.value, &format!("{}: [{flow}]", Value::from(key)));
            }
            let first = hooks.value.members()?.first()?;
            let indent = self.indent(first.key_span.start)?;
            let at = self.behind(last_end(&hooks.value));
            return Some(self.insert_lines(at, &list(indent, key, fields, end)));
        };
        let indent = self.indent(event.key_span.start)?;
        if let Kind::Null = event.value.kind {
            return self.fill(event, &item(&format!("{indent}  "), fields, end));
        }
        let items = event.value.items()?;
        if self.is_flow(&event.value) {
            return self.add_in_flow(&event.value, &Value::Object(fields.clone()).to_string());
        }
        let indent = self.dash(items.first()?)?;
        let at = self.behind(last_end(&event.value));
        Some(self.insert_lines(at, &item(indent, fields, end)))
    }

    /// Removes an item of the list behind the keys, and each key that has nothing left.
    pub(super) fn remove_item(&self, keys: &[&str], at: usize) -> Option<String> {
        let mut way: Vec<(&Node, &Member)> = Vec::new();
        let mut node = self.root;
        for key in keys {
            let next = member(node, key)?;
            way.push((node, next));
            node = &next.value;
        }
        let items = node.items()?;
        if items.len() > 1 {
            let spans: Vec<_> = items
                .iter()
                .map(|item| item.span.start..last_end(item))
                .collect();
            return match self.is_flow(node) {
                true => Some(self.without(flow_range(&spans, at)?)),
                false => {
                    let from = self.line_start(items.get(at)?.span.start);
                    // The dash must begin the line.
                    self.dash(&items[at])?;
                    Some(self.without(from..self.behind(last_end(&items[at]))))
                }
            };
        }
        // The outermost key that has nothing else goes whole.
        let mut whole = way.last()?;
        for pair in way.iter().rev().skip(1) {
            let inner = pair.1.value.members()?;
            if inner.len() > 1 {
                break;
            }
            whole = pair;
        }
        let (outer, gone) = whole;
        if self.is_flow(outer) {
            let members = outer.members()?;
            let spans: Vec<_> = members
                .iter()
                .map(|member| member.key_span.start..self.flow_end(&member.value))
                .collect();
            let at = members.iter().position(|one| std::ptr::eq(one, *gone))?;
            return Some(self.without(flow_range(&spans, at)?));
        }
        let from = self.line_start(gone.key_span.start);
        let end = match self.is_flow(&gone.value) {
            true => self.flow_end(&gone.value),
            false => last_end(&gone.value),
        };
        Some(self.without(from..self.behind(end)))
    }

    fn is_flow(&self, node: &Node) -> bool {
        let first = self
            .text
            .get(node.span.clone())
            .and_then(|text| text.chars().next());
        matches!(node.kind, Kind::List(_) | Kind::Object(_)) && matches!(first, Some('{' | '['))
    }

    fn flow_end(&self, node: &Node) -> usize {
        match self.is_flow(node) {
            true => node.span.end,
            false => last_end(node),
        }
    }

    fn add_in_flow(&self, node: &Node, new: &str) -> Option<String> {
        let close = node.span.end.checked_sub(1)?;
        let empty = match &node.kind {
            Kind::List(items) => items.is_empty(),
            Kind::Object(members) => members.is_empty(),
            _ => return None,
        };
        let inner = self.text.get(node.span.start + 1..close)?;
        let at = node.span.start + 1 + inner.trim_end().len();
        let comma = match empty || inner.trim_end().ends_with(',') {
            true => "",
            false => ", ",
        };
        Some(format!(
            "{}{comma}{new}{}",
            &self.text[..at],
            &self.text[at..]
        ))
    }

    /// Puts lines behind the line of a key that has no value.
    fn fill(&self, member: &Member, lines: &str) -> Option<String> {
        let line = self.line_start(member.key_span.start)..self.behind(member.key_span.end);
        let after = self.text.get(member.key_span.end..line.end)?.trim();
        let value = after.strip_prefix(':')?.trim_start();
        if !value.is_empty() && !value.starts_with('#') {
            // `key: null`, written out.
            return None;
        }
        Some(self.insert_lines(line.end, lines))
    }

    fn insert_lines(&self, at: usize, lines: &str) -> String {
        let before = &self.text[..at];
        let gap = match before.is_empty() || before.ends_with('\n') {
            true => "",
            false => self.line_end,
        };
        format!("{before}{gap}{lines}{}", &self.text[at..])
    }

    fn without(&self, range: Range<usize>) -> String {
        format!("{}{}", &self.text[..range.start], &self.text[range.end..])
    }

    fn line_start(&self, at: usize) -> usize {
        self.text[..at].rfind('\n').map_or(0, |end| end + 1)
    }

    /// Behind the line that a position is in.
    fn behind(&self, at: usize) -> usize {
        let rest = self.text.get(at..).unwrap_or_default();
        rest.find('\n').map_or(self.text.len(), |end| at + end + 1)
    }

    /// The blanks before a key that begins its line.
    fn indent(&self, at: usize) -> Option<&'t str> {
        let indent = self.text.get(self.line_start(at)..at)?;
        indent.chars().all(|c| c == ' ').then_some(indent)
    }

    /// The blanks before the dash of an item.
    fn dash(&self, item: &Node) -> Option<&'t str> {
        let line = self
            .text
            .get(self.line_start(item.span.start)..item.span.start)?;
        let indent = line.trim_end().strip_suffix('-')?;
        indent.chars().all(|c| c == ' ').then_some(indent)
    }
}

/// The end of what a node holds, without blanks and comments behind it.
fn last_end(node: &Node) -> usize {
    match &node.kind {
        Kind::List(items) => items.last().map_or(node.span.end, last_end),
        Kind::Object(members) => members.last().map_or(node.span.end, |last| {
            last_end(&last.value).max(last.key_span.end)
        }),
        _ => node.span.end,
    }
}

/// A child of a flow collection with one of its commas.
fn flow_range(spans: &[Range<usize>], at: usize) -> Option<Range<usize>> {
    let own = spans.get(at)?;
    Some(match (at.checked_sub(1), spans.get(at + 1)) {
        (_, Some(next)) => own.start..next.start,
        (Some(before), None) => spans[before].end..own.end,
        (None, None) => own.clone(),
    })
}

fn list(indent: &str, key: &str, fields: &Map<String, Value>, end: &str) -> String {
    format!(
        "{indent}{key}:{end}{}",
        item(&format!("{indent}  "), fields, end)
    )
}

/// An item in block style; its values are JSON, which YAML contains.
fn item(indent: &str, fields: &Map<String, Value>, end: &str) -> String {
    let mut text = String::new();
    for (at, (key, value)) in fields.iter().enumerate() {
        let lead = if at == 0 { "- " } else { "  " };
        text.push_str(&format!("{indent}{lead}{key}: {value}{end}"));
    }
    text
}
