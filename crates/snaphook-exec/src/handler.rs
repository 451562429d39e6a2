//! The seam between the engine and the ways to run a hook.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::future::Future;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use serde_json::Value;
use snaphook_core::answer::Response;
use snaphook_core::hook::{Authority, CommandDef, Hook};
use snaphook_core::{Diagnostic, SessionCounts};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::approver::Approver;
use crate::conversation::Conversation;
use crate::function::Function;
use crate::input_line::InputLine;
use crate::make_error::MakeError;
use crate::origin;
use crate::output_sink::OutputSink;
use crate::process::os;
use crate::surroundings::Surroundings;

/// The future of a handler that runs.
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
    /// itself, and sends `begun` when its time starts.
    fn run_in_turn(&self, call: Call, begun: StartSignal) -> RunFuture<'_> {
        begun.send();
        self.run(call)
    }

    /// What an outcome says of a run beside what the hook answers.
    fn diagnostics(&self, call: &Call) -> Vec<Diagnostic> {
        let _ = call;
        Vec::new()
    }

    /// How much running it costs the machine.
    fn weight(&self) -> Weight {
        Weight::Light
    }

    /// The function that it is, if it is one and nothing more: the engine may
    /// then call it without a [`Call`].
    fn as_function(&self) -> Option<&Function> {
        None
    }
}

/// Signals that a hook's time starts, so that no hook times out while it waits for its
/// turn. Clones share one signal.
#[derive(Debug, Clone, Default)]
pub struct StartSignal(Arc<StartMoment>);

#[derive(Debug, Default)]
struct StartMoment {
    at: OnceLock<Instant>,
    notify: Notify,
}

impl StartSignal {
    /// Sends the signal, unless it was sent before.
    pub fn send(&self) {
        if self.0.at.set(Instant::now()).is_ok() {
            self.0.notify.notify_one();
        }
    }

    /// When the signal was sent, if it was.
    #[must_use]
    pub fn at(&self) -> Option<Instant> {
        self.0.at.get().copied()
    }

    /// Waits for the signal. Only one task at a time may wait.
    pub async fn wait(&self) -> Instant {
        loop {
            if let Some(at) = self.at() {
                return at;
            }
            self.0.notify.notified().await;
        }
    }
}

/// How much running a handler costs the machine. The engine admits only so many
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
    fn make(&self, hook: &Hook) -> Result<Arc<dyn Handler>, MakeError>;

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

    /// Ends the processes that its handlers keep between calls.
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

    /// The values of all files with their levels, in rising precedence.
    pub fn with_levels(&self, key: &str) -> impl DoubleEndedIterator<Item = (Authority, &Value)> {
        let of_key = self.said.iter().filter(move |(_, known, _)| known == key);
        of_key.map(|(level, _, value)| (*level, value))
    }

    /// The value of the file with the highest precedence.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.all(key).last()
    }

    /// The values of all files, in rising precedence.
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
    /// The intent that the session's agent declared.
    pub intent: Option<String>,
    /// What the session has done so far, where the hook goes by it.
    pub counts: SessionCounts,
    /// The conversation so far, where the host handed it in.
    pub conversation: Option<Conversation>,
    /// Cancelled when the engine no longer waits.
    pub stop: CancellationToken,
    /// Receives output as it comes, where a host watches it.
    pub output: Option<OutputSink>,
    /// Answers questions, where a person can be asked.
    pub approver: Option<Arc<dyn Approver>>,
    /// The command to run in place of the hook's own: one that runs a verified
    /// copy of the scripts that a person trusted.
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
        [
            self.wanted_dir(own).as_deref(),
            world.project_dir.as_deref(),
            world.home.as_deref(),
            world.temp_dir.as_deref(),
        ]
        .into_iter()
        .flatten()
        .find(|dir| is_usable(dir))
        .map(Path::to_owned)
    }

    /// The folder to run in as the input and the hook (`own`) name it, where it
    /// cannot be used: then [`Call::working_dir`] is another one.
    #[must_use]
    pub fn missing_dir(&self, own: Option<&str>) -> Option<PathBuf> {
        self.wanted_dir(own).filter(|dir| !is_usable(dir))
    }

    fn wanted_dir(&self, own: Option<&str>) -> Option<PathBuf> {
        let session = self.input.input().fields().text("cwd");
        let session = session.filter(|cwd| !cwd.is_empty());
        let session = session.map(|cwd| PathBuf::from(cwd.as_ref()));
        match (own, session, &self.surroundings.project_dir) {
            (Some(own), Some(base), _) => Some(base.join(own)),
            (Some(own), None, Some(base)) => Some(base.join(own)),
            (Some(own), None, None) => Some(PathBuf::from(own)),
            (None, session, _) => session,
        }
    }

    /// The folder that a command starts in. A worker starts in the project,
    /// wherever the session is, for it outlives the event that it is started
    /// for; without a project, where that event is.
    #[must_use]
    pub fn start_dir(&self, def: &CommandDef) -> Option<PathBuf> {
        let own = def.cwd.as_deref();
        let project = self.surroundings.project_dir.as_deref();
        let project = project.filter(|dir| is_usable(dir));
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
            "SKILL_DIR" => Some(origin::skill_dir(&self.hook)?),
            _ => None,
        }
    }

    /// A variable of this call: as the session or the settings set it for the hook,
    /// else the world's.
    #[must_use]
    pub fn var(&self, name: &str) -> Option<&OsStr> {
        let mut set = self.env.iter().rev();
        match set.find(|(known, _)| os::same_variable(OsStr::new(known), name)) {
            Some((_, value)) => value.as_deref().map(OsStr::new),
            None => self.surroundings.var(name),
        }
    }

    /// The environment: the world's, the session's own, and what hooks are told of
    /// their project and their plugin. Of a name that occurs twice the last
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
        if let Some(folder) = origin::skill_dir(&self.hook) {
            let names = world.names_of("SKILL_DIR");
            env.extend(names.map(|name| (owned(name), folder.as_os_str().into())));
        }
        env
    }
}

/// Whether a process can start in a folder.
fn is_usable(dir: &Path) -> bool {
    dir.is_absolute() && dir.is_dir()
}

/// Variables of a process, most of which are the world's own.
pub type Environment<'a> = Vec<(Cow<'a, OsStr>, Cow<'a, OsStr>)>;

/// A text as a name or a value of a variable.
pub(crate) fn text(text: &str) -> Cow<'_, OsStr> {
    Cow::Borrowed(OsStr::new(text))
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
