//! Laws of matching.
#![cfg(test)]

use proptest::prelude::*;
use snaphook_core::matching::{Aliases, JsRegex, Matcher};

fn escaped(text: &str) -> String {
    text.chars()
        .flat_map(|c| {
            let special = r"\^$.*+?()[]{}|/".contains(c);
            special.then_some('\\').into_iter().chain([c])
        })
        .collect()
}

proptest! {
    #[test]
    fn no_matcher_panics(text in "\\PC*", value in "\\PC*", narrow: bool) {
        if let Ok(matcher) = Matcher::parse(&text, narrow) {
            let _ = matcher.accepts(&value, &Aliases::default());
        }
    }

    #[test]
    fn no_expression_made_of_special_characters_panics(text in r"[\\^$.*+?()\[\]{}|<>=!:,\-0-9a-ckpux]{0,24}") {
        if let Err(error) = JsRegex::new(&text) {
            prop_assert!(error.offset <= text.len());
            prop_assert!(text.is_char_boundary(error.offset));
        }
    }

    #[test]
    fn an_escaped_text_finds_itself_and_only_itself(text in "\\PC{1,12}", other in "\\PC{1,12}") {
        let regex = JsRegex::new(&format!("^{}$", escaped(&text))).unwrap();
        prop_assert_eq!(regex.finds(&text), Some(true));
        prop_assert_eq!(regex.finds(&other), Some(text == other));
    }

    #[test]
    fn a_list_accepts_exactly_its_names(names in proptest::collection::vec("[A-Za-z0-9_-]{1,8}", 1..5), other in "[A-Za-z0-9_-]{1,8}") {
        let matcher = Matcher::parse(&names.join(" | "), false).unwrap();
        let none = Aliases::none();
        for name in &names {
            prop_assert!(matcher.accepts(name, &none).is_match());
        }
        prop_assert_eq!(matcher.accepts(&other, &none).is_match(), names.contains(&other));
    }
}
