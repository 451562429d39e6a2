//! The kind `rule`: a hook that is only a decision. Its conditions (`if`, `when`) say
//! which calls it is about.

mod definition;
mod kind;
mod lint;
mod run;
mod spec;

pub use definition::RuleDef;
pub use kind::RuleKind;
pub use run::RuleFactory;
pub use spec::RuleSpec;
