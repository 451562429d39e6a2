//! YAML → nodes.
//!
//! | module | step |
//! |---|---|
//! | `parse` | the way in |
//! | `events` | text → the events of its one document |
//! | `build` | events → a tree; an alias reads the events of its anchor again |
//! | `budget` | how much aliases may repeat |
//! | `merge` | `<<` |
//! | `scalar` | which words are numbers, booleans and `null` |
//! | `place` | where values stand, as people see it |
//! | `explain` | what is wrong, in words that help |

mod budget;
mod build;
mod events;
mod explain;
mod merge;
mod parse;
mod place;
mod scalar;
