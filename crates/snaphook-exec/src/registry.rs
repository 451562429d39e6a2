//! Which factory serves which type of handler.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, PoisonError, RwLock};

use snaphook_core::hook::Hook;
use snaphook_core::kind::KindName;

use crate::handler::{Handler, HandlerFactory, HandlerSettings};
use crate::make_error::MakeError;

type Factories = HashMap<KindName, Arc<dyn HandlerFactory>>;

/// Which factory serves which type of handler. Cloning gives another handle to
/// the same registry; it may be used from several threads, also while engines
/// use it.
///
/// Every engine has one of its own with what it runs by itself. A host may keep
/// others, hand them to as many engines as it likes, and add types to them later:
/// they are asked first.
///
/// ```
/// use std::sync::Arc;
/// use snaphook_core::hook::Hook;
/// use snaphook_exec::{Handler, HandlerFactory, MakeError, Registry};
///
/// struct Ssh;
///
/// impl HandlerFactory for Ssh {
///     fn make(&self, _: &Hook) -> Result<Arc<dyn Handler>, MakeError> {
///         Err(MakeError::unusable("an ssh hook needs a `host`"))
///     }
/// }
///
/// let registry = Registry::default();
/// registry.register("ssh", Arc::new(Ssh));
/// assert!(registry.get("ssh").is_some());
/// assert!(registry.get("http").is_none());
/// ```
#[derive(Clone, Default)]
pub struct Registry {
    factories: Arc<RwLock<Factories>>,
    /// Kinds that have no factory because a feature is off.
    not_built: Arc<RwLock<HashMap<KindName, &'static str>>>,
    /// Asked for what this one does not know.
    beneath: Option<Arc<Registry>>,
    /// In one that settings have configured: what its factories were made of.
    made_of: Arc<Factories>,
    /// The types whose factories were carried over from the settings before.
    carried: Arc<HashSet<KindName>>,
}

impl Registry {
    /// Registers a factory; a second one for a type replaces the first.
    pub fn register(&self, kind: impl Into<KindName>, factory: Arc<dyn HandlerFactory>) {
        let mut factories = self
            .factories
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        factories.insert(kind.into(), factory);
    }

    /// Notes that the program was built without the feature that serves a kind.
    pub fn note_not_built(&self, kind: KindName, feature: &'static str) {
        let not_built = self.not_built.write();
        let mut not_built = not_built.unwrap_or_else(PoisonError::into_inner);
        not_built.insert(kind, feature);
    }

    /// The feature that a kind lacks.
    fn lacks(&self, kind: &str) -> Option<&'static str> {
        let not_built = self.not_built.read();
        let not_built = not_built.unwrap_or_else(PoisonError::into_inner);
        let own = not_built.get(kind).copied();
        own.or_else(|| self.beneath.as_ref()?.lacks(kind))
    }

    /// The factory that serves a type.
    #[must_use]
    pub fn get(&self, kind: &str) -> Option<Arc<dyn HandlerFactory>> {
        let own = self
            .factories
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(kind)
            .cloned();
        own.or_else(|| self.beneath.as_ref()?.get(kind))
    }

    /// The types that are served, sorted.
    #[must_use]
    pub fn types(&self) -> Vec<KindName> {
        let beneath = self.beneath.as_ref();
        let mut types = beneath.map(|other| other.types()).unwrap_or_default();
        let own = self
            .factories
            .read()
            .unwrap_or_else(PoisonError::into_inner);
        types.extend(own.keys().cloned());
        types.sort();
        types.dedup();
        types
    }

    /// A registry that asks another for the kinds that it does not know.
    #[must_use]
    pub fn above(&self, other: Self) -> Self {
        let below = match &self.beneath {
            Some(own) => own.above(other),
            None => other,
        };
        Self {
            factories: Arc::clone(&self.factories),
            not_built: Arc::clone(&self.not_built),
            beneath: Some(Arc::new(below)),
            made_of: Arc::clone(&self.made_of),
            carried: Arc::clone(&self.carried),
        }
    }

    /// A registry with every factory configured by these settings; this one
    /// is left alone, since others may use it.
    #[must_use]
    pub fn configured(&self, settings: &HandlerSettings) -> Self {
        self.configured_after(None, settings)
    }

    /// What [`Registry::configured`] gave, as other settings want it now. What
    /// handlers keep running between calls goes on running, as far as it is
    /// still wanted.
    #[must_use]
    pub fn reconfigured(&self, settings: &HandlerSettings) -> Self {
        match &self.beneath {
            Some(beneath) => beneath.configured_after(Some(self), settings),
            None => self.configured(settings),
        }
    }

    fn configured_after(&self, before: Option<&Self>, settings: &HandlerSettings) -> Self {
        let mut made_of = Factories::new();
        let mut carried = HashSet::new();
        let configured = Self::default();
        for kind in self.types() {
            let Some(factory) = self.get(kind.as_str()) else {
                continue;
            };
            let old = before.and_then(|before| before.made_from(kind.as_str(), &factory));
            let own = match old.and_then(|old| old.carried_over(settings)) {
                Some(own) => {
                    carried.insert(kind.clone());
                    Some(own)
                }
                None => factory.configured(settings),
            };
            if let Some(own) = own {
                configured.register(kind.clone(), own);
                made_of.insert(kind, factory);
            }
        }
        Self {
            made_of: Arc::new(made_of),
            carried: Arc::new(carried),
            ..configured.above(self.clone())
        }
    }

    /// The factory that settings made of this one.
    fn made_from(
        &self,
        kind: &str,
        factory: &Arc<dyn HandlerFactory>,
    ) -> Option<Arc<dyn HandlerFactory>> {
        let made_of = self.made_of.get(kind)?;
        // A host may have registered another meanwhile.
        Arc::ptr_eq(made_of, factory).then(|| self.get(kind))?
    }

    /// Ends what handlers keep running between calls: those of factories that
    /// were registered here, not in a registry beneath.
    pub async fn close(&self) {
        for factory in self.own(|_| true) {
            factory.close().await;
        }
    }

    /// The factories that were registered here and that `newer`, which is this
    /// one reconfigured, did not carry over: to be closed when nobody uses them.
    #[must_use]
    pub fn replaced_by(&self, newer: &Self) -> Vec<Arc<dyn HandlerFactory>> {
        self.own(|kind| !newer.carried.contains(kind))
    }

    fn own(&self, wanted: impl Fn(&KindName) -> bool) -> Vec<Arc<dyn HandlerFactory>> {
        let factories = self.factories.read();
        let factories = factories.unwrap_or_else(PoisonError::into_inner);
        let wanted = factories.iter().filter(|(kind, _)| wanted(kind));
        wanted.map(|(_, factory)| Arc::clone(factory)).collect()
    }

    /// Makes the handler of a hook.
    ///
    /// # Errors
    /// When no factory serves its type, or its definition cannot work.
    pub fn make(&self, hook: &Hook) -> Result<Arc<dyn Handler>, MakeError> {
        let kind = hook.handler.kind();
        match self.get(kind.as_str()) {
            Some(factory) => factory.make(hook),
            None => Err(MakeError::NotServed {
                kind: kind.clone(),
                runs: self.types(),
                feature: self.lacks(kind.as_str()),
            }),
        }
    }
}

impl std::fmt::Debug for Registry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.types()).finish()
    }
}
