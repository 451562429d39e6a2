//! Events → a tree.
//!
//! What an alias brings is where the alias is; what is inside of it
//! is where it was written, since there it can be corrected.

use std::collections::HashMap;
use std::ops::Range;

use granit_parser::{Event, ScalarStyle, StructureStyle, Tag};

use super::budget::{MAX_DEPTH, NodeBudget};
use super::events::PlacedEvent;
use super::explain::too_deep;
use super::{merge, place, scalar};
use crate::node::{Kind, Member, Node, SyntaxError};

/// The tree of a document; `None` if there is none.
pub(super) fn build(text: &str, events: &[PlacedEvent<'_>]) -> Result<Option<Node>, SyntaxError> {
    if events.is_empty() {
        return Ok(None);
    }
    let anchors = events
        .iter()
        .enumerate()
        .filter_map(|(at, placed)| Some((placed.event.anchor_id()?, at)))
        .collect();
    let mut builder = Builder {
        text,
        events,
        anchors,
        open: Vec::new(),
        depth: 0,
        repeating: 0,
        budget: NodeBudget::default(),
    };
    // The first event is the start of the document.
    builder.node(&mut 1).map(Some)
}

struct Builder<'a> {
    text: &'a str,
    events: &'a [PlacedEvent<'a>],
    /// The event of each anchor.
    anchors: HashMap<usize, usize>,
    /// The anchors of the lists and mappings that are being read.
    open: Vec<usize>,
    depth: usize,
    /// How many aliases are being followed, one inside of the other.
    repeating: usize,
    budget: NodeBudget,
}

impl<'a> Builder<'a> {
    /// The value that begins with event `at`, which moves behind it.
    fn node(&mut self, at: &mut usize) -> Result<Node, SyntaxError> {
        let index = *at;
        let placed = self.event(index)?;
        let span = &placed.span;
        *at += 1;
        if self.repeating > 0 {
            let text = placed.event.scalar().map_or(0, |(text, _)| text.len());
            self.budget.repeat(text).map_err(at_span(span))?;
        }
        match &placed.event {
            Event::Alias(anchor) => self.follow(*anchor, span),
            Event::Scalar(_, style, _, tag) => {
                let (text, plain) = (placed.text(), *style == ScalarStyle::Plain);
                let kind = scalar::resolve(text, plain, tag.as_deref());
                Ok(Node {
                    kind: kind.map_err(at_span(span))?,
                    span: match style {
                        ScalarStyle::Literal | ScalarStyle::Folded => {
                            place::block_scalar(self.text, self.before(index), span)
                        }
                        _ => span.clone(),
                    },
                })
            }
            Event::SequenceStart(style, anchor, tag) => {
                scalar::check_collection(tag.as_deref(), "seq").map_err(at_span(span))?;
                self.enter(*anchor, span)?;
                let list = self.list(at, *style)?;
                self.leave();
                Ok(list)
            }
            Event::MappingStart(style, anchor, tag) => {
                scalar::check_collection(tag.as_deref(), "map").map_err(at_span(span))?;
                self.enter(*anchor, span)?;
                let mapping = self.mapping(at, *style)?;
                self.leave();
                Ok(mapping)
            }
            _ => Err(at_span(span)("a value is missing here".to_owned())),
        }
    }

    /// What the anchor stands for, at the place of its alias.
    fn follow(&mut self, anchor: usize, span: &Range<usize>) -> Result<Node, SyntaxError> {
        if self.open.contains(&anchor) {
            let message = "this alias is inside the value that it repeats".to_owned();
            return Err(at_span(span)(message));
        }
        self.budget.alias().map_err(at_span(span))?;
        self.repeating += 1;
        let mut at = self.anchored(anchor);
        let node = self.node(&mut at)?;
        self.repeating -= 1;
        Ok(Node {
            span: span.clone(),
            ..node
        })
    }

    /// The items up to the end of a list that began with the event before `at`.
    fn list(&mut self, at: &mut usize, style: StructureStyle) -> Result<Node, SyntaxError> {
        let index = *at - 1;
        let first = self.event(*at)?.span.start;
        let mut items = Vec::new();
        while self.event(*at)?.event != Event::SequenceEnd {
            items.push(self.node(at)?);
        }
        let last = items.last().map(|item| item.span.end);
        let mut span = self.collection_span(index, *at, style, last)?;
        if style == StructureStyle::Block {
            span.start = place::block_list(self.text, self.before(index), span.start, first);
        }
        *at += 1;
        Ok(Node {
            span,
            kind: Kind::List(items),
        })
    }

    /// Builds a mapping, whose style says where it begins.
    fn mapping(&mut self, at: &mut usize, style: StructureStyle) -> Result<Node, SyntaxError> {
        let index = *at - 1;
        let (mut members, mut merged, mut last) = (Vec::new(), Vec::new(), None);
        while self.event(*at)?.event != Event::MappingEnd {
            let merges = is_merge(&self.event(*at)?.event);
            let (key, key_span) = self.key(at)?;
            let value = self.node(at)?;
            last = Some(value.span.end);
            if merges {
                merged.push(value);
            } else {
                members.push(Member {
                    key,
                    key_span,
                    value,
                });
            }
        }
        let span = self.collection_span(index, *at, style, last)?;
        *at += 1;
        Ok(Node {
            span,
            kind: Kind::Object(merge::merge(members, merged)?),
        })
    }

    /// A key is its text, also where it would be a number as a value.
    fn key(&mut self, at: &mut usize) -> Result<(String, Range<usize>), SyntaxError> {
        let placed = self.event(*at)?;
        *at += 1;
        let span = &placed.span;
        let (named, repeated) = match &placed.event {
            Event::Alias(anchor) => {
                self.budget.alias().map_err(at_span(span))?;
                (self.event(self.anchored(*anchor))?, true)
            }
            _ => (placed, self.repeating > 0),
        };
        if named.event.scalar().is_none() {
            let message = "a key must be a text, not a list or a mapping".to_owned();
            return Err(at_span(span)(message));
        }
        if repeated {
            let bytes = named.text().len();
            self.budget.repeat(bytes).map_err(at_span(span))?;
        }
        Ok((named.text().to_owned(), span.clone()))
    }

    fn enter(&mut self, anchor: usize, span: &Range<usize>) -> Result<(), SyntaxError> {
        self.depth += 1;
        self.open.push(anchor);
        if self.depth > MAX_DEPTH {
            return Err(at_span(span)(too_deep()));
        }
        Ok(())
    }

    fn leave(&mut self) {
        self.depth -= 1;
        self.open.pop();
    }

    fn event(&self, at: usize) -> Result<&'a PlacedEvent<'a>, SyntaxError> {
        let end = self.text.len();
        let missing = || at_span(&(end..end))("the document ends too early".to_owned());
        self.events.get(at).ok_or_else(missing)
    }

    fn anchored(&self, anchor: usize) -> usize {
        // The parser knows no alias without its anchor; beyond the last event
        // is the end of the document.
        let beyond = self.events.len();
        self.anchors.get(&anchor).copied().unwrap_or(beyond)
    }

    /// Where the value before this one ends.
    fn before(&self, index: usize) -> usize {
        let before = index.checked_sub(1).and_then(|at| self.events.get(at));
        before.map_or(0, |placed| placed.span.end)
    }

    /// In block style nothing closes a list or mapping: it ends with its last
    /// value.
    fn collection_span(
        &self,
        first: usize,
        closing: usize,
        style: StructureStyle,
        last: Option<usize>,
    ) -> Result<Range<usize>, SyntaxError> {
        let start = self.event(first)?.span.start;
        let end = match style {
            StructureStyle::Flow => self.event(closing)?.span.end,
            StructureStyle::Block => last.unwrap_or(start),
        };
        Ok(start..end.max(start))
    }
}

/// `<<`, if it is not in quotes.
fn is_merge(key: &Event<'_>) -> bool {
    let named =
        |tag: &Tag| tag.suffix_in_namespace("tag:yaml.org,2002:").as_deref() == Some("merge");
    key.scalar() == Some(("<<", ScalarStyle::Plain)) && key.tag().is_none_or(named)
}

fn at_span(span: &Range<usize>) -> impl Fn(String) -> SyntaxError {
    let span = span.clone();
    move |message| SyntaxError::new(message, span.clone())
}
