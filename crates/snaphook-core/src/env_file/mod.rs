//! Environment files: what a hook writes for the session's later commands.
//!
//! The file holds shell assignments, and nothing in it is ever executed. Read are
//! `NAME=value`, `export`, `declare -x`, `typeset -x` and `unset`, several on a line
//! with `;`, with the shell's quotes; `$NAME` and `${NAME}` are replaced by known
//! variables, because `export PATH="$PATH:/opt/bin"` is what people write. So the
//! output of `export -p` and of `direnv export bash` counts. Anything else (a command,
//! a substitution) is a problem of its line alone.

mod file;
mod protected;
mod quoted;
mod words;

pub use file::{EnvFile, read_env_file};
pub use protected::decides_what_runs;
