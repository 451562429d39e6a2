//! Finds the hooks that could accept a value without matching each of them.
//!
//! A map holds exact names, and one pass over the value finds the texts that
//! patterns require, so a new name costs the same among ten hooks and among ten
//! thousand. The index leaves out only hooks that certainly do not match; those
//! that it finds are still matched.

use std::collections::{HashMap, HashSet};

use aho_corasick::{AhoCorasick, MatchKind};

use super::set::SelectionCandidate;
use crate::matching::{Aliases, MatchNeeds, Matcher};

/// Fast, and seeded anew in every process.
pub(super) type SeededHasher = foldhash::fast::RandomState;

/// Candidates, by what they need. Numbers are places in the event's list.
#[derive(Debug, Default)]
pub(super) struct Index {
    /// Asked about every value.
    always: Vec<u32>,
    names: HashMap<Box<str>, Vec<u32>, SeededHasher>,
    texts: Option<MatcherTexts>,
}

/// Texts of which some must be found in a value.
#[derive(Debug)]
struct MatcherTexts {
    finder: AhoCorasick,
    /// By the number of the text.
    needed_by: Vec<Vec<u32>>,
}

impl MatcherTexts {
    /// Adds those that need a text which is in `value`.
    fn find(&self, value: &str, found: &mut Vec<u32>) {
        // A text may be there a million times; it counts once.
        let mut known: HashSet<usize, SeededHasher> = HashSet::default();
        for text in self.finder.find_overlapping_iter(value) {
            let number = text.pattern().as_usize();
            if known.insert(number) {
                found.extend(&self.needed_by[number]);
            }
        }
    }
}

impl Index {
    pub(super) fn of(candidates: &[SelectionCandidate]) -> Self {
        let mut index = Self::default();
        // How many need each text, and who must have one of which lists.
        let mut needed: HashMap<Box<str>, usize, SeededHasher> = HashMap::default();
        let mut lists = Vec::new();
        for (number, candidate) in (0_u32..).zip(candidates) {
            let hook = &candidate.hook;
            if hook.condition_never_holds() {
                continue;
            }
            // A matcher that is broken says what a guard does with any value.
            let compiled = hook.matcher.compiled();
            match compiled.map_or(MatchNeeds::Nothing, Matcher::needs) {
                MatchNeeds::Nothing => index.always.push(number),
                MatchNeeds::Name(names) => {
                    for name in names {
                        index.names.entry(name).or_default().push(number);
                    }
                }
                MatchNeeds::Texts(any_of) => {
                    for text in any_of.iter().flatten() {
                        match needed.get_mut(text) {
                            Some(times) => *times += 1,
                            None => {
                                needed.insert(text.clone(), 1);
                            }
                        }
                    }
                    lists.push((number, any_of));
                }
            }
        }
        let mut texts: HashMap<Box<str>, Vec<u32>, SeededHasher> = HashMap::default();
        for (number, any_of) in lists {
            // One list is enough: the one that the fewest others have, too.
            let shared = |list: &Vec<Box<str>>| list.iter().map(|text| needed[text]).sum::<usize>();
            let rarest = any_of.into_iter().min_by_key(shared);
            for text in rarest.into_iter().flatten() {
                texts.entry(text).or_default().push(number);
            }
        }
        if !texts.is_empty() {
            index.add_texts(texts);
        }
        index
    }

    fn add_texts(&mut self, texts: HashMap<Box<str>, Vec<u32>, SeededHasher>) {
        let (texts, needed_by): (Vec<_>, Vec<_>) = texts.into_iter().unzip();
        let finder = AhoCorasick::builder()
            .match_kind(MatchKind::Standard)
            .build(texts.iter().map(|text| text.as_bytes()));
        match finder {
            Ok(finder) => self.texts = Some(MatcherTexts { finder, needed_by }),
            // More text than it can number: then they are asked every time.
            Err(_) => self.always.extend(needed_by.into_iter().flatten()),
        }
        self.always.sort_unstable();
        self.always.dedup();
    }

    /// The candidates that could accept a value, in their order; without a
    /// value, those that need none.
    pub(super) fn find(&self, value: Option<&str>, aliases: &Aliases) -> Vec<u32> {
        let mut found = self.always.clone();
        for name in value.into_iter().flat_map(|value| aliases.of(value)) {
            found.extend(self.names.get(name).into_iter().flatten());
            if let Some(texts) = &self.texts {
                texts.find(name, &mut found);
            }
        }
        if found.len() > self.always.len() {
            found.sort_unstable();
            found.dedup();
        }
        found
    }
}
