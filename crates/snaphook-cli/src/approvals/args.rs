//! The arguments of `approvals`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

pub(crate) const HELP: &str = "\
A call that needs a person's approval waits here while somebody looks: as long as
`snaphook approvals follow` runs, `authorize`, the questions of hooks in `fire`, and the
bridge in agents that cannot ask by themselves wait for an answer instead of denying at
once. The same holds where `approvals.notify` in your settings tells somebody, and where
`approvals.unattended` is `wait`. Where nobody looks, they deny at once.

Who may answer what is said by `approvers` in your settings. Commands that an agent starts
may not allow anything.

A request shows the whole input of the call, without secrets, and is bound to it by a
digest. The first answer counts; nothing is allowed when the time is over. An edited
input is held against hooks and rules again.

ID is the beginning of an id, as the list shows it.

Examples:
  snaphook approvals follow
  snaphook approvals
  snaphook approvals show 0199f3a2
  snaphook approvals allow 0199f3a2 --session
  snaphook approvals deny 0199f3a2 --reason 'push to a branch, not to main'
  snaphook approvals allow 0199f3a2 --input '{\"command\": \"git push origin topic\"}'

Exit status: 0, or 1 if the command failed or an answer did not count.";

/// Arguments of `approvals`.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct ApprovalsArgs {
    #[command(subcommand)]
    pub(crate) command: Option<ApprovalsCommand>,
    #[command(flatten)]
    pub(crate) list: ListApprovalsArgs,
}

/// What can be done with requests.
#[derive(Debug, Subcommand)]
pub(crate) enum ApprovalsCommand {
    /// List the requests that wait for an answer (the same without a command)
    List(ListApprovalsArgs),
    /// Show a request whole: the input, who asks and why, what may be answered
    Show(ShowApprovalArgs),
    /// Let the call run
    Allow(AllowArgs),
    /// Deny the call
    Deny(DenyArgs),
    /// Answer a hook's question by the key of one of its options
    Answer(AnswerQuestionArgs),
    /// Make a key by which somebody proves who they are
    Key(KeyArgs),
    /// Show requests as they come and as they end; agents wait while this runs
    Follow(FollowArgs),
}

/// Arguments of `approvals list`.
#[derive(Debug, Args)]
pub(crate) struct ListApprovalsArgs {
    /// List the requests that have ended, too
    #[arg(long)]
    pub(crate) all: bool,
    /// Print one request as JSON on each line
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `approvals show`.
#[derive(Debug, Args)]
pub(crate) struct ShowApprovalArgs {
    /// The beginning of the request's id
    pub(crate) id: String,
    /// Print the request as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `approvals allow`.
#[derive(Debug, Args)]
pub(crate) struct AllowArgs {
    /// The beginning of the request's id
    pub(crate) id: String,
    /// Allow the same call for the rest of the session
    #[arg(long, conflicts_with_all = ["always", "input"])]
    pub(crate) session: bool,
    /// Allow the call and write the rule that `show` names into its file
    #[arg(long, conflicts_with = "input")]
    pub(crate) always: bool,
    /// Let the call run with this input instead; hooks and rules look at it again
    #[arg(long, value_name = "JSON")]
    pub(crate) input: Option<String>,
    #[command(flatten)]
    pub(crate) digest: DigestArgs,
    #[command(flatten)]
    pub(crate) answerer: AnswererArgs,
}

/// Arguments of `approvals deny`.
#[derive(Debug, Args)]
pub(crate) struct DenyArgs {
    /// The beginning of the request's id
    pub(crate) id: String,
    /// Words for the model
    #[arg(long, short, value_name = "TEXT")]
    pub(crate) reason: Option<String>,
    #[command(flatten)]
    pub(crate) digest: DigestArgs,
    #[command(flatten)]
    pub(crate) answerer: AnswererArgs,
}

/// Arguments of `approvals answer`.
#[derive(Debug, Args)]
pub(crate) struct AnswerQuestionArgs {
    /// The beginning of the request's id
    pub(crate) id: String,
    /// The key of the option
    pub(crate) key: String,
    /// What an MCP server asks for, as an object
    #[arg(long, value_name = "JSON")]
    pub(crate) input: Option<String>,
    #[command(flatten)]
    pub(crate) digest: DigestArgs,
    #[command(flatten)]
    pub(crate) answerer: AnswererArgs,
}

/// Arguments of `approvals key`.
#[derive(Debug, Args)]
pub(crate) struct KeyArgs {
    /// Whose key it is, as `approvers` in your settings names them: `key:NAME`
    pub(crate) name: String,
}

/// Who answers.
#[derive(Debug, Args)]
pub(crate) struct AnswererArgs {
    /// Answer as the owner of the key in this file (`-`: on stdin); your settings list the
    /// keys in `approvals.keys`
    #[arg(long, value_name = "FILE")]
    pub(crate) key_file: Option<PathBuf>,
}

/// What binds an answer to what was shown.
#[derive(Debug, Args)]
pub(crate) struct DigestArgs {
    /// Answer only if the request has this digest: for programs that showed it before
    #[arg(long, value_name = "SHA256")]
    pub(crate) digest: Option<String>,
}

/// Arguments of `approvals follow`.
#[derive(Debug, Args)]
pub(crate) struct FollowArgs {
    /// Print one request as JSON on each line, whenever it changes
    #[arg(long)]
    pub(crate) json: bool,
}
