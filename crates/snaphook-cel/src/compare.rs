//! Comparisons. Numbers of different types are compared by their value; values of
//! different kinds are not equal.

use std::cmp::Ordering;

use snaphook_rules::facts::ExpressionFailure;

use crate::eval::{Evaluated, Evaluation, failure, wrong};
use crate::node::Comparison;
use crate::value::{ListVal, MapVal, Val};

pub(crate) fn compare<'a>(
    run: &mut Evaluation<'a>,
    sign: Comparison,
    a: &Val<'a>,
    b: &Val<'a>,
) -> Evaluated<'a> {
    if matches!(sign, Comparison::Equal | Comparison::NotEqual) {
        let equal = equal(run, a, b)?;
        let value = equal.map(|equal| equal == (sign == Comparison::Equal));
        return Ok(value.map_or(Val::Unknown, Val::Bool));
    }
    if matches!(a, Val::Unknown) || matches!(b, Val::Unknown) {
        return Ok(Val::Unknown);
    }
    let order = order(run, a, b)?;
    let Some(order) = order else {
        let (sign, a, b) = (sign.sign(), a.kind(), b.kind());
        return Err(failure(format!("`{sign}` does not compare {a} with {b}")));
    };
    Ok(Val::Bool(match sign {
        Comparison::Less => order == Ordering::Less,
        Comparison::LessOrEqual => order != Ordering::Greater,
        Comparison::Greater => order == Ordering::Greater,
        _ => order != Ordering::Less,
    }))
}

/// `in`: whether a list has an item, or an object a key.
pub(crate) fn contains<'a>(
    run: &mut Evaluation<'a>,
    item: &Val<'a>,
    list: &Val<'a>,
) -> Evaluated<'a> {
    match list {
        Val::Unknown => Ok(Val::Unknown),
        Val::List(list) => {
            let mut unknown = !list.is_complete();
            for at in 0..list.len() {
                let Some((other, certain)) = list.item(at) else {
                    break;
                };
                match equal(run, item, &other)? {
                    Some(true) if certain => return Ok(Val::Bool(true)),
                    Some(false) => {}
                    _ => unknown = true,
                }
            }
            Ok(if unknown {
                Val::Unknown
            } else {
                Val::Bool(false)
            })
        }
        Val::Map(map) => Ok(match item {
            Val::Text(key) => Val::Bool(map.get(key).is_some()),
            Val::Unknown => Val::Unknown,
            _ => Val::Bool(false),
        }),
        other => Err(wrong("in", other)),
    }
}

/// Whether two values are equal; nothing where that is unknown.
fn equal<'a>(
    run: &mut Evaluation<'a>,
    a: &Val<'a>,
    b: &Val<'a>,
) -> Result<Option<bool>, ExpressionFailure> {
    run.take(1)?;
    Ok(match (a, b) {
        (Val::Unknown, _) | (_, Val::Unknown) => None,
        (Val::Null, Val::Null) => Some(true),
        (Val::Bool(a), Val::Bool(b)) => Some(a == b),
        (Val::Text(a), Val::Text(b)) => {
            run.take(a.len().min(b.len()) / 64)?;
            Some(a == b)
        }
        (Val::List(a), Val::List(b)) => lists_equal(run, a, b)?,
        (Val::Map(a), Val::Map(b)) => maps_equal(run, a, b)?,
        _ => Some(numbers(a, b) == Some(Ordering::Equal)),
    })
}

fn lists_equal<'a>(
    run: &mut Evaluation<'a>,
    a: &ListVal<'a>,
    b: &ListVal<'a>,
) -> Result<Option<bool>, ExpressionFailure> {
    if !a.is_certain() || !b.is_certain() {
        return Ok(None);
    }
    if a.len() != b.len() {
        return Ok(Some(false));
    }
    let mut unknown = false;
    for ((a, _), (b, _)) in a.items().iter().zip(&b.items()) {
        match equal(run, a, b)? {
            Some(true) => {}
            Some(false) => return Ok(Some(false)),
            None => unknown = true,
        }
    }
    Ok((!unknown).then_some(true))
}

fn maps_equal<'a>(
    run: &mut Evaluation<'a>,
    a: &MapVal<'a>,
    b: &MapVal<'a>,
) -> Result<Option<bool>, ExpressionFailure> {
    if a.len() != b.len() {
        return Ok(Some(false));
    }
    let mut unknown = false;
    for (key, value) in a.members() {
        run.take(a.len() / 16)?;
        let Val::Text(key) = &key else {
            return Ok(None);
        };
        let Some(other) = b.get(key) else {
            return Ok(Some(false));
        };
        match equal(run, &value, &other)? {
            Some(true) => {}
            Some(false) => return Ok(Some(false)),
            None => unknown = true,
        }
    }
    Ok((!unknown).then_some(true))
}

fn order<'a>(
    run: &mut Evaluation<'a>,
    a: &Val<'a>,
    b: &Val<'a>,
) -> Result<Option<Ordering>, ExpressionFailure> {
    Ok(match (a, b) {
        (Val::Text(a), Val::Text(b)) => {
            run.take(a.len().min(b.len()) / 64)?;
            Some(a.cmp(b))
        }
        (Val::Bool(a), Val::Bool(b)) => Some(a.cmp(b)),
        _ => numbers(a, b),
    })
}

/// Two numbers by their value.
fn numbers(a: &Val<'_>, b: &Val<'_>) -> Option<Ordering> {
    let whole = |value: &Val<'_>| match value {
        Val::Int(value) => Some(i128::from(*value)),
        Val::UInt(value) => Some(i128::from(*value)),
        _ => None,
    };
    match (whole(a), whole(b)) {
        (Some(a), Some(b)) => Some(a.cmp(&b)),
        _ => float(a)?.partial_cmp(&float(b)?),
    }
}

/// A number as one with a fraction.
#[expect(clippy::cast_precision_loss, reason = "CEL compares doubles this way")]
pub(crate) fn float(value: &Val<'_>) -> Option<f64> {
    match value {
        Val::Int(value) => Some(*value as f64),
        Val::UInt(value) => Some(*value as f64),
        Val::Double(value) => Some(*value),
        _ => None,
    }
}
