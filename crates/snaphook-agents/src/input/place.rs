//! Looking up a value by its place in an input: `a` is a field, `a.b` a field of a field,
//! `a.0` the first of a list.

use serde_json::value::RawValue;
use snaphook_core::input::Fields;

/// The first of the places that holds something other than null.
pub(super) fn value_at(fields: &Fields, places: &[&str]) -> Option<Box<RawValue>> {
    let found = |place: &&str| match place.split_once('.') {
        None => fields.raw(place).map(ToOwned::to_owned),
        Some((outer, inner)) => {
            if let Some(inside) = fields.fields(outer) {
                return inside.raw(inner).map(ToOwned::to_owned);
            }
            let list: Vec<Box<RawValue>> = serde_json::from_str(fields.raw(outer)?.get()).ok()?;
            list.into_iter().nth(inner.parse().ok()?)
        }
    };
    places
        .iter()
        .filter_map(found)
        .find(|value| value.get() != "null")
}

/// The text that a value holds: a string, or a list of parts with a `text` each.
pub(super) fn text_in(value: &RawValue) -> Option<String> {
    if let Ok(text) = serde_json::from_str::<String>(value.get()) {
        return Some(text);
    }
    #[derive(serde::Deserialize)]
    struct TextPart {
        text: String,
    }
    let parts: Vec<TextPart> = serde_json::from_str(value.get()).ok()?;
    let texts: Vec<String> = parts.into_iter().map(|part| part.text).collect();
    Some(texts.join("\n"))
}
