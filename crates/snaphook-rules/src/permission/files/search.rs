//! How a rule matches a call that searches a folder: `Grep`, `Glob`, `LS` and the
//! read tools of a host that are given one.
//!
//! | the search | deny, ask |
//! |---|---|
//! | all that it can find is covered: its folder, or what its glob names | the rule applies |
//! | a file below its folder is covered | a person is asked, for tools that find it |
//! | whether there is such a file cannot be known | a person is asked |
//!
//! A tool that only lists names (`LS`) is held to the first row alone.

use serde_json::{Value, json};
use snaphook_core::tool::ToolClass;

use crate::content::{PATTERN_FIELD, PATTERN_TOOL};
use crate::path::{PathPart, PathPattern, normal};
use crate::permission::call_match::CallMatch;
use crate::permission::rule::PermissionRule;
use crate::subject::shown;
use crate::tested_subject::{could_match_path, matches_path};
use crate::written_path::{Paths, WrittenPath};
use crate::{Rule, Subject};

use super::globs::alternatives;
use super::rule_match::{ANY_NAME, part};
use crate::folder_tree::{EntryKind, FolderTree, Visit};

/// Read tools that are given one file.
const FILE_TOOLS: [&str; 2] = ["Read", "NotebookRead"];

/// The tool that searches in files, and the field that names which.
const GREP: &str = "Grep";
const GREP_FIELD: &str = "glob";

/// The tool that lists names.
const LIST: &str = "LS";

/// How a deny or ask rule matches a search; `None` if it does not, or where the
/// call is another one.
pub(in crate::permission) fn match_search(
    rule: &PermissionRule,
    subject: &Subject<'_>,
) -> Option<CallMatch> {
    if subject.class() != ToolClass::Read || rule.rule.content().is_none() {
        return None;
    }
    let is_called = |name: &str| subject.aliases().same(name, subject.tool_name());
    let is_for_reads = rule.rule.names("Read", subject.aliases())
        || rule.rule.names(subject.tool_name(), subject.aliases());
    if !is_for_reads || FILE_TOOLS.into_iter().any(is_called) {
        return None;
    }
    // A call whose path cannot be read is unclear to every rule already.
    let Paths::Known(written) = subject.paths() else {
        return None;
    };
    let search = FolderSearch {
        rule: &rule.rule,
        subject,
        globs: match () {
            () if is_called(GREP) => Globs::of(subject, GREP_FIELD),
            () if is_called(PATTERN_TOOL) => Globs::of(subject, PATTERN_FIELD),
            () => Globs::Any,
        },
        names_only: is_called(LIST),
    };
    let mut unclear = None;
    for WrittenPath { path, real } in written {
        for root in std::iter::once(path).chain(real) {
            match search.below(root) {
                Some(met) if met.is_known() => return Some(met),
                met => unclear = unclear.or(met),
            }
        }
    }
    unclear
}

/// The files that a search is narrowed to.
enum Globs {
    /// To any.
    Any,
    /// To those that fit one of these.
    Some(Vec<String>),
}

impl Globs {
    fn of(subject: &Subject<'_>, field: &str) -> Self {
        let Some(Value::String(text)) = subject.tool_input().get(field) else {
            return Self::Any;
        };
        let globs = alternatives(text).filter(|globs| {
            let excludes = |glob: &String| glob.starts_with('!') || glob.contains('\\');
            !globs.is_empty() && !globs.iter().any(excludes)
        });
        globs.map_or(Self::Any, Self::Some)
    }
}

struct FolderSearch<'a, 's> {
    rule: &'a Rule,
    subject: &'a Subject<'s>,
    globs: Globs,
    names_only: bool,
}

impl FolderSearch<'_, '_> {
    /// What the rule says of a search below this path.
    fn below(&self, root: &[String]) -> Option<CallMatch> {
        let tree = FolderTree::of(self.subject);
        let kind = tree.kind(root);
        if kind == EntryKind::File {
            // The path itself is held against the rule like that of any other tool.
            return None;
        }
        let any = [root, &[ANY_NAME.to_owned()]].concat();
        if matches_path(self.rule, self.subject, &any) {
            let how = format!("covers all below `{}`", shown(root));
            return Some(CallMatch::Known(how));
        }
        if let Globs::Some(globs) = &self.globs {
            let covered = globs.iter().find(|glob| self.covers_all(root, glob));
            if let Some(glob) = covered {
                return Some(CallMatch::Known(format!("matches `{glob}`")));
            }
        }
        if self.names_only || kind == EntryKind::Missing {
            return None;
        }
        self.found_below(root, &tree)
    }

    /// Whether every file that a glob names is covered.
    fn covers_all(&self, root: &[String], glob: &str) -> bool {
        if glob.contains('[') {
            return false;
        }
        let any = glob.replace(['*', '?'], ANY_NAME);
        let path = normal(shown(root).as_ref(), &any);
        matches_path(self.rule, self.subject, &path)
    }

    /// A covered file that is there and may be found.
    fn found_below(&self, root: &[String], tree: &FolderTree<'_, '_>) -> Option<CallMatch> {
        let could_hold = |folder: &[String], end: &[PathPart]| {
            let names = folder.iter().cloned().map(PathPart::Name);
            let path: Vec<PathPart> = names.chain(end.iter().cloned()).collect();
            could_match_path(self.rule, self.subject, &path)
        };
        let mut found = None;
        let complete = tree.walk(root, |path, is_link| {
            let covered = match is_link {
                true => self.link_is_covered(path),
                false => matches_path(self.rule, self.subject, path),
            };
            if covered && self.may_find(root, path) {
                found = Some(shown(path));
                return Visit::Stop;
            }
            match could_hold(path, &[PathPart::Below]) {
                true => Visit::Into,
                false => Visit::Past,
            }
        });
        if let Some(path) = found {
            let how = format!("could match `{path}`, which the search may read");
            return Some(CallMatch::Unclear(how));
        }
        if complete {
            return None;
        }
        let ends: Vec<Vec<PathPart>> = match &self.globs {
            Globs::Any => vec![vec![PathPart::Below]],
            Globs::Some(globs) => globs
                .iter()
                .map(|glob| {
                    let names = glob.split('/').filter(|name| !matches!(*name, "" | "."));
                    let names = names.map(|name| part(name, true, self.subject));
                    std::iter::once(PathPart::Any).chain(names).collect()
                })
                .collect(),
        };
        ends.iter().any(|end| could_hold(root, end)).then(|| {
            let folder = shown(root);
            let how =
                format!("could match a file below `{folder}`, which cannot be looked through");
            CallMatch::Unclear(how)
        })
    }

    /// Whether the search is not narrowed to other files.
    fn may_find(&self, root: &[String], path: &[String]) -> bool {
        let Globs::Some(globs) = &self.globs else {
            return true;
        };
        let cwd = normal(self.subject.places().cwd, "");
        globs.iter().any(|glob| {
            let pattern = PathPattern::parse(glob);
            let anywhere = PathPattern::parse(&format!("**/{}", glob.trim_start_matches('/')));
            let fits = |pattern: &PathPattern, base: &[String]| {
                pattern.matches(base, path, crate::name_pattern::LetterCase::Ignored)
            };
            glob.starts_with(['/', '~'])
                || fits(&pattern, root)
                || fits(&pattern, &cwd)
                || fits(&anywhere, root)
        })
    }

    /// Whether a link is covered, by its name or by where it leads.
    fn link_is_covered(&self, path: &[String]) -> bool {
        let input = json!({ "file_path": shown(path) });
        match self.subject.of_tool("Read", &input).paths() {
            Paths::Known(written) => written.iter().any(|WrittenPath { path, real }| {
                let mut all = std::iter::once(path).chain(real);
                all.any(|path| matches_path(self.rule, self.subject, path))
            }),
            Paths::None | Paths::Unreadable(_) => true,
        }
    }
}
