//! The seam between the engine and the ways to run a hook.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::future::Future;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};

use serde_json::Value;
use snaphook_core::answer::Response;
use snaphook_core::dialect::{CANONICAL, Names};
use snaphook_core::hook::{HandlerType, Hook};
use snaphook_core::input::Input;
use tokio_util::sync::CancellationToken;

use crate::approver::Approver;

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

    /// What running it costs the machine.
    fn weight(&self) -> Weight {
        Weight::Light
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

    /// Ends what its handlers keep running between calls.
    fn close(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(std::future::ready(()))
    }
}

/// What the settings say to handlers, beside the hooks: each setting in rising
/// precedence, and only what may be trusted.
#[derive(Debug, Clone, Default)]
pub struct HandlerSettings {
    said: Vec<(String, Value)>,
}

impl HandlerSettings {
    /// Settings by their keys, in rising precedence.
    #[must_use]
    pub fn new(said: Vec<(String, Value)>) -> Self {
        Self { said }
    }

    /// What the file with the highest precedence says.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.all(key).last()
    }

    /// What every file says, in rising precedence.
    pub fn all(&self, key: &str) -> impl Iterator<Item = &Value> {
        let of_key = self.said.iter().filter(move |(known, _)| known == key);
        of_key.map(|(_, value)| value)
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
    /// Variables beyond the world's: the session's, and those of this call.
    pub env: Vec<(String, String)>,
    /// What the session's agent is about to do.
    pub intent: Option<String>,
    /// Cancelled when nobody waits any more.
    pub stop: CancellationToken,
    /// Takes output as it comes, where somebody watches.
    pub output: Option<OutputSink>,
    /// Answers questions, where somebody can be asked.
    pub approver: Option<Arc<dyn Approver>>,
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
}

impl InputLine {
    /// Wraps an input; the line has the dialect's names.
    #[must_use]
    pub fn new(input: Arc<Input>, names: Names) -> Self {
        Self {
            input,
            names,
            line: OnceLock::new(),
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
            let mut line = self.names.native_line(&self.input);
            line.push(b'\n');
            Arc::new(line)
        })
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
        self.env.get(OsStr::new(name)).map(OsString::as_os_str)
    }
}

/// Which factory serves which type of handler.
#[derive(Clone, Default)]
pub struct Registry {
    factories: HashMap<String, Arc<dyn HandlerFactory>>,
}

impl Registry {
    /// Registers a factory; a second one for a type replaces the first.
    pub fn register(&mut self, kind: &HandlerType, factory: Arc<dyn HandlerFactory>) {
        self.factories.insert(kind.as_str().to_owned(), factory);
    }

    /// Tells every factory what the settings say to it.
    pub fn configure(&mut self, settings: &HandlerSettings) {
        for factory in self.factories.values_mut() {
            if let Some(configured) = factory.configured(settings) {
                *factory = configured;
            }
        }
    }

    /// Ends what handlers keep running between calls.
    pub async fn close(&self) {
        for factory in self.factories.values() {
            factory.close().await;
        }
    }

    /// Makes the handler of a hook.
    ///
    /// # Errors
    /// When no factory serves its type, or its definition cannot work.
    pub fn make(&self, hook: &Hook) -> Result<Arc<dyn Handler>, String> {
        let kind = hook.handler.kind();
        match self.factories.get(kind.as_str()) {
            Some(factory) => factory.make(hook),
            None => Err(format!(
                "this build of snaphook cannot run hooks of type `{}`",
                kind.as_str()
            )),
        }
    }
}

impl std::fmt::Debug for Registry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.factories.keys()).finish()
    }
}
