//! One run in a sandbox: its temporary folder, its environment file, and its proxy if it
//! reaches domains.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use snaphook_sandbox::{
    AddressRule, Confinement, PreparedSandbox, SandboxError, SandboxPolicy, SandboxProxy,
    SandboxedStart,
};
use tempfile::TempDir;
use tokio::process::{Child, Command};
use tokio::runtime::Handle;

/// What runs of a hook have in common. Workers with equal plans are the same.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct SandboxPlan {
    pub(crate) policy: SandboxPolicy,
    /// Where temporary folders are made.
    pub(crate) temp: PathBuf,
    pub(crate) launcher: Option<PathBuf>,
}

/// One run.
#[derive(Debug)]
pub(crate) struct SandboxedRun {
    prepared: Arc<PreparedSandbox>,
    temp: TempDir,
    files: Vec<PathBuf>,
    launcher: Option<PathBuf>,
    proxy: Option<SandboxProxy>,
}

impl SandboxPlan {
    /// A run that writes these files.
    pub(crate) fn begin(
        &self,
        prepared: Arc<PreparedSandbox>,
        files: Vec<PathBuf>,
    ) -> Result<SandboxedRun, SandboxError> {
        let temp = tempfile::Builder::new()
            .prefix("snaphook-sandbox-")
            .tempdir_in(&self.temp);
        let temp = temp.map_err(|error| SandboxError::set_up("a temporary folder", error))?;
        let domains = &self.policy.domains;
        let start =
            || SandboxProxy::start(&self.temp, domains.clone(), AddressRule::Public, Vec::new());
        Ok(SandboxedRun {
            prepared,
            temp,
            files,
            launcher: self.launcher.clone(),
            proxy: (!domains.is_empty()).then(start).transpose()?,
        })
    }
}

impl SandboxedRun {
    /// Variables that the run has beside those of the hook.
    pub(crate) fn variables(&self) -> Vec<(&'static str, OsString)> {
        let names = ["TMPDIR", "TMP", "TEMP"];
        let temp = names.map(|name| (name, self.temp.path().as_os_str().to_owned()));
        let mut variables = Vec::from(temp);
        if let Some(port) = self.proxy.as_ref().and_then(SandboxProxy::port) {
            let address = format!("http://127.0.0.1:{port}");
            let names = [
                "HTTP_PROXY",
                "HTTPS_PROXY",
                "http_proxy",
                "https_proxy",
                "ALL_PROXY",
            ];
            variables.extend(names.map(|name| (name, address.clone().into())));
        }
        variables
    }

    /// Starts a command in it: `fill` gives it all but its program and arguments. What
    /// `keep` holds is kept until nothing of it runs any more.
    pub(crate) fn spawn(
        self,
        program: &Path,
        args: &[OsString],
        fill: impl FnOnce(&mut Command),
        keep: impl Send + 'static,
    ) -> io::Result<(Child, Confinement)> {
        let path = self.temp.path().to_owned();
        let files = self.files.clone();
        let start = SandboxedStart {
            temp: &path,
            files: &files,
            launcher: self.launcher.as_deref(),
            proxy: self.proxy.as_ref(),
        };
        let launched = self
            .prepared
            .command(&start, program, args)
            .map_err(io::Error::other)?;
        let mut command = match &launched {
            None => Command::new(program),
            Some(launched) => Command::new(&launched.program),
        };
        command.args(launched.as_ref().map_or(args, |launched| &launched.args));
        fill(&mut command);
        if let Some(launched) = &launched {
            launched.hide_variables(command.as_std_mut());
        }
        let start = SandboxedStart {
            temp: &path,
            files: &files,
            launcher: None,
            proxy: None,
        };
        let runtime = Handle::current();
        let spawn = move || {
            let _entered = runtime.enter();
            command.spawn()
        };
        let keep = (self.temp, self.proxy, keep);
        let started = self.prepared.start(&start, launched.is_some(), keep, spawn);
        let (child, confinement) = started.map_err(io::Error::other)?;
        match child {
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied && launched.is_none() => {
                let message = format!(
                    "{error}; help: the hook runs in a sandbox: if the program is not the \
                    system's, add its folder to `filesystem.allowRead`"
                );
                Err(io::Error::new(error.kind(), message))
            }
            child => Ok((child?, confinement)),
        }
    }
}
