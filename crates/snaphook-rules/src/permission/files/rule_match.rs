//! How a rule matches a file that a line touches.

use std::path::Path;

use snaphook_core::permission::Behavior;

use serde_json::json;

use crate::name_pattern::NamePattern;
use crate::path::{PathPart, normal};
use crate::permission::call_match::CallMatch;
use crate::permission::rule::PermissionRule;
use crate::subject::shown;
use crate::tested_subject::{could_match_path, matches_path};
use crate::{Rule, Subject};

use super::operands::{Depth, Effect};
use super::touched::{OtherPaths, TouchedFile};
use crate::folder_tree::{EntryKind, FolderTree};

/// The tools whose calls do to a file what a line does to it.
const WRITES: &[&str] = &["Write", "Edit", "MultiEdit", "NotebookEdit"];
const READS: &[&str] = &["Read"];

/// A name that nobody gives a file: it stands for any name.
pub(in crate::permission) const ANY_NAME: &str = "\u{1}";

/// How a rule matches a touched file; `None` if it does not.
pub(in crate::permission) fn match_rule(
    rule: &PermissionRule,
    file: &TouchedFile,
    subject: &Subject<'_>,
) -> Option<CallMatch> {
    let tool = tool(rule, file, subject)?;
    if rule.rule.content().is_none() {
        return match file.doubt {
            None => Some(CallMatch::Known("is for every use of the tool".to_owned()).by(&file.by)),
            Some(doubt) if file.beyond == OtherPaths::Anything => {
                Some(CallMatch::Unclear(format!("could match: {doubt}")))
            }
            Some(_) => None,
        };
    }
    let known = |met: CallMatch| match file.doubt {
        None => met.by(&file.by),
        Some(doubt) => met.make_unclear(doubt).by(&file.by),
    };
    let mut unclear = None;
    for path in &file.paths {
        match test(rule, tool, path, subject) {
            Some(met) if met.is_known() && file.doubt.is_none() => return Some(known(met)),
            met => unclear = unclear.or(met.map(known)),
        }
        if !matches!(file.depth, Depth::Itself | Depth::Revision) {
            let below = format!("{}/{ANY_NAME}", path.trim_end_matches('/'));
            match test(rule, tool, &below, subject) {
                Some(met) if met.is_known() => {
                    let met = CallMatch::Known(format!("covers all below `{path}`"));
                    if file.doubt.is_none() {
                        return Some(known(met));
                    }
                    unclear = unclear.or(Some(known(met)));
                }
                _ => {}
            }
        }
    }
    for glob in &file.globs {
        let any = glob.replace(['*', '?'], ANY_NAME);
        let all = !glob.contains('[')
            && test(rule, tool, &any, subject).is_some_and(|met| met.is_known());
        if all && file.doubt.is_none() {
            return Some(known(CallMatch::Known(format!("matches `{glob}`"))));
        }
        let parts = parts(glob, true, subject);
        if unclear.is_none() && could_match_path(&rule.rule, subject, &parts) {
            unclear = Some(CallMatch::Unclear(format!("could match `{glob}`")).by(&file.by));
        }
    }
    unclear
        .or_else(|| could_be_below(&rule.rule, file, subject))
        .or_else(|| could_be_elsewhere(&rule.rule, file, subject))
}

/// The tool by whose name the rule is tested.
fn tool(rule: &PermissionRule, file: &TouchedFile, subject: &Subject<'_>) -> Option<&'static str> {
    let named = |tools: &[&'static str]| {
        let mut tools = tools.iter();
        tools
            .find(|tool| rule.rule.names(tool, subject.aliases()))
            .copied()
    };
    let denies_path = rule.behavior == Behavior::Deny && rule.rule.content().is_some();
    match file.effect {
        Effect::Read => named(READS),
        Effect::Write if denies_path => named(WRITES).or_else(|| named(READS)),
        Effect::Write => named(WRITES),
    }
}

fn test(rule: &PermissionRule, tool: &str, path: &str, subject: &Subject<'_>) -> Option<CallMatch> {
    let input = json!({ "file_path": path });
    CallMatch::of(rule, &subject.of_tool(tool, &input))
}

/// What a command does to a folder, it may do to a file below it.
fn could_be_below(rule: &Rule, file: &TouchedFile, subject: &Subject<'_>) -> Option<CallMatch> {
    let end = match file.depth {
        Depth::Itself => return None,
        Depth::Below => PathPart::Below,
        Depth::Visible => PathPart::Visible,
        Depth::Tracked | Depth::History | Depth::Revision => {
            return could_be_in_repository(rule, file, subject);
        }
    };
    let paths = file.paths.iter().map(|path| (path, false));
    let globs = file.globs.iter().map(|glob| (glob, true));
    for (text, is_glob) in paths.chain(globs) {
        let written = parts(text, is_glob, subject);
        // What a link leads to may hold it, where the link itself does not.
        let real = subject.real(&names(&written)).filter(|_| !is_glob);
        let real = real.map(|path| path.into_iter().map(PathPart::Name).collect());
        for mut parts in std::iter::once(written).chain(real) {
            // That somewhere below a folder which is removed or written into there is
            // a file of some name is not feared, unless the folder holds all.
            let holds_all = cwd(subject).starts_with(&names(&parts));
            let is_file = !is_glob && looks_like_file(text);
            if rule.floats() && (file.effect == Effect::Write || is_file) && !holds_all {
                continue;
            }
            parts.push(end.clone());
            if could_match_path(rule, subject, &parts) {
                let how = format!("could match a file below `{text}`");
                return Some(CallMatch::Unclear(how).by(&file.by));
            }
        }
    }
    None
}

/// What git prints of a repository, it may print of a file in it.
fn could_be_in_repository(
    rule: &Rule,
    file: &TouchedFile,
    subject: &Subject<'_>,
) -> Option<CallMatch> {
    let tree = FolderTree::of(subject);
    for path in &file.paths {
        let path = names(&parts(path, false, subject));
        let is_there = || matches!(tree.kind(&path), EntryKind::File | EntryKind::Folder);
        if file.depth == Depth::Revision && is_there() {
            continue;
        }
        let repository = subject
            .places()
            .real_path
            .repository(Path::new(&shown(&path)));
        let root = repository
            .as_ref()
            .map(|found| found.root.to_string_lossy());
        let root = normal(Path::new("/"), root.as_deref().unwrap_or_default());
        let tracked = repository.and_then(|found| found.tracked);
        let how = match tracked.filter(|_| file.depth == Depth::Tracked) {
            Some(tracked) => {
                let mut paths = tracked.iter().map(|name| {
                    let names = name.split('/').map(str::to_owned);
                    root.iter().cloned().chain(names).collect::<Vec<_>>()
                });
                let found = paths.find(|path| matches_path(rule, subject, path));
                found.map(|path| format!("could match `{}`, which git tracks", shown(&path)))
            }
            None => {
                let root = root.into_iter().map(PathPart::Name);
                let below: Vec<PathPart> = root.chain([PathPart::Below]).collect();
                could_match_path(rule, subject, &below)
                    .then(|| "could match a file that a commit holds".to_owned())
            }
        };
        if let Some(how) = how {
            return Some(CallMatch::Unclear(how).by(&file.by));
        }
    }
    None
}

/// Whether a path has the name of a file rather than of a folder: `notes.md`.
fn looks_like_file(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.trim_start_matches('.').contains('.')
}

fn could_be_elsewhere(rule: &Rule, file: &TouchedFile, subject: &Subject<'_>) -> Option<CallMatch> {
    match file.beyond {
        OtherPaths::Nothing => None,
        OtherPaths::Anything => {
            let doubt = file.doubt.unwrap_or("which files is not known");
            Some(CallMatch::Unclear(format!("could match: {doubt}")).by(&file.by))
        }
        OtherPaths::OtherFolders => {
            let texts = file.paths.first().or(file.globs.first())?;
            let relative = texts.trim_start_matches("./");
            let mut parts = vec![PathPart::Any];
            parts.extend(relative_parts(relative, !file.globs.is_empty(), subject));
            could_match_path(rule, subject, &parts).then(|| {
                let how =
                    format!("could match `{relative}`: the folder it starts from is not known");
                CallMatch::Unclear(how).by(&file.by)
            })
        }
    }
}

/// A path as parts, from the root.
fn parts(text: &str, is_glob: bool, subject: &Subject<'_>) -> Vec<PathPart> {
    let places = subject.places();
    let (start, text) = match (places.home, text.strip_prefix("~/")) {
        (Some(home), Some(rest)) => (home, rest),
        (Some(home), None) if text == "~" => (home, "."),
        _ => (places.cwd, text),
    };
    let depth = match text.starts_with('/') {
        true => 0,
        false => normal(start, "").len(),
    };
    let path = normal(start, text);
    let literal = |name: &String| PathPart::Name(name.clone());
    let (start, rest) = path.split_at(depth.min(path.len()));
    start
        .iter()
        .map(literal)
        .chain(rest.iter().map(|name| part(name, is_glob, subject)))
        .collect()
}

fn relative_parts(text: &str, is_glob: bool, subject: &Subject<'_>) -> Vec<PathPart> {
    let names = text
        .split('/')
        .filter(|name| !matches!(*name, "" | "." | ".."));
    names.map(|name| part(name, is_glob, subject)).collect()
}

pub(super) fn part(name: &str, is_glob: bool, subject: &Subject<'_>) -> PathPart {
    match name {
        "**" if is_glob => PathPart::Any,
        name if is_glob && name.contains(['*', '?', '[']) => {
            PathPart::Glob(NamePattern::parse(name), sees_dots(subject))
        }
        name => PathPart::Name(name.to_owned()),
    }
}

/// The names at the beginning of some parts.
fn names(parts: &[PathPart]) -> Vec<String> {
    let name = |part: &PathPart| match part {
        PathPart::Name(name) => Some(name.clone()),
        _ => None,
    };
    parts.iter().map_while(name).collect()
}

fn cwd(subject: &Subject<'_>) -> Vec<String> {
    normal(subject.places().cwd, "")
}

/// Whether the line may have told the shell that wildcards match a dot at the
/// beginning.
fn sees_dots(subject: &Subject<'_>) -> bool {
    let line = subject
        .command()
        .unwrap_or_default()
        .to_lowercase()
        .replace('_', "");
    let mut names = ["dotglob", "globdots", "globignore"].iter();
    names.any(|name| line.contains(name))
}
