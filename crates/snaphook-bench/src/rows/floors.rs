//! What anybody must pay: the floors of the pure rows.

use std::collections::{HashMap, HashSet};
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, RwLock};
use std::time::Duration;

use regex::RegexSet;
use snaphook::Input;
use snaphook_core::event::EVENTS;
use tokio::time::timeout;

/// One look-up of a name among the names of all events.
pub(super) fn events() -> HashMap<String, usize> {
    let names = EVENTS.iter().enumerate();
    names
        .map(|(index, row)| (row.name.to_owned(), index))
        .collect()
}

/// What a name selects, remembered: a map that several threads may use.
pub(super) struct FloorMemo(RwLock<HashMap<String, Arc<Vec<usize>>>>);

impl FloorMemo {
    pub(super) fn new() -> Self {
        let names = ["Bash", "Read", "Write", "Edit", "Glob", "Grep", "WebFetch"];
        let known = names.map(|name| (name.to_owned(), Arc::default()));
        Self(RwLock::new(known.into_iter().collect()))
    }

    pub(super) fn look(&self, name: &str) -> Option<Arc<Vec<usize>>> {
        self.0.read().ok()?.get(name).cloned()
    }
}

/// An index over matchers, written for exactly the kinds that there are: names
/// in a map, beginnings by their length, the rest in one set of expressions.
pub(super) struct FloorIndex {
    names: HashMap<String, Vec<usize>>,
    beginnings: HashMap<String, Vec<usize>>,
    lengths: Vec<usize>,
    rest: RegexSet,
    of_rest: Vec<usize>,
}

impl FloorIndex {
    #[expect(clippy::expect_used, reason = "the matchers are ours")]
    pub(super) fn new(matchers: &[String]) -> Self {
        let mut names: HashMap<_, Vec<_>> = HashMap::new();
        let mut beginnings: HashMap<_, Vec<_>> = HashMap::new();
        let mut lengths = HashSet::new();
        let (mut rest, mut of_rest) = (Vec::new(), Vec::new());
        let plain = |text: &str| text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        for (number, matcher) in matchers.iter().enumerate() {
            match matcher.strip_suffix(".*") {
                Some(beginning) if plain(beginning) => {
                    lengths.insert(beginning.len());
                    beginnings
                        .entry(beginning.to_owned())
                        .or_default()
                        .push(number);
                }
                _ if matcher.split('|').all(plain) => {
                    for name in matcher.split('|') {
                        names.entry(name.to_owned()).or_default().push(number);
                    }
                }
                _ => {
                    rest.push(matcher);
                    of_rest.push(number);
                }
            }
        }
        Self {
            names,
            beginnings,
            lengths: lengths.into_iter().collect(),
            rest: RegexSet::new(rest).expect("the expressions compile"),
            of_rest,
        }
    }

    pub(super) fn find(&self, name: &str) -> Vec<usize> {
        let mut found = self.names.get(name).cloned().unwrap_or_default();
        for length in &self.lengths {
            let beginning = name.get(..*length);
            let of = beginning.and_then(|beginning| self.beginnings.get(beginning));
            found.extend(of.into_iter().flatten());
        }
        found.extend(self.rest.matches(name).iter().map(|at| self.of_rest[at]));
        found
    }
}

/// The cheapest possible hook: an async function behind a pointer.
pub(super) type HookFunction =
    Arc<dyn Fn(&Input) -> Pin<Box<dyn Future<Output = bool> + Send>> + Send + Sync>;

/// One that says yes.
pub(super) fn hook() -> HookFunction {
    Arc::new(|input| {
        let known = !input.event().is_custom();
        Box::pin(async move { known })
    })
}

/// Calls a hook with a timeout of its own.
pub(super) async fn call_hook(hook: &HookFunction, input: &Input) -> bool {
    let limit = Duration::from_secs(600);
    timeout(limit, hook(input)).await.unwrap_or(false)
}
