//! Values in TOML files, by their keys.

use std::path::Path;

use toml_edit::{DocumentMut, InlineTable, Item, Table, TableLike, Value};

use crate::error::InstallError;

/// The value behind some keys.
pub(super) fn get<'d>(document: &'d DocumentMut, keys: &[&str]) -> Option<&'d Item> {
    let mut item = document.as_item();
    for key in keys {
        item = item.as_table_like()?.get(key)?;
    }
    Some(item)
}

/// Sets a value, and makes the tables on the way.
pub(super) fn set(
    file: &Path,
    document: &mut DocumentMut,
    keys: &[&str],
    value: Value,
) -> Result<(), InstallError> {
    let Some((last, tables)) = keys.split_last() else {
        return Ok(());
    };
    let mut table: &mut dyn TableLike = document.as_table_mut();
    let mut inline = false;
    for (depth, key) in tables.iter().enumerate() {
        if table.get(key).is_none_or(Item::is_none) {
            let new = match inline {
                true => Item::Value(Value::InlineTable(InlineTable::new())),
                false => {
                    let mut new = Table::new();
                    // A table that only holds tables needs no header.
                    new.set_implicit(depth + 1 < tables.len());
                    Item::Table(new)
                }
            };
            table.insert(key, new);
        }
        let next = table.get_mut(key);
        inline = next.as_ref().is_some_and(|item| item.is_value());
        let next = next.and_then(Item::as_table_like_mut);
        table = next.ok_or_else(|| {
            let path = tables[..=depth].join(".");
            InstallError::form(file, format!("`{path}` must be a table"))
        })?;
    }
    match table.get_mut(last) {
        Some(Item::Value(old)) => {
            let decor = old.decor().clone();
            *old = value;
            *old.decor_mut() = decor;
        }
        Some(_) => {
            let path = keys.join(".");
            return Err(InstallError::form(
                file,
                format!("`{path}` must not be a table"),
            ));
        }
        None => {
            table.insert(last, Item::Value(value));
        }
    }
    Ok(())
}

/// Removes a table from a table of tables, and that one when it has nothing left.
pub(super) fn remove(document: &mut DocumentMut, keys: &[&str]) {
    let Some((last, tables)) = keys.split_last() else {
        return;
    };
    let mut item = document.as_item_mut();
    for key in tables {
        match item
            .as_table_like_mut()
            .and_then(|table| table.get_mut(key))
        {
            Some(next) => item = next,
            None => return,
        }
    }
    let Some(table) = item.as_table_like_mut() else {
        return;
    };
    table.remove(last);
    if table.is_empty() && !tables.is_empty() {
        remove(document, tables);
    }
}
