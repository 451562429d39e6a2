//! Where symlinks of a tree lead: followed name by name, as a system does it, so that a
//! link to a folder in the middle cannot carry a later `..` out of the tree.

use std::cell::Cell;

/// As many links as systems follow in one path.
const MOST_LINKS: usize = 40;

/// What is at a path of the tree.
pub(super) enum Found<'t> {
    File,
    Folder,
    /// A symlink and what it leads to; `None` if that is not a text.
    Link(Option<&'t str>),
    Nothing,
}

/// A walk along one symlink.
pub(super) struct LinkWalk<'l, 't> {
    look: &'l dyn Fn(&str) -> Found<'t>,
    links: Cell<usize>,
}

impl<'l, 't> LinkWalk<'l, 't> {
    pub(super) fn new(look: &'l dyn Fn(&str) -> Found<'t>) -> Self {
        Self {
            look,
            links: Cell::new(0),
        }
    }

    /// Follows the link at this path to its end.
    pub(super) fn check(&self, path: &str) -> Result<(), &'static str> {
        let mut names: Vec<&str> = path.split('/').rev().collect();
        let mut at = String::new();
        while let Some(name) = names.pop() {
            match name {
                "" | "." => continue,
                ".." => {
                    if at.is_empty() {
                        return Err("out of the pack");
                    }
                    at.truncate(at.rfind('/').unwrap_or(0));
                    continue;
                }
                _ => {}
            }
            let next = match at.is_empty() {
                true => name.to_owned(),
                false => format!("{at}/{name}"),
            };
            match (self.look)(&next) {
                Found::Nothing => return Err("to nothing"),
                Found::File if names.iter().any(|name| !name.is_empty()) => {
                    return Err("through a file");
                }
                Found::File | Found::Folder => at = next,
                Found::Link(None) => return Err("to a path that is not text"),
                Found::Link(Some(target)) => {
                    self.links.set(self.links.get() + 1);
                    if self.links.get() > MOST_LINKS {
                        return Err("in a circle");
                    }
                    let drive = target.as_bytes().get(1) == Some(&b':');
                    if target.is_empty() || target.contains(['\\', '\0']) || drive {
                        return Err("to a path that some system reads differently");
                    }
                    if target.starts_with('/') {
                        return Err("to an absolute path");
                    }
                    names.extend(target.split('/').rev());
                }
            }
        }
        Ok(())
    }
}
