//! The seam between the engine and the ways to run a hook.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::future::Future;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use serde_json::Value;
use snaphook_core::answer::Response;
use snaphook_core::dialect::{CANONICAL, Names};
use snaphook_core::hook::{Authority, CommandDef, Hook};
use snaphook_core::input::{Fields, Input};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::approver::Approver;
use crate::function::Function;
use crate::origin;
use crate::process::os::{self, SealedFile};

/// What running a handler gives.
pub type RunFuture<'a> = Pin<Box<dyn Future<Output = Response> + Send + 'a>>;

/// One way to run one hook. Made once, when the settings are loaded; run for
/// every event that selects the hook.
///
/// A handler does not watch the clock. When the engine no longer waits, it
/// cancels [`Call::stop`]; soon after it drops the future. Either must end
/// everything the handler started.
pub trait Handler: Send + Sync {
    /// Runs the hook.
    fn run(&self, call: Call) -> RunFuture<'_>;

    /// Runs a hook whose weight is [`Weight::Queued`]: it waits for its turn by
    /// itself, and tells `begun` when its time starts.
    fn run_in_turn(&self, call: Call, begun: Begun) -> RunFuture<'_> {
        begun.now();
        self.run(call)
    }

    /// What running it costs the machine.
    fn weight(&self) -> Weight {
        Weight::Light
    }

    /// The function that it is, if it is one and nothing more: the engine may
    /// then call it without a [`Call`].
    fn as_function(&self) -> Option<&Function> {
        None
    }
}

/// The moment when a hook's time starts: nothing times out because it waited
/// for its turn. Cloning it gives another handle to the same moment.
#[derive(Debug, Clone, Default)]
pub struct Begun(Arc<Moment>);

#[derive(Debug, Default)]
struct Moment {
    at: OnceLock<Instant>,
    told: Notify,
}

impl Begun {
    /// It is now, unless it was before.
    pub fn now(&self) {
        if self.0.at.set(Instant::now()).is_ok() {
            self.0.told.notify_one();
        }
    }

    /// When it was, if it was.
    #[must_use]
    pub fn at(&self) -> Option<Instant> {
        self.0.at.get().copied()
    }

    /// Waits for it. One at a time may wait.
    pub async fn wait(&self) -> Instant {
        loop {
            if let Some(at) = self.at() {
                return at;
            }
            self.0.told.notified().await;
        }
    }
}

/// What running a handler costs the machine. The engine admits only so many
/// heavy ones at once; a hook's time starts when it is admitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    /// Next to nothing.
    Light,
    /// A process.
    Process,
    /// Next to nothing, but it may have to wait for its turn: the engine calls
    /// [`Handler::run_in_turn`].
    Queued,
}

/// Makes handlers of one type.
pub trait HandlerFactory: Send + Sync {
    /// Checks a hook's definition and makes its handler.
    ///
    /// # Errors
    /// When the definition cannot work, why not.
    fn make(&self, hook: &Hook) -> Result<Arc<dyn Handler>, String>;

    /// The factory as these settings want it; nothing, where they have nothing
    /// to say to it.
    fn configured(&self, settings: &HandlerSettings) -> Option<Arc<dyn HandlerFactory>> {
        let _ = settings;
        None
    }

    /// What [`HandlerFactory::configured`] gave, as other settings want it now:
    /// with what its handlers keep running between calls, as far as that is
    /// still wanted. Handlers that were made before go on as they were; what
    /// only they need ends with the last of them.
    ///
    /// Nothing, where there is nothing to carry over: then the factory that this
    /// one came from is configured anew, and this one is closed when nobody uses
    /// it any more.
    fn carried_over(&self, settings: &HandlerSettings) -> Option<Arc<dyn HandlerFactory>> {
        let _ = settings;
        None
    }

    /// Ends what its handlers keep running between calls.
    fn close(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(std::future::ready(()))
    }
}

/// What the settings say to handlers, beside the hooks: each setting in rising
/// precedence, and only what may be trusted.
///
/// A project's word for what higher levels decide, too, is another matter than
/// precedence: see [`HandlerSettings::get_for`] and [`HandlerSettings::binding`].
#[derive(Debug, Clone, Default)]
pub struct HandlerSettings {
    said: Vec<(Authority, String, Value)>,
}

impl HandlerSettings {
    /// Settings of the caller by their keys, in rising precedence.
    #[must_use]
    pub fn new(said: Vec<(String, Value)>) -> Self {
        let of_caller = |(key, value)| (Authority::Caller, key, value);
        Self::of_levels(said.into_iter().map(of_caller).collect())
    }

    /// Settings with the levels that they come from, in rising precedence.
    #[must_use]
    pub fn of_levels(said: Vec<(Authority, String, Value)>) -> Self {
        Self { said }
    }

    /// What counts for hooks of this level. A project does not decide for hooks
    /// that are not its own.
    #[must_use]
    pub fn get_for(&self, key: &str, level: Authority) -> Option<&Value> {
        let said = self.with_levels(key);
        let mut said =
            said.filter(|(of, _)| *of > Authority::Project || level == Authority::Project);
        said.next_back().map(|(_, value)| value)
    }

    /// Every value that limits hooks: what the file with the highest precedence
    /// says, and what a project adds to that. A project takes nothing back.
    #[must_use]
    pub fn binding(&self, key: &str) -> Vec<&Value> {
        let of_project = |(of, _): &(Authority, &Value)| *of == Authority::Project;
        let (project, others): (Vec<_>, Vec<_>) = self.with_levels(key).partition(of_project);
        let last = [project.last(), others.last()];
        last.into_iter()
            .flatten()
            .map(|(_, value)| *value)
            .collect()
    }

    /// What every file says, in rising precedence, and its level.
    pub fn with_levels(&self, key: &str) -> impl DoubleEndedIterator<Item = (Authority, &Value)> {
        let of_key = self.said.iter().filter(move |(_, known, _)| known == key);
        of_key.map(|(level, _, value)| (*level, value))
    }

    /// What the file with the highest precedence says.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.all(key).last()
    }

    /// What every file says, in rising precedence.
    pub fn all(&self, key: &str) -> impl Iterator<Item = &Value> {
        self.with_levels(key).map(|(_, value)| value)
    }
}

/// One run of one hook.
#[derive(Clone)]
pub struct Call {
    /// The hook.
    pub hook: Arc<Hook>,
    /// Its input.
    pub input: Arc<InputLine>,
    /// The world it runs in.
    pub surroundings: Arc<Surroundings>,
    /// Variables beyond the world's: the session's, and those of this call. One
    /// without a value is taken away.
    pub env: Vec<(String, Option<String>)>,
    /// What the session's agent is about to do.
    pub intent: Option<String>,
    /// Cancelled when nobody waits any more.
    pub stop: CancellationToken,
    /// Takes output as it comes, where somebody watches.
    pub output: Option<OutputSink>,
    /// Answers questions, where somebody can be asked.
    pub approver: Option<Arc<dyn Approver>>,
    /// The command to run in place of the hook's own: one that runs a verified
    /// copy of the scripts that somebody trusted.
    pub command: Option<Arc<CommandDef>>,
}

impl Call {
    /// The line of JSON that the hook reads, with its newline.
    #[must_use]
    pub fn line(&self) -> &[u8] {
        self.input.line()
    }

    /// The folder to run in: the input's `cwd`, or `own` as seen from there;
    /// where it is gone, the project root, then home, then the temp folder.
    #[must_use]
    pub fn working_dir(&self, own: Option<&str>) -> Option<PathBuf> {
        let world = &*self.surroundings;
        let session = self
            .input
            .input()
            .fields()
            .text("cwd")
            .filter(|cwd| !cwd.is_empty())
            .map(|cwd| PathBuf::from(cwd.as_ref()));
        let wanted = match (own, &session, &world.project_dir) {
            (Some(own), Some(base), _) | (Some(own), None, Some(base)) => Some(base.join(own)),
            (Some(own), None, None) => Some(PathBuf::from(own)),
            (None, session, _) => session.clone(),
        };
        [
            wanted.as_deref(),
            world.project_dir.as_deref(),
            world.home.as_deref(),
            world.temp_dir.as_deref(),
        ]
        .into_iter()
        .flatten()
        .find(|dir| dir.is_absolute() && dir.is_dir())
        .map(Path::to_owned)
    }

    /// The folder that a command starts in. A worker starts in the project,
    /// wherever the session is, for it outlives the event that it is started
    /// for; without a project, where that event is.
    #[must_use]
    pub fn start_dir(&self, def: &CommandDef) -> Option<PathBuf> {
        let own = def.cwd.as_deref();
        let project = self.surroundings.project_dir.as_deref();
        let project = project.filter(|dir| dir.is_absolute() && dir.is_dir());
        match (def.worker, project) {
            (None, _) | (_, None) => self.working_dir(own),
            (Some(_), Some(project)) => {
                let own = own.map(|own| project.join(own)).filter(|own| own.is_dir());
                Some(own.unwrap_or_else(|| project.to_owned()))
            }
        }
    }

    /// The value of a variable that names a folder of the hook: its project's, or
    /// that of its plugin or skill.
    #[must_use]
    pub fn folder_variable(&self, name: &str) -> Option<&Path> {
        match self.surroundings.variable_of(name)? {
            "PROJECT_DIR" => self.surroundings.project_dir.as_deref(),
            "PLUGIN_ROOT" => Some(&self.hook.source.origin.as_deref()?.root),
            _ => None,
        }
    }

    /// The environment: the world's, the session's own, and what hooks are told of
    /// their project and their plugin. Of a name that stands twice the last
    /// counts.
    #[must_use]
    pub fn environment(&self) -> Environment<'_> {
        let world = &*self.surroundings;
        let owned = |text: String| Cow::Owned(OsString::from(text));
        let mut env = Environment::with_capacity(world.env.len() + self.env.len() + 8);
        env.extend(
            world
                .env
                .iter()
                .map(|(name, value)| (name.into(), value.into())),
        );
        for (name, value) in &self.env {
            match value {
                Some(value) => env.push((text(name), text(value))),
                None => env.retain(|(known, _)| !os::same_variable(known, name)),
            }
        }
        // Nothing that a session's hooks set moves these.
        if let Some(project) = &world.project_dir {
            let names = world.names_of("PROJECT_DIR");
            env.extend(names.map(|name| (owned(name), project.as_os_str().into())));
        }
        if let Some(origin) = &self.hook.source.origin {
            for (variable, value) in origin::variables(origin) {
                let names = world.names_of(&variable);
                env.extend(names.map(|name| (owned(name), value.clone().into())));
            }
        }
        env
    }
}

/// Variables of a process, most of which are the world's own.
pub type Environment<'a> = Vec<(Cow<'a, OsStr>, Cow<'a, OsStr>)>;

/// A text as a name or a value of a variable.
pub(crate) fn text(text: &str) -> Cow<'_, OsStr> {
    Cow::Borrowed(OsStr::new(text))
}

/// Which of its outputs a hook wrote to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stream {
    /// Standard output.
    Stdout,
    /// Standard error.
    Stderr,
}

type Take = dyn Fn(Stream, &[u8]) + Send + Sync;

/// Somebody who watches a hook's output as it comes.
#[derive(Clone)]
pub struct OutputSink(Arc<Take>);

impl OutputSink {
    /// Calls `take` with every piece of output. It must not block.
    pub fn new(take: impl Fn(Stream, &[u8]) + Send + Sync + 'static) -> Self {
        Self(Arc::new(take))
    }

    /// Passes a piece on.
    pub fn send(&self, stream: Stream, bytes: &[u8]) {
        (self.0)(stream, bytes);
    }
}

impl std::fmt::Debug for OutputSink {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("OutputSink")
    }
}

/// An input, and the one line of JSON it is on stdin. The line is made once,
/// when the first hook wants it, and shared by all.
#[derive(Debug)]
pub struct InputLine {
    input: Arc<Input>,
    names: Names,
    line: OnceLock<Arc<Vec<u8>>>,
    /// The line as a file, if it could be made.
    pub(crate) sealed: OnceLock<Option<SealedFile>>,
}

impl InputLine {
    /// Wraps an input; the line has the dialect's names.
    #[must_use]
    pub fn new(input: Arc<Input>, names: Names) -> Self {
        Self {
            input,
            names,
            line: OnceLock::new(),
            sealed: OnceLock::new(),
        }
    }

    /// The input.
    #[must_use]
    pub fn input(&self) -> &Arc<Input> {
        &self.input
    }

    /// The line, with its newline.
    #[must_use]
    pub fn line(&self) -> &Arc<Vec<u8>> {
        self.line.get_or_init(|| {
            let mut line = self.fields().to_line();
            line.push(b'\n');
            Arc::new(line)
        })
    }

    /// About how many bytes it has.
    pub(crate) fn size(&self) -> usize {
        match self.line.get() {
            Some(line) => line.len(),
            None => self.input.fields().size(),
        }
    }

    /// What the line is made of. A large input is fed to hooks by its pieces, so
    /// that it need not be copied into a line.
    pub(crate) fn fields(&self) -> Cow<'_, Fields> {
        self.names.native_fields(&self.input)
    }
}

/// The world as the host described it. Handlers see nothing else of it.
#[derive(Debug, Clone)]
pub struct Surroundings {
    /// The environment that processes get.
    pub env: HashMap<OsString, OsString>,
    /// The project's root.
    pub project_dir: Option<PathBuf>,
    /// The user's home.
    pub home: Option<PathBuf>,
    /// A folder for temporary files.
    pub temp_dir: Option<PathBuf>,
    /// What the variables that hooks get begin with: `CLAUDE_`.
    pub prefixes: &'static [&'static str],
    /// Whether a language model may answer with a whole answer, not only with
    /// yes or no.
    pub model_answers: bool,
}

impl Default for Surroundings {
    fn default() -> Self {
        Self {
            env: HashMap::new(),
            project_dir: None,
            home: None,
            temp_dir: None,
            prefixes: CANONICAL.variables,
            model_answers: CANONICAL.model_answers,
        }
    }
}

impl Surroundings {
    /// Every name of a variable that hooks get: `PROJECT_DIR` is
    /// `CLAUDE_PROJECT_DIR` and its aliases.
    pub fn names_of(&self, variable: &str) -> impl Iterator<Item = String> {
        let names: Vec<String> = self
            .prefixes
            .iter()
            .map(|prefix| format!("{prefix}{variable}"))
            .collect();
        names.into_iter()
    }

    /// The variable that a name means: `PROJECT_DIR` for `CLAUDE_PROJECT_DIR`.
    #[must_use]
    pub fn variable_of<'n>(&self, name: &'n str) -> Option<&'n str> {
        let mut prefixes = self.prefixes.iter();
        prefixes.find_map(|prefix| name.strip_prefix(prefix))
    }

    /// A variable of the environment.
    #[must_use]
    pub fn var(&self, name: &str) -> Option<&OsStr> {
        os::variable(&self.env, name)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_project_takes_no_limit_back_and_decides_only_for_itself() {
        let settings = HandlerSettings::of_levels(vec![
            (Authority::User, "limit".to_owned(), json!(["a"])),
            (Authority::Project, "limit".to_owned(), json!(["a", "b"])),
            (Authority::Project, "model".to_owned(), json!("evil")),
        ]);
        assert_eq!(
            settings.binding("limit"),
            [&json!(["a", "b"]), &json!(["a"])]
        );
        assert_eq!(
            settings.get_for("limit", Authority::User),
            Some(&json!(["a"]))
        );
        assert_eq!(settings.get_for("model", Authority::User), None);
        assert_eq!(
            settings.get_for("model", Authority::Project),
            Some(&json!("evil"))
        );
    }
}
