//! What is started: the same for every event, whichever session it is of.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use snaphook_core::hook::CommandDef;

use super::file_stamps::FileStamps;
use super::named::{files_in, without_interpreter, words};
use crate::command::PrepareError;
use crate::command::prepare::{WORKER, environment, program};
use crate::handler::Call;
use crate::sandbox::{HookSandbox, SandboxPlan};

/// The protocol's number, as workers are told it.
const PROTOCOL: &str = "1";

/// A worker's command. Hooks with equal ones share their workers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct WorkerSpec {
    pub(super) program: PathBuf,
    pub(super) args: Vec<OsString>,
    /// Without the session's own variables: those come with each request.
    pub(super) env: BTreeMap<OsString, OsString>,
    pub(super) cwd: PathBuf,
    /// Words that may name its scripts.
    words: Vec<String>,
    /// The sandbox that it runs in.
    pub(super) sandbox: Option<SandboxPlan>,
}

impl WorkerSpec {
    /// The worker of a hook. It starts in the project, wherever the session is:
    /// it outlives the event that it is started for. Without a project, it
    /// starts where that event is.
    pub(super) fn of(
        def: &CommandDef,
        call: &Call,
        sandbox: Option<&HookSandbox>,
    ) -> Result<Self, PrepareError> {
        let anyone = Call {
            env: Vec::new(),
            ..call.clone()
        };
        let confined = match sandbox {
            Some(sandbox) => sandbox.confined(&anyone)?,
            None => anyone.clone(),
        };
        let cwd = call.start_dir(def).ok_or(PrepareError::NoFolder)?;
        let (program, args) = program(def, &anyone, &cwd)?;
        let env = environment(def, &confined).into_iter();
        let mut env: BTreeMap<_, _> = env
            .map(|(name, value)| (name.into_owned(), value.into_owned()))
            .collect();
        env.insert(WORKER.into(), PROTOCOL.into());
        let words = match def.args {
            Some(_) => {
                let given = args.iter().map(OsString::as_os_str);
                let all = std::iter::once(program.as_os_str()).chain(given);
                all.map(|word| word.to_string_lossy().into_owned())
                    .collect()
            }
            None => {
                let text = args.last().map(|text| text.to_string_lossy());
                words(text.as_deref().unwrap_or_default(), |name| {
                    let value = env.get(OsStr::new(name))?;
                    Some(value.to_string_lossy().into_owned())
                })
            }
        };
        Ok(Self {
            program,
            args,
            env,
            cwd,
            words,
            sandbox: sandbox.map(|sandbox| sandbox.plan(call)).transpose()?,
        })
    }

    /// Looks for the files that it names.
    pub(super) fn stamps(&self) -> FileStamps {
        let files = files_in(&self.words, &self.cwd, Path::is_file, Path::is_dir);
        FileStamps::of(without_interpreter(files, is_script))
    }
}

/// Whether a file begins as scripts do, or as text: not as a program of the
/// machine.
fn is_script(path: &Path) -> bool {
    let mut start = [0; 4];
    let read = File::open(path).and_then(|mut file| file.read(&mut start));
    read.is_ok_and(|length| start[..length].is_ascii() && !start.starts_with(b"\x7fELF"))
}
