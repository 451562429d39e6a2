//! A compiled expression. Names are checked, regular expressions are compiled, and the
//! variables of comprehensions are places on a stack.

use regex::Regex;

/// A part of an expression.
#[derive(Debug)]
pub(crate) enum Node {
    Null,
    Bool(bool),
    Int(i64),
    UInt(u64),
    Double(f64),
    Text(String),
    /// A field of the input, or a fact.
    Name(String),
    /// The variable of a comprehension: its place on the stack, and its name.
    Local(usize, String),
    Select(Box<Node>, String),
    Has(Box<Node>, String),
    Index(Box<Node>, Box<Node>),
    Not(Box<Node>),
    Negate(Box<Node>),
    And(Box<Node>, Box<Node>),
    Or(Box<Node>, Box<Node>),
    Condition(Box<Node>, Box<Node>, Box<Node>),
    Compare(Comparison, Box<Node>, Box<Node>),
    Arithmetic(Operator, Box<Node>, Box<Node>),
    In(Box<Node>, Box<Node>),
    List(Vec<Node>),
    Map(Vec<(Node, Node)>),
    Call(Function, Vec<Node>),
    Matches(Box<Node>, Regex),
    Fold(Box<Fold>),
}

/// A comprehension. Its variable is at `place` of the stack.
#[derive(Debug)]
pub(crate) struct Fold {
    pub(crate) kind: FoldKind,
    pub(crate) range: Node,
    pub(crate) variable: String,
    pub(crate) place: usize,
    /// What is asked of each item; nothing for a `map` without a condition.
    pub(crate) test: Option<Node>,
    /// What a `map` makes of each item.
    pub(crate) value: Option<Node>,
}

/// What a comprehension makes of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FoldKind {
    Exists,
    All,
    ExistsOne,
    Filter,
    Map,
}

/// A comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// An operator of numbers, texts and lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
}

/// A function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Function {
    Size,
    Contains,
    StartsWith,
    EndsWith,
    LowerAscii,
    ToText,
    ToInt,
    ToDouble,
}

/// Each function: its name, how many values it takes, and whether the first can stand in
/// front of it.
pub(crate) const FUNCTIONS: &[(&str, Function, usize)] = &[
    ("size", Function::Size, 1),
    ("contains", Function::Contains, 2),
    ("startsWith", Function::StartsWith, 2),
    ("endsWith", Function::EndsWith, 2),
    ("lowerAscii", Function::LowerAscii, 1),
    ("string", Function::ToText, 1),
    ("int", Function::ToInt, 1),
    ("double", Function::ToDouble, 1),
];

impl Comparison {
    /// As it is written.
    pub(crate) fn sign(self) -> &'static str {
        match self {
            Self::Equal => "==",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
        }
    }
}

impl Operator {
    /// As it is written.
    pub(crate) fn sign(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Modulo => "%",
        }
    }
}

impl Function {
    /// As it is written.
    pub(crate) fn name(self) -> &'static str {
        let row = FUNCTIONS.iter().find(|(_, function, _)| *function == self);
        row.map_or("", |(name, ..)| name)
    }
}

impl FoldKind {
    /// As it is written.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Exists => "exists",
            Self::All => "all",
            Self::ExistsOne => "exists_one",
            Self::Filter => "filter",
            Self::Map => "map",
        }
    }
}

impl Node {
    /// The parts that have a value of their own and are not literals.
    pub(crate) fn parts(&self) -> Vec<&Self> {
        let parts: Vec<&Self> = match self {
            Self::Select(of, _)
            | Self::Has(of, _)
            | Self::Not(of)
            | Self::Negate(of)
            | Self::Matches(of, _) => vec![of],
            Self::Index(a, b)
            | Self::And(a, b)
            | Self::Or(a, b)
            | Self::Compare(_, a, b)
            | Self::Arithmetic(_, a, b)
            | Self::In(a, b) => vec![a, b],
            Self::Condition(test, a, b) => vec![test, a, b],
            Self::List(items) | Self::Call(_, items) => items.iter().collect(),
            Self::Map(members) => members.iter().map(|(_, value)| value).collect(),
            Self::Fold(fold) => vec![&fold.range],
            _ => Vec::new(),
        };
        let is_literal = |node: &&Self| {
            matches!(
                node,
                Self::Null
                    | Self::Bool(_)
                    | Self::Int(_)
                    | Self::UInt(_)
                    | Self::Double(_)
                    | Self::Text(_)
            )
        };
        parts.into_iter().filter(|node| !is_literal(node)).collect()
    }
}
