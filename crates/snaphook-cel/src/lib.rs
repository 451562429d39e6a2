//! Conditions in CEL (`when`), with a third value for what cannot be known.
//!
//! The parser is that of the crate `cel`. The evaluation is our own, because a guard needs
//! what evaluators of CEL do not have: values that are unknown and stay so through
//! every operation, lists that may be incomplete, a limit for the work of an expression
//! that a project brought, and the value of each part for `explain`.
//!
//! | module | holds |
//! |---|---|
//! | `language` | [`Cel`]: compiles, tests and explains |
//! | `limits` | what an expression may take |
//! | `compile`, `comprehension` | the tree of the parser becomes a `Node`; names and functions are checked |
//! | `node` | the compiled form |
//! | `value`, `lists` | values, some of which are unknown |
//! | `eval`, `fold` | evaluation, and that of comprehensions |
//! | `compare`, `arithmetic`, `functions` | operators and functions |
//! | `text` | a part of an expression as people write it |

mod arithmetic;
mod compare;
mod compile;
mod comprehension;
mod eval;
mod fold;
mod functions;
mod language;
mod limits;
mod lists;
mod node;
mod text;
mod value;

pub use language::Cel;
