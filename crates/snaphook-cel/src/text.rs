//! A part of an expression as people write it, for `explain`.

use std::fmt;

use crate::node::{Fold, Node};

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(value) => write!(f, "{value}"),
            Self::Int(value) => write!(f, "{value}"),
            Self::UInt(value) => write!(f, "{value}u"),
            Self::Double(value) => write!(f, "{value:?}"),
            Self::Text(text) => write!(f, "{text:?}"),
            Self::Name(name) | Self::Local(_, name) => f.write_str(name),
            Self::Select(of, field) => write!(f, "{}.{field}", Operand(of)),
            Self::Has(of, field) => write!(f, "has({}.{field})", Operand(of)),
            Self::Index(of, at) => write!(f, "{}[{at}]", Operand(of)),
            Self::Not(of) => write!(f, "!{}", Operand(of)),
            Self::Negate(of) => write!(f, "-{}", Operand(of)),
            Self::And(a, b) => write!(f, "{} && {}", Operand(a), Operand(b)),
            Self::Or(a, b) => write!(f, "{} || {}", Operand(a), Operand(b)),
            Self::Condition(test, a, b) => {
                write!(f, "{} ? {} : {}", Operand(test), Operand(a), Operand(b))
            }
            Self::Compare(sign, a, b) => {
                write!(f, "{} {} {}", Operand(a), sign.sign(), Operand(b))
            }
            Self::Arithmetic(sign, a, b) => {
                write!(f, "{} {} {}", Operand(a), sign.sign(), Operand(b))
            }
            Self::In(a, b) => write!(f, "{} in {}", Operand(a), Operand(b)),
            Self::List(items) => {
                f.write_str("[")?;
                joined(f, items)?;
                f.write_str("]")
            }
            Self::Map(members) => {
                f.write_str("{")?;
                for (at, (key, value)) in members.iter().enumerate() {
                    let comma = if at > 0 { ", " } else { "" };
                    write!(f, "{comma}{key}: {value}")?;
                }
                f.write_str("}")
            }
            Self::Call(function, values) => match &values[..] {
                [of, others @ ..] if !others.is_empty() => {
                    write!(f, "{}.{}(", Operand(of), function.name())?;
                    joined(f, others)?;
                    f.write_str(")")
                }
                values => {
                    write!(f, "{}(", function.name())?;
                    joined(f, values)?;
                    f.write_str(")")
                }
            },
            Self::Matches(of, regex) => {
                write!(f, "{}.matches({:?})", Operand(of), regex.as_str())
            }
            Self::Fold(fold) => write!(f, "{fold}"),
        }
    }
}

impl fmt::Display for Fold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (range, name) = (Operand(&self.range), self.kind.name());
        write!(f, "{range}.{name}({}", self.variable)?;
        for part in self.test.iter().chain(&self.value) {
            write!(f, ", {part}")?;
        }
        f.write_str(")")
    }
}

/// A part within another: in parentheses where it needs them.
struct Operand<'a>(&'a Node);

impl fmt::Display for Operand<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let needs = matches!(
            self.0,
            Node::And(..)
                | Node::Or(..)
                | Node::Condition(..)
                | Node::Compare(..)
                | Node::Arithmetic(..)
                | Node::In(..)
        );
        match needs {
            true => write!(f, "({})", self.0),
            false => write!(f, "{}", self.0),
        }
    }
}

fn joined(f: &mut fmt::Formatter<'_>, nodes: &[Node]) -> fmt::Result {
    for (at, node) in nodes.iter().enumerate() {
        let comma = if at > 0 { ", " } else { "" };
        write!(f, "{comma}{node}")?;
    }
    Ok(())
}
