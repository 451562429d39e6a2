//! The commands and their arguments, as `clap` parses them.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::about::{self, CompletionsArgs, ManArgs};
use crate::agents::{self, AgentsArgs};
use crate::annotations::ReportFormat;
use crate::approvals::{self, ApprovalsArgs};
use crate::authorize::{self, AuthorizeArgs};
use crate::bench::{self, BenchArgs};
use crate::bundle::{self, BundleArgs};
use crate::convert::{self, ConvertArgs};
use crate::doctor::{self, DoctorArgs};
use crate::event_name::EventNames;
use crate::helper::{self, HelperArgs, SuggestArgs};
use crate::hook::{self, HookArgs};
use crate::init::Template;
use crate::install::{self, InstallArgs, UninstallArgs};
use crate::log::{self, LogArgs};
use crate::pack::{self, PackArgs};
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

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run the hooks of one event and print the merged outcome
    #[command(after_long_help = FIRE_HELP)]
    Fire(FireArgs),
    /// Stand as a hook in another agent: read its input, run the hooks, print its answer
    #[command(after_long_help = hook::HELP)]
    Hook(HookArgs),
    /// Put the bridge into the configuration of other agents
    #[command(after_long_help = install::HELP)]
    Install(InstallArgs),
    /// Take the bridge out of the configuration of other agents
    #[command(after_long_help = install::UNINSTALL_HELP)]
    Uninstall(UninstallArgs),
    /// List the agents that are here, with their versions, and where snaphook holds in them
    #[command(after_long_help = agents::HELP)]
    Agents(AgentsArgs),
    /// Find what keeps hooks from holding in the agents that are here
    #[command(after_long_help = doctor::HELP)]
    Doctor(DoctorArgs),
    /// Write one agent's hooks as another's, and list what is lost
    #[command(after_long_help = convert::HELP)]
    Convert(ConvertArgs),
    /// Say which hooks would run on an event, and why the others would not
    #[command(after_long_help = EXPLAIN_HELP)]
    Explain(EventArgs),
    /// Decide whether a tool call may run, by hooks, permission rules and a person
    #[command(after_long_help = authorize::HELP)]
    Authorize(AuthorizeArgs),
    /// List every configured hook, with its event, matcher, file and trust
    List(ListArgs),
    /// Switch disabled hooks on again
    #[command(after_long_help = switch::ENABLE_HELP)]
    Enable(SwitchArgs),
    /// Switch hooks off, by name or id, in a settings file
    #[command(after_long_help = switch::DISABLE_HELP)]
    Disable(SwitchArgs),
    /// Test hooks: run the cases in `*.hooktest.json` and `*.hooktest.yaml` files
    #[command(after_long_help = TEST_HELP)]
    Test(TestArgs),
    /// Create a first settings file, a guard and a test for it, and run the test
    Init(InitArgs),
    /// Find mistakes in settings files, with the line and a fix
    #[command(after_long_help = CHECK_HELP)]
    Check(CheckArgs),
    /// Show what the hooks of the project run, and trust them
    #[command(after_long_help = trust::HELP)]
    Trust(TrustArgs),
    /// Add, update, check and test packs: hooks that are shared, pinned and reviewed
    #[command(after_long_help = pack::HELP)]
    Pack(PackArgs),
    /// Print a JSON Schema: for settings, outcomes, the input and output of events, or
    /// the protocol of `serve`
    #[command(after_long_help = schema::HELP)]
    Schema(SchemaArgs),
    /// Show the calls that wait for a person, and allow or deny them
    #[command(after_long_help = approvals::HELP)]
    Approvals(ApprovalsArgs),
    /// Show approvals, events, policies and their health on a page in the browser
    #[cfg(feature = "ui")]
    #[command(after_long_help = crate::ui::HELP)]
    Ui(crate::ui::UiArgs),
    /// Show recorded events: what fired, what each hook answered, how long it took
    #[command(after_long_help = log::HELP)]
    Log(LogArgs),
    /// Fire recorded events again with the current or other settings, and show what
    /// changes
    #[command(after_long_help = replay::HELP)]
    Replay(ReplayArgs),
    /// Measure how long each hook of an event takes over many runs
    #[command(after_long_help = bench::HELP)]
    Bench(BenchArgs),
    /// Serve agents in any language over JSON-RPC
    #[command(after_long_help = serve::HELP)]
    Serve(ServeArgs),
    /// Build, verify, compare and test signed policy bundles
    #[command(after_long_help = bundle::HELP)]
    Bundle(BundleArgs),
    /// Fetch the signed policy of this machine, as a service
    #[cfg(feature = "policy")]
    #[command(after_long_help = crate::policy::AGENT_HELP)]
    Agent(crate::policy::AgentArgs),
    /// Guard an MCP server: stand between it and any client
    #[cfg(feature = "mcp")]
    #[command(after_long_help = crate::mcp_proxy::HELP)]
    McpProxy(crate::mcp_proxy::McpProxyArgs),
    /// Print the status line: the output of the `statusLine` command
    #[command(after_long_help = helper::HELP)]
    StatusLine(HelperArgs),
    /// Suggest files for typed text: the output of the `fileSuggestion` command
    #[command(after_long_help = helper::HELP)]
    SuggestFiles(SuggestArgs),
    /// Watch the settings and the files that hooks name, and show each change
    #[cfg(feature = "watch")]
    #[command(after_long_help = crate::watch::HELP)]
    Watch(crate::watch::WatchArgs),
    /// Show a whole agent session that passes through sample hooks; needs no files
    Demo,
    /// Print a completion script for a shell
    #[command(after_long_help = about::COMPLETIONS_HELP)]
    Completions(CompletionsArgs),
    /// Print the manual page, or write one for each command
    #[command(after_long_help = about::MAN_HELP)]
    Man(ManArgs),
}

const HELP: &str = "\
Begin with `snaphook demo`, then `snaphook init`. `snaphook COMMAND --help` has
examples.

Exit status of every command:
  0  success; `fire` and `authorize`: the action may go on
  1  the command failed, or found a problem (`check`: an error, `test`: a failed
     case)
  2  `fire` and `authorize`: blocked
  3  `authorize`: a hook leaves the decision to the host

Environment:
  SNAPHOOK=0         switches off every hook that is not managed
  NO_COLOR           no colours; CLICOLOR_FORCE=1: always colours
  XDG_STATE_HOME     folder for trust, sessions and the log (~/.local/state)
  XDG_CONFIG_HOME    another folder with settings of the user";

const FIRE_HELP: &str = "\
The input is a JSON object on stdin or in --input. --tool, --tool-input and --set
build or change it, so that you can type an event by hand. Stdin is not read at a
terminal; elsewhere it is read to its end, so add </dev/null in a script that has
no input.

Exit status:
  0  go on
  2  blocked; the reason is on stderr, so this command can itself be a hook (give
     that hook \"onFailure\": \"block\", so that a 1 blocks, too). Also if the
     command failed where a guard might have blocked
  1  the command failed: usage, unreadable input, settings that cannot be loaded

Environment:
  SNAPHOOK=0                switches off every hook that is not managed
  SNAPHOOK_SHELL_PREFIX     a command that is put before that of shell hooks
  SNAPHOOK_STDIN            how hooks get their input: `pipe`, `file` (in memory,
                            read only), or `auto` (the faster one)

Examples:
  echo '{\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"ls\"}}' |
    snaphook fire --json
  snaphook fire PreToolUse --tool Bash --tool-input '{\"command\":\"ls\"}'
  snaphook fire UserPromptSubmit --set prompt='clean up' --settings settings.json";

const EXPLAIN_HELP: &str = "\
Takes the arguments of `fire`, but runs nothing. Hooks are listed in the order in
which their answers would be merged. For Bash, the commands that conditions see
are shown, too.

Example:
  snaphook explain PreToolUse --tool Bash --tool-input '{\"command\":\"cd x && rm y\"}' --settings settings.json

Exit status: 0, or 1 when the command failed.";

/// An event and the settings that apply to it: the arguments that `fire` and `explain`
/// share.
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
    /// Run the hooks in the front matter of this skill (its SKILL.md), too
    #[arg(long, value_name = "FILE")]
    pub(crate) skill: Vec<PathBuf>,
    /// Run the hooks in the front matter of this agent's file, too
    #[arg(long, value_name = "FILE")]
    pub(crate) agent_file: Vec<PathBuf>,
    /// Set `tool_name` in the input
    #[arg(long, value_name = "NAME")]
    pub(crate) tool: Option<String>,
    /// Set `tool_input` in the input
    #[arg(long, value_name = "JSON")]
    pub(crate) tool_input: Option<String>,
    /// Set a field of the input; VALUE is JSON or else text, and a dot in KEY names
    /// a field of an object
    #[arg(long, value_name = "KEY=VALUE")]
    pub(crate) set: Vec<String>,
    /// Print the outcome as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Keep the state of the session (hooks that ran once, blocked stops, variables,
    /// notices) between commands, under this id
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
    /// Do not wait for background hooks: a supervisor process stays and enforces
    /// their timeouts. With --session, the next event gets their notices
    #[arg(long)]
    pub(crate) detach: bool,
    /// Do not record the event in the audit log
    #[arg(long)]
    pub(crate) no_log: bool,
    /// Run as the supervisor
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
    /// Show all places where settings may be, in order, and which are absent
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
    /// The kind of files to create
    #[arg(long, value_enum, value_name = "NAME", default_value_t)]
    pub(crate) template: Template,
    /// The folder to write to (default: the git root above the current folder, else
    /// the current folder)
    pub(crate) dir: Option<PathBuf>,
}

const TEST_HELP: &str = "\
A test file has cases. Each has an event and the expected outcome.

  { \"settings\": \".claude/settings.json\",
    \"cases\": [
      { \"name\": \"refuses to remove the root\",
        \"input\": { \"hook_event_name\": \"PreToolUse\", \"tool_name\": \"Bash\",
                   \"tool_input\": { \"command\": \"rm -rf /\" } },
        \"expect\": { \"blocked\": true, \"blockReason\": { \"$contains\": \"rm\" } },
        \"expectExit\": 2 } ] }

A file or a case has `settings`: a path relative to the file, an object, or a list of
these in rising precedence. Both may have `dialect` (claude, gen, cagent) and
`agent`. `expect` is a part of the outcome; its operators are $contains, $matches,
$absent, $length, $any, $lt and $gt. A case may also have

  expectNative     the result in the dialect's own shape
  expectDecidedBy  names or ids of hooks
  repeat           how often to fire in one session; `expect` may then be a list
  env              environment variables
  files            contents by path, in a new folder that is then the cwd

Exit status: 0 if all cases passed, 1 if one failed or a file could not be read.";

/// Arguments of `test`.
#[derive(Debug, Args)]
pub(crate) struct TestArgs {
    /// Test files, or folders to look for them in (default: the current folder)
    pub(crate) paths: Vec<PathBuf>,
    /// Only cases whose name contains this
    #[arg(long, value_name = "TEXT")]
    pub(crate) filter: Option<String>,
    /// Show the hooks that no case ran
    #[arg(long)]
    pub(crate) coverage: bool,
    /// Run every command hook in a sandbox, and say which run there unchanged
    #[arg(long)]
    pub(crate) sandbox: bool,
    /// Fail if no case ran
    #[arg(long)]
    pub(crate) fail_on_empty: bool,
    /// Print the report as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Print the report in this format
    #[arg(long, value_enum, conflicts_with = "json")]
    pub(crate) format: Option<ReportFormat>,
    /// Also write the report as JUnit XML
    #[arg(long, value_name = "FILE")]
    pub(crate) junit: Option<PathBuf>,
    /// The pack whose hooks the cases are about, in place of their own settings
    #[arg(skip)]
    pub(crate) pack: Option<snaphook_settings::PackPlaces>,
    /// The folder from which paths are shown
    #[arg(skip)]
    pub(crate) base: Option<PathBuf>,
}

impl TestArgs {
    /// Runs the cases below these paths, without options.
    pub(crate) fn of(paths: Vec<PathBuf>) -> Self {
        Self {
            paths,
            filter: None,
            coverage: false,
            sandbox: false,
            fail_on_empty: false,
            json: false,
            format: None,
            junit: None,
            pack: None,
            base: None,
        }
    }
}

const CHECK_HELP: &str = "\
An error has no effect as written, a warning is probably a mistake, and a hint is
worth knowing. No hook runs, unless --sandbox tries test cases.

A folder may be a project, a plugin, a marketplace or a pack: `check` reads
.claude and .snaphook settings, hooks/hooks.json, plugin.json, the plugins in
.claude-plugin/marketplace.json, hooks.json and settings.json. If it has none of
these, the folders below it are checked.

Exit status:
  0  no errors
  1  errors, or warnings with --deny-warnings; or the command failed: usage, a
     missing file, a folder without settings

Examples:
  snaphook check
  snaphook check .claude/settings.json ~/.claude/settings.json
  snaphook check --deny-warnings --json path/to/project";

/// Arguments of `check`.
#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Settings files, skills and agents (`.md`), manifests of plugins, or folders
    /// with these, in any dialect (default: the settings of every scope)
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Check the plugin in this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) plugin: Vec<PathBuf>,
    /// Run the test cases of these folders with every command hook in a sandbox, and
    /// hint at hooks that run there unchanged
    #[arg(long)]
    pub(crate) sandbox: bool,
    /// Print the findings as a JSON list
    #[arg(long)]
    pub(crate) json: bool,
    /// Print the findings in this format
    #[arg(long, value_enum, conflicts_with = "json")]
    pub(crate) format: Option<ReportFormat>,
    /// Exit with 1 on warnings, too
    #[arg(long)]
    pub(crate) deny_warnings: bool,
    /// The project's root (default: the folder around `.claude` or
    /// `.snaphook`, else the nearest folder with settings, from this one up to
    /// the git root)
    #[arg(long, value_name = "DIR")]
    pub(crate) project: Option<PathBuf>,
    /// The dialect of the files (default: recognised for each file)
    #[arg(long, value_name = "NAME", value_parser = dialects())]
    pub(crate) dialect: Option<String>,
    /// The agent to use, in a dialect whose files describe several (default: `root`,
    /// else the only one)
    #[arg(long, value_name = "NAME")]
    pub(crate) agent: Option<String>,
}

/// Parses the arguments of `fire` and `hook` without building the other commands, because
/// these two start for every event. `None` if they are wrong or ask for help.
fn parse_event_command() -> Option<Command> {
    let mut args = std::env::args_os().skip(1);
    let name = args.next()?;
    let read =
        |command: clap::Command| command.no_binary_name(true).try_get_matches_from(args).ok();
    if name == "fire" {
        let read = read(FireArgs::augment_args(clap::Command::new("fire")))?;
        return FireArgs::from_arg_matches(&read).ok().map(Command::Fire);
    }
    if name == "hook" {
        let read = read(HookArgs::augment_args(clap::Command::new("hook")))?;
        return HookArgs::from_arg_matches(&read).ok().map(Command::Hook);
    }
    None
}

/// The command for `clap`, from which completions and manual pages are made.
pub(crate) fn command() -> clap::Command {
    Cli::command()
}

/// Reads the command line. Help and version end with status 0, wrong usage
/// with 1: 2 means that a hook blocked.
pub(crate) fn parse() -> Result<Command, ExitCode> {
    if let Some(command) = parse_event_command() {
        return Ok(command);
    }
    Cli::try_parse().map(|cli| cli.command).map_err(|error| {
        // Nothing can be done when even the message cannot be printed.
        let _ = error.print();
        ExitCode::from(u8::from(error.use_stderr()))
    })
}
