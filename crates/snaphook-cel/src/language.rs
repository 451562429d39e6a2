//! The language of `when`: compiles an expression once, tests and explains it for
//! every event.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use cel::parser::PrattParser;
use snaphook_core::event::{EventSpec, nearest};
use snaphook_core::input::typed::COMMON_FIELDS;
use snaphook_rules::facts::{
    Expression, ExpressionError, ExpressionFailure, ExpressionLanguage, ExpressionTest, FactScope,
    SCOPE_NAMES, SubValue,
};

use crate::compile::{Compiler, Problem, is_boolean};
use crate::eval::{Evaluation, failure};
use crate::limits;
use crate::node::Node;
use crate::value::Val;

/// Conditions in CEL.
#[derive(Debug, Clone, Copy, Default)]
pub struct Cel;

impl ExpressionLanguage for Cel {
    fn compile(
        &self,
        text: &str,
        event: &EventSpec,
    ) -> Result<Arc<dyn Expression>, ExpressionError> {
        // The parser is not ours: a panic in it is an expression that does not compile.
        let parsed = catch_unwind(AssertUnwindSafe(|| compile(text, event)));
        let node = parsed.unwrap_or_else(|_| Err(whole(text, "the expression cannot be read")))?;
        Ok(Arc::new(CelExpression { node }))
    }
}

fn compile(text: &str, event: &EventSpec) -> Result<Node, ExpressionError> {
    if text.len() > limits::BYTES {
        let most = limits::BYTES;
        let message = format!("the expression is longer than {most} bytes");
        return Err(whole(text, &message));
    }
    let parser = PrattParser::new()
        .max_recursion_depth(limits::DEPTH)
        .max_expression_node_count(limits::NODES);
    let parsed = parser.parse(text).map_err(|errors| {
        let first = errors.errors.first();
        let message = first.map_or("syntax error", |error| &error.msg);
        let (line, column) = first.map_or((1, 1), |error| error.pos);
        let start = offset(text, line, column);
        let end = text[start..]
            .chars()
            .next()
            .map_or(start, |c| start + c.len_utf8());
        ExpressionError {
            message: message.to_owned(),
            range: start..end,
            help: None,
        }
    })?;
    let own = |name: &str| event.fields.iter().any(|field| field.name == name);
    // A custom event may have any field.
    let is_custom = event.name.is_empty();
    let is_name = |name: &str| {
        own(name) || is_custom || COMMON_FIELDS.contains(&name) || SCOPE_NAMES.contains(&name)
    };
    let names = |name: &str| {
        let known = event.fields.iter().map(|field| field.name);
        let known = known.chain(COMMON_FIELDS.iter().copied());
        let known: Vec<&str> = known.chain(SCOPE_NAMES.iter().copied()).collect();
        match nearest(name, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("{} has {}", event.name, known.join(", ")),
        }
    };
    let mut compiler = Compiler {
        is_name: &is_name,
        names: &names,
        locals: Vec::new(),
        nodes: 0,
    };
    let node = compiler.node(&parsed);
    let node = node.map_err(|problem| located(text, problem))?;
    if !is_boolean(&node) {
        return Err(whole(text, "the expression must be true or false"));
    }
    Ok(node)
}

/// The byte at a line and column, both counted from 1, columns in characters.
fn offset(text: &str, line: isize, column: isize) -> usize {
    let line = usize::try_from(line).unwrap_or(1).max(1);
    let column = usize::try_from(column).unwrap_or(1).max(1);
    let before: usize = text
        .split_inclusive('\n')
        .take(line - 1)
        .map(str::len)
        .sum();
    let rest = text.get(before..).unwrap_or_default();
    let at = rest.char_indices().nth(column - 1).map(|(at, _)| at);
    (before + at.unwrap_or(rest.len())).min(text.len())
}

fn whole(text: &str, message: &str) -> ExpressionError {
    ExpressionError {
        message: message.to_owned(),
        range: 0..text.len(),
        help: None,
    }
}

/// Where the text of a problem is: as a whole word, if it is one.
fn located(text: &str, problem: Problem) -> ExpressionError {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let found = text.match_indices(&problem.at).find(|(at, found)| {
        let before = text[..*at].chars().next_back();
        let after = text[at + found.len()..].chars().next();
        !found.is_empty() && !before.is_some_and(is_word) && !after.is_some_and(is_word)
    });
    let range = found.map_or(0..text.len(), |(at, found)| at..at + found.len());
    ExpressionError {
        message: problem.message,
        range,
        help: problem.help,
    }
}

/// A compiled expression.
struct CelExpression {
    node: Node,
}

impl Expression for CelExpression {
    fn test(&self, scope: &FactScope<'_>) -> Result<ExpressionTest, ExpressionFailure> {
        let tested = catch_unwind(AssertUnwindSafe(|| {
            Evaluation::new(scope).value(&self.node)
        }));
        match tested.unwrap_or_else(|_| Err(failure("the evaluation panicked")))? {
            Val::Bool(true) => Ok(ExpressionTest::True),
            Val::Bool(false) => Ok(ExpressionTest::False),
            Val::Unknown => Ok(ExpressionTest::Unknown),
            other => Err(failure(format!(
                "the expression must be true or false, and is {}",
                other.kind()
            ))),
        }
    }

    fn explain(&self, scope: &FactScope<'_>) -> Vec<SubValue> {
        let mut parts = Vec::new();
        explain(&self.node, 0, scope, &mut parts);
        parts
    }
}

/// The most characters of a value that are shown.
const SHOWN: usize = 300;

/// The value of a part and of the parts in it. What is asked of the items of a list has no
/// value by itself.
fn explain(node: &Node, depth: usize, scope: &FactScope<'_>, parts: &mut Vec<SubValue>) {
    let value = match Evaluation::new(scope).value(node) {
        Ok(value) => value.to_string(),
        Err(failure) => format!("none: {failure}"),
    };
    let mut shown: String = value.chars().take(SHOWN).collect();
    if shown.len() < value.len() {
        shown.push('…');
    }
    parts.push(SubValue {
        depth,
        text: node.to_string(),
        value: shown,
    });
    for inner in node.parts() {
        explain(inner, depth + 1, scope, parts);
    }
}

impl fmt::Debug for CelExpression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.node)
    }
}
