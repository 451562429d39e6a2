//! The seam to a language of conditions: `when`. The engine knows no language; a
//! host brings one.

use std::fmt::Debug;
use std::ops::Range;
use std::sync::Arc;

use snaphook_core::event::EventSpec;

use super::scope::FactScope;

/// A language of conditions.
pub trait ExpressionLanguage: Debug + Send + Sync {
    /// Compiles an expression for hooks of an event.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    fn compile(
        &self,
        text: &str,
        event: &EventSpec,
    ) -> Result<Arc<dyn Expression>, ExpressionError>;
}

/// A compiled condition.
pub trait Expression: Debug + Send + Sync {
    /// Tests it.
    ///
    /// # Errors
    /// When it has no value: a key that is not there, a wrong type, too much work.
    fn test(&self, scope: &FactScope<'_>) -> Result<ExpressionTest, ExpressionFailure>;

    /// The value of each of its parts, the whole first.
    fn explain(&self, scope: &FactScope<'_>) -> Vec<SubValue>;
}

/// What came of testing a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExpressionTest {
    /// It holds.
    True,
    /// It does not hold.
    False,
    /// It depends on something that cannot be known.
    Unknown,
}

/// The value of a part of an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubValue {
    /// How deep in the expression it is.
    pub depth: usize,
    /// The part.
    pub text: String,
    /// Its value, or why it has none.
    pub value: String,
}

/// Why an expression does not compile.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ExpressionError {
    /// What is wrong.
    pub message: String,
    /// Where, in bytes of the text.
    pub range: Range<usize>,
    /// What to do.
    pub help: Option<String>,
}

/// Why an expression has no value for an event.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ExpressionFailure(pub String);
