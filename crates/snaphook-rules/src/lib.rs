//! The permission-rule language of snaphook.
//!
//! One language serves hook conditions (`if: "Bash(git push *)"`) and
//! permission rules (allow, ask, deny). A [`Rule`] is parsed once and tested
//! against a [`Subject`], the tool call; the result says whether the rule
//! *possibly* matches (what conditions go by), whether something *known* to
//! happen matches (what deny and ask rules go by), and whether the rule
//! *certainly* covers all of it (what allow rules go by), and why.
//!
//! Pure logic: no files, no environment. Symlinks are resolved by the caller,
//! through [`RealPath`].
//!
//! ```
//! use serde_json::json;
//! use snaphook_rules::{Aliases, PathRoots, Rule, Subject};
//!
//! let rule = Rule::parse("Bash(git push *)")?;
//! let input = json!({"command": "cd repo && git push origin main"});
//! let aliases = Aliases::default();
//! let places = PathRoots::at("/home/me/repo".as_ref());
//! let subject = Subject::new("Bash", &input, &aliases, &places);
//! assert!(rule.test(&subject).possible);
//! # Ok::<(), snaphook_rules::RuleError>(())
//! ```

mod certain;
mod content;
pub mod facts;
mod families;
mod folder_tree;
mod glob;
mod host;
mod leads;
pub mod lenient;
mod name_pattern;
mod options;
mod path;
pub mod permission;
mod places;
mod power;
mod process_links;
mod protected;
mod rule;
mod shell;
mod skill_call;
mod subcommands;
mod subject;
mod tested;
mod tested_subject;
mod wildcard;
mod written_path;

pub use certain::{
    CertainCommand, CertainLine, CertainPiece, CertainRedirect, CertainWord, Doubt, NeededCommand,
};
pub use content::ContentKind;
pub use options::CommandOptions;
pub use places::{FolderEntry, NoLinks, PathRoots, RealPath, Repository};
pub use process_links::{ProcessLink, process_link};
pub use rule::{Rule, RuleError, command_condition};
pub use shell::{Analysis, Gap, Limits, Piece, ScriptText, SimpleCommand, Unknown, Word};
pub use snaphook_core::matching::Aliases;
pub use subject::Subject;
pub use tested::{LineEffect, RuleTest, RuleTestReason, covering, line_effect, uncovered};
pub use wildcard::Wildcards;
