//! Why a shipped builtin could not do its work. As with every hook, `onFailure` says
//! what follows.

use std::io;
use std::path::PathBuf;

use snaphook_rules::RuleError;

#[derive(Debug, thiserror::Error)]
pub(super) enum ShippedError {
    #[error("`deny_commands` needs rules, such as `rm -rf *`")]
    NoRules,
    #[error("invalid permission rule `{text}`: {source}")]
    Rule { text: String, source: RuleError },
    #[error("`deny_paths` needs patterns, such as `.env`")]
    NoPatterns,
    #[error("invalid path pattern `{text}`: {source}")]
    Pattern { text: String, source: RuleError },
    #[error("the input has no `tool_name`, so it is not known what the call does")]
    NoTool,
    #[error("{0}")]
    ToolName(String),
    #[error("`log` needs one argument: the file to add lines to")]
    NoLogFile,
    #[error("failed to write to {}: {source}", file.display())]
    LogFile { file: PathBuf, source: io::Error },
    #[error("the tool's result cannot be read, so nothing was redacted")]
    UnreadableResult,
}
