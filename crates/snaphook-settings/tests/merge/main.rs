//! No file changes whether the guard of a higher level runs.
#![cfg(test)]

mod law;

use proptest::prelude::*;
use snaphook_core::hook::Scope;

const GUARDS: [Scope; 3] = [Scope::User, Scope::Explicit, Scope::Managed];

#[test]
fn no_single_part_of_a_lower_file_weakens_a_guard() {
    for guard in GUARDS {
        for scope in law::below(guard) {
            for part in 0..law::PARTS.len() {
                law::hold(guard, &[(*scope, law::file_of([part]))]);
            }
        }
    }
}

fn files() -> impl Strategy<Value = Vec<(usize, Vec<usize>)>> {
    let parts = proptest::collection::vec(0..law::PARTS.len(), 0..6);
    proptest::collection::vec((0..8_usize, parts), 0..6)
}

proptest! {
    #[test]
    fn no_lower_files_together_weaken_a_guard(guard in 0..GUARDS.len(), files in files()) {
        let guard = GUARDS[guard];
        let below = law::below(guard);
        let files: Vec<_> = files
            .into_iter()
            .map(|(scope, parts)| (below[scope % below.len()], law::file_of(parts)))
            .collect();
        law::hold(guard, &files);
    }
}
