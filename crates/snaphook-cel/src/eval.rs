//! Evaluation. What is unknown stays unknown, except where it does not matter:
//! `false && x` is false, and `true || x` is true, whatever `x` is, and also if it has no
//! value.

use std::borrow::Cow;
use std::rc::Rc;

use snaphook_rules::facts::{ExpressionFailure, FactScope};

use crate::fold::fold;
use crate::limits;
use crate::node::Node;
use crate::value::{ListVal, MapVal, Val};
use crate::{arithmetic, compare, functions};

/// The evaluation of one expression for one event.
pub(crate) struct Evaluation<'a> {
    pub(crate) scope: &'a FactScope<'a>,
    /// The variables of the comprehensions around.
    pub(crate) locals: Vec<Val<'a>>,
    steps: usize,
}

pub(crate) type Evaluated<'a> = Result<Val<'a>, ExpressionFailure>;

pub(crate) fn failure(text: impl Into<String>) -> ExpressionFailure {
    ExpressionFailure(text.into())
}

impl<'a> Evaluation<'a> {
    pub(crate) fn new(scope: &'a FactScope<'a>) -> Self {
        Self {
            scope,
            locals: Vec::new(),
            steps: 0,
        }
    }

    /// Counts work; too much of it is a failure.
    pub(crate) fn take(&mut self, steps: usize) -> Result<(), ExpressionFailure> {
        self.steps = self.steps.saturating_add(steps);
        match self.steps > limits::STEPS {
            true => Err(failure("the expression takes too much work for this call")),
            false => Ok(()),
        }
    }

    pub(crate) fn value(&mut self, node: &'a Node) -> Evaluated<'a> {
        self.take(1)?;
        Ok(match node {
            Node::Null => Val::Null,
            Node::Bool(value) => Val::Bool(*value),
            Node::Int(value) => Val::Int(*value),
            Node::UInt(value) => Val::UInt(*value),
            Node::Double(value) => Val::Double(*value),
            Node::Text(text) => Val::Text(Cow::Borrowed(text)),
            Node::Name(name) => self.name(name),
            Node::Local(place, _) => self.locals.get(*place).cloned().unwrap_or(Val::Unknown),
            Node::Select(of, field) => match self.value(of)? {
                Val::Unknown => Val::Unknown,
                Val::Map(map) => map
                    .get(field)
                    .ok_or_else(|| failure(format!("`{of}` has no key `{field}`")))?,
                other => {
                    let kind = other.kind();
                    return Err(failure(format!("`{of}` is {kind}, which has no keys")));
                }
            },
            Node::Has(of, field) => match self.value(of)? {
                Val::Unknown => Val::Unknown,
                Val::Map(map) => Val::Bool(map.get(field).is_some()),
                Val::Null => Val::Bool(false),
                other => {
                    let kind = other.kind();
                    return Err(failure(format!("`{of}` is {kind}, which has no keys")));
                }
            },
            Node::Index(of, at) => {
                let (of_value, at_value) = (self.value(of)?, self.value(at)?);
                index(of, of_value, at_value)?
            }
            Node::Not(of) => match self.value(of)? {
                Val::Bool(value) => Val::Bool(!value),
                Val::Unknown => Val::Unknown,
                other => return Err(not_boolean(of, &other)),
            },
            Node::Negate(of) => arithmetic::negated(of, &self.value(of)?)?,
            Node::And(a, b) => self.absorbing(a, b, false)?,
            Node::Or(a, b) => self.absorbing(a, b, true)?,
            Node::Condition(test, a, b) => match self.value(test)? {
                Val::Bool(true) => self.value(a)?,
                Val::Bool(false) => self.value(b)?,
                Val::Unknown => self.either(a, b)?,
                other => return Err(not_boolean(test, &other)),
            },
            Node::Compare(sign, a, b) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                compare::compare(self, *sign, &a, &b)?
            }
            Node::Arithmetic(sign, a, b) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                arithmetic::apply(self, *sign, a, b)?
            }
            Node::In(item, list) => {
                let (item, list) = (self.value(item)?, self.value(list)?);
                compare::contains(self, &item, &list)?
            }
            Node::List(items) => {
                let items: Result<Vec<_>, _> = items.iter().map(|item| self.value(item)).collect();
                Val::List(ListVal::Own(Rc::new(items?), true))
            }
            Node::Map(members) => {
                let mut made = Vec::with_capacity(members.len());
                for (key, value) in members {
                    made.push((self.value(key)?, self.value(value)?));
                }
                Val::Map(MapVal::Own(Rc::new(made)))
            }
            Node::Call(function, values) => {
                let values: Result<Vec<_>, _> =
                    values.iter().map(|value| self.value(value)).collect();
                functions::call(self, *function, values?)?
            }
            Node::Matches(of, regex) => match self.value(of)? {
                Val::Unknown => Val::Unknown,
                Val::Text(text) => {
                    self.take(text.len() / 16)?;
                    Val::Bool(regex.is_match(&text))
                }
                other => return Err(wrong("matches", &other)),
            },
            Node::Fold(made) => fold(self, made)?,
        })
    }

    /// `&&` and `||`: one side may decide, whatever the other is.
    fn absorbing(&mut self, a: &'a Node, b: &'a Node, deciding: bool) -> Evaluated<'a> {
        let first = self.boolean(a);
        if matches!(first, Ok(Some(value)) if value == deciding) {
            return Ok(Val::Bool(deciding));
        }
        // A limit is not absorbed: the other side cannot be evaluated either.
        let second = self.boolean(b);
        match (first, second) {
            (_, Ok(Some(value))) if value == deciding => Ok(Val::Bool(deciding)),
            (Err(error), _) | (_, Err(error)) => Err(error),
            (Ok(Some(_)), Ok(Some(_))) => Ok(Val::Bool(!deciding)),
            (Ok(None), Ok(_)) | (Ok(_), Ok(None)) => Ok(Val::Unknown),
        }
    }

    /// A part as true or false; nothing where that is unknown.
    pub(crate) fn boolean(&mut self, node: &'a Node) -> Result<Option<bool>, ExpressionFailure> {
        match self.value(node)? {
            Val::Bool(value) => Ok(Some(value)),
            Val::Unknown => Ok(None),
            other => Err(not_boolean(node, &other)),
        }
    }

    /// The value of a condition whose test is unknown: that of both branches, where they
    /// agree.
    fn either(&mut self, a: &'a Node, b: &'a Node) -> Evaluated<'a> {
        match (self.value(a)?, self.value(b)?) {
            (Val::Bool(a), Val::Bool(b)) if a == b => Ok(Val::Bool(a)),
            _ => Ok(Val::Unknown),
        }
    }

    /// The value of a name: a fact, or a field of the input.
    fn name(&self, name: &str) -> Val<'a> {
        let scope = self.scope;
        if let Some(fact) = scope.fact(name) {
            return Val::of_fact(fact);
        }
        if name == "tool_input" {
            return scope.tool_input.map_or(Val::Null, Val::of_json);
        }
        let fields = scope.input.fields();
        match fields.text(name) {
            Some(text) => Val::Text(text),
            None => fields.value(name).map_or(Val::Null, Val::of_owned),
        }
    }
}

fn index<'a>(node: &Node, of: Val<'a>, at: Val<'a>) -> Evaluated<'a> {
    match (of, at) {
        (Val::Unknown, _) | (_, Val::Unknown) => Ok(Val::Unknown),
        (Val::Map(map), Val::Text(key)) => map
            .get(&key)
            .ok_or_else(|| failure(format!("`{node}` has no key `{key}`"))),
        (Val::List(list), Val::Int(at)) => {
            // Which item is at a place is known only where every item is.
            if !list.is_certain() {
                return Ok(Val::Unknown);
            }
            let item = usize::try_from(at).ok().and_then(|at| list.item(at));
            let item = item.map(|(item, _)| item);
            item.ok_or_else(|| failure(format!("`{node}` has no item {at}")))
        }
        (of, _) => Err(failure(format!(
            "`{node}` is {}, which has no items",
            of.kind()
        ))),
    }
}

fn not_boolean(node: &Node, value: &Val<'_>) -> ExpressionFailure {
    failure(format!(
        "`{node}` must be true or false, and is {}",
        value.kind()
    ))
}

/// A function got a value that it does not take.
pub(crate) fn wrong(function: &str, value: &Val<'_>) -> ExpressionFailure {
    failure(format!("`{function}` does not take {}", value.kind()))
}
