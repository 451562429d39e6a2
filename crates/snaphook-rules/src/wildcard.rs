//! Plain wildcards over known text. (`glob` also knows text with gaps, and paths have
//! rules of their own.)

/// Which characters of a pattern are wild.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wildcards {
    /// `*` is any run of characters.
    Star,
    /// `*` is any run of characters, `?` any one.
    StarAndQuestionMark,
}

impl Wildcards {
    /// Whether the whole text fits a pattern.
    #[must_use]
    pub fn fit(self, pattern: &str, text: &str) -> bool {
        let mut pattern = pattern.chars();
        let mut text = text.chars();
        // Behind the last star, and where the text stood then: a star that took too
        // little takes one more. Only the last one ever needs to.
        let mut star = None;
        loop {
            let here = text.clone();
            match (pattern.next(), text.next()) {
                (Some('*'), _) => {
                    star = Some((pattern.clone(), here.clone()));
                    text = here;
                }
                (None, None) => return true,
                (Some('?'), Some(_)) if self == Self::StarAndQuestionMark => {}
                (Some(wanted), Some(found)) if wanted == found => {}
                _ => {
                    let Some((behind, taken)) = &mut star else {
                        return false;
                    };
                    if taken.next().is_none() {
                        return false;
                    }
                    (pattern, text) = (behind.clone(), taken.clone());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Wildcards::{self, Star, StarAndQuestionMark};

    #[test]
    fn the_whole_text_must_fit() {
        for (glob, name, expected) in [
            ("mcp__*", "mcp__memory__read", true),
            ("mcp__*", "mcp__", true),
            ("mcp__*", "a mcp__memory", false),
            ("*__read", "mcp__memory__read", true),
            ("*__read", "mcp__memory__readme", false),
            ("mcp__*__read*", "mcp__read__memory__read", true),
            ("a*b*c", "abbbcbc", true),
            ("a*b*c", "acb", false),
            ("Tas?", "Task", true),
            ("Tas?", "Tas", false),
            ("?", "é", true),
            ("*", "", true),
            ("**", "x", true),
            ("", "", true),
            ("", "x", false),
        ] {
            assert_eq!(
                StarAndQuestionMark.fit(glob, name),
                expected,
                "{glob} on {name}"
            );
        }
        assert!(!Star.fit("Tas?", "Task") && Star.fit("a?*", "a?b"));
    }

    /// The slow way: every place that a star could end at.
    fn slow(wild: Wildcards, pattern: &str, text: &str) -> bool {
        match (pattern.chars().next(), text.chars().next()) {
            (None, first) => first.is_none(),
            (Some('*'), first) => {
                slow(wild, &pattern[1..], text)
                    || (first.is_some() && slow(wild, pattern, &text[1..]))
            }
            (Some(wanted), Some(first)) => {
                let any = wanted == '?' && wild == StarAndQuestionMark;
                (any || wanted == first) && slow(wild, &pattern[1..], &text[1..])
            }
            (Some(_), None) => false,
        }
    }

    proptest! {
        #[test]
        fn it_agrees_with_trying_everything(pattern in "[ab*?]{0,8}", text in "[ab?]{0,8}") {
            for wild in [Star, StarAndQuestionMark] {
                prop_assert_eq!(wild.fit(&pattern, &text), slow(wild, &pattern, &text));
            }
        }
    }
}
