//! Variables whose value is known before a command runs, and the parts of a
//! text whose value is not.
//!
//! A value may hold blanks or anything else, so a reader of words must not see
//! it: it sees one character in its place, and the value is put in afterwards.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

pub(super) use snaphook_rules::lenient::{GAP, GLOB};

/// Stands for the project's folder.
const PROJECT: char = '\u{10fff0}';
/// Stands for the home folder.
const HOME: char = '\u{10fff1}';
/// Stands for the folder of the skill that the hook belongs to.
const ORIGIN: char = '\u{10fff3}';

const OURS: [char; 5] = [PROJECT, HOME, GAP, ORIGIN, GLOB];

const PROJECT_NAMES: [&str; 2] = ["CLAUDE_PROJECT_DIR", "SNAPHOOK_PROJECT_DIR"];
const ORIGIN_NAMES: [&str; 4] = [
    "CLAUDE_PLUGIN_ROOT",
    "SNAPHOOK_PLUGIN_ROOT",
    "CLAUDE_SKILL_DIR",
    "SNAPHOOK_SKILL_DIR",
];

/// The variables that have marks.
pub(super) const KNOWN: [&str; 8] = [
    PROJECT_NAMES[0],
    PROJECT_NAMES[1],
    ORIGIN_NAMES[0],
    ORIGIN_NAMES[1],
    ORIGIN_NAMES[2],
    ORIGIN_NAMES[3],
    "HOME",
    "PWD",
];

/// Whether a text uses the characters that are marks here; what it names
/// cannot be told then.
pub(super) fn is_taken(text: &str) -> bool {
    text.contains(OURS)
}

/// The text with a mark for every variable that is known. Those in `unsure`
/// have other values somewhere, and stay; only `${CLAUDE_PROJECT_DIR}` and its
/// like, which are replaced before any shell sees them, are always known.
pub(super) fn mark(text: &str, unsure: &[String]) -> String {
    let mut marked = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('$') {
        let (before, from) = rest.split_at(at);
        marked.push_str(before);
        match variable(from, unsure) {
            Some((mark, length)) => {
                marked.push(mark);
                rest = &from[length..];
            }
            None => {
                marked.push('$');
                rest = &from[1..];
            }
        }
    }
    marked.push_str(rest);
    marked
}

/// The mark for the variable that `text` starts with, and its length.
fn variable(text: &str, unsure: &[String]) -> Option<(char, usize)> {
    let after = &text[1..];
    let braces = after.starts_with('{');
    let after = if braces { &after[1..] } else { after };
    // PowerShell's spelling.
    let prefix = ["env:", "Env:", ""]
        .into_iter()
        .find(|prefix| after.starts_with(prefix))?;
    let after = &after[prefix.len()..];
    let end = after
        .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .unwrap_or(after.len());
    let (name, after) = after.split_at(end);
    if braces && !after.starts_with('}') {
        return None;
    }
    let length = 1 + usize::from(braces) * 2 + prefix.len() + name.len();
    let sure = !unsure.iter().any(|own| own == name);
    for (names, mark) in [(&PROJECT_NAMES[..], PROJECT), (&ORIGIN_NAMES, ORIGIN)] {
        if names.contains(&name) {
            return (sure || (braces && prefix.is_empty())).then_some((mark, length));
        }
    }
    match name {
        "HOME" if sure => Some((HOME, length)),
        // The folder that it runs in, which paths are taken from anyway.
        "PWD" if sure => Some(('.', length)),
        _ => None,
    }
}

/// A marked text as people wrote it, more or less.
pub(super) fn unmarked(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            PROJECT => shown.push_str("$CLAUDE_PROJECT_DIR"),
            HOME => shown.push_str("$HOME"),
            ORIGIN => shown.push_str("$CLAUDE_PLUGIN_ROOT"),
            GAP => shown.push('…'),
            GLOB => shown.push('*'),
            c => shown.push(c),
        }
    }
    shown
}

/// The text that is put in for each mark.
pub(super) struct Values<'a> {
    pub(super) project: &'a Path,
    pub(super) home: Option<&'a Path>,
    /// The folder of the skill that the hook belongs to.
    pub(super) origin: Option<&'a Path>,
}

impl Values<'_> {
    /// The paths that a marked text may spell; none where a part is unknown.
    pub(super) fn spelled(&self, text: &str) -> Vec<PathBuf> {
        let mut paths: Vec<PathBuf> = self.expand(text).into_iter().collect();
        // Whether it was quoted is forgotten by now: `~` may also be a name.
        if let Some(rest) = text.strip_prefix("~/")
            && let Some(home) = self.home
        {
            paths.extend(self.expand(rest).map(|rest| home.join(rest)));
        }
        paths
    }

    fn expand(&self, text: &str) -> Option<PathBuf> {
        let mut path = OsString::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.find(OURS) {
            let (before, from) = rest.split_at(at);
            path.push(before);
            let mark = from.chars().next()?;
            match mark {
                PROJECT => path.push(self.project),
                HOME => path.push(self.home?),
                ORIGIN => path.push(self.origin?),
                _ => return None,
            }
            rest = &from[mark.len_utf8()..];
        }
        path.push(rest);
        Some(PathBuf::from(path))
    }

    /// The text as a plain replacement of `${…}` leaves it, where its words
    /// differ from those of the marked one: with blanks in the folder's name.
    pub(super) fn as_replaced(&self, text: &str) -> Option<String> {
        let plain = |c: char| c.is_alphanumeric() || "/._-+@%".contains(c);
        let mut replaced = text.to_owned();
        let folders = [
            (&PROJECT_NAMES[..], Some(self.project)),
            (&ORIGIN_NAMES, self.origin),
        ];
        for (names, folder) in folders {
            let Some(folder) = folder.and_then(Path::to_str) else {
                continue;
            };
            if folder.chars().all(plain) {
                continue;
            }
            for name in names {
                replaced = replaced.replace(&format!("${{{name}}}"), folder);
            }
        }
        (replaced != text).then_some(replaced)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spelled(text: &str, unsure: &[&str]) -> Vec<PathBuf> {
        let values = Values {
            project: Path::new("/p q"),
            home: Some(Path::new("/h")),
            origin: Some(Path::new("/o")),
        };
        let unsure: Vec<String> = unsure.iter().map(|&name| name.to_owned()).collect();
        values.spelled(&mark(text, &unsure))
    }

    #[test]
    fn known_variables_have_their_values() {
        for (text, path) in [
            ("$CLAUDE_PROJECT_DIR/x", "/p q/x"),
            ("${SNAPHOOK_PROJECT_DIR}/x", "/p q/x"),
            ("${CLAUDE_PROJECT_DIR}x", "/p qx"),
            ("$env:CLAUDE_PROJECT_DIR/x", "/p q/x"),
            ("${CLAUDE_PLUGIN_ROOT}/x", "/o/x"),
            ("$SNAPHOOK_PLUGIN_ROOT/x", "/o/x"),
            ("${CLAUDE_SKILL_DIR}/x", "/o/x"),
            ("$HOME/${HOME}", "/h//h"),
            ("$HOMES/x", "$HOMES/x"),
            ("$PWD/x", "./x"),
            ("${HOME:-x}", "${HOME:-x}"),
            ("$", "$"),
            ("${", "${"),
        ] {
            assert_eq!(spelled(text, &[]), [PathBuf::from(path)], "{text}");
        }
        assert_eq!(
            spelled("~/x", &[]),
            [PathBuf::from("~/x"), PathBuf::from("/h/x")]
        );
    }

    #[test]
    fn a_variable_that_is_set_elsewhere_is_not_known() {
        let set = ["HOME", "CLAUDE_PROJECT_DIR"];
        assert_eq!(spelled("$HOME/x", &set), [PathBuf::from("$HOME/x")]);
        let text = "$CLAUDE_PROJECT_DIR/x";
        assert_eq!(spelled(text, &set), [PathBuf::from(text)]);
        let text = "${CLAUDE_PROJECT_DIR}/x";
        assert_eq!(spelled(text, &set), [PathBuf::from("/p q/x")]);
    }

    #[test]
    fn a_folder_with_blanks_in_its_name_may_fall_apart() {
        let values = Values {
            project: Path::new("/p q"),
            home: None,
            origin: None,
        };
        let replaced = values.as_replaced("${CLAUDE_PROJECT_DIR}/x");
        assert_eq!(replaced.as_deref(), Some("/p q/x"));
        assert_eq!(values.as_replaced("$CLAUDE_PROJECT_DIR/x"), None);
    }
}
