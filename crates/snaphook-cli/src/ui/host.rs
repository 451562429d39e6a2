//! What the page asks of the command: the same code as `explain`, `replay`, `check` and `doctor`.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use snaphook::{CancellationToken, Input};
use snaphook_approvals::Approvers;
use snaphook_log::Filter;
use snaphook_log::compare::OutcomeChange;
use snaphook_ui::{HostError, PageHost, SettingsProposal};

use crate::approvals::{OwnApprovals, started_by_agent};
use crate::check;
use crate::doctor::{self, Survey, SurveyedAgents};
use crate::error::CommandError;
use crate::explain;
use crate::install::Host;
use crate::list;
use crate::log::{EventNumber, OpenLog, PlaceArgs};
use crate::replay::{Engines, Events, ReplayReport, ReplayedEvent, save_cases};
use crate::settings_args::{EngineOptions, Purpose, SettingsArgs};
use crate::world;

/// The most changed events of a backtest that are listed.
const LISTED: usize = 200;

/// The log of the settings.
const USUAL_LOG: PlaceArgs = PlaceArgs {
    file: None,
    from: None,
};

/// What the page asks for, in the project around the working directory.
pub(super) struct CommandHost {
    project: PathBuf,
}

impl CommandHost {
    pub(super) fn new() -> Result<Self, CommandError> {
        Ok(Self {
            project: world::project_root(&world::folder(None)?),
        })
    }
}

/// Today's settings of each event's own project.
fn todays_settings() -> SettingsArgs {
    SettingsArgs {
        dialect: None,
        ..SettingsArgs::usual()
    }
}

fn failed(error: CommandError) -> HostError {
    let help = error.help_text().map(str::to_owned);
    HostError::new(error.to_string(), help)
}

impl PageHost for CommandHost {
    fn version(&self) -> String {
        env!("CARGO_PKG_VERSION").to_owned()
    }

    fn approvers(&self) -> Approvers {
        OwnApprovals::read().approvers()
    }

    fn refuses_answers(&self) -> Option<String> {
        started_by_agent()
    }

    fn explain(&self, event: i64) -> Result<Value, HostError> {
        explain_event(event).map_err(failed)
    }

    fn fire_again(&self, event: i64, input: Option<&str>) -> Result<Value, HostError> {
        fire_event(event, input).map_err(failed)
    }

    fn save_test(&self, event: i64, name: &str) -> Result<Value, HostError> {
        save_event(event, name).map_err(failed)
    }

    fn backtest(&self, proposal: &SettingsProposal) -> Result<Value, HostError> {
        backtest(proposal).map_err(failed)
    }

    fn settings_health(&self) -> Result<Value, HostError> {
        settings_health(&self.project).map_err(failed)
    }

    fn agents_health(&self) -> Result<Value, HostError> {
        let survey = || -> Result<Value, CommandError> {
            let host = Host::of(Some(&self.project))?;
            let survey = Survey::make(&host, SurveyedAgents::Found)?;
            Ok(doctor::survey_json(&survey))
        };
        survey().map_err(failed)
    }
}

fn explain_event(id: i64) -> Result<Value, CommandError> {
    let log = OpenLog::of(&USUAL_LOG)?;
    let (_, body) = log.event(EventNumber::Id(id))?;
    let settings = todays_settings();
    let mut engines = Engines::silent(&settings);
    let text = log.shown(&body.input).to_string();
    let input = Input::parse(&text).map_err(|error| CommandError::new(error.to_string()))?;
    let engine = engines.of(&body)?;
    let mut json = explain::as_json(engine, &engine.explain(&input));
    log.redaction().value(&mut json);
    json["problems"] = engines.problems().into();
    Ok(json)
}

fn fire_event(id: i64, input: Option<&str>) -> Result<Value, CommandError> {
    let log = OpenLog::of(&USUAL_LOG)?;
    let (event, body) = log.event(EventNumber::Id(id))?;
    // The same refusal as in `replay`.
    Events::one(EventNumber::Id(id), &log)?;
    let settings = todays_settings();
    let mut engines = Engines::silent(&settings);
    let mut again = ReplayedEvent::of(&event, &body, &log);
    if let Some(text) = input {
        let input = serde_json::from_str(text).map_err(|error| {
            CommandError::new(format!("the edited input is not valid JSON: {error}"))
        })?;
        again = again.with_input(input);
    }
    let engine = engines.of(&body)?;
    let runtime = tokio::runtime::Handle::current();
    let replayed = runtime.block_on(again.fire(engine, &CancellationToken::new()));
    runtime.block_on(engines.shutdown());
    if let Some(why) = replayed.failed {
        return Err(CommandError::new(format!(
            "it cannot be fired again: {why}"
        )));
    }
    let changes = replayed.changes.iter().map(OutcomeChange::to_json);
    Ok(json!({
        "before": replayed.before,
        "now": replayed.now,
        "changes": changes.collect::<Value>(),
        "redacted": replayed.redacted,
        "cut": replayed.cut,
        "problems": engines.problems(),
    }))
}

fn save_event(id: i64, name: &str) -> Result<Value, CommandError> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    if name.starts_with('.') || !name.chars().all(plain) {
        return Err(
            CommandError::new(format!("`{name}` is not a plain file name"))
                .help("use letters, digits, `.`, `_` and `-`"),
        );
    }
    let mut log = OpenLog::of(&USUAL_LOG)?;
    let (_, body) = log.event(EventNumber::Id(id))?;
    let settings = todays_settings();
    let mut engines = Engines::silent(&settings);
    let file = engines.project(&body)?.join(name);
    let mut events = Events::one(EventNumber::Id(id), &log)?;
    save_cases(&file, &mut events, &mut log, &mut engines)?;
    let text = std::fs::read_to_string(&file).unwrap_or_default();
    Ok(json!({"file": file.to_string_lossy(), "text": text}))
}

fn backtest(proposal: &SettingsProposal) -> Result<Value, CommandError> {
    let ending = Path::new(&proposal.name).extension();
    let ending = ending.and_then(|ending| ending.to_str()).unwrap_or("json");
    if !["json", "jsonc", "yaml", "yml", "toml"].contains(&ending) {
        return Err(CommandError::new(format!("unknown format `.{ending}`"))
            .help("drop a settings file in JSON, YAML or TOML"));
    }
    let file = tempfile::Builder::new()
        .prefix("proposed-")
        .suffix(&format!(".{ending}"))
        .tempfile()
        .and_then(|file| std::fs::write(file.path(), &proposal.text).map(|()| file))
        .map_err(|error| CommandError::new(format!("failed to keep the settings: {error}")))?;
    let settings = SettingsArgs {
        settings: vec![file.path().to_owned()],
        ..todays_settings()
    };
    let mut log = OpenLog::of(&USUAL_LOG)?;
    let filter = Filter {
        since: proposal.since,
        ..Filter::default()
    };
    let (mut events, _) = Events::fitting(filter, &mut log)?;
    let mut engines = Engines::silent(&settings);
    let mut report = ReplayReport::new(false, false, LISTED);
    while let Some((event, body)) = events.next(&mut log)? {
        let engine = engines.of(&body)?;
        let replayed = ReplayedEvent::of(&event, &body, &log).select(engine);
        report.add(event, replayed);
    }
    let mut json = report.to_json(&log);
    let path = file.path().to_string_lossy();
    let problems = engines.problems().iter();
    json["problems"] = problems
        .map(|line| line.replace(&*path, &proposal.name))
        .collect();
    Ok(json)
}

fn settings_health(project: &Path) -> Result<Value, CommandError> {
    let findings = check::check_everywhere(project)?;
    let options = EngineOptions::to(Purpose::Inspect);
    let engine = todays_settings().engine_with(project, options)?;
    let hooks: Vec<_> = list::all(&engine);
    let untrusted = hooks
        .iter()
        .filter(|one| one.hook.enabled && matches!(one.trust, "untrusted" | "changed"));
    let off = engine.switched_off();
    Ok(json!({
        "project": project.to_string_lossy(),
        "findings": findings,
        "untrusted": untrusted.map(list::ConfiguredHook::to_json).collect::<Value>(),
        "hooks": hooks.len(),
        "switchedOff": off.iter().map(|one| one.by.to_string()).collect::<Vec<_>>(),
    }))
}
