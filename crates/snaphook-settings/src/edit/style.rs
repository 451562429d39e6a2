//! How a file is written: its line endings and its indentation.

use super::gap::{begins_line, indent};
use crate::node::{Kind, Node};

/// What new lines look like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Style {
    pub(super) line_end: &'static str,
    /// One step of indentation.
    pub(super) step: String,
}

impl Style {
    pub(super) fn of(text: &str, root: &Node) -> Self {
        Self {
            line_end: line_end(text),
            step: step(text, root).unwrap_or_else(|| "  ".to_owned()),
        }
    }
}

/// As the first line ends.
pub(super) fn line_end(text: &str) -> &'static str {
    match text.split_once('\n') {
        Some((line, _)) if line.ends_with('\r') => "\r\n",
        _ => "\n",
    }
}

/// By how much the first child that is on a line of its own is indented
/// more than what it is in.
fn step(text: &str, node: &Node) -> Option<String> {
    let outer = indent(text, node.span.start);
    children(node).find_map(|(start, value)| {
        let own = begins_line(text, start)
            .then(|| indent(text, start).strip_prefix(outer))
            .flatten()
            .filter(|step| !step.is_empty());
        own.map(str::to_owned).or_else(|| step(text, value))
    })
}

/// Where each child begins, and its value.
fn children(node: &Node) -> Box<dyn Iterator<Item = (usize, &Node)> + '_> {
    match &node.kind {
        Kind::List(items) => Box::new(items.iter().map(|item| (item.span.start, item))),
        Kind::Object(members) => Box::new(
            members
                .iter()
                .map(|member| (member.key_span.start, &member.value)),
        ),
        _ => Box::new(std::iter::empty()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indentation_is_found_where_there_is_some() {
        for (text, step) in [
            ("{\n\t\"a\": 1\n}", "\t"),
            ("{\n    \"a\": 1\n}", "    "),
            ("{\"a\": {\n   \"b\": 1}}", "   "),
            ("  {\n    \"a\": [\n]}", "  "),
            ("{\n\"a\": [\n 1]}", " "),
            ("{\"a\": 1}", "  "),
        ] {
            let root = Node::parse_json(text).unwrap();
            assert_eq!(Style::of(text, &root).step, step, "{text}");
        }
    }
}
