//! The functions of expressions.

use std::borrow::Cow;

use crate::compare::float;
use crate::eval::{Evaluated, Evaluation, failure, wrong};
use crate::node::Function;
use crate::value::Val;

pub(crate) fn call<'a>(
    run: &mut Evaluation<'a>,
    function: Function,
    values: Vec<Val<'a>>,
) -> Evaluated<'a> {
    if values.iter().any(|value| matches!(value, Val::Unknown)) {
        return Ok(Val::Unknown);
    }
    let mut values = values.into_iter();
    let first = values.next().unwrap_or(Val::Null);
    match function {
        Function::Size => size(&first),
        Function::Contains | Function::StartsWith | Function::EndsWith => {
            let second = values.next().unwrap_or(Val::Null);
            let (Val::Text(text), Val::Text(part)) = (&first, &second) else {
                let other = if matches!(first, Val::Text(_)) {
                    &second
                } else {
                    &first
                };
                return Err(wrong(function.name(), other));
            };
            run.take(text.len() / 64)?;
            Ok(Val::Bool(match function {
                Function::Contains => text.contains(&**part),
                Function::StartsWith => text.starts_with(&**part),
                _ => text.ends_with(&**part),
            }))
        }
        Function::LowerAscii => match first {
            Val::Text(text) => {
                run.take(text.len() / 64)?;
                Ok(Val::Text(Cow::Owned(text.to_ascii_lowercase())))
            }
            other => Err(wrong(function.name(), &other)),
        },
        Function::ToText => match first {
            Val::Text(text) => Ok(Val::Text(text)),
            Val::Bool(_) | Val::Int(_) | Val::UInt(_) | Val::Double(_) => {
                Ok(Val::Text(Cow::Owned(first.to_string())))
            }
            other => Err(wrong(function.name(), &other)),
        },
        Function::ToInt => to_int(&first),
        Function::ToDouble => {
            let value = match &first {
                Val::Text(text) => text.trim().parse().ok(),
                other => float(other),
            };
            let value = value.ok_or_else(|| failure(format!("{first} is not a number")));
            value.map(Val::Double)
        }
    }
}

fn size<'a>(value: &Val<'a>) -> Evaluated<'a> {
    let size = match value {
        Val::Text(text) => text.chars().count(),
        Val::List(list) if list.is_certain() => list.len(),
        Val::List(_) => return Ok(Val::Unknown),
        Val::Map(map) => map.len(),
        other => return Err(wrong("size", other)),
    };
    Ok(Val::Int(i64::try_from(size).unwrap_or(i64::MAX)))
}

#[expect(clippy::cast_possible_truncation, reason = "the range was checked")]
fn to_int<'a>(value: &Val<'a>) -> Evaluated<'a> {
    let whole = match value {
        Val::Int(value) => Some(*value),
        Val::UInt(value) => i64::try_from(*value).ok(),
        Val::Double(value) if value.abs() < 9.0e18 => Some(value.trunc() as i64),
        Val::Text(text) => text.trim().parse().ok(),
        _ => None,
    };
    let whole = whole.ok_or_else(|| failure(format!("{value} is not a whole number")));
    whole.map(Val::Int)
}
