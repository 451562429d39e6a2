//! TOML values as JSON, to compare them.

use serde_json::{Map, Value};
use toml_edit::{Item, TableLike, Value as Toml};

/// A part of a document as JSON.
pub(crate) fn to_json(item: &Item) -> Value {
    match item {
        Item::None => Value::Null,
        Item::Value(value) => of_value(value),
        Item::Table(table) => of_table(table),
        Item::ArrayOfTables(tables) => tables.iter().map(|table| of_table(table)).collect(),
    }
}

fn of_table(table: &dyn TableLike) -> Value {
    let members = table
        .iter()
        .map(|(key, item)| (key.to_owned(), to_json(item)));
    Value::Object(members.collect::<Map<_, _>>())
}

fn of_value(value: &Toml) -> Value {
    match value {
        Toml::String(text) => text.value().as_str().into(),
        Toml::Integer(number) => (*number.value()).into(),
        Toml::Float(number) => (*number.value()).into(),
        Toml::Boolean(flag) => (*flag.value()).into(),
        Toml::Datetime(time) => time.value().to_string().into(),
        Toml::Array(items) => items.iter().map(of_value).collect(),
        Toml::InlineTable(table) => of_table(table),
    }
}

/// A JSON scalar as TOML.
pub(super) fn of_json(value: &Value) -> Option<Toml> {
    match value {
        Value::Bool(flag) => Some((*flag).into()),
        Value::Number(number) => number.as_i64().map(Into::into),
        Value::String(text) => Some(text.as_str().into()),
        _ => None,
    }
}
