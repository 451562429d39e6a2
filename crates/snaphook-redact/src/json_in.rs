//! JSON in a text: what a hook printed, an input that it echoes, a body in a
//! command. Its members are known by their names and paths, as if it were no text.

use std::ops::Range;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

/// Places that look like JSON and are none, after which a text is taken for code.
const TRIES: usize = 64;

/// What was found of it in a text.
#[derive(Debug, Default)]
pub(super) struct JsonIn {
    /// Where it is now.
    pub(super) done: Vec<Range<usize>>,
    /// How much was taken out.
    pub(super) found: usize,
    /// There is more that could not be looked into: the text ends within it, or it
    /// is in quotes itself.
    pub(super) cut: bool,
}

/// Takes out what `redact` finds in every object and list in a text.
pub(super) fn redact_json_in(
    text: &mut String,
    mut redact: impl FnMut(&mut Value) -> usize,
) -> JsonIn {
    let mut json = JsonIn {
        cut: text.contains("{\\"),
        ..JsonIn::default()
    };
    let mut new = String::new();
    let (mut from, mut kept, mut failed) = (0, 0, 0);
    while failed < TRIES
        && let Some(at) = begin(text, from)
    {
        let mut values = serde_json::Deserializer::from_str(&text[at..]).into_iter::<Value>();
        let value = values.next();
        from = at + values.byte_offset().max(1);
        match value {
            Some(Ok(mut value)) => {
                let written = &text[at..from];
                // Of members that occur twice only the last was looked at.
                let twice = repeats_members(written, &value);
                let found = redact(&mut value);
                json.found += found.max(usize::from(twice));
                new.push_str(&text[kept..at]);
                let start = new.len();
                match found > 0 || twice {
                    true if written.contains('\n') => new.push_str(&format!("{value:#}")),
                    true => new.push_str(&value.to_string()),
                    false => new.push_str(written),
                }
                json.done.push(start..new.len());
                kept = from;
            }
            Some(Err(error)) => {
                json.cut |= error.is_eof() || text.ends_with('…');
                failed += 1;
                from = at + 1;
            }
            None => break,
        }
    }
    if json.found > 0 {
        new.push_str(&text[kept..]);
        *text = new;
    }
    json
}

/// Where the next object or list begins that may have a text in it.
fn begin(text: &str, from: usize) -> Option<usize> {
    let starts = text[from..].match_indices(['{', '[']);
    let mut starts = starts.map(|(at, bracket)| (from + at, bracket));
    let found = starts.find(|(at, bracket)| {
        let inner = text[at + 1..].trim_start();
        inner.starts_with('"') || (*bracket == "[" && inner.starts_with(['{', '[']))
    });
    found.map(|(at, _)| at)
}

/// Whether an object in this JSON has a member twice: `value`, which was read from
/// it, has only the last of them.
#[must_use]
pub fn repeats_members(json: &str, value: &Value) -> bool {
    let written = serde_json::from_str::<MemberCount>(json);
    written.map_or(true, |written| written.0 != members(value))
}

fn members(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.iter().map(members).sum(),
        Value::Object(object) => object.len() + object.values().map(members).sum::<usize>(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 0,
    }
}

/// How many members the objects in some JSON have, as it is written.
struct MemberCount(usize);

impl<'de> Deserialize<'de> for MemberCount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(MemberCounter)
    }
}

struct MemberCounter;

impl<'de> Visitor<'de> for MemberCounter {
    type Value = MemberCount;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E>(self, _: bool) -> Result<MemberCount, E> {
        Ok(MemberCount(0))
    }

    fn visit_i64<E>(self, _: i64) -> Result<MemberCount, E> {
        Ok(MemberCount(0))
    }

    fn visit_u64<E>(self, _: u64) -> Result<MemberCount, E> {
        Ok(MemberCount(0))
    }

    fn visit_f64<E>(self, _: f64) -> Result<MemberCount, E> {
        Ok(MemberCount(0))
    }

    fn visit_str<E>(self, _: &str) -> Result<MemberCount, E> {
        Ok(MemberCount(0))
    }

    fn visit_unit<E>(self) -> Result<MemberCount, E> {
        Ok(MemberCount(0))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<MemberCount, A::Error> {
        let mut count = 0;
        while let Some(MemberCount(inner)) = items.next_element()? {
            count += inner;
        }
        Ok(MemberCount(count))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<MemberCount, A::Error> {
        let mut count = 0;
        while let Some((IgnoredAny, MemberCount(inner))) = object.next_entry()? {
            count += 1 + inner;
        }
        Ok(MemberCount(count))
    }
}
