//! `install --verify`: proves in the real agents that a call which a guard denies does not
//! run.

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget};
use snaphook_agents::{AgentSpec, ConfigScope};
use snaphook_canary::{Canary, PrivateFolders, VerifyFailure, find_launch};
use snaphook_install::{
    Draft, HostFolders, InstallOptions, Ledger, Target, apply, install, scope_word,
};

use crate::error::CommandError;
use crate::fire::Interrupt;
use crate::run_async;
use crate::show::style;

/// What is proved in each agent.
pub(super) struct AgentVerification<'o> {
    /// In whose configuration the bridge stands.
    pub(super) scope: ConfigScope,
    pub(super) options: &'o InstallOptions,
}

impl AgentVerification<'_> {
    /// Proves it in one agent, and says how it came out; gives whether it was proved.
    pub(super) fn run(
        &self,
        agent: &'static AgentSpec,
        program: Option<&Path>,
        version: Option<&str>,
    ) -> Result<bool, CommandError> {
        let missing = self.attempt(agent, program, version)?;
        let title = agent.title;
        if let Some(words) = &missing {
            let (error, words) = (style::ERROR, style::plain(words));
            crate::tell!("{error}error:{error:#} not verified in {title}: {words}");
        } else {
            let good = style::GOOD;
            crate::say!(
                "{good}verified{good:#} in {title}: a harmless call ran, and a call that a guard denied did not"
            );
        }
        Ok(missing.is_none())
    }

    /// What is missing to a proof, in words; `None` if it was proved.
    fn attempt(
        &self,
        agent: &'static AgentSpec,
        program: Option<&Path>,
        version: Option<&str>,
    ) -> Result<Option<String>, CommandError> {
        if self.scope == ConfigScope::Managed {
            let words = "only the user's and the project's configuration can be verified";
            return Ok(Some(words.to_owned()));
        }
        let Some(launch) = find_launch(agent.name) else {
            let words = "snaphook cannot start it with a scripted model";
            return Ok(Some(words.to_owned()));
        };
        let Some(program) = program else {
            let words = format!("`{}` is not in PATH", launch.program);
            return Ok(Some(words));
        };
        let root = tempfile::tempdir().map_err(|error| {
            CommandError::new(format!("failed to create a folder for the runs: {error}"))
                .help("set TMPDIR to a folder that you can write to")
        })?;
        let canary = Canary {
            launch,
            program: Some(program.to_owned()),
            root: root.path().to_owned(),
            inherited: std::env::vars_os().collect(),
            deadline: None,
        };
        let system = root.path().join("etc");
        let setup = |private: &PrivateFolders| {
            let folders = HostFolders {
                home: Some(&private.home),
                project: &private.project,
                system: &system,
                variable: &|_| None,
            };
            self.put_in(&Target::new(agent, version, self.scope, folders))
        };
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        bar.set_message(format!("verifying in {}", agent.title));
        bar.enable_steady_tick(Duration::from_millis(100));
        let mut proved = None;
        run_async(async {
            let interrupt = Interrupt::listen();
            tokio::select! {
                done = snaphook_canary::verify(&canary, setup) => proved = Some(done),
                () = interrupt.wait() => {}
            }
            Ok(ExitCode::SUCCESS)
        })?;
        bar.finish_and_clear();
        match proved {
            None => Err(CommandError::new("interrupted; the agent was stopped")),
            Some(Ok(_)) => Ok(None),
            Some(Err(failure)) => Ok(Some(self.words_of(&failure))),
        }
    }

    fn words_of(&self, failure: &VerifyFailure) -> String {
        match failure {
            VerifyFailure::HookNotStarted => {
                let scope = scope_word(self.scope);
                format!("{failure} (in the configuration of the {scope})")
            }
            _ => failure.to_string(),
        }
    }

    /// Installs the bridge into the folders of a run.
    fn put_in(&self, target: &Target<'_>) -> Result<(), Box<dyn Error + Send + Sync>> {
        let mut draft = Draft::new(Ledger::default());
        install(&mut draft, target, self.options)?;
        Ok(apply(draft)?)
    }
}
