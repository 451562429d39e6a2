//! The command line.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::about::{self, CompletionsArgs, ManArgs};
use crate::authorize::{self, AuthorizeArgs};
use crate::bench::{self, BenchArgs};
use crate::event_name::EventNames;
use crate::helper::{self, HelperArgs, SuggestArgs};
use crate::init::Template;
use crate::log::{self, LogArgs};
use crate::replay::{self, ReplayArgs};
use crate::schema::{self, SchemaArgs};
use crate::serve::{self, ServeArgs};
use crate::settings_args::{SettingsArgs, dialects};
use crate::switch::{self, SwitchArgs};
use crate::trust::{self, TrustArgs};

/// The hook engine for AI agents.
#[derive(Debug, Parser)]
#[command(
    name = "snaphook",
    version,
    long_version = about::LONG_VERSION.as_str(),
    propagate_version = true,
    after_long_help = HELP
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run the hooks of one event and print the merged outcome
    #[command(after_long_help = FIRE_HELP)]
    Fire(FireArgs),
    /// Say which hooks would run on an event, and why the others would not
    #[command(after_long_help = EXPLAIN_HELP)]
    Explain(EventArgs),
    /// Decide about a tool call: hooks, rules, mode, hooks again, a person
    #[command(after_long_help = authorize::HELP)]
    Authorize(AuthorizeArgs),
    /// List every configured hook
    List(ListArgs),
    /// Switch hooks on again
    #[command(after_long_help = switch::ENABLE_HELP)]
    Enable(SwitchArgs),
    /// Switch hooks off, by name or id, in a settings file
    #[command(after_long_help = switch::DISABLE_HELP)]
    Disable(SwitchArgs),
    /// Run the cases in `*.hooktest.json` and `*.hooktest.yaml` files
    #[command(after_long_help = TEST_HELP)]
    Test(TestArgs),
    /// Write a first settings file, a guard and a test for it, and run the test
    Init(InitArgs),
    /// Find what is wrong in settings files, and say what to do about it
    #[command(after_long_help = CHECK_HELP)]
    Check(CheckArgs),
    /// Show what the project's hooks would run, and trust it
    #[command(after_long_help = trust::HELP)]
    Trust(TrustArgs),
    /// Print a JSON Schema: of settings, the outcome, an event's input or output,
    /// the protocol of `serve`
    #[command(after_long_help = schema::HELP)]
    Schema(SchemaArgs),
    /// Show what fired, what each hook said, how long it took
    #[command(after_long_help = log::HELP)]
    Log(LogArgs),
    /// Fire logged events again on today's settings, or on others, and show what
    /// changed
    #[command(after_long_help = replay::HELP)]
    Replay(ReplayArgs),
    /// Time each matching hook over many runs
    #[command(after_long_help = bench::HELP)]
    Bench(BenchArgs),
    /// Serve the engine to agents in any language: JSON-RPC
    #[command(after_long_help = serve::HELP)]
    Serve(ServeArgs),
    /// Print the status line: what the command of `statusLine` says
    #[command(after_long_help = helper::HELP)]
    StatusLine(HelperArgs),
    /// Print files for what was typed: what the command of `fileSuggestion` says
    #[command(after_long_help = helper::HELP)]
    SuggestFiles(SuggestArgs),
    /// Follow the settings and the files that hooks name, and show what happens
    #[cfg(feature = "watch")]
    #[command(after_long_help = crate::watch::HELP)]
    Watch(crate::watch::WatchArgs),
    /// Watch a whole agent session pass through sample hooks; needs no files
    Demo,
    /// Print completions for a shell
    #[command(after_long_help = about::COMPLETIONS_HELP)]
    Completions(CompletionsArgs),
    /// Print the manual page, or write a page for every command
    #[command(after_long_help = about::MAN_HELP)]
    Man(ManArgs),
}

const HELP: &str = "\
Begin with `snaphook demo`, then `snaphook init`. `snaphook COMMAND --help` has
examples.

Exit status of every command:
  0  done; of `fire` and `authorize`: go on
  1  the command failed, or found what it looks for (`check`: errors, `test`: a
     case that failed)
  2  of `fire` and `authorize`: blocked
  3  of `authorize`: a hook left the decision to the host

Environment:
  SNAPHOOK=0         switches off every hook that is not managed
  NO_COLOR           no colours, also at a terminal; CLICOLOR_FORCE=1: always
  XDG_STATE_HOME     where trust, sessions and the log are (~/.local/state)
  XDG_CONFIG_HOME    where the user's settings are looked for, too";

const FIRE_HELP: &str = "\
The input is a JSON object on stdin (or in --input); --tool, --tool-input and
--set build or change it, so an event can be typed by hand. At a terminal stdin
is not read; elsewhere it is read to its end: add </dev/null in a script that
has no input to give.

Exit status:
  0  go on
  2  blocked; the reason is on stderr, so this command can stand as a hook itself
     (give that hook \"onFailure\": \"block\", so that a 1 blocks, too); also when
     the command failed where a guard has a say, or nobody can know
  1  the command failed: usage, unreadable input, settings that cannot be loaded

Environment:
  SNAPHOOK=0                switches off every hook that is not managed
  SNAPHOOK_SHELL_PREFIX     put before the command of shell hooks
  SNAPHOOK_STDIN            what hooks read their input from: `pipe`, `file` (in
                            memory, read only), or `auto`, whichever is faster

Examples:
  echo '{\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"ls\"}}' |
    snaphook fire --json
  snaphook fire PreToolUse --tool Bash --tool-input '{\"command\":\"ls\"}'
  snaphook fire UserPromptSubmit --set prompt='clean up' --settings settings.json";

const EXPLAIN_HELP: &str = "\
Takes the arguments of `fire`, but runs nothing. Hooks are listed in the order
in which they would merge; for Bash, the commands that conditions see are shown
too.

Example:
  snaphook explain PreToolUse --tool Bash --tool-input '{\"command\":\"cd x && rm y\"}' --settings settings.json

Exit status: 0, or 1 when the command failed.";

/// An event and the settings it meets: what `fire` and `explain` share.
#[derive(Debug, Clone, Args)]
pub(crate) struct EventArgs {
    /// The event; may be left out when the input has `hook_event_name`
    #[arg(value_parser = EventNames, hide_possible_values = true)]
    pub(crate) event: Option<String>,
    /// Read the input from this file instead of stdin (`-` is stdin)
    #[arg(long, value_name = "FILE")]
    pub(crate) input: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) settings: SettingsArgs,
    /// The session's working directory (default: the input's, else this one)
    #[arg(long, value_name = "DIR")]
    pub(crate) cwd: Option<PathBuf>,
    /// Make this skill active: the hooks in the front matter of its SKILL.md run
    #[arg(long, value_name = "FILE")]
    pub(crate) skill: Vec<PathBuf>,
    /// Make this agent active: the hooks in the front matter of its file run
    #[arg(long, value_name = "FILE")]
    pub(crate) agent_file: Vec<PathBuf>,
    /// Set the input's `tool_name`
    #[arg(long, value_name = "NAME")]
    pub(crate) tool: Option<String>,
    /// Set the input's `tool_input`
    #[arg(long, value_name = "JSON")]
    pub(crate) tool_input: Option<String>,
    /// Set a field of the input; VALUE is JSON, or else text; a dot in KEY
    /// reaches into an object
    #[arg(long, value_name = "KEY=VALUE")]
    pub(crate) set: Vec<String>,
    /// Print the outcome as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Keep the session's state (hooks that run once, blocked stops, variables,
    /// notices) under this id between commands
    #[arg(long, value_name = "ID")]
    pub(crate) session: Option<String>,
}

/// Arguments of `fire`.
#[derive(Debug, Args)]
pub(crate) struct FireArgs {
    #[command(flatten)]
    pub(crate) event: EventArgs,
    /// Print the result as JSON in the dialect's own shape
    #[arg(long, conflicts_with = "json")]
    pub(crate) native: bool,
    /// Do not wait for background hooks: a supervisor process outlives the
    /// command and enforces their timeouts; with --session, the next event
    /// hears what they said
    #[arg(long)]
    pub(crate) detach: bool,
    /// Do not record the event in the audit log
    #[arg(long)]
    pub(crate) no_log: bool,
    /// This is the supervisor
    #[arg(long, hide = true, requires = "detach")]
    pub(crate) supervised: bool,
    /// Send spans of the dispatch and its hooks to this OTLP collector, such as
    /// http://localhost:4318
    #[cfg(feature = "otel")]
    #[arg(long, value_name = "URL")]
    pub(crate) otlp: Option<String>,
}

/// Arguments of `list`.
#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    #[command(flatten)]
    pub(crate) settings: SettingsArgs,
    /// Show where settings were looked for, in order, and what was absent
    #[arg(long)]
    pub(crate) scopes: bool,
    /// Only hooks of this event
    #[arg(long, value_name = "EVENT", value_parser = EventNames, hide_possible_values = true)]
    pub(crate) event: Option<String>,
    /// Only hooks of this scope
    #[arg(long, value_name = "SCOPE", value_parser = SCOPES)]
    pub(crate) scope: Option<String>,
    /// Print the list as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

const SCOPES: [&str; 9] = [
    "managed", "user", "project", "local", "explicit", "plugin", "skill", "agent", "session",
];

/// Arguments of `init`.
#[derive(Debug, Args)]
pub(crate) struct InitArgs {
    /// What to begin with
    #[arg(long, value_enum, value_name = "NAME", default_value_t)]
    pub(crate) template: Template,
    /// The folder to write into (default: the project's root, which is the git
    /// root above the current folder, else the current folder)
    pub(crate) dir: Option<PathBuf>,
}

const TEST_HELP: &str = "\
A test file has cases: an event, and what the outcome must be.

  { \"settings\": \".claude/settings.json\",
    \"cases\": [
      { \"name\": \"refuses to remove the root\",
        \"input\": { \"hook_event_name\": \"PreToolUse\", \"tool_name\": \"Bash\",
                   \"tool_input\": { \"command\": \"rm -rf /\" } },
        \"expect\": { \"blocked\": true, \"blockReason\": { \"$contains\": \"rm\" } },
        \"expectExit\": 2 } ] }

`settings` is a path beside the file, an object, or a list of these in rising
precedence, per file or per case; so are `dialect` (claude, gen, cagent) and
`agent`. `expect` names a part of the outcome; operators: $contains, $matches,
$absent, $length, $any, $lt, $gt. Also: `expectNative` (the result in the
dialect's own shape), `expectDecidedBy` (names or ids of hooks), `repeat` (fire so
often in one session; `expect` may then be a list), `env`, and `files` (path to
content, in a fresh folder that is then the cwd).

Exit status: 0 all passed, 1 a case failed or a file could not be read.";

/// Arguments of `test`.
#[derive(Debug, Args)]
pub(crate) struct TestArgs {
    /// Test files, or folders to look for them in (default: the current folder)
    pub(crate) paths: Vec<PathBuf>,
    /// Only cases whose name contains this
    #[arg(long, value_name = "TEXT")]
    pub(crate) filter: Option<String>,
    /// Name the hooks that no case ran
    #[arg(long)]
    pub(crate) coverage: bool,
    /// Fail when no case was run
    #[arg(long)]
    pub(crate) fail_on_empty: bool,
    /// Print the report as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Also write the report as JUnit XML
    #[arg(long, value_name = "FILE")]
    pub(crate) junit: Option<PathBuf>,
}

impl TestArgs {
    /// To run what is below these paths, with no options.
    pub(crate) fn of(paths: Vec<PathBuf>) -> Self {
        Self {
            paths,
            filter: None,
            coverage: false,
            fail_on_empty: false,
            json: false,
            junit: None,
        }
    }
}

const CHECK_HELP: &str = "\
Errors are what cannot take effect, warnings what is probably not meant, hints
what is worth knowing. Nothing is run.

Exit status:
  0  no errors
  1  errors, or with --deny-warnings warnings; or the command failed: usage, a
     file that is not there

Examples:
  snaphook check
  snaphook check .claude/settings.json ~/.claude/settings.json
  snaphook check --deny-warnings --json path/to/project";

/// Arguments of `check`.
#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Settings files, skills and agents (`.md`), or folders that have settings,
    /// in any dialect (default: every scope)
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Print the findings as a JSON list
    #[arg(long)]
    pub(crate) json: bool,
    /// Exit with 1 on warnings too
    #[arg(long)]
    pub(crate) deny_warnings: bool,
    /// The project's root (default: the folder around `.claude` or
    /// `.snaphook`, else the git root above this folder)
    #[arg(long, value_name = "DIR")]
    pub(crate) project: Option<PathBuf>,
    /// Whose words the files are in (default: what each shows)
    #[arg(long, value_name = "NAME", value_parser = dialects())]
    pub(crate) dialect: Option<String>,
    /// The agent whose hooks are meant, in a dialect whose files describe
    /// several (default: `root`, else the only one)
    #[arg(long, value_name = "NAME")]
    pub(crate) agent: Option<String>,
}

/// The arguments of `fire`, read without building all the other commands first:
/// it starts for every event. Nothing where they are wrong, or ask for help.
fn fire_alone() -> Option<FireArgs> {
    let mut args = std::env::args_os().skip(1);
    if args.next()? != "fire" {
        return None;
    }
    let fire = FireArgs::augment_args(clap::Command::new("fire").no_binary_name(true));
    let read = fire.try_get_matches_from(args).ok()?;
    FireArgs::from_arg_matches(&read).ok()
}

/// The command line itself, for those who describe it.
pub(crate) fn command() -> clap::Command {
    Cli::command()
}

/// Reads the command line. Help and version end with status 0, wrong usage
/// with 1: 2 means that a hook blocked.
pub(crate) fn parse() -> Result<Command, ExitCode> {
    if let Some(fire) = fire_alone() {
        return Ok(Command::Fire(fire));
    }
    Cli::try_parse().map(|cli| cli.command).map_err(|error| {
        // Nothing can be done when even the message cannot be printed.
        let _ = error.print();
        ExitCode::from(u8::from(error.use_stderr()))
    })
}
