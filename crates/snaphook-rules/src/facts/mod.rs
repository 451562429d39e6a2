//! Facts: what is known of one event, as values that conditions and policies go by.
//!
//! Pure: what a call names is resolved through [`PathRoots`](crate::PathRoots), and the
//! environment through the caller. What cannot be known is [`Fact::Unknown`], a list
//! says whether it is complete, and an item whether it is certain to be there.
//!
//! | module | holds |
//! |---|---|
//! | `fact` | [`Fact`], [`FactList`], [`FactItem`]: values that may be unknown |
//! | `call_facts` | [`CallFacts`]: `commands`, `paths` and `url` of a tool call |
//! | `commands`, `paths`, `url` | each of these |
//! | `scope` | [`FactScope`]: all names that conditions know |
//! | `expression` | [`ExpressionLanguage`]: the seam to a language of conditions |

mod call_facts;
mod commands;
mod expression;
mod fact;
mod paths;
mod scope;
mod url;

pub use call_facts::{CallFacts, FactSubject};
pub use expression::{
    Expression, ExpressionError, ExpressionFailure, ExpressionLanguage, ExpressionTest, SubValue,
};
pub use fact::{Fact, FactItem, FactList};
pub use scope::{ENV_NAMES, FactScope, SCOPE_NAMES};
