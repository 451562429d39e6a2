//! All verdicts of one event, merged.
//!
//! | field | rule |
//! |---|---|
//! | blocks | any block wins; reasons in configured order |
//! | permission | deny > defer > ask > allow; the first hook with the winning decision gives the reason, and all that ask |
//! | stop | any `continue: false` wins; first stop reason |
//! | rewrites | the last in configured order wins; two different ones are a conflict; dropped when denied. What a failed guard withheld beats all, then what a blocking hook put in |
//! | texts | all kept, in order |
//! | permission request | any deny wins and drops rewrites and updates |
//! | watch paths | union |
//! | titles, paths, messages | first non-empty |
//! | retry and other flags | any true |
//! | elicitation | decline > cancel > first accept |
//!
//! [`Effects`] is a monoid: merging is associative, and saying nothing is its
//! identity. [`settle`] then draws the conclusions that need the whole.

mod conflict;
mod effects;
mod settle;

pub use conflict::OnRewriteConflict;
pub use effects::{
    Block, BlockedBy, Effects, ElicitationAnswer, HookText, MergedPermission, PermissionUpdate,
    RequestAnswer, Rewrite, RewriteRank, RewriteTarget,
};
pub use settle::{DispatchFacts, must_speak, settle, settle_silence};
