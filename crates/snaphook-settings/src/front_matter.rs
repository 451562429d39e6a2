//! The front matter of a skill or an agent file: YAML between two lines `---`
//! at the top of a Markdown text. Its `hooks` live as long as the skill or the
//! agent is active.

use std::ops::Range;
use std::path::Path;

use snaphook_core::hook::Scope;

use crate::format::Format;
use crate::guard_words::speaks_of_guard;
use crate::load::{LoadError, canonical, read_text, without_mark};
use crate::node::{Kind, Member, Node, SyntaxError};
use crate::read::{FileReader, LoadContext, NodeFields, Settings};
use crate::source_text::SourceText;

/// What the front matter of a file says about hooks.
#[derive(Debug)]
pub struct FrontMatter {
    /// The name of the skill or agent, if it gives one.
    pub name: Option<String>,
    /// Its hooks.
    pub settings: Settings,
}

/// Reads the hooks of a skill or an agent file; `None` if it has none.
///
/// # Errors
/// When the file cannot be read, or its hooks cannot be found because the
/// front matter is not YAML.
pub fn load_front_matter(
    path: &Path,
    scope: Scope,
    loading: &mut LoadContext,
) -> Result<Option<FrontMatter>, LoadError> {
    let text = read_text(path, Format::Yaml, scope, &mut loading.sources)?;
    parse_front_matter(path, &text, scope, loading)
}

/// Reads front matter from text; `path` is only for messages. Of the front matter only
/// `hooks` is read, and the name; with [`Scope::Agent`], hooks on `Stop` become
/// hooks on SubagentStop.
///
/// # Errors
/// As [`load_front_matter`].
pub fn parse_front_matter(
    path: &Path,
    text: &str,
    scope: Scope,
    loading: &mut LoadContext,
) -> Result<Option<FrontMatter>, LoadError> {
    let shown = without_mark(text);
    let source = SourceText::new(path.into(), shown).in_format(Format::Yaml);
    let root = match front_matter(shown) {
        Ok(Some(root)) => root,
        Ok(None) => return Ok(None),
        // Many a description is not YAML; without hooks that is nothing to us.
        Err(_) if !speaks_of_hooks(shown) => return Ok(None),
        Err(error) => return Err(LoadError::syntax(Format::Yaml, &source, error)),
    };
    let root = canonical(&source, root, loading)?;
    let fields = NodeFields::of(&root);
    if fields.get("hooks").is_none() {
        return Ok(None);
    }
    let name = fields.get("name").and_then(Node::text);
    Ok(Some(FrontMatter {
        name: name.map(str::to_owned),
        settings: FileReader::new(source, scope, loading).read_only_hooks(&root),
    }))
}

/// The front matter of a text, with places in the whole text; `None` if there
/// is none, or nothing in it.
///
/// ```
/// let text = "---\nname: tidy\n---\n# How to tidy\n";
/// let node = snaphook_settings::front_matter(text)?.expect("it has a name");
/// let name = &node.members().expect("a mapping")[0].value;
/// assert_eq!(&text[name.span.clone()], "tidy");
/// # Ok::<(), snaphook_settings::node::SyntaxError>(())
/// ```
///
/// # Errors
/// When it is not YAML, or does not end.
pub fn front_matter(text: &str) -> Result<Option<Node>, SyntaxError> {
    let Some(found) = find(text) else {
        return Ok(None);
    };
    let Some(end) = found.end else {
        let opening = found.opening;
        return Err(SyntaxError::new(
            "the front matter that begins here has no end; write a line `---` below it",
            opening,
        ));
    };
    let start = found.opening.end;
    let matter = text.get(start..end).unwrap_or_default();
    // Many a description is not YAML: then each key is read by itself.
    match Node::parse_some_yaml(matter).or_else(|error| key_by_key(matter, error)) {
        Ok(node) => Ok(node.map(|node| node.moved(start))),
        Err(error) => Err(SyntaxError {
            span: error.span.start + start..error.span.end + start,
            ..error
        }),
    }
}

/// Reads front matter that is not YAML as a whole: a value that is none is a
/// text, but for `hooks`.
fn key_by_key(matter: &str, whole: SyntaxError) -> Result<Option<Node>, SyntaxError> {
    let mut members = Vec::new();
    for part in parts(matter) {
        let text = matter.get(part.clone()).unwrap_or_default();
        let Some((key, value)) = text.split_once(':') else {
            return Err(whole);
        };
        let key_span = part.start..part.start + key.len();
        let key = key.trim().trim_matches(['"', '\'']);
        match Node::parse_some_yaml(text) {
            Ok(Some(node)) if node.members().is_some() => {
                let Kind::Object(own) = node.moved(part.start).kind else {
                    continue;
                };
                members.extend(own);
            }
            Err(error) if key == "hooks" || could_be_hooks(text) => {
                let span = error.span.start + part.start..error.span.end + part.start;
                return Err(SyntaxError { span, ..error });
            }
            Ok(None) => {}
            _ => members.push(Member {
                key: key.to_owned(),
                value: Node {
                    span: key_span.end + 1..part.end,
                    kind: Kind::Text(value.trim().to_owned()),
                },
                key_span,
            }),
        }
    }
    Ok((!members.is_empty()).then_some(Node {
        span: 0..matter.len(),
        kind: Kind::Object(members),
    }))
}

/// The parts of front matter, each from a key at the beginning of a line to the
/// next one.
fn parts(matter: &str) -> Vec<Range<usize>> {
    let mut starts = Vec::new();
    let mut at = 0;
    for line in matter.split_inclusive('\n') {
        let first = line.chars().next();
        let begins = first.is_some_and(|c| !c.is_whitespace() && !"#-?:{}[],&*".contains(c));
        if begins && line.contains(':') {
            starts.push(at);
        }
        at += line.len();
    }
    let ends = starts.iter().skip(1).copied().chain([matter.len()]);
    starts
        .iter()
        .copied()
        .zip(ends)
        .map(|(start, end)| start..end)
        .collect()
}

/// Whether a part that is not YAML may be the one with the hooks.
fn could_be_hooks(part: &str) -> bool {
    speaks_of_guard(part.as_bytes())
}

/// The lines around the front matter of a file.
struct FrontMatterBounds {
    /// The first line.
    opening: Range<usize>,
    /// Where the last line begins.
    end: Option<usize>,
}

/// Finds the lines around the front matter.
fn find(text: &str) -> Option<FrontMatterBounds> {
    let start = text.len() - without_mark(text).len();
    let mut at = start;
    let mut opening = None;
    for line in text.get(start..)?.split_inclusive('\n') {
        let end = at + line.len();
        match (&opening, line.trim_end()) {
            (None, "---") => opening = Some(at..end),
            (None, _) => return None,
            (Some(opening), "---" | "...") => {
                return Some(FrontMatterBounds {
                    opening: opening.clone(),
                    end: Some(at),
                });
            }
            (Some(_), _) => {}
        }
        at = end;
    }
    opening.map(|opening| FrontMatterBounds { opening, end: None })
}

/// Whether a key `hooks` is anywhere in the front matter, as far as that
/// can be seen in a text that is not YAML.
fn speaks_of_hooks(text: &str) -> bool {
    let end = find(text).and_then(|found| found.end);
    let matter = text.get(..end.unwrap_or(text.len())).unwrap_or_default();
    matter.match_indices("hooks").any(|(at, word)| {
        let after = matter.get(at + word.len()..).unwrap_or_default();
        after
            .trim_start_matches(['"', '\'', ' ', '\t'])
            .starts_with(':')
    })
}
