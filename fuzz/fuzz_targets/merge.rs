//! Feeds arbitrary settings to every level below a guard's: none of them changes
//! whether, and how, the guard runs.
#![no_main]

use libfuzzer_sys::fuzz_target;
use snaphook_core::hook::Scope;

#[path = "../../crates/snaphook-settings/tests/merge/law.rs"]
mod law;

fuzz_target!(|given: (u8, Vec<(u8, Vec<u8>, String)>)| {
    let (guard, files) = given;
    let guard = [Scope::User, Scope::Explicit, Scope::Managed][usize::from(guard) % 3];
    let below = law::below(guard);
    let files: Vec<(Scope, String)> = files
        .into_iter()
        .take(8)
        .map(|(scope, parts, text)| {
            let scope = below[usize::from(scope) % below.len()];
            // A file of known parts, or whatever text.
            match parts.is_empty() {
                true => (scope, text),
                false => (scope, law::file_of(parts.into_iter().map(usize::from))),
            }
        })
        .collect();
    law::hold(guard, &files);
});
