//! Comprehensions. An item that may or may not be there, and what else may be in an
//! incomplete list, count as unknown where they would change the result.

use std::rc::Rc;

use snaphook_rules::facts::ExpressionFailure;

use crate::eval::{Evaluated, Evaluation, failure};
use crate::node::{Fold, FoldKind};
use crate::value::{ListVal, Val};

pub(crate) fn fold<'a>(run: &mut Evaluation<'a>, fold: &'a Fold) -> Evaluated<'a> {
    let range = match run.value(&fold.range)? {
        Val::Unknown => return Ok(Val::Unknown),
        Val::List(list) => list,
        // The keys of an object.
        Val::Map(map) => {
            let keys = map.members().into_iter().map(|(key, _)| key).collect();
            ListVal::Own(Rc::new(keys), true)
        }
        other => {
            let (range, kind) = (&fold.range, other.kind());
            return Err(failure(format!("`{range}` is {kind}, which has no items")));
        }
    };
    match fold.kind {
        FoldKind::Exists => any(run, fold, &range, true),
        FoldKind::All => any(run, fold, &range, false),
        FoldKind::ExistsOne => exactly_one(run, fold, &range),
        FoldKind::Filter | FoldKind::Map => kept(run, fold, &range),
    }
}

/// What is asked of one item; true where nothing is.
fn test<'a>(
    run: &mut Evaluation<'a>,
    fold: &'a Fold,
    item: Val<'a>,
) -> Result<Option<bool>, ExpressionFailure> {
    let Some(node) = &fold.test else {
        return Ok(Some(true));
    };
    with_item(run, fold, item, |run| run.boolean(node))
}

fn with_item<'a, T>(
    run: &mut Evaluation<'a>,
    fold: &Fold,
    item: Val<'a>,
    then: impl FnOnce(&mut Evaluation<'a>) -> T,
) -> T {
    run.locals.truncate(fold.place);
    run.locals.push(item);
    let made = then(run);
    run.locals.truncate(fold.place);
    made
}

/// `exists` (deciding: true) and `all` (deciding: false). As in CEL, an item that decides
/// does so also where others have no value.
fn any<'a>(
    run: &mut Evaluation<'a>,
    fold: &'a Fold,
    range: &ListVal<'a>,
    deciding: bool,
) -> Evaluated<'a> {
    let mut unknown = !range.is_complete();
    let mut error = None;
    for at in 0..range.len() {
        let Some((item, certain)) = range.item(at) else {
            break;
        };
        match test(run, fold, item) {
            Ok(Some(value)) if value == deciding && certain => return Ok(Val::Bool(deciding)),
            Ok(Some(value)) if value != deciding => {}
            Ok(_) => unknown = true,
            Err(failed) => {
                // The limit ends it, whatever comes.
                run.take(0)?;
                error = error.or(Some(failed));
            }
        }
    }
    match (error, unknown) {
        (Some(error), _) => Err(error),
        (None, true) => Ok(Val::Unknown),
        (None, false) => Ok(Val::Bool(!deciding)),
    }
}

fn exactly_one<'a>(run: &mut Evaluation<'a>, fold: &'a Fold, range: &ListVal<'a>) -> Evaluated<'a> {
    let (mut known, mut maybe) = (0_usize, !range.is_complete());
    for (item, certain) in range.items() {
        match test(run, fold, item)? {
            Some(true) if certain => known += 1,
            Some(false) => {}
            _ => maybe = true,
        }
    }
    Ok(match (known, maybe) {
        (2.., _) => Val::Bool(false),
        (_, true) => Val::Unknown,
        (known, false) => Val::Bool(known == 1),
    })
}

/// `filter` and `map`: what may be in the list makes it incomplete.
fn kept<'a>(run: &mut Evaluation<'a>, fold: &'a Fold, range: &ListVal<'a>) -> Evaluated<'a> {
    let mut complete = range.is_complete();
    let mut items = Vec::new();
    for (item, certain) in range.items() {
        match test(run, fold, item.clone())? {
            Some(true) if certain => {
                let made = match &fold.value {
                    Some(value) => with_item(run, fold, item, |run| run.value(value))?,
                    None => item,
                };
                items.push(made);
            }
            Some(false) => {}
            _ => complete = false,
        }
    }
    Ok(Val::List(ListVal::Own(Rc::new(items), complete)))
}
