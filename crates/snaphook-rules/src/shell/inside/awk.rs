//! What a program of `awk` runs: the texts that it gives to `system` and to pipes.

use super::holds::{feeds_shell, undo_escapes};

/// What runs.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum AwkRuns {
    /// It only reads and prints.
    Nothing,
    /// Some of the texts that are in it: these may be commands.
    Texts(Vec<String>),
    /// What it reads, or puts together.
    Anything,
}

pub(super) fn runs(program: &str) -> AwkRuns {
    let (bare, texts) = without_texts(program);
    let bare = bare.replace("||", " ");
    if !(bare.contains("system") || bare.contains('|') || bare.contains('@')) {
        return AwkRuns::Nothing;
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
        true => AwkRuns::Texts(given_to_shell(&bare, &texts)),
        false => AwkRuns::Anything,
    }
}

/// Stands for a text in quotes.
const TEXT: char = '\u{3}';

/// The texts that are where a command does.
fn given_to_shell(bare: &str, texts: &[String]) -> Vec<String> {
    let squeezed: String = bare.split_whitespace().collect();
    let mut found = Vec::new();
    let places = squeezed.match_indices(TEXT);
    for ((at, _), text) in places.zip(texts) {
        let (before, after) = (&squeezed[..at], &squeezed[at + TEXT.len_utf8()..]);
        let called = before.ends_with("system(") || before.ends_with('|') || before.ends_with("|&");
        if called || after.starts_with("|getline") || after.starts_with("|&") {
            found.push(text.clone());
        }
    }
    found
}

/// The program with a mark for every text in quotes, and those texts.
fn without_texts(program: &str) -> (String, Vec<String>) {
    let mut bare = String::with_capacity(program.len());
    let mut texts = Vec::new();
    let mut chars = program.chars();
    while let Some(c) = chars.next() {
        if c != '"' {
            bare.push(c);
            continue;
        }
        bare.push(TEXT);
        let mut text = String::new();
        while let Some(c) = chars.next() {
            match c {
                '\\' => {
                    text.push(c);
                    text.extend(chars.next());
                }
                '"' => break,
                c => text.push(c),
            }
        }
        texts.push(undo_escapes(&text));
    }
    (bare, texts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_awk_runs_is_told_apart() {
        let mkr = || AwkRuns::Texts(vec!["mkr x".to_owned()]);
        for (program, want) in [
            ("{ rm = $1; print rm }", AwkRuns::Nothing),
            ("$1 == \"rm\" || $2 { print \"a|b\" }", AwkRuns::Nothing),
            (
                "BEGIN { while ((getline l < \"f\") > 0) print l }",
                AwkRuns::Nothing,
            ),
            ("BEGIN { system(\"mkr x\") }", mkr()),
            ("BEGIN { print \"a\" | \"mkr x\" }", mkr()),
            ("BEGIN { \"mkr x\" | getline }", mkr()),
            ("{ system($0) }", AwkRuns::Anything),
            ("{ system(\"mk\" \"r\") }", AwkRuns::Anything),
            ("{ print | c }", AwkRuns::Anything),
            ("{ c | getline }", AwkRuns::Anything),
            ("BEGIN { f = \"system\"; @f(\"mkr\") }", AwkRuns::Anything),
        ] {
            assert_eq!(runs(program), want, "{program}");
        }
    }
}
