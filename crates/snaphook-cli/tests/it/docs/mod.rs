//! The book (`docs/`), the README and the recipes: every link leads somewhere, every
//! snippet is run, every picture shows what the command prints.
//!
//! | block | is |
//! |---|---|
//! | `console` | a transcript: its commands are run, what they print is compared |
//! | `json file=PATH` (any language) | a file that later blocks of the page use |
//! | `jsonc file=PATH` | the same, of settings with a mistake, or of a kind that is off by default |
//! | `json settings`, `yaml settings` | settings, clean for `snaphook check` |
//! | `json claude`, `gen`, `cagent` | the same in that dialect |
//! | `json input` | an input that `snaphook fire` takes |
//! | `json answer=EVENT` | what a hook may print on that event |
//! | `rust` | compiled and run with the documentation of the crate `snaphook` |
//! | `sh ci` | a step of `.ci/run` |
//! | an include | a file of the repository |
//! | `text` | no code |
//! | `… not-run` | what cannot be run here; rare, and counted |
//!
//! `UPDATE_DOCS=1 cargo test -p snaphook-cli --test it docs` writes transcripts and
//! pictures anew that differ, `UPDATE_DOCS=all` also those that were quicker this time:
//! nobody wants to read how busy a machine was.

mod blocks;
mod examples;
mod links;
mod pages;
mod pictures;
mod recipes;
mod relay;
mod run;
mod snippets;
mod threats;
mod transcript;

/// Whether pages are to be written anew.
fn updating() -> bool {
    std::env::var_os("UPDATE_DOCS").is_some()
}

/// Also where only times differ.
fn updating_all() -> bool {
    std::env::var_os("UPDATE_DOCS").is_some_and(|value| value == "all")
}
