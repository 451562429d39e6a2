//! Feeds arbitrary text to the settings loader.
#![no_main]

use libfuzzer_sys::fuzz_target;
use snaphook_core::hook::Scope;
use snaphook_settings::{LoadContext, parse};

fuzz_target!(|text: &str| {
    let settings = parse(
        "s.json".as_ref(),
        text,
        Scope::Project,
        &mut LoadContext::default().kinds(snaphook::kinds()),
    );
    if let Ok(settings) = settings {
        for finding in &settings.findings {
            assert!(finding.location.span.end <= text.len());
            assert!(finding.location.line >= 1 && finding.location.column >= 1);
        }
        let mut ids: Vec<_> = settings.hooks.iter().map(|hook| &hook.id).collect();
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), settings.hooks.len());
    }
});
