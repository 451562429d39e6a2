//! What a program of `awk` runs: the texts that it gives to `system` and to pipes.

use super::holds::feeds_shell;

/// What runs.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Runs {
    /// It only reads and prints.
    Nothing,
    /// Texts that stand in it.
    Texts,
    /// What it reads, or puts together.
    Anything,
}

pub(super) fn runs(program: &str) -> Runs {
    let bare = without_texts(program).replace("||", " ");
    if !(bare.contains("system") || bare.contains('|') || bare.contains('@')) {
        return Runs::Nothing;
    }
    let squeezed: String = bare.split_whitespace().collect();
    let given = |after: &str| {
        let rest = after.strip_prefix(TEXT);
        rest.is_some_and(|rest| {
            rest.is_empty()
                || rest.starts_with([')', ';', '}', '|', ']', ','])
                || rest.starts_with("getline")
        })
    };
    let called = squeezed.split("system(").skip(1).all(given);
    let mut parts = squeezed.split('|').map(|part| part.trim_start_matches('&'));
    let mut before = parts.next().unwrap_or_default();
    let mut piped = true;
    for part in parts {
        piped &= match part.starts_with("getline") {
            true => before.ends_with(TEXT),
            false => given(part),
        };
        before = part;
    }
    match called && piped && !bare.contains('@') && !feeds_shell(program) {
        true => Runs::Texts,
        false => Runs::Anything,
    }
}

/// Stands for a text in quotes.
const TEXT: char = '\u{3}';

fn without_texts(program: &str) -> String {
    let mut bare = String::with_capacity(program.len());
    let mut chars = program.chars();
    while let Some(c) = chars.next() {
        if c != '"' {
            bare.push(c);
            continue;
        }
        bare.push(TEXT);
        while let Some(c) = chars.next() {
            match c {
                '\\' => {
                    chars.next();
                }
                '"' => break,
                _ => {}
            }
        }
    }
    bare
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_awk_runs_is_told_apart() {
        for (program, want) in [
            ("{ rm = $1; print rm }", Runs::Nothing),
            ("$1 == \"rm\" || $2 { print \"a|b\" }", Runs::Nothing),
            (
                "BEGIN { while ((getline l < \"f\") > 0) print l }",
                Runs::Nothing,
            ),
            ("BEGIN { system(\"mkr x\") }", Runs::Texts),
            ("BEGIN { print \"a\" | \"mkr x\" }", Runs::Texts),
            ("BEGIN { \"mkr x\" | getline }", Runs::Texts),
            ("{ system($0) }", Runs::Anything),
            ("{ system(\"mk\" \"r\") }", Runs::Anything),
            ("{ print | c }", Runs::Anything),
            ("{ c | getline }", Runs::Anything),
            ("BEGIN { f = \"system\"; @f(\"mkr\") }", Runs::Anything),
        ] {
            assert_eq!(runs(program), want, "{program}");
        }
    }
}
