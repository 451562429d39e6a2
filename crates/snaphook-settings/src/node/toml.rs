//! TOML, read into nodes.

use toml_edit::{Document, Item, TableLike, TomlError, Value};

use super::tree::{Kind, Member, Node, SyntaxError};

impl Node {
    /// Reads a TOML document.
    ///
    /// # Errors
    /// When it is not TOML.
    pub(crate) fn parse_toml(text: &str) -> Result<Self, SyntaxError> {
        let document = Document::parse(text).map_err(|error| syntax_error(&error))?;
        let mut root = of_table(document.as_table());
        root.span = 0..text.len();
        Ok(root)
    }
}

fn syntax_error(error: &TomlError) -> SyntaxError {
    SyntaxError::new(error.message(), error.span().unwrap_or(0..0))
}

fn of_table(table: &dyn TableLike) -> Node {
    let members = table.iter().map(|(name, item)| {
        let key = table.get_key_value(name).map(|(key, _)| key);
        let value = of_item(item);
        let key_span = key.and_then(toml_edit::Key::span);
        Member {
            key: name.to_owned(),
            key_span: key_span.unwrap_or_else(|| value.span.clone()),
            value,
        }
    });
    Node {
        span: 0..0,
        kind: Kind::Object(members.collect()),
    }
}

fn of_item(item: &Item) -> Node {
    let kind = match item {
        Item::None => Kind::Null,
        Item::Value(value) => kind_of_value(value),
        Item::Table(table) => of_table(table).kind,
        Item::ArrayOfTables(tables) => Kind::List(
            tables
                .iter()
                .map(|table| Node {
                    span: table.span().unwrap_or_default(),
                    ..of_table(table)
                })
                .collect(),
        ),
    };
    Node {
        span: item.span().unwrap_or_default(),
        kind,
    }
}

fn kind_of_value(value: &Value) -> Kind {
    match value {
        Value::String(text) => Kind::Text(text.value().clone()),
        // Numbers of settings are small: none of them loses digits here.
        Value::Integer(number) => Kind::Number(*number.value() as f64),
        Value::Float(number) => Kind::Number(*number.value()),
        Value::Boolean(flag) => Kind::Bool(*flag.value()),
        Value::Datetime(time) => Kind::Text(time.value().to_string()),
        Value::Array(items) => Kind::List(
            items
                .iter()
                .map(|item| Node {
                    span: item.span().unwrap_or_default(),
                    kind: kind_of_value(item),
                })
                .collect(),
        ),
        Value::InlineTable(table) => of_table(table).kind,
    }
}
