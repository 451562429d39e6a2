//! The text as events, each with its bytes. They are kept, because an alias
//! reads those of its anchor again.

use std::ops::Range;

use granit_parser::{Event, Options, Parser, ScalarStyle};

use super::budget::MAX_DEPTH;
use super::explain::explain;
use crate::node::SyntaxError;

/// An event and the bytes it was written with.
pub(super) struct PlacedEvent<'a> {
    pub(super) event: Event<'a>,
    pub(super) span: Range<usize>,
}

impl PlacedEvent<'_> {
    /// The text of a scalar. The parser calls nothing at all `~`.
    pub(super) fn text(&self) -> &str {
        match self.event.scalar() {
            Some((_, ScalarStyle::Plain)) if self.span.is_empty() => "",
            Some((text, _)) => text,
            None => "",
        }
    }
}

/// The events of a document, beginning with its start; none if the text holds
/// nothing but comments.
pub(super) fn events(text: &str) -> Result<Vec<PlacedEvent<'_>>, SyntaxError> {
    let mut options = Options::default();
    options.emit_comments = false;
    options.flow_nesting_limit = MAX_DEPTH;
    options.block_nesting_limit = MAX_DEPTH;
    let mut kept: Vec<PlacedEvent<'_>> = Vec::new();
    for next in Parser::new_from_str_with_options(text, options) {
        let (event, span) = next.map_err(|error| explain(text, &error))?;
        let span = span.byte_range().unwrap_or_default();
        match event {
            Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => {}
            Event::DocumentStart(..) if !kept.is_empty() => {
                return Err(SyntaxError::new(
                    "a second document begins here; settings must be one document",
                    span,
                ));
            }
            event => kept.push(PlacedEvent { event, span }),
        }
    }
    Ok(kept)
}
