//! Entries in configurations that are TOML: `[[hooks]]` tables, or tables in a list.

use std::path::Path;

use serde_json::Value;
use snaphook_agents::{AgentSpec, ConfigForm};
use toml_edit::{Array, ArrayOfTables, DocumentMut, InlineTable, Item, Table, TableLike};

use super::merge::FoundEntry;
use super::toml_value::{of_json, to_json};
use crate::command::is_ours;
use crate::entry::AgentHookEntry;
use crate::error::InstallError;

/// The key of the list of entries.
const HOOKS: &str = "hooks";

/// Reads a document; none stands for an empty one. A byte order mark is kept.
pub(crate) fn parse(file: &Path, text: Option<&str>) -> Result<DocumentMut, InstallError> {
    let text = text.unwrap_or_default();
    let shown = text.strip_prefix('\u{feff}').unwrap_or(text);
    shown.parse::<DocumentMut>().map_err(|error| {
        let message = error.to_string();
        let lines: Vec<_> = message.lines().map(str::trim).collect();
        InstallError::form(file, format!("not valid TOML: {}", lines.join(" ")))
    })
}

/// A changed document as text, with the mark and the line endings of the text it was
/// made from: the writer knows only one kind.
pub(crate) fn text(given: Option<&str>, document: &DocumentMut) -> String {
    let given = given.unwrap_or_default();
    let mark = if given.starts_with('\u{feff}') {
        "\u{feff}"
    } else {
        ""
    };
    let text = document.to_string();
    let windows = given
        .split_once('\n')
        .is_some_and(|(line, _)| line.ends_with('\r'));
    match windows {
        true => format!("{mark}{}", text.replace("\r\n", "\n").replace('\n', "\r\n")),
        false => format!("{mark}{text}"),
    }
}

fn command_of(table: &dyn TableLike) -> Option<&str> {
    table.get("command")?.as_str()
}

fn is_own(table: &dyn TableLike) -> bool {
    command_of(table).is_some_and(is_ours)
}

/// The entries as tables, however they are written.
fn tables(document: &DocumentMut) -> Vec<&dyn TableLike> {
    match document.get(HOOKS) {
        Some(Item::ArrayOfTables(tables)) => {
            tables.iter().map(|table| table as &dyn TableLike).collect()
        }
        Some(Item::Value(toml_edit::Value::Array(items))) => items
            .iter()
            .filter_map(toml_edit::Value::as_inline_table)
            .map(|table| table as &dyn TableLike)
            .collect(),
        _ => Vec::new(),
    }
}

fn event_key(form: ConfigForm) -> &'static str {
    match form {
        ConfigForm::TomlTables { event, .. } => event,
        _ => "event",
    }
}

pub(super) fn found(
    agent: &AgentSpec,
    file: &Path,
    text: &str,
) -> Result<Vec<FoundEntry>, InstallError> {
    let document = parse(file, Some(text))?;
    let key = event_key(agent.configuration.form);
    let own = tables(&document).into_iter().filter(|table| is_own(*table));
    let entries = own.map(|table| {
        let text_of = |key: &str| table.get(key).and_then(Item::as_str).map(str::to_owned);
        let timeout = table.get("timeout");
        let whole = timeout.and_then(Item::as_integer);
        FoundEntry {
            event: text_of(key).unwrap_or_default(),
            command: text_of("command").unwrap_or_default(),
            #[expect(clippy::cast_precision_loss, reason = "timeouts are small")]
            timeout: timeout
                .and_then(Item::as_float)
                .or(whole.map(|number| number as f64)),
            matcher: text_of("matcher").or_else(|| text_of("match")),
            value: members(table),
        }
    });
    Ok(entries.collect())
}

fn members(table: &dyn TableLike) -> Value {
    let members = table
        .iter()
        .map(|(key, item)| (key.to_owned(), to_json(item)));
    Value::Object(members.collect())
}

/// The keys and values of an entry, in order.
fn fields(form: ConfigForm, entry: &AgentHookEntry) -> Vec<(String, Value)> {
    let mut fields = Vec::new();
    if let ConfigForm::TomlTables { named: true, .. } = form {
        fields.push((
            "name".to_owned(),
            format!("snaphook-{}", entry.event).into(),
        ));
    }
    fields.push((event_key(form).to_owned(), entry.event.clone().into()));
    fields.push(("command".to_owned(), entry.command.clone().into()));
    fields.extend(
        entry
            .timeout
            .map(|timeout| ("timeout".to_owned(), timeout.into())),
    );
    fields.extend(
        entry
            .keys
            .iter()
            .map(|(key, value)| (key.clone(), value.clone())),
    );
    fields
}

pub(super) fn merged(
    agent: &AgentSpec,
    file: &Path,
    given: Option<&str>,
    wanted: &[AgentHookEntry],
) -> Result<String, InstallError> {
    let form = agent.configuration.form;
    let mut document = parse(file, given)?;
    let before = foreign(&document);
    let same: Vec<Value> = wanted
        .iter()
        .map(|entry| Value::Object(fields(form, entry).into_iter().collect()))
        .collect();
    let own: Vec<Value> = tables(&document)
        .into_iter()
        .filter(|table| is_own(*table))
        .map(members)
        .collect();
    if own == same {
        return Ok(given.unwrap_or_default().to_owned());
    }
    let fields: Vec<_> = wanted.iter().map(|entry| fields(form, entry)).collect();
    match document.get_mut(HOOKS) {
        None => add_tables(&mut document, &fields),
        Some(Item::ArrayOfTables(tables)) => {
            tables.retain(|table| !is_own(table));
            fields.iter().for_each(|fields| tables.push(table(fields)));
            if tables.is_empty() {
                document.remove(HOOKS);
            }
        }
        Some(Item::Value(toml_edit::Value::Array(items))) => edit_list(items, &fields),
        Some(other) => {
            let what = format!(
                "`{HOOKS}` must be a list of tables, not {}",
                other.type_name()
            );
            return Err(InstallError::form(file, what));
        }
    }
    let text = text(given, &document);
    let again = parse(file, Some(&text))?;
    let count = tables(&again).into_iter().filter(|table| is_own(*table));
    if foreign(&again) != before || count.count() != wanted.len() {
        return Err(InstallError::Unsafe(file.to_owned()));
    }
    Ok(text)
}

fn add_tables(document: &mut DocumentMut, all: &[Vec<(String, Value)>]) {
    if all.is_empty() {
        return;
    }
    let mut tables = ArrayOfTables::new();
    all.iter().for_each(|fields| tables.push(table(fields)));
    document.insert(HOOKS, Item::ArrayOfTables(tables));
}

fn edit_list(items: &mut Array, all: &[Vec<(String, Value)>]) {
    let own = |value: &toml_edit::Value| {
        let table = value.as_inline_table();
        table.is_some_and(|table| is_own(table))
    };
    items.retain(|value| !own(value));
    for fields in all {
        let mut table = InlineTable::new();
        for (key, value) in fields {
            if let Some(value) = of_json(value) {
                table.insert(key, value);
            }
        }
        items.push(table);
    }
}

fn table(fields: &[(String, Value)]) -> Table {
    let mut table = Table::new();
    for (key, value) in fields {
        if let Some(value) = of_json(value) {
            table.insert(key, Item::Value(value));
        }
    }
    table
}

/// The document without what is ours.
fn foreign(document: &DocumentMut) -> Value {
    let mut value = to_json(document.as_item());
    if let Some(root) = value.as_object_mut() {
        if let Some(hooks) = root.get_mut(HOOKS).and_then(Value::as_array_mut) {
            hooks.retain(|hook| {
                let command = hook.get("command").and_then(Value::as_str);
                !command.is_some_and(is_ours)
            });
        }
        let empty = root
            .get(HOOKS)
            .is_some_and(|hooks| hooks.as_array().is_some_and(Vec::is_empty));
        if empty {
            root.remove(HOOKS);
        }
    }
    value
}
