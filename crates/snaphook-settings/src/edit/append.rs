//! New children at the end of a list or an object.

use super::gap::{begins_line, breaks, comma, comments, indent};
use super::patch::Patch;
use super::render::ValueLayout;
use super::style::Style;
use crate::node::{Kind, Node};

/// A list or an object, and the bytes of its children.
pub(super) struct Container<'t> {
    pub(super) text: &'t str,
    /// The bytes between its brackets.
    pub(super) inner: std::ops::Range<usize>,
    pub(super) children: Vec<std::ops::Range<usize>>,
    start: usize,
}

impl<'t> Container<'t> {
    /// None for anything else.
    pub(super) fn of(text: &'t str, node: &Node) -> Option<Self> {
        let children = match &node.kind {
            Kind::List(items) => items.iter().map(|item| item.span.clone()).collect(),
            Kind::Object(members) => members
                .iter()
                .map(|member| member.key_span.start..member.value.span.end)
                .collect(),
            _ => return None,
        };
        Some(Self {
            text,
            inner: node.span.start + 1..node.span.end - 1,
            children,
            start: node.span.start,
        })
    }

    /// Whether its children are on lines of their own; one without any does
    /// as what it is in.
    pub(super) fn is_roomy(&self, outer: bool) -> bool {
        let Some((first, last)) = self.children.first().zip(self.children.last()) else {
            return outer || breaks(self.text, self.inner.clone());
        };
        breaks(self.text, self.inner.start..first.start)
            || breaks(self.text, last.end..self.inner.end)
    }

    /// How new children are laid out.
    pub(super) fn layout<'s>(&self, style: &'s Style, outer: bool) -> ValueLayout<'s> {
        let mut own_lines = self.children.iter().rev().map(|child| child.start);
        let indent = own_lines
            .find(|start| begins_line(self.text, *start))
            .map(|start| indent(self.text, start).to_owned())
            .unwrap_or_else(|| format!("{}{}", self.outer_indent(), style.step));
        ValueLayout {
            style,
            indent,
            roomy: self.is_roomy(outer),
        }
    }

    /// The indentation of its closing bracket, where that begins a line, else of
    /// the line in which it begins.
    fn outer_indent(&self) -> &'t str {
        match begins_line(self.text, self.inner.end) {
            true => indent(self.text, self.inner.end),
            false => indent(self.text, self.start),
        }
    }

    /// Adds children, which are rendered in the layout.
    pub(super) fn append(&self, new: &[String], layout: &ValueLayout<'_>) -> Vec<Patch> {
        let before = match layout.roomy {
            true => format!("{}{}", layout.style.line_end, layout.indent),
            false => " ".to_owned(),
        };
        let new = new.join(&format!(",{before}"));
        match self.children.last() {
            Some(last) => self.append_behind(last.end, &new, &before),
            None => vec![self.fill(&new, &before, layout)],
        }
    }

    /// A comment in the line of the last child stays with it.
    fn append_behind(&self, last: usize, new: &str, before: &str) -> Vec<Patch> {
        let comma = comma(self.text, last..self.inner.end);
        let mut at = comma.map_or(last, |comma| comma + 1);
        for comment in comments(self.text, at..self.inner.end) {
            if breaks(self.text, at..comment.start) {
                break;
            }
            at = comment.end;
        }
        match comma {
            // Anyone who ends lists with a comma wants one there.
            Some(_) => vec![Patch::insert(at, format!("{before}{new},"))],
            None => vec![
                Patch::insert(last, ","),
                Patch::insert(at, format!("{before}{new}")),
            ],
        }
    }

    /// The first children go behind all comments.
    fn fill(&self, new: &str, before: &str, layout: &ValueLayout<'_>) -> Patch {
        let commented = comments(self.text, self.inner.clone()).last();
        let from = commented.as_ref().map_or(self.inner.start, |last| last.end);
        let rest = from..self.inner.end;
        match (layout.roomy, commented) {
            (true, _) => {
                let close = format!("{}{}", layout.style.line_end, self.outer_indent());
                Patch::replace(rest, format!("{before}{new}{close}"))
            }
            (false, Some(_)) => Patch::insert(from, format!("{before}{new}")),
            (false, None) => Patch::replace(rest, new),
        }
    }
}
