//! What was selected for a value, remembered in bounded space.

use std::collections::HashMap;
use std::hash::BuildHasher;
use std::ops::Deref;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use super::choice::Selection;
use super::index::SeededHasher;

/// An agent has dozens of tools. A host that sends thousands of made-up names
/// must not make the engine grow.
const MAX_OTHERS: usize = 1024;
const MAX_VALUE_LEN: usize = 256;

/// Names that were seen first have a place of their own, where they are found
/// without a lock.
const FIRST: usize = 64;

/// What a value selects: nothing, where nothing is selected.
type MemoValue = Option<Arc<Selection>>;

/// A selection that was found: lent where it has a place of its own, so that
/// looking at it counts nothing.
#[derive(Debug)]
pub enum SelectionRef<'a> {
    /// It is where it was found.
    Lent(&'a Arc<Selection>),
    /// It is the finder's.
    Own(Arc<Selection>),
}

impl SelectionRef<'_> {
    /// The selection itself, to keep.
    #[must_use]
    pub fn into_arc(self) -> Arc<Selection> {
        match self {
            Self::Lent(selection) => Arc::clone(selection),
            Self::Own(selection) => selection,
        }
    }
}

impl Deref for SelectionRef<'_> {
    type Target = Selection;

    #[inline]
    fn deref(&self) -> &Selection {
        match self {
            Self::Lent(selection) => selection,
            Self::Own(selection) => selection,
        }
    }
}

/// A name, and what it selects; empty until a name takes it.
type MemoSlot = OnceLock<(Box<str>, MemoValue)>;

#[derive(Debug)]
pub(super) struct Memo {
    hashed: SeededHasher,
    first: Box<[MemoSlot]>,
    /// Those whose place was taken.
    others: RwLock<HashMap<Box<str>, MemoValue, SeededHasher>>,
}

impl Default for Memo {
    fn default() -> Self {
        Self {
            hashed: SeededHasher::default(),
            first: (0..FIRST).map(|_| OnceLock::new()).collect(),
            others: RwLock::default(),
        }
    }
}

impl Memo {
    #[inline]
    pub(super) fn get_or_select(
        &self,
        value: &str,
        select: impl FnOnce() -> Selection,
    ) -> Option<SelectionRef<'_>> {
        let place = &self.first[self.hashed.hash_one(value) as usize % FIRST];
        match place.get() {
            Some((known, selected)) if **known == *value => {
                selected.as_ref().map(SelectionRef::Lent)
            }
            _ => self
                .among_others(value, place, select)
                .map(SelectionRef::Own),
        }
    }

    #[inline(never)]
    fn among_others(
        &self,
        value: &str,
        place: &MemoSlot,
        select: impl FnOnce() -> Selection,
    ) -> MemoValue {
        let selected = || {
            let selection = select();
            selection.says_something().then(|| Arc::new(selection))
        };
        if value.len() > MAX_VALUE_LEN {
            return selected();
        }
        // A poisoned lock only means that another thread panicked while
        // holding it; the map itself is whole after every step.
        let known = self.others.read();
        let known = known.unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known.get(value) {
            return known.clone();
        }
        drop(known);
        let selected = selected();
        if place.get().is_none() && place.set((value.into(), selected.clone())).is_ok() {
            return selected;
        }
        let mut others = self.others.write().unwrap_or_else(PoisonError::into_inner);
        if others.len() >= MAX_OTHERS {
            others.clear();
        }
        others.insert(value.into(), selected.clone());
        selected
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
        let others = memo.others.read().unwrap();
        assert!(others.len() <= MAX_OTHERS);
        let first = memo.first.iter().flat_map(|place| place.get());
        let names = first.map(|(name, _)| name).chain(others.keys());
        assert!(names.into_iter().all(|name| name.len() <= MAX_VALUE_LEN));
    }
}
