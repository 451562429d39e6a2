//! What a line of Bash does for certain: the only answer that allow rules go by.
//!
//! A yes needs proof. Bash has too many ways to run code for a list of doubtful
//! ones, so this module is a list of what is *not* doubtful: a small grammar,
//! read by a strict reader of its own ([`CertainLine::read`]), tables of what is
//! known about commands, and the question whether rules cover all of it
//! ([`cover`]). A line that is not in the grammar is not allowed by a rule with
//! a pattern, whatever the rule says. The exact reader (`shell`), which finds
//! everything that may run, has a veto (`agree`): where the two readers
//! disagree, nothing is certain.
//!
//! | in the line | certain | file |
//! |---|---|---|
//! | simple commands of literal words, quotes removed; literal braces; a leading `~/`; globs as operands | yes, but a glob that could begin with `-` not for commands with options that run or write something | `word`, `operands` |
//! | `;`, `&&`, `\|\|`, `\|`, newline, groups, subshells, `!`, comments | yes, but no pipe into an interpreter that reads its code from it | `read`, `interpreters` |
//! | `$NAME`, `${NAME}`, `"$NAME"`, `"$(…)"` in operands | where the rule fits whatever their text is, the inner commands are covered, and the command is known to have no option that runs or writes something | `operands` |
//! | redirections to literal files that edit rules cover, `< file` that read rules cover, `2>&1`, `>&2`, `/dev/null` | yes | `redirect` |
//! | here-documents with a quoted end mark, to a command that is not an interpreter | yes | `redirect`, `interpreters` |
//! | assignments before a command | of harmless variables, with plain values | `variables` |
//! | builtins | those that cannot change what later commands do; `test`, `printf` and others that take names only with plain words | `builtins` |
//! | `cd` to a literal folder inside the working directories | yes, unless a tool follows that runs what it finds in a folder | `folders` |
//! | `timeout`, `nice`, `time`, `nohup`, `stdbuf`, `command`, with known options | the inner command needs the rule | `wrappers`, `wrapper_rows` |
//! | other wrappers (`env`, `sudo`, `flock`, …) | wrapper and inner command both need one, unless the rule's words before its first `*` name the inner program | `wrappers` |
//! | options that hold a command (`git -c core.pager=…`, `tar --to-command=…`) | only where the rule names all of the command | `options` |
//! | package runners and remote launchers | ordinary commands | `wrappers` |
//! | `xargs` | under a rule for the inner command, which must be known to have no option that runs or writes something | `wrappers` |
//! | a rule without `*` that is the whole line | yes | `cover` |
//! | read-only commands on paths inside the working directories | without a rule | `effects`, `grant` |
//! | anything else | no | |

mod agree;
mod builtins;
mod cover;
mod doubt;
mod effects;
mod folders;
mod grant;
mod interpreters;
mod line;
mod needs;
mod operands;
mod options;
mod read;
mod redirect;
mod variables;
mod word;
mod wrapper_rows;
mod wrappers;

pub(crate) use cover::{CoverageGap, Proof, cover, is_whole_line};
pub use doubt::Doubt;
pub(crate) use effects::GLOB;
pub(crate) use grant::Grant;
pub use line::{CertainCommand, CertainLine, CertainPiece, CertainRedirect, CertainWord};
pub use needs::NeededCommand;
