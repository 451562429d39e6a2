//! Whether two JSON texts say the same, to the digit.

use std::collections::BTreeMap;

use serde_json::value::RawValue;

use super::healed;

/// Whether both say the same: the order of keys and blanks do not matter, how a
/// number is written does.
pub(super) fn say_the_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.trim(), other.trim());
    if one == other {
        return true;
    }
    match (one.as_bytes().first(), other.as_bytes().first()) {
        (Some(b'{'), Some(b'{')) => match (members(one), members(other)) {
            (Some(one), Some(other)) => {
                one.len() == other.len()
                    && one.iter().all(|(key, value)| {
                        let beside = other.get(key);
                        beside.is_some_and(|beside| say_the_same(value.get(), beside.get()))
                    })
            }
            _ => false,
        },
        (Some(b'['), Some(b'[')) => match (items(one), items(other)) {
            (Some(one), Some(other)) => {
                let mut pairs = one.iter().zip(&other);
                one.len() == other.len() && pairs.all(|(a, b)| say_the_same(a.get(), b.get()))
            }
            _ => false,
        },
        (Some(b'"'), Some(b'"')) => {
            let text = |quoted| serde_json::from_str::<String>(&healed(quoted)).ok();
            text(one).is_some() && text(one) == text(other)
        }
        _ => false,
    }
}

fn members(json: &str) -> Option<BTreeMap<String, Box<RawValue>>> {
    serde_json::from_str(&healed(json)).ok()
}

fn items(json: &str) -> Option<Vec<Box<RawValue>>> {
    serde_json::from_str(json).ok()
}
