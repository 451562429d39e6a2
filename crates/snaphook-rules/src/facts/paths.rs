//! The files that a call names, as facts: as they are written, where they really
//! are, whether that is inside the project, and what happens to them.

use std::path::Path;

use snaphook_core::tool::ToolClass;

use super::fact::{Fact, FactItem, FactList};
use crate::content::PATH_FIELDS;
use crate::path::normal;
use crate::permission::{Effect, OtherPaths, TouchedFile, touched_files};
use crate::subject::shown;
use crate::written_path::{Paths, WrittenPath};
use crate::{ContentKind, Subject};

/// The files that a call names, or may.
pub(super) fn of(subject: &Subject<'_>, project: Option<&Path>) -> FactList {
    let project = ProjectFolder::of(subject, project);
    let mut list = FactList {
        items: Vec::new(),
        complete: true,
    };
    if matches!(subject.kind(), ContentKind::Bash | ContentKind::PowerShell) {
        for file in touched_files(subject) {
            add_touched(subject, &project, &file, &mut list);
        }
    } else {
        add_named(subject, &project, &mut list);
    }
    list
}

/// The project's folder, as it really is.
struct ProjectFolder(Option<Vec<String>>);

impl ProjectFolder {
    fn of(subject: &Subject<'_>, project: Option<&Path>) -> Self {
        Self(project.map(|folder| {
            let written = normal(Path::new("/"), &folder.to_string_lossy());
            subject.real(&written).unwrap_or(written)
        }))
    }

    /// Whether a path is inside, wherever it may really lead.
    fn holds(&self, path: &WrittenPath) -> Fact {
        let Some(folder) = &self.0 else {
            return Fact::Unknown;
        };
        let inside = |path: &Vec<String>| path.starts_with(folder);
        match &path.real[..] {
            [] => Fact::Bool(inside(&path.path)),
            real if real.iter().all(inside) => Fact::Bool(true),
            real if !real.iter().any(inside) => Fact::Bool(false),
            _ => Fact::Unknown,
        }
    }
}

/// The paths in the fields of a tool.
fn add_named(subject: &Subject<'_>, project: &ProjectFolder, list: &mut FactList) {
    let access = match subject.class() {
        ToolClass::Edit => Fact::text("write"),
        ToolClass::Read => Fact::text("read"),
        _ => Fact::Unknown,
    };
    let written = PATH_FIELDS
        .iter()
        .filter_map(|field| subject.tool_input().get(field)?.as_str());
    let written: Vec<&str> = written.collect();
    match subject.paths() {
        Paths::None => {}
        Paths::Unreadable(_) => list.complete = false,
        Paths::Known(paths) => {
            for path in paths {
                let text = match &written[..] {
                    [only] if paths.len() == 1 => (*only).to_owned(),
                    _ => shown(&path.path),
                };
                let certain = paths.len() == written.len().max(1);
                let found = known_path(text, path, project, access.clone(), certain);
                list.items.push(found);
            }
        }
    }
}

/// A file that a command line touches, or could.
fn add_touched(
    subject: &Subject<'_>,
    project: &ProjectFolder,
    file: &TouchedFile,
    list: &mut FactList,
) {
    if file.beyond == OtherPaths::Anything {
        list.complete = false;
    }
    let access = match file.effect {
        Effect::Write => Fact::text("write"),
        Effect::Read => Fact::text("read"),
    };
    // Every place that may be meant: one of them is.
    let mut places: Vec<(&str, Option<WrittenPath>)> = Vec::new();
    for text in &file.paths {
        let paths = subject.possible_paths(subject.places().cwd, text);
        places.extend(paths.into_iter().map(|path| (text.as_str(), path)));
    }
    let alone = places.len() + file.globs.len() == 1;
    let known = file.doubt.is_none() && file.beyond == OtherPaths::Nothing;
    let certain = known && alone;
    let before = list.items.len();
    for (text, path) in places {
        list.items.push(match path {
            Some(path) => known_path(text.to_owned(), &path, project, access.clone(), certain),
            None => unknown_path(text, Fact::Unknown, access.clone(), certain),
        });
    }
    for glob in &file.globs {
        let inside = of_glob(subject, project, glob);
        list.items
            .push(unknown_path(glob, inside, access.clone(), certain));
    }
    let first = file.paths.first().or(file.globs.first());
    if let Some(first) = first.filter(|_| known && !alone)
        && let Some(inside) = agreed_side(&list.items[before..])
    {
        list.items
            .push(unknown_path(first, inside, access.clone(), true));
    }
    if file.beyond == OtherPaths::OtherFolders {
        for text in file.paths.first().iter().chain(&file.globs.first()) {
            let found = unknown_path(text, Fact::Unknown, access.clone(), true);
            list.items.push(found);
        }
    }
}

/// Whether alternatives are inside of the project, where all are or none is.
fn agreed_side(items: &[FactItem]) -> Option<Fact> {
    let side = |item: &FactItem| match &item.value {
        Fact::Record(members) => {
            let inside = members.iter().find(|(name, _)| name == "inside");
            inside.map(|(_, fact)| fact.clone())
        }
        _ => None,
    };
    let first = items.first().and_then(side)?;
    let agree = items.iter().all(|item| side(item).as_ref() == Some(&first));
    (agree && first != Fact::Unknown).then_some(first)
}

/// Whether everything that a glob may stand for is inside.
fn of_glob(subject: &Subject<'_>, project: &ProjectFolder, glob: &str) -> Fact {
    let Some(expanded) = subject.expand(glob) else {
        return Fact::Unknown;
    };
    let mut sides = Vec::new();
    for text in expanded {
        for path in subject.possible_paths(subject.places().cwd, &text) {
            let side = path.map_or(Fact::Unknown, |path| project.holds(&path));
            if !sides.contains(&side) {
                sides.push(side);
            }
        }
    }
    match &sides[..] {
        [side] => side.clone(),
        _ => Fact::Unknown,
    }
}

fn known_path(
    text: String,
    path: &WrittenPath,
    project: &ProjectFolder,
    access: Fact,
    certain: bool,
) -> FactItem {
    let resolved = match &path.real[..] {
        [] => Fact::text(shown(&path.path)),
        [real] => Fact::text(shown(real)),
        _ => Fact::Unknown,
    };
    let value = Fact::record([
        ("path", Fact::Text(text)),
        ("resolved", resolved),
        ("inside", project.holds(path)),
        ("access", access),
        ("certain", Fact::Bool(certain)),
    ]);
    FactItem { value, certain }
}

fn unknown_path(text: &str, inside: Fact, access: Fact, certain: bool) -> FactItem {
    let value = Fact::record([
        ("path", Fact::text(text)),
        ("resolved", Fact::Unknown),
        ("inside", inside),
        ("access", access),
        ("certain", Fact::Bool(certain)),
    ]);
    FactItem { value, certain }
}
