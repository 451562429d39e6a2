//! Which facts a policy looks at. Engines of policies have no unknown values: where a
//! policy looks at a fact of which something is not known, its answer is no answer. The text
//! decides, on the safe side: a name in a comment counts, too.

use std::collections::HashSet;

/// The names in policies.
#[derive(Debug, Default)]
pub(super) struct Mentions {
    names: HashSet<String>,
    /// Some policy takes the whole of it.
    everything: bool,
}

impl Mentions {
    /// The names in these texts; `whole` is what everything can be reached through: `context`,
    /// `input`.
    pub(super) fn of<'t>(texts: impl Iterator<Item = &'t str>, whole: &str) -> Self {
        let mut mentions = Self::default();
        for text in texts {
            let is_part = |c: char| c.is_alphanumeric() || c == '_';
            let mut rest = text;
            while let Some(start) = rest.find(is_part) {
                let word = &rest[start..];
                let end = word.find(|c: char| !is_part(c)).unwrap_or(word.len());
                let (name, after) = word.split_at(end);
                if name == whole && !is_access(after) {
                    mentions.everything = true;
                }
                mentions.names.insert(name.to_owned());
                rest = after;
            }
        }
        mentions
    }

    /// Whether a policy looks at this.
    pub(super) fn has(&self, name: &str) -> bool {
        self.everything || self.names.contains(name)
    }
}

/// Whether a name is followed by that of a part: `.x`, `["x"]`, ` has x`.
fn is_access(after: &str) -> bool {
    let after = after.trim_start();
    let by_dot = after.strip_prefix('.');
    let by_dot = by_dot.is_some_and(|rest| {
        let rest = rest.trim_start();
        rest.starts_with(|c: char| c.is_alphabetic() || c == '_')
    });
    let by_key = after.strip_prefix('[').is_some_and(|rest| {
        let rest = rest.trim_start();
        let quoted = rest.starts_with('"') || rest.starts_with('`');
        quoted && rest[1..].contains(['"', '`'])
    });
    by_dot || by_key || after.starts_with("has ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_as_a_whole_mentions_everything() {
        for (text, everything) in [
            ("deny if input.commands[_].name == \"rm\"", false),
            ("deny if input[\"commands\"][_].name == \"rm\"", false),
            ("deny if input [ \"url\" ].host", false),
            ("x := input", true),
            ("x := object.get(input, \"a\", 1)", true),
            ("some k; input[k] == 1", true),
            ("walk(input, x)", true),
        ] {
            let mentions = Mentions::of(std::iter::once(text), "input");
            assert_eq!(mentions.has("nothing"), everything, "{text}");
        }
        let mentions = Mentions::of(std::iter::once("a.commands b.args_x"), "input");
        assert!(mentions.has("commands") && !mentions.has("args"));
    }
}
