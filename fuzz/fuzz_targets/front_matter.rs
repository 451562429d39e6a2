//! Feeds arbitrary text to the reader of front matter.
#![no_main]

use libfuzzer_sys::fuzz_target;
use snaphook_core::hook::Scope;
use snaphook_settings::{LoadContext, front_matter, parse_front_matter};

fuzz_target!(|text: &str| {
    match front_matter(text) {
        Ok(Some(node)) => assert!(text.get(node.span).is_some()),
        Ok(None) => {}
        Err(error) => assert!(text.get(error.span).is_some()),
    }
    let found = parse_front_matter(
        "SKILL.md".as_ref(),
        text,
        Scope::Agent,
        &mut LoadContext::default().kinds(snaphook::kinds()),
    );
    if let Ok(Some(found)) = found {
        let settings = found.settings;
        for finding in &settings.findings {
            assert!(
                settings
                    .source
                    .text()
                    .get(finding.location.span.clone())
                    .is_some()
            );
        }
        assert!(
            settings
                .hooks
                .iter()
                .all(|hook| hook.event.as_str() != "Stop")
        );
    }
});
