//! The way in: a text → its tree.

use super::build::build;
use super::events::events;
use crate::node::{Node, SyntaxError};

impl Node {
    /// Reads YAML 1.2 of one document, with anchors, aliases and merge keys.
    /// Keys are text, however they are written.
    ///
    /// # Errors
    /// When it is not that, or nothing, or its aliases stand for too much.
    pub fn parse_yaml(text: &str) -> Result<Self, SyntaxError> {
        Self::parse_some_yaml(text)?.ok_or_else(|| SyntaxError::new("the file is empty", 0..0))
    }

    /// Reads YAML from a text that may hold nothing.
    pub(crate) fn parse_some_yaml(text: &str) -> Result<Option<Self>, SyntaxError> {
        build(text, &events(text)?)
    }
}
