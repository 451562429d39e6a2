//! Finding shapes in a text, without compiling expressions that cannot match.

use std::borrow::Cow;
use std::sync::OnceLock;

use regex::Regex;

use super::shapes::SHAPES;

static COMPILED: [OnceLock<Option<Regex>>; SHAPES.len()] =
    [const { OnceLock::new() }; SHAPES.len()];

/// The shapes that a text may hold, one bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Suspects(u128);

const _: () = assert!(SHAPES.len() <= 128, "one bit each");

impl Suspects {
    /// What `text`, or a part of it, may hold.
    pub(super) fn of(text: &str, only_certain: bool) -> Self {
        let lower = match only_certain {
            true => Cow::Borrowed(""),
            false => Cow::Owned(text.to_ascii_lowercase()),
        };
        let mut suspects = 0;
        for (index, shape) in SHAPES.iter().enumerate() {
            let hinted = match shape.certain {
                true => shape.hints.iter().any(|hint| text.contains(hint)),
                false => shape.hints.iter().any(|hint| lower.contains(hint)),
            };
            suspects |= u128::from(hinted) << index;
        }
        Self(suspects)
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Takes them out of a text; how many there were.
    pub(super) fn take_out(self, text: &mut String) -> usize {
        let mut found = 0;
        for index in (0..SHAPES.len()).filter(|index| self.0 >> index & 1 == 1) {
            if let Some(shape) = compiled(index) {
                let instead = format!("[redacted: {}]", SHAPES[index].name);
                found += replace(text, shape, &instead);
            }
        }
        found
    }
}

/// Whether a text holds what can be nothing but a secret.
#[must_use]
pub fn holds_secret(text: &str) -> bool {
    let suspects = Suspects::of(text, true);
    (0..SHAPES.len())
        .filter(|index| suspects.0 >> index & 1 == 1)
        .any(|index| compiled(index).is_some_and(|shape| shape.is_match(text)))
}

fn compiled(index: usize) -> Option<&'static Regex> {
    let compile = || {
        // Keys are ASCII, and so are their ends: this is smaller and faster.
        let pattern = SHAPES[index].pattern.replace(r"\b", r"(?-u:\b)");
        Regex::new(&pattern).ok()
    };
    COMPILED[index].get_or_init(compile).as_ref()
}

/// Replaces every match, or its group `secret`; how many there were.
fn replace(text: &mut String, shape: &Regex, instead: &str) -> usize {
    let mut found = 0;
    let mut new = String::new();
    let mut kept = 0;
    for captures in shape.captures_iter(text) {
        let Some(secret) = captures
            .name("secret")
            .or_else(|| captures.name("more"))
            .or_else(|| captures.get(0))
        else {
            continue;
        };
        new.push_str(&text[kept..secret.start()]);
        new.push_str(instead);
        kept = secret.end();
        found += 1;
    }
    if found > 0 {
        new.push_str(&text[kept..]);
        *text = new;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_compiles() {
        for (index, shape) in SHAPES.iter().enumerate() {
            assert!(compiled(index).is_some(), "{}", shape.name);
        }
    }

    #[test]
    fn hints_of_uncertain_shapes_are_in_lower_case() {
        for shape in SHAPES.iter().filter(|shape| !shape.certain) {
            for hint in shape.hints {
                assert_eq!(*hint, hint.to_ascii_lowercase(), "{}", shape.name);
            }
        }
    }
}
