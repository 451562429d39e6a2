//! Facts as the context of a request. Cedar looks into no list: so the lists of facts are
//! sets of texts here.
//!
//! | attribute | is | not known where |
//! |---|---|---|
//! | `input` | the input of the tool call, or of the event | never |
//! | `event`, `cwd` | texts | never |
//! | `session` | `calls`, `denials`, `minutes`, `tools` | never |
//! | `env` | variables | never |
//! | `commands` | the names of the commands | a command may be any |
//! | `lines` | name and subcommand: `git push` | either is not known |
//! | `args` | the arguments of all commands | one is not known |
//! | `wrappers` | `sudo`, `timeout`, … | a command may be any |
//! | `reads`, `writes` | files, as they really are | a path is not known |
//! | `reads_outside`, `writes_outside` | whether one is outside the project | as above |
//! | `url` | `scheme`, `host`, `port` | clients read it differently |

use cedar_policy::RestrictedExpression as Expr;
use serde_json::Value;
use snaphook_rules::facts::{Fact, FactScope};

use crate::engines::language::PolicyError;
use crate::engines::mentions::Mentions;

/// The sets of texts that come from commands, and those that come from paths.
const OF_COMMANDS: &[&str] = &["commands", "lines", "args", "wrappers"];
const OF_PATHS: &[&str] = &["reads", "writes", "reads_outside", "writes_outside"];

/// The attributes that the policies look at. The others are left out: making them takes time.
pub(super) fn context(
    scope: &FactScope<'_>,
    mentions: &Mentions,
) -> Result<Vec<(String, Expr)>, PolicyError> {
    let mut pairs: Vec<(String, Expr)> = Vec::new();
    let mut add = |name: &str, value: Expr| pairs.push((name.to_owned(), value));
    let fields = scope.input.fields();
    let text = |name: &str| Expr::new_string(fields.text(name).unwrap_or_default().into_owned());
    add("event", text("hook_event_name"));
    add("cwd", text("cwd"));
    if mentions.has("input") {
        let input = match scope.tool_input {
            Some(input) => of_json(input)?,
            None => of_json(&whole_input(scope))?,
        };
        add("input", input.unwrap_or_else(|| Expr::new_set([])));
    }
    for name in ["session", "env", "url"] {
        if mentions.has(name)
            && let Some(fact) = scope.fact(name)
            && let Some(value) = of_fact(fact)?
        {
            add(name, value);
        }
    }
    let sets = OF_COMMANDS.iter().any(|name| mentions.has(name));
    if sets {
        let of_commands = CommandSets::of(scope.call.commands());
        for (name, texts) in OF_COMMANDS.iter().zip(of_commands.sets) {
            add(name, Expr::new_set(texts.into_iter().map(Expr::new_string)));
        }
    }
    if OF_PATHS.iter().any(|name| mentions.has(name)) {
        let paths = PathSets::of(scope.call.paths());
        let set = |texts: Vec<String>| Expr::new_set(texts.into_iter().map(Expr::new_string));
        add("reads", set(paths.reads));
        add("writes", set(paths.writes));
        add("reads_outside", Expr::new_bool(paths.reads_outside));
        add("writes_outside", Expr::new_bool(paths.writes_outside));
    }
    Ok(pairs)
}

/// The attributes that the policies look at and of which something is not known.
pub(super) fn unknown(scope: &FactScope<'_>, mentions: &Mentions) -> Vec<String> {
    let mut unknown = Vec::new();
    if OF_COMMANDS.iter().any(|name| mentions.has(name)) {
        let sets = CommandSets::of(scope.call.commands());
        let named = OF_COMMANDS.iter().zip(sets.unknown);
        unknown.extend(named.filter(|(_, unknown)| *unknown).map(|(name, _)| *name));
    }
    if OF_PATHS.iter().any(|name| mentions.has(name)) {
        let paths = PathSets::of(scope.call.paths());
        let named = OF_PATHS.iter().zip(paths.unknown);
        unknown.extend(named.filter(|(_, unknown)| *unknown).map(|(name, _)| *name));
    }
    let mut of_url = Vec::new();
    scope.call.url().unknown_names("url", &mut of_url);
    if !of_url.is_empty() {
        unknown.push("url");
    }
    unknown.retain(|name| mentions.has(name));
    unknown.into_iter().map(str::to_owned).collect()
}

/// The texts of the commands of a line.
#[derive(Default)]
struct CommandSets {
    sets: [Vec<String>; 4],
    unknown: [bool; 4],
}

impl CommandSets {
    fn of(commands: &Fact) -> Self {
        let mut found = Self::default();
        let Fact::List(list) = commands else {
            found.unknown = [true; 4];
            return found;
        };
        if !list.complete {
            found.unknown = [true; 4];
        }
        for item in &list.items {
            if !item.certain {
                found.unknown = [true; 4];
            }
            let name = member(&item.value, "name");
            let subcommand = member(&item.value, "subcommand");
            match (name, subcommand) {
                (Some(Fact::Text(name)), Some(Fact::Text(sub))) => {
                    found.sets[0].push(name.clone());
                    found.sets[1].push(format!("{name} {sub}").trim().to_owned());
                }
                (Some(Fact::Text(name)), _) => {
                    found.sets[0].push(name.clone());
                    found.unknown[1] = true;
                }
                _ => found.unknown = [true; 4],
            }
            found.add_texts(2, member(&item.value, "args"));
            found.add_texts(3, member(&item.value, "wrapper"));
        }
        found
    }

    fn add_texts(&mut self, at: usize, texts: Option<&Fact>) {
        let Some(Fact::List(list)) = texts else {
            self.unknown[at] = true;
            return;
        };
        self.unknown[at] |= !list.complete;
        for item in &list.items {
            match &item.value {
                Fact::Text(text) => self.sets[at].push(text.clone()),
                _ => self.unknown[at] = true,
            }
        }
    }
}

/// The files of a call.
#[derive(Default)]
struct PathSets {
    reads: Vec<String>,
    writes: Vec<String>,
    reads_outside: bool,
    writes_outside: bool,
    unknown: [bool; 4],
}

impl PathSets {
    fn of(paths: &Fact) -> Self {
        let mut found = Self::default();
        let Fact::List(list) = paths else {
            found.unknown = [true; 4];
            return found;
        };
        if !list.complete {
            found.unknown = [true; 4];
        }
        for item in &list.items {
            let access = member(&item.value, "access");
            let (at, outside_at) = match access {
                Some(Fact::Text(access)) if access == "read" => (0, 2),
                Some(Fact::Text(_)) => (1, 3),
                _ => {
                    found.unknown = [true; 4];
                    continue;
                }
            };
            found.unknown[at] |= !item.certain;
            match member(&item.value, "resolved") {
                Some(Fact::Text(path)) if at == 0 => found.reads.push(path.clone()),
                Some(Fact::Text(path)) => found.writes.push(path.clone()),
                _ => found.unknown[at] = true,
            }
            match member(&item.value, "inside") {
                Some(Fact::Bool(true)) => {}
                Some(Fact::Bool(false)) if item.certain && at == 0 => found.reads_outside = true,
                Some(Fact::Bool(false)) if item.certain => found.writes_outside = true,
                _ => found.unknown[outside_at] = true,
            }
        }
        // One that is certainly outside is enough.
        found.unknown[2] &= !found.reads_outside;
        found.unknown[3] &= !found.writes_outside;
        found
    }
}

fn member<'f>(fact: &'f Fact, name: &str) -> Option<&'f Fact> {
    match fact {
        Fact::Record(members) => {
            let found = members.iter().find(|(known, _)| known == name);
            found.map(|(_, fact)| fact)
        }
        _ => None,
    }
}

/// The input of an event that is not about a tool call.
fn whole_input(scope: &FactScope<'_>) -> Value {
    let fields = scope.input.fields();
    let members = fields.keys().filter_map(|key| {
        let value = fields.value(key)?;
        Some((key.to_owned(), value))
    });
    Value::Object(members.collect())
}

/// A fact; nothing for one that is not known.
fn of_fact(fact: &Fact) -> Result<Option<Expr>, PolicyError> {
    Ok(match fact {
        Fact::Unknown => None,
        Fact::Bool(value) => Some(Expr::new_bool(*value)),
        Fact::Int(value) => Some(Expr::new_long(*value)),
        Fact::Text(text) => Some(Expr::new_string(text.clone())),
        Fact::List(list) => {
            let mut items = Vec::new();
            for item in &list.items {
                items.extend(of_fact(&item.value)?);
            }
            Some(Expr::new_set(items))
        }
        Fact::Record(members) => {
            let mut pairs = Vec::new();
            for (name, value) in members {
                if let Some(value) = of_fact(value)? {
                    pairs.push((name.to_string(), value));
                }
            }
            Some(record(pairs)?)
        }
    })
}

/// JSON; Cedar has neither null nor fractions: these are left out, and texts.
fn of_json(json: &Value) -> Result<Option<Expr>, PolicyError> {
    Ok(match json {
        Value::Null => None,
        Value::Bool(value) => Some(Expr::new_bool(*value)),
        Value::Number(number) => Some(match number.as_i64() {
            Some(value) => Expr::new_long(value),
            None => Expr::new_string(number.to_string()),
        }),
        Value::String(text) => Some(Expr::new_string(text.clone())),
        Value::Array(items) => {
            let mut values = Vec::new();
            for item in items {
                values.extend(of_json(item)?);
            }
            Some(Expr::new_set(values))
        }
        Value::Object(members) => {
            let mut pairs = Vec::new();
            for (name, value) in members {
                if let Some(value) = of_json(value)? {
                    pairs.push((name.clone(), value));
                }
            }
            Some(record(pairs)?)
        }
    })
}

fn record(pairs: Vec<(String, Expr)>) -> Result<Expr, PolicyError> {
    Expr::new_record(pairs).map_err(|error| PolicyError::Evaluation(error.to_string()))
}
