//! The comprehensions of the parser (`exists`, `all`, `exists_one`, `filter`, `map`),
//! recognised by their shape: the parser has expanded the macros.

use cel::common::ast::{ComprehensionExpr, Expr, IdedExpr, LiteralValue, operators};

use crate::compile::{Compiler, Problem, is_accumulator, operator_call};
use crate::limits;
use crate::node::{Fold, FoldKind, Node};

/// A comprehension as it was written: what is asked, and what is made of an item.
struct Written<'e> {
    kind: FoldKind,
    test: Option<&'e IdedExpr>,
    value: Option<&'e IdedExpr>,
}

pub(crate) fn compile(
    compiler: &mut Compiler<'_>,
    fold: &ComprehensionExpr,
) -> Result<Node, Problem> {
    let unknown = || Problem::new("", "this comprehension is not supported");
    let written = recognised(fold).ok_or_else(unknown)?;
    let range = compiler.node(&fold.iter_range)?;
    let place = compiler.locals.len();
    if place >= limits::COMPREHENSIONS {
        let most = limits::COMPREHENSIONS;
        let message = format!("comprehensions are nested more than {most} deep");
        return Err(Problem::new(&fold.iter_var, message));
    }
    compiler.locals.push(fold.iter_var.clone());
    let test = written.test.map(|test| compiler.node(test)).transpose();
    let value = written.value.map(|value| compiler.node(value)).transpose();
    compiler.locals.pop();
    Ok(Node::Fold(Box::new(Fold {
        kind: written.kind,
        range,
        variable: fold.iter_var.clone(),
        place,
        test: test?,
        value: value?,
    })))
}

fn recognised(fold: &ComprehensionExpr) -> Option<Written<'_>> {
    if fold.iter_var2.is_some() {
        return None;
    }
    let step = &fold.loop_step;
    if let Some([accumulator, test]) = operator_call(step, operators::LOGICAL_OR) {
        return is_accumulator(accumulator).then_some(Written {
            kind: FoldKind::Exists,
            test: Some(test),
            value: None,
        });
    }
    if let Some([accumulator, test]) = operator_call(step, operators::LOGICAL_AND) {
        return is_accumulator(accumulator).then_some(Written {
            kind: FoldKind::All,
            test: Some(test),
            value: None,
        });
    }
    if let Some([test, then, otherwise]) = operator_call(step, operators::CONDITIONAL) {
        if !is_accumulator(otherwise) {
            return None;
        }
        let counts = matches!(&fold.accu_init.expr, Expr::Literal(LiteralValue::Int(_)));
        if counts {
            return Some(Written {
                kind: FoldKind::ExistsOne,
                test: Some(test),
                value: None,
            });
        }
        let value = added(then)?;
        let itself = matches!(&value.expr, Expr::Ident(name) if *name == fold.iter_var);
        return Some(Written {
            kind: if itself {
                FoldKind::Filter
            } else {
                FoldKind::Map
            },
            test: Some(test),
            value: (!itself).then_some(value),
        });
    }
    Some(Written {
        kind: FoldKind::Map,
        test: None,
        value: Some(added(step)?),
    })
}

/// What is added to the list so far.
fn added(ided: &IdedExpr) -> Option<&IdedExpr> {
    let [accumulator, list] = operator_call(ided, operators::ADD)? else {
        return None;
    };
    match &list.expr {
        Expr::List(list) if is_accumulator(accumulator) => list.elements.first(),
        _ => None,
    }
}
