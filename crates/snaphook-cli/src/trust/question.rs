//! Shows each hook before the person decides whether to trust it.

use std::path::Path;

use serde_json::{Map, Value, json};
use snaphook::hook::Hook;
use snaphook::trust::{ScriptState, TrustState};
use snaphook::{Engine, TrustQuestion};

use super::shown;
use super::text::Texts;
use crate::show::{self, style};

pub(super) fn print(engine: &Engine, project: &Path, questions: &[TrustQuestion], texts: &Texts) {
    let (bold, dim) = (style::BOLD, style::DIM);
    if questions.is_empty() {
        crate::say!("{}: nothing here needs trust", shown(project));
        return;
    }
    crate::say!("{bold}{}{bold:#}", shown(project));
    for question in questions {
        let hook = &question.hook;
        let (word, colour) = match &question.standing {
            TrustState::Trusted => ("trusted", style::GOOD),
            TrustState::Unknown => ("new", style::WARNING),
            TrustState::Changed(_) => ("changed", style::WARNING),
        };
        let matcher = hook.matcher.text().map(|text| format!(" on {text}"));
        crate::say!(
            "\n{colour}{word}{colour:#} {bold}{}{bold:#}  {}{}  {dim}{}{dim:#}",
            style::one_line(&hook.name),
            style::one_line(hook.event.as_str()),
            style::one_line(&matcher.unwrap_or_default()),
            style::one_line(&show::place(hook))
        );
        if let Some(condition) = &hook.condition {
            crate::say!("  if      {}", style::one_line(condition));
        }
        if let Some(when) = &hook.when {
            print_text("when", when);
        }
        if let Some(description) = &hook.description {
            print_text("says", description);
        }
        for (label, text) in runs(&question.hook) {
            print_text(&label, &text);
        }
        if let Some(rights) = show::sandbox_line(engine, hook) {
            print_text("rights", &rights);
        }
        if let Some(origin) = &hook.source.origin
            && let Some(pin) = &origin.pack
        {
            crate::say!(
                "  pack    {}  {dim}every file of it, sha256 {}{dim:#}",
                style::one_line(&origin.name),
                pin.tree
            );
        }
        for script in &question.evidence.scripts {
            let state = match &script.state {
                ScriptState::File { sha256 } => format!("sha256 {sha256}"),
                ScriptState::Missing => "missing".to_owned(),
                ScriptState::Unreadable { why } => why.clone(),
                _ => "unknown".to_owned(),
            };
            crate::say!(
                "  script  {}  {dim}{}{dim:#}",
                style::one_line(&script.path),
                style::one_line(&state)
            );
            for link in &script.links {
                let link = format!("{} is a symlink to {}", link.path, link.target);
                crate::say!("          {}", style::one_line(&link));
            }
            texts.print(script);
        }
        if let TrustState::Changed(changes) = &question.standing {
            for change in changes {
                let warning = style::WARNING;
                crate::say!(
                    "  {warning}changed{warning:#} {}",
                    style::one_line(&change.to_string())
                );
            }
        }
        for uncovered in &question.evidence.uncovered {
            let warning = style::WARNING;
            let line = style::one_line(uncovered);
            crate::say!("  {warning}not covered{warning:#}: {line}");
        }
        for obstacle in question.evidence.obstacles() {
            let error = style::ERROR;
            crate::say!(
                "  {error}cannot be trusted{error:#}: {}",
                style::one_line(&obstacle)
            );
        }
    }
    crate::say!("");
}

/// The exact thing that would run, line by line: every word of a definition
/// that reaches a program, a server or a model.
pub(crate) fn runs(hook: &Hook) -> Vec<(String, String)> {
    let kind = hook.handler.kind();
    let json = hook.handler.definition().to_json();
    let mut runs = Vec::new();
    // A switch or a rule is not a program: what it says is all that it is.
    if is_said(hook, kind.as_str(), &json) {
        return runs;
    }
    // A field with the name of the kind shows the kind already.
    if !json.contains_key(kind.as_str()) {
        runs.push(("type".to_owned(), kind.to_string()));
    }
    let kinds = snaphook::kinds();
    let keys = kinds.get(kind.as_str()).map(|kind| kind.keys());
    let default_of = |name: &str| {
        let key = keys?.iter().find(|key| key.name == name)?;
        key.default.map(|default| default.to_json())
    };
    for (key, value) in json {
        // Its rights say what it comes to.
        if key != "sandbox" && default_of(&key).as_ref() != Some(&value) {
            runs.extend(lines(&key, &value));
        }
    }
    runs.extend(options(hook).map(|options| ("with".to_owned(), options)));
    runs
}

/// Whether all of it was shown as what it says: a switch, or what is allowed.
fn is_said(hook: &Hook, kind: &str, fields: &Map<String, Value>) -> bool {
    let said = hook.description.as_deref();
    let fields = fields.get("fields").and_then(Value::as_object);
    let fields = fields.filter(|fields| fields.len() == 1);
    let value = fields.and_then(|fields| fields.get("value"));
    let same = |value: &Value| value.as_str() == said || Some(value.to_string().as_str()) == said;
    hook.event.as_str() == kind && value.is_some_and(same)
}

/// A field of a definition, as lines; nothing of what it leaves out.
fn lines(key: &str, value: &Value) -> Vec<(String, String)> {
    let one = key.strip_suffix('s').unwrap_or(key);
    match value {
        Value::Null | Value::Bool(false) => Vec::new(),
        Value::Array(items) => {
            let items = items.iter().map(|item| (one.to_owned(), item_text(item)));
            items.collect()
        }
        Value::Object(members) => members
            .iter()
            .map(|(name, value)| (one.to_owned(), format!("{name}={}", item_text(value))))
            .collect(),
        other => vec![(key.to_owned(), item_text(other))],
    }
}

/// A value on one line; a pair is a name and its value.
fn item_text(item: &Value) -> String {
    match item {
        Value::String(text) => text.clone(),
        Value::Array(pair) => match pair.as_slice() {
            [Value::String(name), Value::String(value)] => format!("{name}={value}"),
            _ => item.to_string(),
        },
        other => other.to_string(),
    }
}

/// The options by which a copy of a guard may be none: the same command in a
/// project's settings has the last word on them.
fn options(hook: &Hook) -> Option<String> {
    let options = [
        hook.background.is_some().then(|| "async".to_owned()),
        hook.once.then(|| "once".to_owned()),
        hook.timeout.map(|time| format!("timeout {time:?}")),
    ];
    let options: Vec<String> = options.into_iter().flatten().collect();
    (!options.is_empty()).then(|| options.join(", "))
}

/// The length from which a text is announced as long: its end may be pages away.
const LONG: usize = 1000;

pub(crate) fn print_text(label: &str, text: &str) {
    let length = text.chars().count();
    if length > LONG {
        let lines = text.lines().count();
        let warning = style::WARNING;
        crate::say!(
            "  {warning}long{warning:#}    the {label} has {length} characters, lines: {lines}"
        );
    }
    let plain = style::code(text);
    for (number, line) in plain.lines().enumerate() {
        let label = if number == 0 { label } else { "" };
        crate::say!("  {label:<7} {line}");
    }
}

pub(super) fn as_json(
    engine: &Engine,
    project: &Path,
    questions: &[TrustQuestion],
    texts: &Texts,
) -> Value {
    let hooks: Value = questions
        .iter()
        .map(|question| {
            let mut json = show::hook_json(&question.hook);
            json["trust"] = json!(question.standing);
            if let Some(rights) = show::rights_json(engine, &question.hook) {
                json["sandbox"] = rights;
            }
            json["evidence"] = json!(question.evidence);
            json["digest"] = json!(question.evidence.digest().to_string());
            if let Some(texts) = texts.as_json(&question.evidence.scripts) {
                json["texts"] = texts;
            }
            json
        })
        .collect();
    json!({"project": project.to_string_lossy(), "hooks": hooks})
}
