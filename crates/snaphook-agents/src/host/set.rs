//! Writing and reading values by their place: `a.b` is a field of a field, `a.0` the only
//! item of a list.

use serde::Serialize;
use serde_json::value::RawValue;
use snaphook_core::input::{Fields, InputError};

/// Puts a value at a place.
pub(super) fn set_at<T: Serialize + ?Sized>(
    fields: &mut Fields,
    place: &str,
    value: &T,
) -> Result<(), InputError> {
    match place.split_once('.') {
        None => fields.set(place, value),
        Some((list, "0")) => fields.set(list, &[value]),
        Some((outer, inner)) => {
            let mut inside = fields.fields(outer).unwrap_or_default();
            set_at(&mut inside, inner, value)?;
            fields.set(outer, &inside)
        }
    }
}

/// Every value at a place that is not null: a key may stand twice.
pub(super) fn every_at(fields: &Fields, place: &str) -> Vec<Box<RawValue>> {
    let of_key = |key: &str| {
        let every = fields.every(key).filter(|raw| raw.get() != "null");
        every.map(ToOwned::to_owned).collect::<Vec<_>>()
    };
    match place.split_once('.') {
        None => of_key(place),
        Some((outer, inner)) => of_key(outer)
            .iter()
            .filter_map(|raw| Fields::parse(raw.get()).ok())
            .flat_map(|inside| every_at(&inside, inner))
            .collect(),
    }
}
