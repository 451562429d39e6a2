//! Runs one case in a folder, an engine and a session of its own.

use snaphook::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Value;
use snaphook::input::{Fields, InputError};
use snaphook::{Dialect, Engine, Input, Outcome, builtins};
use snaphook_settings::folders::around_settings_folder;
use snaphook_settings::{PackPlaces, Places};
use snaphook_testkit::{Case, Mismatch, SettingsRef, mismatches};

use crate::depth;
use crate::{fire, world};

/// The results of one case.
pub(super) struct CaseRun<'a> {
    pub(super) file: &'a Path,
    pub(super) case: &'a Case,
    pub(super) result: Result<Vec<CaseResult>, String>,
    /// The hooks that the case's settings define: name, file and line.
    pub(super) hooks: Vec<(String, Option<(PathBuf, usize)>)>,
    pub(super) duration: Duration,
}

/// The result of firing the event of a case once.
pub(super) struct CaseResult {
    pub(super) outcome: Outcome,
    pub(super) mismatches: Vec<Mismatch>,
}

pub(super) async fn run<'a>(
    file: &'a Path,
    case: &'a Case,
    pack: Option<&PackPlaces>,
    sandbox: bool,
) -> CaseRun<'a> {
    let began = Instant::now();
    let mut hooks = Vec::new();
    let result = fire_case(file, case, pack, sandbox, &mut hooks).await;
    CaseRun {
        file,
        case,
        result,
        hooks,
        duration: began.elapsed(),
    }
}

async fn fire_case(
    file: &Path,
    case: &Case,
    pack: Option<&PackPlaces>,
    sandbox: bool,
    hooks: &mut Vec<(String, Option<(PathBuf, usize)>)>,
) -> Result<Vec<CaseResult>, String> {
    let dialect = snaphook_dialects::named(&case.dialect)
        .ok_or_else(|| format!("unknown dialect `{}`", case.dialect))?;
    let fresh = tempfile::Builder::new()
        .prefix("snaphook-test-")
        .tempdir()
        .map_err(|error| format!("failed to create a folder for the case: {error}"))?;
    let root = snaphook_files::canonical(fresh.path())
        .map_err(|error| format!("failed to create a folder for the case: {error}"))?;
    let work = root.join("work");
    write_files(&work, &case.files)?;
    let (project, cwd) = match pack {
        // A pack works in any project: in this one, the case's own. Settings of the case
        // itself name files beside them.
        Some(_) if !has_inline(case) => (work.clone(), work.clone()),
        _ => places(file, case, &work)?,
    };

    let mut env = depth::variables();
    env.extend(
        case.env
            .iter()
            .map(|(name, value)| (name.into(), value.into())),
    );
    let context = world::context(&project, &[])
        .env(env)
        .state_dir(root.join("state"));
    // Everything of one firing is over before the next: background hooks too.
    let mut builder = Engine::builder()
        .context(context)
        .stdin(world::stdin_kind().map_err(|error| error.to_string())?)
        .dialect(Arc::clone(&dialect))
        .sandbox_every_command(sandbox)
        .builtins(builtins::shipped())
        .wait_for_background(true);
    if let Some(agent) = &case.agent {
        builder = builder.agent(agent);
    }
    if let Some(pack) = pack {
        builder = builder.discover(Places::default().packs(pack.clone()));
    }
    for settings in &case.settings {
        builder = match settings {
            SettingsRef::Inline(settings) => builder.settings_json(settings.to_string()),
            // The hooks of a pack come with the pack.
            SettingsRef::File(_) if pack.is_some() => builder,
            SettingsRef::File(path) => builder.settings_file(path),
        };
    }
    let engine = builder.build().map_err(|error| error.to_string())?;
    hooks.extend(engine.configured().iter().map(|hook| {
        let place = hook.source.file.as_ref().zip(hook.source.line);
        let place = place.map(|(file, line)| (file.to_path_buf(), line));
        (hook.name.to_string(), place)
    }));

    let session = engine.session("test");
    let mut fired = Vec::new();
    for index in 0..case.repeat {
        let input = input(case, &*dialect, &cwd)?;
        fire::refuse_odd_event(&engine, &input).map_err(|error| error.to_string())?;
        let outcome = session.execute(input).await;
        let mismatches = compare(case, &*dialect, index, &outcome)?;
        fired.push(CaseResult {
            outcome,
            mismatches,
        });
    }
    engine.shutdown(Duration::ZERO).await;
    Ok(fired)
}

fn has_inline(case: &Case) -> bool {
    let mut settings = case.settings.iter();
    settings.any(|one| matches!(one, SettingsRef::Inline(_)))
}

/// The project and the working directory of a case.
///
/// A case with its own settings or files lives in its fresh folder. One that
/// tests a settings file of a project works in that project, so that the
/// scripts its hooks name are there.
fn places(file: &Path, case: &Case, work: &Path) -> Result<(PathBuf, PathBuf), String> {
    let Some(SettingsRef::File(settings)) = case.settings.last() else {
        return Ok((work.to_owned(), work.to_owned()));
    };
    let settings = std::path::absolute(settings).map_err(|error| error.to_string())?;
    let folders = snaphook_dialects::settings_folders();
    let project = match around_settings_folder(&settings, &folders) {
        Some(project) => project.to_owned(),
        None => {
            let file = std::path::absolute(file).map_err(|error| error.to_string())?;
            file.parent().unwrap_or(Path::new("/")).to_owned()
        }
    };
    let project = snaphook_files::canonical(&project).unwrap_or(project);
    let cwd = if case.files.is_empty() {
        project.clone()
    } else {
        work.to_owned()
    };
    Ok((project, cwd))
}

fn write_files(work: &Path, files: &[(String, String)]) -> Result<(), String> {
    let failed = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    std::fs::create_dir_all(work).map_err(|error| failed(work, error))?;
    for (name, text) in files {
        let relative = Path::new(name);
        let inside = relative
            .components()
            .all(|part| matches!(part, std::path::Component::Normal(_)));
        if !inside || name.is_empty() {
            return Err(format!(
                "`files`: `{name}` must be a path inside the case's folder"
            ));
        }
        let path = work.join(relative);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
        }
        std::fs::write(&path, text).map_err(|error| failed(&path, error))?;
        if text.starts_with("#!") {
            crate::os::make_executable(&path).map_err(|error| failed(&path, error))?;
        }
    }
    Ok(())
}

fn input(case: &Case, dialect: &dyn Dialect, cwd: &Path) -> Result<Input, String> {
    let fields = || {
        let mut fields = Fields::from_value(&Value::Object(case.input.clone()))?;
        world::fill_common(&mut fields, cwd)?;
        Ok(fields)
    };
    let fields = fields().map_err(|error: InputError| error.to_string())?;
    fire::build(None, fields, dialect.rules()).map_err(|error| error.to_string())
}

fn compare(
    case: &Case,
    dialect: &dyn Dialect,
    index: usize,
    outcome: &Outcome,
) -> Result<Vec<Mismatch>, String> {
    let json = serde_json::to_value(outcome).map_err(|error| error.to_string())?;
    let mut found = case
        .expect
        .get(index)
        .map(|expected| mismatches(expected, &json))
        .unwrap_or_default();
    // After a repeated case, what the last time gave counts.
    if index + 1 < case.repeat {
        return Ok(found);
    }
    if let Some(expected) = &case.expect_native {
        found.extend(mismatches(expected, &dialect.result(outcome)));
    }
    if let Some(exit) = case
        .expect_exit
        .filter(|exit| *exit != outcome.exit_status())
    {
        found.push(Mismatch {
            path: "exit status".to_owned(),
            expected: exit.to_string(),
            actual: Some(outcome.exit_status().into()),
        });
    }
    if let Some(names) = &case.decided_by {
        let deciders: Vec<_> = outcome
            .hooks
            .iter()
            .filter(|entry| outcome.decided_by.contains(&entry.id))
            .collect();
        let as_expected = deciders.len() == names.len()
            && deciders.iter().all(|entry| {
                names
                    .iter()
                    .any(|n| *n == entry.name || n == entry.id.as_str())
            });
        if !as_expected {
            let actual: Vec<_> = deciders.iter().map(|entry| entry.name.as_str()).collect();
            found.push(Mismatch {
                path: "decided by".to_owned(),
                expected: names.join(", "),
                actual: Some(actual.into()),
            });
        }
    }
    Ok(found)
}
