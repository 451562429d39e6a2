//! An edit on a text.

use std::collections::HashSet;
use std::path::Path;

use super::append::Container;
use super::changes::{Change, Edit, TextList, WrittenHook};
use super::document::Document;
use super::error::EditError;
use super::patch::{Patch, patched};
use crate::load::without_mark;
use crate::node::{Kind, Node};

/// A text after an edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AppliedEdit {
    /// The text.
    pub text: String,
    /// Whether it is another one than before.
    pub changed: bool,
}

impl Edit {
    /// The text of a settings file with the changes; no text stands for a file
    /// that is not there. `file` says the format by its extension, and is named
    /// in messages.
    ///
    /// # Errors
    /// When the text is not JSON, or something else is where a change
    /// belongs. Then no change is made.
    pub fn apply(&self, file: &Path, text: Option<&str>) -> Result<AppliedEdit, EditError> {
        let given = text.unwrap_or_default();
        let shown = without_mark(given);
        let mark = &given[..given.len() - shown.len()];
        let mut document = Document::parse(file, shown)?;
        for change in &self.changes {
            make(&mut document, change)?;
        }
        let changed = document.changed;
        let text = match changed {
            true => format!("{mark}{}", document.text),
            false => given.to_owned(),
        };
        Ok(AppliedEdit { text, changed })
    }
}

fn make(document: &mut Document<'_>, change: &Change) -> Result<(), EditError> {
    let patches = match change {
        Change::Add(list, texts) => add(document, *list, &wanted(*list, texts))?,
        Change::Remove(list, texts) => {
            let texts = wanted(*list, texts);
            let goes = |text: &str| texts.iter().any(|gone| gone == list.compared_text(text));
            // What is not text is left alone: somebody must look at it.
            keep(document, *list, |item| !item.text().is_some_and(goes))?
        }
        Change::Replace(list, texts) => return replace(document, *list, &wanted(*list, texts)),
        Change::DefaultMode(mode) => document.set(&["permissions", "defaultMode"], mode)?,
        Change::DropEnabled(hook) => drop_enabled(document, hook)?,
    };
    document.patch(patches)
}

/// The texts as they are compared and written, each once, without empty ones.
fn wanted(list: TextList, texts: &[String]) -> Vec<String> {
    let mut seen = HashSet::new();
    let compared_texts = texts.iter().map(|text| list.compared_text(text));
    compared_texts
        .filter(|text| !text.is_empty() && seen.insert(*text))
        .map(str::to_owned)
        .collect()
}

fn add(document: &Document<'_>, list: TextList, texts: &[String]) -> Result<Vec<Patch>, EditError> {
    let items = document.list(list.path())?.and_then(Node::items);
    let there: HashSet<&str> = items
        .unwrap_or_default()
        .iter()
        .filter_map(|item| item.text().map(|text| list.compared_text(text)))
        .collect();
    let is_new = |text: &&String| !there.contains(text.as_str());
    let new: Vec<String> = texts.iter().filter(is_new).cloned().collect();
    match new.is_empty() {
        true => Ok(Vec::new()),
        false => document.append(list.path(), &new),
    }
}

/// Removes the items of a list that are not to be kept.
fn keep(
    document: &Document<'_>,
    list: TextList,
    keep: impl FnMut(&Node) -> bool,
) -> Result<Vec<Patch>, EditError> {
    let Some(node) = document.list(list.path())? else {
        return Ok(Vec::new());
    };
    let kept: Vec<bool> = node.items().unwrap_or_default().iter().map(keep).collect();
    let container = Container::of(&document.text, node);
    Ok(container.map_or_else(Vec::new, |container| {
        container.remove(|item| kept.get(item) == Some(&false))
    }))
}

/// Entries that follow each other as they are to do stay, with their comments;
/// the others go, and what is missing comes behind them.
fn replace(document: &mut Document<'_>, list: TextList, texts: &[String]) -> Result<(), EditError> {
    let mut missing = texts;
    let removed = keep(document, list, |item| {
        let text = item.text().map(|text| list.compared_text(text));
        match missing.split_first() {
            Some((next, rest)) if text == Some(next) => {
                missing = rest;
                true
            }
            _ => false,
        }
    })?;
    document.patch(removed)?;
    if missing.is_empty() {
        return Ok(());
    }
    let added = document.append(list.path(), missing)?;
    document.patch(added)
}

/// Removes `enabled` from the object that is written like this: the one that
/// is where it stood, or the only one.
fn drop_enabled(document: &Document<'_>, hook: &WrittenHook) -> Result<Vec<Patch>, EditError> {
    let done = Node::parse_json(&hook.written)
        .map(|node| patched(&hook.written, without_enabled(&hook.written, &node)))
        .unwrap_or_default();
    let mut objects = Vec::new();
    collect(&document.root, &mut |node| {
        if let Some(written) = document.text.get(node.span.clone()) {
            objects.push((node, written));
        }
    });
    objects.retain(|(_, written)| *written == hook.written || *written == done);
    let there = objects
        .iter()
        .find(|(node, _)| node.span.start == hook.start);
    match (there, &objects[..]) {
        // Somebody else may have done it meanwhile: then there is nothing to do.
        (Some((node, _)), _) | (None, [(node, _)]) => Ok(without_enabled(&document.text, node)),
        (None, _) => Err(EditError::HookChanged(document.file().to_owned())),
    }
}

fn without_enabled(text: &str, node: &Node) -> Vec<Patch> {
    let members = node.members().unwrap_or_default();
    let is_it = |at: usize| {
        let member = members.get(at);
        member.is_some_and(|member| member.key == "enabled")
    };
    let object = Container::of(text, node);
    object.map_or_else(Vec::new, |object| object.remove(is_it))
}

/// Every object in a tree.
fn collect<'n>(node: &'n Node, found: &mut impl FnMut(&'n Node)) {
    match &node.kind {
        Kind::List(items) => items.iter().for_each(|item| collect(item, found)),
        Kind::Object(members) => {
            found(node);
            members
                .iter()
                .for_each(|member| collect(&member.value, found));
        }
        _ => {}
    }
}
