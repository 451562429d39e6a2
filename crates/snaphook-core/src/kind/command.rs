//! Runs a process.

use std::borrow::Cow;

use serde_json::{Map, Value, json};

use super::definition::{Definition, object, texts_in};
use super::key::{Key, SaferValue, SampleValue, ValueType};
use super::lint::{KindFinding, LintSubject, Place};
use super::name::KindName;
use super::sandbox::{SANDBOX_DEFAULTS, SANDBOX_VALUE, SandboxDef};
use super::spec::{FieldError, KindSpec};
use super::values::FieldValues;
use crate::Severity;
use crate::hook::HandlerDef;

/// Runs a process.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CommandDef {
    /// The shell's text, or with `args` the program.
    pub command: String,
    /// With these, even none, the program is started directly.
    pub args: Option<Vec<String>>,
    /// Which shell reads `command`.
    pub shell: Shell,
    /// Variables set for this hook only.
    pub env: Vec<(String, String)>,
    /// The working directory, instead of the session's.
    pub cwd: Option<String>,
    /// It may ask questions: its stdin stays open for the answers.
    pub interactive: bool,
    /// It is started once and answers many events.
    pub worker: Option<WorkerDef>,
    /// What it may reach; `None`: what the user may.
    pub sandbox: Option<Box<SandboxDef>>,
}

/// A command that stays: it reads one line per event and answers one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WorkerDef {
    /// How many of its processes there may be.
    pub pool: WorkerPool,
}

/// How many processes of a worker there may be: one, unless settings say more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct WorkerPool(u8);

impl WorkerPool {
    /// The most that there may be.
    pub const MOST: u8 = 64;

    /// So many; `None` for none, and for more than [`Self::MOST`].
    #[must_use]
    pub fn new(processes: u32) -> Option<Self> {
        let processes = u8::try_from(processes).ok()?;
        (1..=Self::MOST)
            .contains(&processes)
            .then_some(Self(processes))
    }

    /// The number.
    #[must_use]
    pub fn get(self) -> usize {
        self.0.into()
    }
}

impl Default for WorkerPool {
    fn default() -> Self {
        Self(1)
    }
}

/// Which shell reads a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Shell {
    /// `sh -c`.
    #[default]
    Posix,
    /// `pwsh` or `powershell`.
    PowerShell,
}

impl Shell {
    /// The word that settings use.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Posix => "bash",
            Self::PowerShell => "powershell",
        }
    }
}

impl CommandDef {
    /// Its kind.
    pub const KIND: KindName = KindName::new("command");
}

impl Definition for CommandDef {
    fn kind(&self) -> KindName {
        Self::KIND
    }

    fn to_json(&self) -> Map<String, Value> {
        let Self {
            command,
            args,
            shell,
            env,
            cwd,
            interactive,
            worker,
            sandbox,
        } = self;
        let mut json = object(json!({
            "command": command,
            "args": args,
            "shell": shell.as_str(),
            "env": env,
            "cwd": cwd,
            "interactive": interactive,
        }));
        if let Some(WorkerDef { pool }) = worker {
            json.insert("worker".to_owned(), true.into());
            json.insert("workerPool".to_owned(), pool.get().into());
        }
        if let Some(sandbox) = sandbox {
            json.insert("sandbox".to_owned(), sandbox.to_json());
        }
        json
    }

    fn identity_keys(&self) -> Option<&'static [&'static str]> {
        // One that is confined and one that is not are two hooks: neither replaces the other.
        Some(match self.sandbox {
            None => &["command", "shell", "args"],
            Some(_) => &["command", "shell", "args", "sandbox"],
        })
    }

    fn texts_with_files(&self) -> Vec<String> {
        // What a sandbox opens or closes is nothing that runs.
        let mut json = self.to_json();
        json.remove("sandbox");
        texts_in(&json)
    }

    fn summary(&self) -> Cow<'_, str> {
        match &self.args {
            Some(args) if !args.is_empty() => {
                Cow::Owned(format!("{} {}", self.command, args.join(" ")))
            }
            _ => Cow::Borrowed(&self.command),
        }
    }
}

/// The kind `command`.
#[derive(Debug, Clone, Copy, Default)]
pub struct CommandSpec;

impl KindSpec for CommandSpec {
    fn name(&self) -> KindName {
        CommandDef::KIND
    }

    fn about(&self) -> &'static str {
        "Runs a process: it reads the input on stdin, and answers by its exit code and stdout."
    }

    fn keys(&self) -> &'static [Key] {
        KEYS
    }

    fn settings_keys(&self) -> &'static [Key] {
        SETTINGS_KEYS
    }

    fn define(&self, fields: &FieldValues) -> Result<HandlerDef, FieldError> {
        Ok(HandlerDef::new(CommandDef {
            command: fields.required("command"),
            args: fields.strings("args"),
            shell: match fields.string("shell").as_deref() {
                Some("powershell") => Shell::PowerShell,
                // `sh` is what it is; people write both.
                _ => Shell::Posix,
            },
            env: fields.pairs("env"),
            cwd: fields.string("cwd"),
            interactive: fields.is_true("interactive"),
            worker: worker(fields)?,
            sandbox: match fields.get("sandbox") {
                Some(value) => SandboxDef::read(value)?.map(Box::new),
                None => None,
            },
        }))
    }

    fn lint(&self, subject: &LintSubject<'_>) -> Vec<KindFinding> {
        let def = subject.hook.handler.get::<CommandDef>();
        let mut findings = Vec::new();
        let is_worker = def.is_none_or(|def| def.worker.is_some());
        if !is_worker && (subject.has_key)("workerPool") {
            findings.push(KindFinding {
                severity: Severity::Warning,
                code: "worker-pool-ignored",
                place: Place::Key("workerPool"),
                message: "`workerPool` has no effect: this command is started for every event"
                    .to_owned(),
                help: "add `\"worker\": true` if it answers line by line, or remove `workerPool`"
                    .to_owned(),
            });
        }
        let refused = def.is_some_and(|def| def.sandbox.is_none())
            && (subject.has_key)("sandbox")
            && subject.hook.source.is_for_sandbox_defaults()
            && subject.settings.iter().any(|(key, value)| {
                *key == SANDBOX_DEFAULTS && !matches!(value, Value::Bool(false))
            });
        if refused {
            findings.push(KindFinding {
                severity: Severity::Warning,
                code: "sandbox-not-loosened",
                place: Place::Key("sandbox"),
                message: "`sandbox` is false, and the hook runs in a sandbox: `sandboxDefaults` \
                    holds for hooks of projects, plugins and skills"
                    .to_owned(),
                help: "remove `sandbox`, or move the hook to your own settings".to_owned(),
            });
        }
        findings
    }

    fn example(&self) -> &'static str {
        r#"{ "type": "command", "command": "./guard.sh", "onFailure": "block" }"#
    }
}

/// Reads the keys that make a command a worker.
///
/// Its stdin and stdout carry one line per event, so there is no room for the
/// questions of an interactive hook. A worker may be `async`: its answer is then
/// delivered in the background, as that of any command.
fn worker(fields: &FieldValues) -> Result<Option<WorkerDef>, FieldError> {
    if !fields.is_true("worker") {
        return Ok(None);
    }
    if fields.is_true("interactive") {
        return Err(FieldError {
            key: "interactive",
            code: "worker-interactive",
            message: "a worker cannot be interactive: its stdin is for events".to_owned(),
            help: Some("remove `interactive`, or remove `worker`".to_owned()),
        });
    }
    let pool = fields.integer("workerPool").and_then(WorkerPool::new);
    Ok(Some(WorkerDef {
        pool: pool.unwrap_or_default(),
    }))
}

const STRINGS: ValueType = ValueType::List(&ValueType::String);

const SETTINGS_KEYS: &[Key] = &[Key::new(
    SANDBOX_DEFAULTS,
    SANDBOX_VALUE,
    "The sandbox of every command hook of a project, a plugin or a skill: they can make it \
    stricter, not looser. Has no effect in the files of a project.",
)
.of_owner()
.safer(SaferValue::Flag(true))];

const KEYS: &[Key] = &[
    Key::new(
        "command",
        ValueType::NonEmptyString,
        "The shell command, or with `args` the program. It gets the input as JSON on stdin; exit \
        0 continues, exit 2 blocks with stderr as the reason.",
    )
    .needed()
    .such_as(&[SampleValue::String(
        "\"$CLAUDE_PROJECT_DIR\"/.claude/hooks/guard.sh",
    )]),
    Key::new(
        "args",
        STRINGS,
        "Arguments. With them, even none, the program is started without a shell.",
    ),
    Key::new(
        "shell",
        ValueType::Word(&["bash", "sh", "powershell"]),
        "Which shell reads the command; `bash` and `sh` both mean `sh -c`.",
    )
    .or(SampleValue::String("bash")),
    Key::new(
        "env",
        ValueType::Variables,
        "Environment variables that are set for this hook only.",
    ),
    Key::new(
        "cwd",
        ValueType::String,
        "The working directory, instead of the session's.",
    ),
    Key::new(
        "async",
        ValueType::Bool,
        "Runs in the background: it cannot block, and its output reaches the model in the next \
        turn.",
    )
    .or(SampleValue::Bool(false)),
    Key::new(
        "asyncRewake",
        ValueType::Bool,
        "Like `async`, but exit 2 wakes the model.",
    )
    .or(SampleValue::Bool(false)),
    Key::new(
        "rewakeMessage",
        ValueType::String,
        "Text before the hook's output when it wakes the model.",
    ),
    Key::new(
        "rewakeSummary",
        ValueType::String,
        "The message for the user when the hook wakes the model.",
    ),
    Key::new(
        "interactive",
        ValueType::Bool,
        "The hook may ask a person: its stdin stays open for the answers.",
    )
    .or(SampleValue::Bool(false)),
    Key::new(
        "worker",
        ValueType::Bool,
        "The command is started once and answers one event on each line, until the agent ends.",
    )
    .or(SampleValue::Bool(false)),
    Key::new(
        "workerPool",
        ValueType::Integer { least: 1, most: 64 },
        "How many copies of the worker may run at once.",
    )
    .or(SampleValue::Integer(1)),
    Key::new(
        "sandbox",
        SANDBOX_VALUE,
        "What the hook may reach: with `true` or `{}` it has no network, writes only in the \
        project and reads no secrets.",
    )
    .or(SampleValue::Bool(false)),
];
