//! What was selected for a value, remembered in bounded space.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use super::choice::Selection;
use super::index::Hashed;

/// An agent has dozens of tools. A host that sends thousands of made-up names
/// must not make the engine grow.
const MAX_ENTRIES: usize = 1024;
const MAX_VALUE_LEN: usize = 256;

#[derive(Debug, Default)]
pub(super) struct Memo {
    /// Nothing, where nothing is selected.
    entries: RwLock<HashMap<Box<str>, Option<Arc<Selection>>, Hashed>>,
}

impl Memo {
    #[inline]
    pub(super) fn get_or_select(
        &self,
        value: &str,
        select: impl FnOnce() -> Selection,
    ) -> Option<Arc<Selection>> {
        let select = || {
            Some(select())
                .filter(Selection::says_something)
                .map(Arc::new)
        };
        if value.len() > MAX_VALUE_LEN {
            return select();
        }
        // A poisoned lock only means that another thread panicked while
        // holding it; the map itself is whole after every step.
        let known = self
            .entries
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(value)
            .cloned();
        if let Some(selection) = known {
            return selection;
        }
        let selection = select();
        let mut entries = self.entries.write().unwrap_or_else(PoisonError::into_inner);
        if entries.len() >= MAX_ENTRIES {
            entries.clear();
        }
        entries.insert(value.into(), selection.clone());
        selection
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memo_stays_bounded() {
        let memo = Memo::default();
        for number in 0..5000 {
            memo.get_or_select(&format!("tool{number}"), Selection::default);
        }
        memo.get_or_select(&"x".repeat(10_000), Selection::default);
        let entries = memo.entries.read().unwrap();
        assert!(entries.len() <= MAX_ENTRIES);
        assert!(entries.keys().all(|key| key.len() <= MAX_VALUE_LEN));
    }
}
