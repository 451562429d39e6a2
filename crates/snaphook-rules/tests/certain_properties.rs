//! What holds for every line that the strict reader calls certain.
#![cfg(test)]

#[path = "allow_oracle/lines.rs"]
mod lines;

use std::path::Path;

use lines::Dice;
use proptest::prelude::*;
use serde_json::json;
use snaphook_rules::{Aliases, Analysis, CertainLine, PathRoots, Subject};

/// Whether what the line does is certain, as rules are told.
fn is_certain(line: &str) -> bool {
    let (aliases, places) = (Aliases::default(), PathRoots::at(Path::new("/srv/repo")));
    let input = json!({ "command": line });
    let subject = Subject::new("Bash", &input, &aliases, &places);
    subject.certain_line().is_ok()
}

fn line(seed: u64) -> String {
    lines::line(&mut Dice::new(seed))
}

/// Words and operators of a line that is certain.
fn tokens() -> impl Strategy<Value = Vec<&'static str>> {
    let word = prop::sample::select(vec![
        "a",
        "-l",
        "'a  b'",
        "\"$X\"",
        "x*",
        "~/y",
        "{a,b}",
        "\"$(ls x)\"",
        "\\;",
    ]);
    let command = prop::collection::vec(word, 0..4).prop_map(|mut words| {
        words.insert(0, "ls");
        words
    });
    let operator = prop::sample::select(vec![";", "&&", "||", "|", "\n"]);
    let more = prop::collection::vec((operator, command.clone()), 0..4);
    (command, more).prop_map(|(first, more)| {
        let rest = more
            .into_iter()
            .flat_map(|(operator, command)| std::iter::once(operator).chain(command));
        first.into_iter().chain(rest).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_line_makes_it_panic(line in "\\PC{0,80}", seed in any::<u64>()) {
        let _ = CertainLine::read(&line);
        let _ = is_certain(&self::line(seed));
    }

    #[test]
    fn a_certain_line_stays_certain_under_extra_blanks(tokens in tokens(), blanks in "[ \t]{1,3}") {
        prop_assert!(is_certain(&tokens.join(" ")), "{tokens:?}");
        let spaced = format!("{blanks}{}{blanks}", tokens.join(&blanks));
        prop_assert!(is_certain(&spaced), "{spaced:?}");
        let read = |line: &str| {
            let line = CertainLine::read(line).unwrap();
            let words = line.commands().iter().map(|one| {
                one.words().iter().map(|word| word.pieces().to_vec()).collect::<Vec<_>>()
            });
            words.collect::<Vec<_>>()
        };
        prop_assert_eq!(read(&tokens.join(" ")), read(&spaced));
    }

    #[test]
    fn what_the_exact_reader_does_not_know_is_not_certain(seed in any::<u64>()) {
        let line = line(seed);
        if Analysis::of(&line).complete().is_none() {
            prop_assert!(!is_certain(&line), "{line:?}");
        }
    }

    #[test]
    fn the_exact_reader_finds_every_command_of_a_certain_line(seed in any::<u64>()) {
        let line = line(seed);
        if !is_certain(&line) {
            return Ok(());
        }
        let analysis = Analysis::of(&line);
        let read = CertainLine::read(&line).unwrap();
        for command in read.commands() {
            let words: Vec<_> = command.words().iter().map(|word| word.known()).collect();
            let same = analysis.commands().iter().any(|found| {
                found.words().iter().map(|word| word.known()).eq(words.iter().copied())
            });
            prop_assert!(same, "{words:?} of {line:?}");
            prop_assert!(line.get(command.range()).is_some());
        }
    }

    /// The exact reader's veto is for what nobody thought of: where it is
    /// needed, the strict reader is wrong.
    #[test]
    fn the_two_readers_agree(seed in any::<u64>()) {
        let line = line(seed);
        // The exact reader takes a subscript in text for code that may run.
        prop_assume!(!line.contains("[$"));
        if CertainLine::read(&line).is_ok() && Analysis::of(&line).complete().is_some() {
            prop_assert!(is_certain(&line), "{line:?}");
        }
    }
}
