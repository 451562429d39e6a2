//! Turns the tree of the parser into nodes. What an expression must not hold is an error
//! here, so that evaluation need not look for it: unknown names and functions, patterns that
//! are not literals, comprehensions that are nested too deeply.

use cel::common::ast::{CallExpr, EntryExpr, Expr, IdedExpr, LiteralValue, operators};
use regex::RegexBuilder;

use crate::comprehension;
use crate::limits;
use crate::node::{Comparison, FUNCTIONS, Function, Node, Operator};

/// What is wrong with an expression: the text to point at, what is wrong, what to do.
#[derive(Debug)]
pub(crate) struct Problem {
    pub(crate) at: String,
    pub(crate) message: String,
    pub(crate) help: Option<String>,
}

impl Problem {
    pub(crate) fn new(at: &str, message: impl Into<String>) -> Self {
        Self {
            at: at.to_owned(),
            message: message.into(),
            help: None,
        }
    }

    fn help(self, help: impl Into<String>) -> Self {
        Self {
            help: Some(help.into()),
            ..self
        }
    }
}

/// The compilation of one expression.
pub(crate) struct Compiler<'a> {
    /// Whether a name is one that the event has.
    pub(crate) is_name: &'a dyn Fn(&str) -> bool,
    /// The names that are told where one is not known.
    pub(crate) names: &'a dyn Fn(&str) -> String,
    /// The variables of the comprehensions around.
    pub(crate) locals: Vec<String>,
    pub(crate) nodes: usize,
}

impl Compiler<'_> {
    pub(crate) fn node(&mut self, ided: &IdedExpr) -> Result<Node, Problem> {
        self.nodes += 1;
        if self.nodes > limits::NODES {
            let most = limits::NODES;
            return Err(Problem::new(
                "",
                format!("the expression has more than {most} parts"),
            ));
        }
        Ok(match &ided.expr {
            Expr::Unspecified => return Err(Problem::new("", "the expression is empty")),
            Expr::Literal(literal) => literal_node(literal)?,
            Expr::Ident(name) => self.name(name)?,
            Expr::Select(select) => {
                let of = self.boxed(&select.operand)?;
                match select.test {
                    true => Node::Has(of, select.field.clone()),
                    false => Node::Select(of, select.field.clone()),
                }
            }
            Expr::List(list) => {
                let items = list.elements.iter().map(|item| self.node(item));
                Node::List(items.collect::<Result<_, _>>()?)
            }
            Expr::Map(map) => {
                let mut members = Vec::new();
                for entry in &map.entries {
                    let EntryExpr::MapEntry(entry) = &entry.expr else {
                        return Err(no_messages());
                    };
                    members.push((self.node(&entry.key)?, self.node(&entry.value)?));
                }
                Node::Map(members)
            }
            Expr::Struct(_) => return Err(no_messages()),
            Expr::Comprehension(fold) => comprehension::compile(self, fold)?,
            Expr::Call(call) => self.call(call)?,
        })
    }

    pub(crate) fn boxed(&mut self, ided: &IdedExpr) -> Result<Box<Node>, Problem> {
        self.node(ided).map(Box::new)
    }

    fn name(&self, name: &str) -> Result<Node, Problem> {
        if let Some(place) = self.locals.iter().rposition(|local| local == name) {
            return Ok(Node::Local(place, name.to_owned()));
        }
        if (self.is_name)(name) {
            return Ok(Node::Name(name.to_owned()));
        }
        Err(Problem::new(name, format!("unknown name `{name}`")).help((self.names)(name)))
    }

    fn call(&mut self, call: &CallExpr) -> Result<Node, Problem> {
        let name = call.func_name.as_str();
        let target = call.target.as_deref();
        if target.is_none()
            && let Some(node) = self.operator(name, &call.args)?
        {
            return Ok(node);
        }
        let values: Vec<&IdedExpr> = target.into_iter().chain(&call.args).collect();
        if name == "matches" {
            return self.pattern(&values);
        }
        let row = FUNCTIONS.iter().find(|(known, ..)| *known == name);
        let Some((_, function, count)) = row else {
            let mut known: Vec<&str> = FUNCTIONS.iter().map(|(known, ..)| *known).collect();
            known.extend([
                "matches",
                "exists",
                "all",
                "exists_one",
                "filter",
                "map",
                "has",
            ]);
            return Err(Problem::new(name, format!("unknown function `{name}`"))
                .help(format!("use one of {}", known.join(", "))));
        };
        if values.len() != *count {
            let message = format!("`{name}` takes {count} values, not {}", values.len());
            return Err(Problem::new(name, message));
        }
        let values = values.into_iter().map(|value| self.node(value));
        let values: Vec<Node> = values.collect::<Result<_, _>>()?;
        Ok(Node::Call(*function, values))
    }

    fn operator(&mut self, name: &str, args: &[IdedExpr]) -> Result<Option<Node>, Problem> {
        let comparison = match name {
            operators::EQUALS => Some(Comparison::Equal),
            operators::NOT_EQUALS => Some(Comparison::NotEqual),
            operators::LESS => Some(Comparison::Less),
            operators::LESS_EQUALS => Some(Comparison::LessOrEqual),
            operators::GREATER => Some(Comparison::Greater),
            operators::GREATER_EQUALS => Some(Comparison::GreaterOrEqual),
            _ => None,
        };
        let arithmetic = match name {
            operators::ADD => Some(Operator::Add),
            operators::SUBSTRACT => Some(Operator::Subtract),
            operators::MULTIPLY => Some(Operator::Multiply),
            operators::DIVIDE => Some(Operator::Divide),
            operators::MODULO => Some(Operator::Modulo),
            _ => None,
        };
        Ok(Some(match (name, args) {
            (_, [a, b]) if comparison.is_some() => {
                let sign = comparison.unwrap_or(Comparison::Equal);
                Node::Compare(sign, self.boxed(a)?, self.boxed(b)?)
            }
            (_, [a, b]) if arithmetic.is_some() => {
                let sign = arithmetic.unwrap_or(Operator::Add);
                Node::Arithmetic(sign, self.boxed(a)?, self.boxed(b)?)
            }
            (operators::LOGICAL_AND, [a, b]) => Node::And(self.boxed(a)?, self.boxed(b)?),
            (operators::LOGICAL_OR, [a, b]) => Node::Or(self.boxed(a)?, self.boxed(b)?),
            (operators::LOGICAL_NOT, [a]) => Node::Not(self.boxed(a)?),
            (operators::NEGATE, [a]) => Node::Negate(self.boxed(a)?),
            (operators::INDEX, [a, b]) => Node::Index(self.boxed(a)?, self.boxed(b)?),
            (operators::IN, [a, b]) => Node::In(self.boxed(a)?, self.boxed(b)?),
            (operators::CONDITIONAL, [test, a, b]) => {
                Node::Condition(self.boxed(test)?, self.boxed(a)?, self.boxed(b)?)
            }
            _ => return Ok(None),
        }))
    }

    fn pattern(&mut self, values: &[&IdedExpr]) -> Result<Node, Problem> {
        let [of, pattern] = values else {
            return Err(Problem::new(
                "matches",
                "`matches` takes a text and a pattern",
            ));
        };
        let Expr::Literal(LiteralValue::String(pattern)) = &pattern.expr else {
            return Err(
                Problem::new("matches", "the pattern of `matches` must be a literal")
                    .help("write it in quotes"),
            );
        };
        let regex = RegexBuilder::new(pattern.inner())
            .size_limit(limits::REGEX_BYTES)
            .build();
        let regex = regex.map_err(|error| {
            let why = error.to_string();
            let why = why.lines().last().unwrap_or_default().to_owned();
            Problem::new(
                pattern.inner(),
                format!("invalid regular expression: {why}"),
            )
        })?;
        Ok(Node::Matches(self.boxed(of)?, regex))
    }
}

fn literal_node(literal: &LiteralValue) -> Result<Node, Problem> {
    Ok(match literal {
        LiteralValue::Boolean(value) => Node::Bool(*value.inner()),
        LiteralValue::Int(value) => Node::Int(*value.inner()),
        LiteralValue::UInt(value) => Node::UInt(*value.inner()),
        LiteralValue::Double(value) => Node::Double(*value.inner()),
        LiteralValue::String(text) => Node::Text(text.inner().to_owned()),
        LiteralValue::Null => Node::Null,
        LiteralValue::Bytes(_) => {
            return Err(Problem::new("", "bytes are not supported").help("use a string"));
        }
    })
}

fn no_messages() -> Problem {
    Problem::new("", "messages are not supported")
}

/// Whether a part is the name `@result`, which comprehensions use for what they have so far.
pub(crate) fn is_accumulator(ided: &IdedExpr) -> bool {
    matches!(&ided.expr, Expr::Ident(name) if name == "@result")
}

/// The function, if a call is one of an operator.
pub(crate) fn operator_call<'e>(ided: &'e IdedExpr, name: &str) -> Option<&'e [IdedExpr]> {
    match &ided.expr {
        Expr::Call(call) if call.func_name == name && call.target.is_none() => Some(&call.args),
        _ => None,
    }
}

/// The functions whose value is a text or a number, for a check of whole expressions.
pub(crate) fn is_boolean(node: &Node) -> bool {
    !matches!(
        node,
        Node::Null
            | Node::Int(_)
            | Node::UInt(_)
            | Node::Double(_)
            | Node::Text(_)
            | Node::List(_)
            | Node::Map(_)
            | Node::Negate(_)
            | Node::Arithmetic(..)
            | Node::Call(
                Function::Size
                    | Function::LowerAscii
                    | Function::ToText
                    | Function::ToInt
                    | Function::ToDouble,
                _
            )
    )
}
