//! The sandbox of one hook. What it opens on disk is looked up once and kept, for the
//! folders around a hook stay the same as long as its engine.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use snaphook_core::kind::SandboxDef;
use snaphook_core::{Diagnostic, Severity};
use snaphook_sandbox::{PreparedSandbox, SandboxError, VariableRules, support};

use super::defaults::policy;
use super::run::{SandboxPlan, SandboxedRun};
use crate::handler::Call;
use crate::surroundings::Surroundings;

/// The sandbox of one hook.
pub(crate) struct HookSandbox {
    layers: Vec<SandboxDef>,
    made: OnceLock<MadeSandbox>,
}

struct MadeSandbox {
    plan: SandboxPlan,
    prepared: Arc<PreparedSandbox>,
    world: Arc<Surroundings>,
}

impl HookSandbox {
    pub(crate) fn new(layers: Vec<SandboxDef>) -> Self {
        Self {
            layers,
            made: OnceLock::new(),
        }
    }

    fn made(&self, call: &Call) -> Result<&MadeSandbox, SandboxError> {
        let world = &call.surroundings;
        let temp = world.temp_dir.clone().ok_or_else(|| {
            SandboxError::set_up("a temporary folder", "the host named none for such folders")
        })?;
        Ok(self.made.get_or_init(|| {
            let policy = policy(&self.layers, &call.hook, world);
            let rules = policy.variables.clone();
            MadeSandbox {
                prepared: Arc::new(PreparedSandbox::new(policy.clone())),
                world: Arc::new(without_secrets(world, &rules)),
                plan: SandboxPlan {
                    policy,
                    temp,
                    launcher: world.sandbox_launcher.clone(),
                },
            }
        }))
    }

    /// The plan, for a process that stays.
    pub(crate) fn plan(&self, call: &Call) -> Result<SandboxPlan, SandboxError> {
        Ok(self.made(call)?.plan.clone())
    }

    /// The call with those variables that pass.
    pub(crate) fn confined(&self, call: &Call) -> Result<Call, SandboxError> {
        let made = self.made(call)?;
        let rules = &made.plan.policy.variables;
        let mut confined = Call {
            surroundings: Arc::clone(&made.world),
            ..call.clone()
        };
        let world = &call.surroundings;
        // The engine's own say where things are.
        confined
            .env
            .retain(|(name, _)| rules.allow(name) || world.variable_of(name) == Some("ENV_FILE"));
        Ok(confined)
    }

    /// One run.
    pub(crate) fn begin(&self, call: &Call) -> Result<SandboxedRun, SandboxError> {
        let made = self.made(call)?;
        let names: Vec<_> = call.surroundings.names_of("ENV_FILE").collect();
        let mut files: Vec<PathBuf> = Vec::new();
        for (_, file) in call.env.iter().filter(|(name, _)| names.contains(name)) {
            files.extend(file.as_ref().map(PathBuf::from));
        }
        files.dedup();
        made.plan.begin(Arc::clone(&made.prepared), files)
    }

    /// What is to be said of it in every outcome.
    pub(crate) fn diagnostics(&self, call: &Call) -> Vec<Diagnostic> {
        let mut said = Vec::new();
        let lacks = support().map(|support| &*support.lacks).unwrap_or_default();
        if !lacks.is_empty() {
            let message = format!(
                "the kernel cannot hold all of the sandbox: without {}",
                lacks.join("; without ")
            );
            said.push(Diagnostic::new(
                Severity::Warning,
                "sandbox-incomplete",
                message,
            ));
        }
        if let Ok(made) = self.made(call)
            && !made.plan.policy.refused.is_empty()
        {
            let message = format!(
                "`sandboxDefaults` does not give the hook what its `sandbox` asks for: {}; help: \
                allow it in `sandboxDefaults` of your own settings",
                made.plan.policy.refused.join(", ")
            );
            said.push(Diagnostic::new(
                Severity::Warning,
                "sandbox-narrowed",
                message,
            ));
        }
        said.into_iter()
            .map(|said| said.about(&call.hook.id))
            .collect()
    }
}

fn without_secrets(world: &Surroundings, rules: &VariableRules) -> Surroundings {
    let allow = |name: &OsStr| name.to_str().is_some_and(|name| rules.allow(name));
    let mut world = world.clone();
    world.env.retain(|name, _| allow(name));
    world
}
