//! Runs a hook that goes by policies: facts in, answer out. Nothing is loaded before the
//! first call; a panic of an engine is the hook's failure.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use snaphook_core::answer::{Failure, Response};
use snaphook_core::hook::Hook;
use snaphook_core::matching::Aliases;
use snaphook_engine::conditions::ConditionCall;
use snaphook_exec::{Call, Handler, HandlerFactory, MakeError, RunFuture};

use super::definition::PolicyDef;
use super::folder::{self, FolderStamp};
use super::language::{LoadedPolicies, PolicyError};
use super::spec::PolicySpec;

/// The factory of a kind; none in a build without its engine.
pub(super) fn factory(spec: PolicySpec) -> Option<Arc<dyn HandlerFactory>> {
    spec.is_built()
        .then(|| Arc::new(PolicyFactory(spec)) as Arc<dyn HandlerFactory>)
}

struct PolicyFactory(PolicySpec);

impl HandlerFactory for PolicyFactory {
    fn make(&self, hook: &Hook) -> Result<Arc<dyn Handler>, MakeError> {
        let Some(def) = hook.handler.get::<PolicyDef>() else {
            return Err(MakeError::other_kind(
                snaphook_core::kind::KindSpec::name(&self.0),
                hook,
            ));
        };
        Ok(Arc::new(PolicyHandler {
            spec: self.0,
            policies: def.policies.clone(),
            loaded: Mutex::new(None),
        }))
    }
}

/// Policies, and the files that they were read from.
type Loaded = (FolderStamp, Arc<dyn LoadedPolicies>);

struct PolicyHandler {
    spec: PolicySpec,
    policies: String,
    loaded: Mutex<Option<Loaded>>,
}

impl PolicyHandler {
    /// The policies, as the files are now.
    fn policies(
        &self,
        project: Option<&Path>,
        home: Option<&Path>,
    ) -> Result<Arc<dyn LoadedPolicies>, PolicyError> {
        let folder = folder::resolve(&self.policies, project, home);
        let stamp = folder::stamp(&folder, self.spec.endings())?;
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, policies)) = &*loaded
            && *known == stamp
        {
            return Ok(Arc::clone(policies));
        }
        *loaded = None;
        let files = folder::read(&folder, &stamp)?;
        let policies: Arc<dyn LoadedPolicies> = self.spec.load(&files)?.into();
        // Files that change while they are read are read again for the next call.
        if folder::stamp(&folder, self.spec.endings())? == stamp {
            *loaded = Some((stamp, Arc::clone(&policies)));
        }
        Ok(policies)
    }

    fn decide(&self, call: &Call) -> Result<Response, PolicyError> {
        let world = &*call.surroundings;
        let policies = self.policies(world.project_dir.as_deref(), world.home.as_deref())?;
        let input = call.input.input();
        let aliases = Aliases::default();
        let about = ConditionCall::new(input, &aliases, world).with_counts(call.counts.clone());
        about.look_with_facts(|_, scope| {
            let verdict = policies.decide(scope)?;
            if !verdict.denies() {
                let unknown = policies.unknown(scope);
                if !unknown.is_empty() {
                    let names: Vec<_> = unknown.iter().map(|name| format!("`{name}`")).collect();
                    return Err(PolicyError::Unknown(names.join(", ")));
                }
            }
            let event = input.event();
            verdict.response(event.spec(), event.as_str(), scope.call.is_certain())
        })
    }
}

impl Handler for PolicyHandler {
    fn run(&self, call: Call) -> RunFuture<'_> {
        Box::pin(async move {
            let decided = catch_unwind(AssertUnwindSafe(|| self.decide(&call)));
            match decided {
                Ok(Ok(response)) => response,
                Ok(Err(error)) => Failure::new(error.to_string()).into(),
                Err(_) => Failure::new("the engine of the policies panicked").into(),
            }
        })
    }
}
