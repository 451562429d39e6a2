//! Fires the scenes one after the other and prints the timeline.

use snaphook::prelude::*;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use snaphook::input::{Fields, Input};
use snaphook::{Engine, Event, Outcome, builtins};

use super::scenes::{Scene, scenes};
use crate::error::CommandError;
use crate::show::{effects, hook_line, hook_text, style};
use crate::world;

const SETTINGS: &str = include_str!("settings.json");

pub(crate) async fn demo() -> Result<ExitCode, CommandError> {
    let folder = tempfile::Builder::new()
        .prefix("snaphook-demo-")
        .tempdir()
        .map_err(|error| {
            CommandError::new(format!("failed to create a folder for the demo: {error}"))
                .help("set TMPDIR to a folder that you can write to")
        })?;
    let engine = Engine::builder()
        .context(world::context(folder.path(), &[]))
        .settings_json(SETTINGS)
        .builtins(builtins::shipped())
        .build()
        .map_err(|error| CommandError::new(error.to_string()))?;
    let (bold, dim) = (style::BOLD, style::DIM);
    let scenes = scenes();
    crate::say!(
        "{bold}A scripted agent session, real hooks{bold:#} {dim}({} hooks, {} events){dim:#}",
        engine.configured().len(),
        scenes.len()
    );
    let width = engine
        .configured()
        .iter()
        .map(|hook| hook.name.chars().count())
        .max()
        .unwrap_or_default();
    let began = Instant::now();
    for scene in &scenes {
        let at = began.elapsed();
        let outcome = engine.execute(input(scene, folder.path())?).await;
        show_scene(scene, &outcome, at, width);
    }
    engine.shutdown(Duration::ZERO).await;
    crate::say!(
        "\n{dim}Next, in a project of yours: a first guard and a test for it, with{dim:#}\n  snaphook init"
    );
    Ok(ExitCode::SUCCESS)
}

fn input(scene: &Scene, cwd: &std::path::Path) -> Result<Input, CommandError> {
    let build = || {
        let mut fields = Fields::from_value(&scene.fields)?;
        fields.set("session_id", "demo")?;
        fields.set("transcript_path", "")?;
        fields.set("cwd", &cwd.to_string_lossy())?;
        Input::for_event(Event::resolve(scene.event), fields)
    };
    build().map_err(|error| CommandError::new(error.to_string()))
}

fn show_scene(scene: &Scene, outcome: &Outcome, at: Duration, width: usize) {
    let (bold, dim) = (style::BOLD, style::DIM);
    crate::say!(
        "\n{dim}{:>6.3} s{dim:#}  {bold}{}{bold:#}  {}",
        at.as_secs_f64(),
        scene.event,
        scene.doing
    );
    for entry in &outcome.hooks {
        crate::say!("          {}", hook_line(entry, width));
        if let Some(text) = hook_text(entry) {
            crate::say!("            {text}");
        }
    }
    let (words, style) = conclusion(scene, outcome);
    crate::say!("          {style}→ {words}{style:#}");
    for (label, text) in effects(outcome) {
        crate::say!(
            "            {dim}{label}:{dim:#} {}",
            text.replace('\n', " / ")
        );
    }
    if let Some(text) = outcome.text_for_model().filter(|_| outcome.blocked) {
        crate::say!("            {dim}the model is told:{dim:#} {text}");
    }
}

/// What the outcome means for this agent, in one phrase.
fn conclusion(scene: &Scene, outcome: &Outcome) -> (&'static str, anstyle::Style) {
    match (outcome.blocked, scene.event) {
        (true, "Stop") => ("sent back to work", style::BAD),
        (true, "PreToolUse") => ("denied, the command never runs", style::BAD),
        (true, _) => ("blocked", style::BAD),
        (false, _)
            if outcome
                .updated_input
                .as_ref()
                .is_some_and(|input| input.is_object()) =>
        {
            ("allowed, with another command", style::WARNING)
        }
        (false, _) if !outcome.feedback.is_empty() => ("done, with feedback", style::WARNING),
        (false, "Stop") => ("the session may end", style::GOOD),
        (false, _) => ("goes on", style::GOOD),
    }
}
