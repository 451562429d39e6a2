//! The input in a prompt: `$ARGUMENTS`.

const PLACE: &str = "$ARGUMENTS";

/// A prompt with the input in place of every `$ARGUMENTS`; at the end, if there
/// is none. `\$` is a dollar and begins nothing. The input is never looked into.
///
/// ```
/// use snaphook_llm::with_arguments;
///
/// assert_eq!(with_arguments("Safe? $ARGUMENTS", "{}"), "Safe? {}");
/// assert_eq!(with_arguments("Safe?", "{}"), "Safe?\n\n{}");
/// assert_eq!(with_arguments(r"\$ARGUMENTS?", "{}"), "$ARGUMENTS?\n\n{}");
/// ```
#[must_use]
pub fn with_arguments(prompt: &str, input: &str) -> String {
    let mut filled = String::with_capacity(prompt.len() + input.len() + 2);
    let mut put = false;
    let mut rest = prompt;
    while let Some(at) = rest.find(['\\', '$']) {
        let (before, from) = rest.split_at(at);
        filled.push_str(before);
        rest = if let Some(after) = from.strip_prefix(r"\$") {
            filled.push('$');
            after
        } else if let Some(after) = from.strip_prefix(PLACE) {
            filled.push_str(input);
            put = true;
            after
        } else {
            // A backslash or a dollar like any other character.
            let (plain, after) = from.split_at(1);
            filled.push_str(plain);
            after
        };
    }
    filled.push_str(rest);
    if !put {
        filled.push_str("\n\n");
        filled.push_str(input);
    }
    filled
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::with_arguments;

    #[test]
    fn dollars_and_backslashes_of_other_kinds_stay() {
        for (prompt, filled) in [
            ("$ARGUMENTS$ARGUMENTS", "II"),
            (
                r"cost: $5, C:\dir, $ARG $ARGUMENTS",
                r"cost: $5, C:\dir, $ARG I",
            ),
            (r"\$ARGUMENTS is $ARGUMENTS", "$ARGUMENTS is I"),
            (r"\\$ARGUMENTS $ARGUMENTS", r"\$ARGUMENTS I"),
            (r"$ARGUMENTS \", r"I \"),
            ("", "\n\nI"),
        ] {
            assert_eq!(with_arguments(prompt, "I"), filled, "{prompt}");
        }
    }

    proptest! {
        /// Whatever the input holds, it is put in whole and never looked into.
        #[test]
        fn every_place_gets_the_whole_input(
            parts in prop::collection::vec("[a-z é\n]{0,8}", 1..6),
            input in r"(\$ARGUMENTS|\\|\$|[a-z{}\x22]){0,12}",
        ) {
            let prompt = parts.join("$ARGUMENTS");
            let filled = with_arguments(&prompt, &input);
            let expected = match parts.as_slice() {
                [only] => format!("{only}\n\n{input}"),
                parts => parts.join(&input),
            };
            prop_assert_eq!(filled, expected);
        }

        /// With every dollar escaped, any text without backslashes says itself.
        #[test]
        fn an_escaped_prompt_stays_as_it_was(prompt in r"([^\\]|\$ARGUMENTS){0,40}") {
            let prompt = prompt.replace('\\', "/");
            let escaped = prompt.replace('$', r"\$");
            prop_assert_eq!(with_arguments(&escaped, "I"), format!("{prompt}\n\nI"));
        }
    }
}
