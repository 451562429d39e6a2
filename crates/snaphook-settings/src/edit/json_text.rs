//! Any JSON text, changed in place: values are added, replaced and removed by their path,
//! and everything else stays byte for byte. Installers edit the files of other programs
//! with it.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use super::append::Container;
use super::document::{empty_object_behind, is_empty};
use super::error::EditError;
use super::gap::indent;
use super::patch::{Patch, patched};
use super::render::{self, ValueLayout};
use super::style::Style;
use crate::load::{parse_object, without_mark};
use crate::node::{Kind, Node};
use crate::source_text::SourceText;

/// A step on the way to a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JsonStep<'k> {
    /// The member of an object with this key.
    Key(&'k str),
    /// The item of a list with this number.
    Item(usize),
}

/// A JSON text (comments and trailing commas are kept) that is being changed.
///
/// ```
/// use serde_json::json;
/// use snaphook_settings::edit::{JsonStep, JsonText};
///
/// let mut text = JsonText::parse("hooks.json".as_ref(), Some("{\n  // mine\n  \"a\": 1\n}\n"))?;
/// text.append(&["list"], &json!("new"))?;
/// assert_eq!(text.text(), "{\n  // mine\n  \"a\": 1,\n  \"list\": [\n    \"new\"\n  ]\n}\n");
/// text.remove(&[JsonStep::Key("list")])?;
/// assert_eq!(text.text(), "{\n  // mine\n  \"a\": 1\n}\n");
/// # Ok::<(), snaphook_settings::edit::EditError>(())
/// ```
#[derive(Debug, Clone)]
pub struct JsonText {
    file: PathBuf,
    mark: String,
    text: String,
    root: Node,
}

/// The last value on a path that is there, and how much of the path leads to it.
struct ReachedValue<'n> {
    node: &'n Node,
    steps: usize,
    /// Whether what it is in has its children on lines of their own.
    roomy: bool,
}

impl JsonText {
    /// Reads a text; none, or one of blanks and comments, stands for an empty object.
    ///
    /// # Errors
    /// When the text is not a JSON object.
    pub fn parse(file: &Path, text: Option<&str>) -> Result<Self, EditError> {
        let given = text.unwrap_or_default();
        let shown = without_mark(given);
        let mark = given[..given.len() - shown.len()].to_owned();
        let text = match is_empty(shown) {
            true => empty_object_behind(shown),
            false => shown.to_owned(),
        };
        // The extension of the file says nothing about its format here.
        let (_, root) = parse_object(&json_name(file), &text)?;
        let file = file.to_owned();
        Ok(Self {
            file,
            mark,
            text,
            root,
        })
    }

    /// The tree of the text.
    #[must_use]
    pub fn root(&self) -> &Node {
        &self.root
    }

    /// The whole text.
    #[must_use]
    pub fn text(&self) -> String {
        format!("{}{}", self.mark, self.text)
    }

    /// Adds a value to the end of a list, which is made if need be, with the objects on
    /// the way to it.
    ///
    /// # Errors
    /// When something else is on the way, or a key on it occurs twice.
    pub fn append(&mut self, keys: &[&str], value: &Value) -> Result<(), EditError> {
        let steps: Vec<_> = keys.iter().map(|key| JsonStep::Key(key)).collect();
        let reached = self.reach(&steps)?;
        if reached.steps < steps.len() || matches!(reached.node.kind, Kind::Null) {
            return self.set(&steps, &Value::Array(vec![value.clone()]));
        }
        let list =
            Container::of(&self.text, reached.node).filter(|_| reached.node.items().is_some());
        let Some(list) = list else {
            return Err(self.wrong_type(reached.node, &steps, "a list"));
        };
        let style = Style::of(&self.text, &self.root);
        let layout = list.layout(&style, reached.roomy);
        let patches = list.append(&[layout.render(value)], &layout);
        self.patch(patches)
    }

    /// Puts a value at a path, in the place of what is there. Members and objects that are
    /// missing on the way are made; items of lists must be there.
    ///
    /// # Errors
    /// When something else is on the way, or a key on it occurs twice.
    pub fn set(&mut self, steps: &[JsonStep<'_>], value: &Value) -> Result<(), EditError> {
        let reached = self.reach(steps)?;
        let (node, roomy) = (reached.node, reached.roomy);
        if reached.steps == steps.len() && node.to_value() == *value {
            return Ok(());
        }
        let style = Style::of(&self.text, &self.root);
        let missing = &steps[reached.steps..];
        let mut keys = Vec::new();
        for step in missing {
            match step {
                JsonStep::Key(key) => keys.push((*key).to_owned()),
                JsonStep::Item(_) => return Err(self.wrong_type(node, steps, "a longer list")),
            }
        }
        let inner = keys.iter().skip(1).rev().fold(value.clone(), |value, key| {
            Value::Object(Map::from_iter([(key.clone(), value)]))
        });
        let patches = match (keys.first(), Container::of(&self.text, node)) {
            (Some(key), Some(object)) if node.members().is_some() => {
                let layout = object.layout(&style, roomy);
                object.append(&[render::member(key, &inner, &layout)], &layout)
            }
            (Some(key), None) if matches!(node.kind, Kind::Null) => {
                let layout = self.layout_of(node, &style, roomy);
                let value = Value::Object(Map::from_iter([(key.clone(), inner)]));
                vec![Patch::replace(node.span.clone(), layout.render(&value))]
            }
            (Some(_), _) => return Err(self.wrong_type(node, steps, "an object")),
            (None, _) => {
                let layout = self.layout_of(node, &style, roomy);
                vec![Patch::replace(node.span.clone(), layout.render(value))]
            }
        };
        self.patch(patches)
    }

    /// Removes a value, with its key. Comments beside it stay. What is not there needs
    /// nothing.
    ///
    /// # Errors
    /// When something else is on the way, or a key on it occurs twice.
    pub fn remove(&mut self, steps: &[JsonStep<'_>]) -> Result<(), EditError> {
        let Some((last, outer)) = steps.split_last() else {
            return Ok(());
        };
        let reached = self.reach(steps)?;
        if reached.steps < steps.len() {
            return Ok(());
        }
        let node = self.reach(outer)?.node;
        let container = Container::of(&self.text, node);
        let chosen = |child: usize| match last {
            JsonStep::Item(item) => child == *item,
            JsonStep::Key(key) => {
                let member = node.members().and_then(|members| members.get(child));
                member.is_some_and(|member| member.key == *key)
            }
        };
        let patches = container.map_or_else(Vec::new, |container| container.remove(chosen));
        self.patch(patches)
    }

    fn layout_of<'s>(&self, node: &Node, style: &'s Style, roomy: bool) -> ValueLayout<'s> {
        ValueLayout {
            style,
            indent: indent(&self.text, node.span.start).to_owned(),
            roomy,
        }
    }

    fn reach(&self, steps: &[JsonStep<'_>]) -> Result<ReachedValue<'_>, EditError> {
        let mut node = &self.root;
        let mut roomy = true;
        for (depth, step) in steps.iter().enumerate() {
            roomy = Container::of(&self.text, node).is_some_and(|outer| outer.is_roomy(roomy));
            let next = match (step, &node.kind) {
                (_, Kind::Null) => None,
                (JsonStep::Key(key), Kind::Object(members)) => {
                    let mut named = members.iter().filter(|member| member.key == *key);
                    let first = named.next();
                    if let Some(second) = named.next() {
                        return Err(EditError::RepeatedKey {
                            location: self.location(second.key_span.clone()),
                            key: (*key).to_owned(),
                        });
                    }
                    first.map(|member| &member.value)
                }
                (JsonStep::Item(item), Kind::List(items)) => items.get(*item),
                (JsonStep::Key(_), _) => {
                    return Err(self.wrong_type(node, &steps[..depth], "an object"));
                }
                (JsonStep::Item(_), _) => {
                    return Err(self.wrong_type(node, &steps[..depth], "a list"));
                }
            };
            match next {
                Some(next) => node = next,
                None => {
                    return Ok(ReachedValue {
                        node,
                        steps: depth,
                        roomy,
                    });
                }
            }
        }
        Ok(ReachedValue {
            node,
            steps: steps.len(),
            roomy,
        })
    }

    fn patch(&mut self, patches: Vec<Patch>) -> Result<(), EditError> {
        if patches.is_empty() {
            return Ok(());
        }
        let text = patched(&self.text, patches);
        (_, self.root) = parse_object(&json_name(&self.file), &text)?;
        self.text = text;
        Ok(())
    }

    fn location(&self, span: std::ops::Range<usize>) -> crate::finding::Location {
        SourceText::new(self.file.as_path().into(), &self.text).at(span)
    }

    fn wrong_type(&self, node: &Node, steps: &[JsonStep<'_>], expected: &'static str) -> EditError {
        let words: Vec<_> = steps
            .iter()
            .map(|step| match step {
                JsonStep::Key(key) => (*key).to_owned(),
                JsonStep::Item(item) => item.to_string(),
            })
            .collect();
        EditError::WrongType {
            location: self.location(node.span.clone()),
            key: words.join("."),
            expected,
            found: node.type_name(),
        }
    }
}

/// The path of the file for messages, with an extension that says JSON.
fn json_name(file: &Path) -> PathBuf {
    match crate::format::Format::of(file) {
        crate::format::Format::Json => file.to_owned(),
        _ => file.with_extension("json"),
    }
}
