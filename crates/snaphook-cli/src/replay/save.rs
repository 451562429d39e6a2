//! Writes recorded events as test cases that expect the recorded outcomes.

use std::collections::{BTreeSet, HashSet};
use std::path::{Component, Path, PathBuf};
use std::process::ExitCode;

use serde_json::{Map, Value, json};
use snaphook::hook::Scope;
use snaphook::{Engine, FileState};
use snaphook_log::{LoggedBody, LoggedEvent};

use super::engines::Engines;
use super::events::Events;
use super::one_event::holds;
use crate::error::CommandError;
use crate::log::{self, OpenLog};
use crate::show::style;

/// How the name of a test file ends.
const ENDING: &str = ".hooktest.json";

/// Fields that every test gets of its own.
const OF_SESSIONS: [&str; 4] = ["session_id", "transcript_path", "tool_use_id", "prompt_id"];

/// What was written, and what was not.
pub(crate) struct SavedCases {
    /// How many cases.
    count: usize,
    /// Events that were cancelled.
    passed_over: usize,
    /// Events that others decided.
    decided_by_others: usize,
    /// These others.
    elsewhere: String,
}

pub(super) fn save(
    file: &Path,
    events: &mut Events,
    log: &mut OpenLog,
    engines: &mut Engines<'_>,
) -> Result<ExitCode, CommandError> {
    let saved = save_cases(file, events, log, engines)?;
    let cases = match saved.count {
        1 => "1 case",
        count => &format!("{count} cases"),
    };
    crate::say!(
        "{cases} in {}; run with `snaphook test {}`",
        file.display(),
        file.display()
    );
    if saved.passed_over > 0 {
        crate::say!(
            "{} skipped: cancelled, so it has no outcome to expect",
            counted(saved.passed_over)
        );
    }
    if saved.decided_by_others > 0 {
        let elsewhere = style::one_line(&saved.elsewhere);
        crate::say!(
            "{} skipped: hooks of {elsewhere} decided; name that file with --settings FILE to save such events",
            counted(saved.decided_by_others)
        );
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes events as test cases into a new file.
pub(crate) fn save_cases(
    file: &Path,
    events: &mut Events,
    log: &mut OpenLog,
    engines: &mut Engines<'_>,
) -> Result<SavedCases, CommandError> {
    let failed = |why: String| CommandError::new(format!("{}: {why}", file.display()));
    if !file.to_string_lossy().ends_with(ENDING) {
        return Err(
            failed("not the name of a test file".to_owned()).help(format!(
                "use a name that ends in {ENDING}; `snaphook test` finds only those"
            )),
        );
    }
    let (mut cases, mut seen, mut passed_over) = (Vec::new(), HashSet::new(), 0_usize);
    let (mut elsewhere, mut decided_by_others) = (BTreeSet::new(), 0_usize);
    while let Some((event, body)) = events.next(log)? {
        let project = engines.project(&body)?;
        let files = match engines.named() {
            [] => of_project(engines.of(&body)?),
            named => named.to_vec(),
        };
        let others = match engines.named() {
            [] => foreign_deciders(&body, log),
            _ => BTreeSet::new(),
        };
        if !others.is_empty() {
            elsewhere.extend(others);
            decided_by_others += 1;
            continue;
        }
        let settings = settings(&files, file, &body)?;
        let Some(case) = case(&event, &body, log, &project, settings) else {
            passed_over += 1;
            continue;
        };
        // Equal events with equal outcomes become one case.
        let same = [&case["input"], &case["expect"], &case["settings"]].map(ToString::to_string);
        if seen.insert(same.concat()) {
            cases.push(case);
        }
    }
    let elsewhere = Vec::from_iter(elsewhere).join(", ");
    if cases.is_empty() && decided_by_others > 0 {
        let why = format!("hooks of {elsewhere} decided these events");
        return Err(failed(why).help("name the settings of the cases with --settings FILE"));
    }
    if cases.is_empty() {
        return Err(failed("no event to save".to_owned())
            .help("choose an event that was not cancelled: a test needs an outcome to expect"));
    }
    let count = cases.len();
    let text = serde_json::to_string_pretty(&json!({"cases": cases})).unwrap_or_default();
    let mut options = std::fs::File::options();
    let written = options.write(true).create_new(true).open(file);
    written
        .and_then(|mut out| std::io::Write::write_all(&mut out, format!("{text}\n").as_bytes()))
        .map_err(|error| failed(error.to_string()).help("name a file that does not exist yet"))?;
    Ok(SavedCases {
        count,
        passed_over,
        decided_by_others,
        elsewhere,
    })
}

/// The settings that a project has of its own.
fn of_project(engine: &Engine) -> Vec<PathBuf> {
    let files = engine.files();
    let read = files
        .iter()
        .filter(|it| matches!(it.state, FileState::Read { .. }));
    let own = read.filter(|it| matches!(it.scope, Scope::Project | Scope::Local));
    own.map(|it| it.path.clone()).collect()
}

/// Where hooks are from that had a say in an event, and that a project's own
/// settings do not have: a case that runs without them would not pass.
fn foreign_deciders(body: &LoggedBody, log: &OpenLog) -> BTreeSet<String> {
    let outcome = body.outcome.as_deref().map(|outcome| log.shown(outcome));
    let outcome = outcome.unwrap_or_default();
    let rewrites = ["permissionRequest", "updatedInput", "updatedToolOutput"];
    let speaks =
        outcome["continue"] == false || rewrites.iter().any(|key| outcome.get(key).is_some());
    let decided = outcome["decidedBy"].as_array();
    let has_a_say = |hook: &&Value| {
        let decided = decided.is_some_and(|ids| ids.contains(&hook["id"]));
        // Nobody keeps who rewrote something: anyone who said nothing did not.
        let said = hook["stdout"].is_string() || hook["type"] != "command";
        decided || (speaks && said && hook["status"] != "skipped")
    };
    let own = [Scope::Project, Scope::Local].map(Scope::as_str);
    let hooks = outcome["hooks"].as_array().into_iter().flatten();
    hooks
        .filter(has_a_say)
        .filter(|hook| !hook["scope"].as_str().is_some_and(|it| own.contains(&it)))
        .map(|hook| {
            let scope = hook["scope"].as_str().unwrap_or("another place");
            hook["file"].as_str().unwrap_or(scope).to_owned()
        })
        .collect()
}

/// The settings that a case runs with, as paths beside the test file.
fn settings(files: &[PathBuf], file: &Path, body: &LoggedBody) -> Result<Value, CommandError> {
    if files.is_empty() {
        let project = body.project.as_deref().unwrap_or("the project");
        return Err(
            CommandError::new(format!("no settings in {project} to test"))
                .help("name the settings of the cases with --settings FILE"),
        );
    }
    let paths = files.iter().map(|settings| beside(file, settings).into());
    Ok(Value::Array(paths.collect()))
}

/// A path as it is written in a file: relative to its folder.
fn beside(file: &Path, path: &Path) -> String {
    let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let (file, path) = (absolute(file), absolute(path));
    let folder: Vec<Component<'_>> = file
        .parent()
        .map_or(Vec::new(), |it| it.components().collect());
    let parts: Vec<Component<'_>> = path.components().collect();
    let common = folder
        .iter()
        .zip(&parts)
        .take_while(|(one, other)| one == other)
        .count();
    let up = folder[common..].iter().map(|_| Component::ParentDir);
    let relative: PathBuf = up.chain(parts[common..].iter().copied()).collect();
    relative.to_string_lossy().into_owned()
}

fn case(
    event: &LoggedEvent,
    body: &LoggedBody,
    log: &OpenLog,
    project: &Path,
    settings: Value,
) -> Option<Value> {
    let outcome = log.shown(body.outcome.as_deref()?);
    let mut input = log.shown(&body.input);
    let about = log::about(&input);
    let fields = input.as_object_mut()?;
    for field in OF_SESSIONS {
        fields.remove(field);
    }
    // The test runs there, wherever it is checked out.
    if fields.get("cwd").and_then(Value::as_str).map(Path::new) == Some(project) {
        fields.remove("cwd");
    }
    let tool = event.tool.as_deref().map(|tool| format!(" {tool}"));
    let about = if about.is_empty() {
        about
    } else {
        format!(": {about}")
    };
    let name = format!(
        "event {}, {}{}{about}",
        event.id,
        event.event,
        tool.unwrap_or_default()
    );
    let mut case = json!({
        "name": log.shown_text(&name),
        "settings": settings,
        "input": input,
        "expect": expected(&outcome),
        "expectExit": if outcome["blocked"] == true { 2 } else { 0 },
    });
    if body.dialect != "claude" {
        case["dialect"] = body.dialect.clone().into();
    }
    if event.redacted {
        case["description"] = "secrets were removed from it when it was logged".into();
    }
    Some(case)
}

/// What the outcome decided; not what it said on the way.
fn expected(outcome: &Value) -> Value {
    let mut expected = Map::new();
    for key in ["blocked", "continue"] {
        expected.insert(key.to_owned(), outcome[key].clone());
    }
    for key in [
        "blockReason",
        "permissionDecision",
        "permissionRequest",
        "updatedInput",
        "updatedToolOutput",
    ] {
        // What was taken out, cut, or put into a file cannot be expected.
        let marks = ["[redacted: ", "[cut: ", "[not kept: ", "\n[… "];
        let value = outcome.get(key).filter(|value| !holds(value, &marks));
        if let Some(value) = value {
            expected.insert(key.to_owned(), value.clone());
        }
    }
    Value::Object(expected)
}

fn counted(events: usize) -> String {
    match events {
        1 => "1 event was".to_owned(),
        more => format!("{more} events were"),
    }
}
