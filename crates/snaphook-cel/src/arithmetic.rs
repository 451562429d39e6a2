//! Arithmetic. What does not fit into a number is a failure, never another number.

use std::borrow::Cow;
use std::rc::Rc;

use snaphook_rules::facts::ExpressionFailure;

use crate::compare::float;
use crate::eval::{Evaluated, Evaluation, failure};
use crate::node::{Node, Operator};
use crate::value::{ListVal, Val};

pub(crate) fn apply<'a>(
    run: &mut Evaluation<'a>,
    sign: Operator,
    a: Val<'a>,
    b: Val<'a>,
) -> Evaluated<'a> {
    Ok(match (a, b) {
        (Val::Unknown, _) | (_, Val::Unknown) => Val::Unknown,
        (Val::Int(a), Val::Int(b)) => Val::Int(whole(sign, a, b)?),
        (Val::UInt(a), Val::UInt(b)) => Val::UInt(natural(sign, a, b)?),
        (Val::Text(a), Val::Text(b)) if sign == Operator::Add => {
            run.take((a.len() + b.len()) / 64)?;
            Val::Text(Cow::Owned(format!("{a}{b}")))
        }
        (Val::List(a), Val::List(b)) if sign == Operator::Add => {
            run.take(a.len() + b.len())?;
            let complete = a.is_certain() && b.is_certain();
            let items = a.items().into_iter().chain(b.items());
            let items = items.filter(|(_, certain)| *certain).map(|(item, _)| item);
            Val::List(ListVal::Own(Rc::new(items.collect()), complete))
        }
        (a, b) => match (float(&a), float(&b)) {
            (Some(x), Some(y)) => Val::Double(match sign {
                Operator::Add => x + y,
                Operator::Subtract => x - y,
                Operator::Multiply => x * y,
                Operator::Divide => x / y,
                Operator::Modulo => return Err(does_not_take(sign, &a, &b)),
            }),
            _ => return Err(does_not_take(sign, &a, &b)),
        },
    })
}

pub(crate) fn negated<'a>(node: &Node, value: &Val<'a>) -> Evaluated<'a> {
    match value {
        Val::Unknown => Ok(Val::Unknown),
        Val::Int(value) => value.checked_neg().map(Val::Int).ok_or_else(too_large),
        Val::Double(value) => Ok(Val::Double(-value)),
        other => Err(failure(format!(
            "`{node}` is {}, not a number",
            other.kind()
        ))),
    }
}

fn whole(sign: Operator, a: i64, b: i64) -> Result<i64, ExpressionFailure> {
    match sign {
        Operator::Add => a.checked_add(b),
        Operator::Subtract => a.checked_sub(b),
        Operator::Multiply => a.checked_mul(b),
        Operator::Divide => a.checked_div(b),
        Operator::Modulo => a.checked_rem(b),
    }
    .ok_or_else(too_large)
}

fn natural(sign: Operator, a: u64, b: u64) -> Result<u64, ExpressionFailure> {
    match sign {
        Operator::Add => a.checked_add(b),
        Operator::Subtract => a.checked_sub(b),
        Operator::Multiply => a.checked_mul(b),
        Operator::Divide => a.checked_div(b),
        Operator::Modulo => a.checked_rem(b),
    }
    .ok_or_else(too_large)
}

fn too_large() -> ExpressionFailure {
    failure("a number is too large, or divided by zero")
}

fn does_not_take(sign: Operator, a: &Val<'_>, b: &Val<'_>) -> ExpressionFailure {
    let (sign, a, b) = (sign.sign(), a.kind(), b.kind());
    failure(format!("`{sign}` does not take {a} and {b}"))
}
