//! Feeds arbitrary matchers and values.
#![no_main]

use libfuzzer_sys::fuzz_target;
use snaphook_core::matching::{Aliases, Matcher};

fuzz_target!(|given: (&str, &str, bool)| {
    let (text, value, narrow) = given;
    match Matcher::parse(text, narrow) {
        Ok(matcher) => {
            let _ = matcher.accepts(value, &Aliases::default());
        }
        Err(error) => assert!(text.is_char_boundary(error.offset)),
    }
});
