//! What holds for any input.
#![cfg(test)]

mod common;

use common::bash;
use proptest::prelude::*;
use snaphook_rules::{Analysis, Rule};

/// Text with many of the characters that mean something to a shell.
fn shellish() -> impl Strategy<Value = String> {
    let token = prop_oneof![
        "[ -~]",
        "[a-z]{1,3}",
        prop::sample::select(vec![
            "rm",
            "$(",
            ")",
            "`",
            "\"",
            "'",
            "\\",
            "\n",
            "${",
            "}",
            "{",
            "<<E\n",
            "E\n",
            "((",
            "))",
            ";",
            "&&",
            "|",
            "if ",
            "then ",
            "fi",
            "case x in ",
            "esac",
            "do ",
            "done",
            "for ",
            " ",
            "$'",
            "[[ ",
            " ]]",
            "<(",
            "é",
            "\\\n",
            "=",
            "a=(",
            "eval ",
            "bash -c ",
            "sudo ",
            "xargs ",
            "env -S ",
            "!",
        ])
        .prop_map(str::to_owned),
    ];
    prop::collection::vec(token, 0..40).prop_map(|tokens| tokens.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_command_makes_it_panic(command in ".{0,200}") {
        bash("Bash(rm *)", &command);
    }

    #[test]
    fn no_script_makes_it_panic(command in shellish()) {
        bash("Bash(rm *)", &command);
    }

    #[test]
    fn ranges_lie_within_the_source(command in shellish()) {
        for one in Analysis::of(&command).commands() {
            prop_assert!(command.get(one.range()).is_some(), "{:?} of {command:?}", one.range());
        }
    }

    #[test]
    fn certain_implies_possible(command in shellish(), rule in "[a-z*: ]{1,6}") {
        if let Ok(rule) = Rule::parse(&format!("Bash({rule})")) {
            let tested = bash(&rule.to_string(), &command);
            prop_assert!(tested.possible || !tested.known);
            prop_assert!(tested.known || !tested.certain);
        }
    }

    #[test]
    fn a_rule_reads_back_as_it_is_shown(tool in "[A-Za-z_]{1,8}", content in "[ -~]{0,12}") {
        if let Ok(rule) = Rule::parse(&format!("{tool}({content})")) {
            let shown = rule.to_string();
            let again = Rule::parse(&shown);
            prop_assert_eq!(again.as_ref(), Ok(&rule));
            prop_assert_eq!(again.map(|r| r.to_string()), Ok(shown));
        }
    }

    #[test]
    fn no_rule_makes_it_panic(text in ".{0,40}") {
        let _ = Rule::parse(&text);
    }

    /// A word in single quotes is that word, whatever is in it.
    #[test]
    fn quoting_is_undone(word in "[^'\0]{1,20}") {
        prop_assume!(!word.contains("[$("));
        let command = format!("echo '{word}'");
        let analysis = Analysis::of(&command);
        let Some(found) = analysis.complete() else {
            return Err(TestCaseError::fail(command));
        };
        prop_assert_eq!(found.len(), 1);
        prop_assert_eq!(found[0].words()[1].known(), Some(word.as_str()));
    }
}
