//! A settings text and its tree, found by keys and changed in place.

use std::path::Path;

use serde_json::{Map, Value};

use super::append::Container;
use super::error::EditError;
use super::gap::{GapPiece, indent, pieces};
use super::patch::{Patch, patched};
use super::render;
use super::style::{Style, line_end};
use crate::format::Format;
use crate::load::parse_object;
use crate::node::{Kind, Node};
use crate::source_text::SourceText;

/// A text that is being changed, without a byte order mark.
pub(super) struct Document<'p> {
    file: &'p Path,
    pub(super) text: String,
    pub(super) root: Node,
    pub(super) changed: bool,
}

/// The value to which keys lead, or the object in which one of them is missing.
struct FoundValue<'n> {
    node: &'n Node,
    what: ValuePresence,
    /// Whether the object around a value, or the one that misses a key, has its
    /// members on lines of their own.
    roomy: bool,
}

/// Whether there is a value behind the keys.
enum ValuePresence {
    /// There is one.
    Value,
    /// There is `null`, behind the key of this number.
    Null(usize),
    /// An object does not have the key of this number.
    MissingIn(usize),
}

impl<'p> Document<'p> {
    pub(super) fn parse(file: &'p Path, text: &str) -> Result<Self, EditError> {
        if Format::of(file) != Format::Json {
            return Err(EditError::Yaml(file.to_owned()));
        }
        let text = match is_empty(text) {
            true => empty_object_behind(text),
            false => text.to_owned(),
        };
        let (_, root) = parse_object(file, &text)?;
        Ok(Self {
            file,
            text,
            root,
            changed: false,
        })
    }

    /// Changes the text, and reads it again: what is not JSON any more is never
    /// written.
    pub(super) fn patch(&mut self, patches: Vec<Patch>) -> Result<(), EditError> {
        if patches.is_empty() {
            return Ok(());
        }
        let text = patched(&self.text, patches);
        (_, self.root) = parse_object(self.file, &text)?;
        self.text = text;
        self.changed = true;
        Ok(())
    }

    fn find(&self, path: &[&str]) -> Result<FoundValue<'_>, EditError> {
        let mut node = &self.root;
        // A file without anything in it is there to be read.
        let mut roomy = true;
        for (depth, key) in path.iter().enumerate() {
            let Some(members) = node.members() else {
                return Err(self.wrong_type(node, &path[..depth], "an object"));
            };
            roomy = Container::of(&self.text, node).is_some_and(|object| object.is_roomy(roomy));
            // Of a duplicate key, the last counts.
            let what = match members.iter().rfind(|member| member.key == *key) {
                None => ValuePresence::MissingIn(depth),
                Some(member) => {
                    node = &member.value;
                    match node.kind {
                        Kind::Null => ValuePresence::Null(depth),
                        _ => continue,
                    }
                }
            };
            return Ok(FoundValue { node, what, roomy });
        }
        let what = ValuePresence::Value;
        Ok(FoundValue { node, what, roomy })
    }

    /// The list that the keys lead to, if there is one.
    pub(super) fn list(&self, path: &[&str]) -> Result<Option<&Node>, EditError> {
        let found = self.find(path)?;
        match found.what {
            ValuePresence::Value if found.node.items().is_some() => Ok(Some(found.node)),
            ValuePresence::Value => Err(self.wrong_type(found.node, path, "a list")),
            ValuePresence::Null(_) | ValuePresence::MissingIn(_) => Ok(None),
        }
    }

    /// Adds texts to a list, which is made if need be.
    pub(super) fn append(&self, path: &[&str], texts: &[String]) -> Result<Vec<Patch>, EditError> {
        let found = self.find(path)?;
        let ValuePresence::Value = found.what else {
            return Ok(self.make(&found, path, Value::from(texts)));
        };
        let list = Container::of(&self.text, found.node).filter(|_| found.node.items().is_some());
        let Some(list) = list else {
            return Err(self.wrong_type(found.node, path, "a list"));
        };
        let style = Style::of(&self.text, &self.root);
        let layout = list.layout(&style, found.roomy);
        let quoted = |text: &String| Value::from(&**text).to_string();
        let new: Vec<String> = texts.iter().map(quoted).collect();
        Ok(list.append(&new, &layout))
    }

    /// Sets a text.
    pub(super) fn set(&self, path: &[&str], text: &str) -> Result<Vec<Patch>, EditError> {
        let found = self.find(path)?;
        let node = found.node;
        Ok(match (&found.what, &node.kind) {
            (ValuePresence::Null(_) | ValuePresence::MissingIn(_), _) => {
                self.make(&found, path, Value::from(text))
            }
            (ValuePresence::Value, Kind::List(_) | Kind::Object(_)) => {
                return Err(self.wrong_type(node, path, "a string"));
            }
            (ValuePresence::Value, Kind::Text(known)) if known == text => Vec::new(),
            (ValuePresence::Value, _) => {
                let text = Value::from(text).to_string();
                vec![Patch::replace(node.span.clone(), text)]
            }
        })
    }

    /// Puts a value where there is none yet, with the objects on the way.
    fn make(&self, found: &FoundValue<'_>, path: &[&str], value: Value) -> Vec<Patch> {
        let style = Style::of(&self.text, &self.root);
        let (ValuePresence::Null(depth) | ValuePresence::MissingIn(depth)) = found.what else {
            return Vec::new();
        };
        let value = path[depth + 1..].iter().rev().fold(value, |value, key| {
            Value::Object(Map::from_iter([((*key).to_owned(), value)]))
        });
        match Container::of(&self.text, found.node) {
            Some(object) => {
                let layout = object.layout(&style, found.roomy);
                let member = render::member(path[depth], &value, &layout);
                object.append(&[member], &layout)
            }
            None => {
                let layout = render::ValueLayout {
                    style: &style,
                    indent: indent(&self.text, found.node.span.start).to_owned(),
                    roomy: found.roomy,
                };
                let value = layout.render(&value);
                vec![Patch::replace(found.node.span.clone(), value)]
            }
        }
    }

    fn wrong_type(&self, node: &Node, path: &[&str], expected: &'static str) -> EditError {
        EditError::WrongType {
            location: SourceText::new(self.file.into(), &self.text).at(node.span.clone()),
            key: path.join("."),
            expected,
            found: node.type_name(),
        }
    }

    pub(super) fn file(&self) -> &'p Path {
        self.file
    }
}

/// Whether there is nothing but blanks and comments.
pub(super) fn is_empty(text: &str) -> bool {
    let mut rest = 0;
    for piece in pieces(text, 0..text.len()) {
        let GapPiece::Comment(comment) = piece else {
            return false;
        };
        if !text[rest..comment.start].trim().is_empty() {
            return false;
        }
        rest = comment.end;
    }
    text[rest..].trim().is_empty()
}

/// A text of blanks and comments, and behind it an empty object.
pub(super) fn empty_object_behind(comments: &str) -> String {
    let end = line_end(comments);
    match comments.trim_end() {
        "" => format!("{{}}{end}"),
        comments => format!("{comments}{end}{{}}{end}"),
    }
}
