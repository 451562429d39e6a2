//! Assignments of the same line are followed where they are literal, and only
//! there.
#![cfg(test)]

mod common;

use common::bash;
use snaphook_rules::RuleTestReason;

#[test]
fn a_literal_assignment_is_followed() {
    for line in [
        "X=mkr; $X a",
        "X=mkr; \"$X\" a",
        "X=mkr\n${X} a",
        "X=mkr && $X a",
        "A=m B=kr; $A$B a",
        "X=mkr; for i in 1 2; do $X $i; done",
        "X=mkr; f() { $X a; }; f",
        "X='mkr a'; bash -c \"$X\"",
        "X='mkr a'; eval \"$X\"",
        "T=5; timeout $T mkr a",
        "O=-v; timeout \"$O\" 5 mkr a",
    ] {
        let because = bash("Bash(mkr *)", line).because;
        assert!(
            matches!(because, RuleTestReason::Command { .. }),
            "{line}: {because:?}"
        );
    }
}

#[test]
fn what_a_variable_holds_does_not_match_another_rule() {
    for line in [
        "X=ls; $X a",
        "X=ls; \"$X\" mkr",
        "T=5; timeout $T ls mkr",
        "X='ls mkr'; bash -c \"$X\"",
        "DIR=build; cd $DIR && make mkr",
    ] {
        let because = bash("Bash(mkr *)", line).because;
        assert_eq!(because, RuleTestReason::NothingMatches, "{line}");
    }
}

/// Each of these gives the variable, or may give it, another value.
#[test]
fn an_assignment_that_may_not_hold_is_not_trusted() {
    for line in [
        "X=ls; X=mkr; $X a",
        "X=ls; X+=x; $X a",
        "false && X=ls; $X a",
        "true || X=ls; $X a",
        "X=ls & $X a",
        "X=ls && : & $X a",
        "X=ls | :; $X a",
        "(X=ls); $X a",
        "{ X=ls; } | :; $X a",
        "if false; then X=ls; fi; $X a",
        "while false; do X=ls; done; $X a",
        "f() { X=ls; }; $X a",
        "coproc X=ls; $X a",
        "X=ls :; $X a",
        "X=ls > f; $X a",
        "$X a; X=ls",
        "X=ls; read X; $X a",
        "X=ls; read \"$Y\"; $X a",
        "X=ls; read $'\\x58' <<< mkr; $X a",
        "X=ls; printf -v X mkr; $X a",
        "X=ls; printf -v \"$Y\" mkr; $X a",
        "X=ls; for X in mkr; do $X a; done",
        "X=ls; declare -n R=X; R=mkr; $X a",
        "X=ls; declare \"$Y=mkr\"; $X a",
        "X=ls; eval \"$Y\"; $X a",
        "X=ls; . ./file; $X a",
        "X=ls; ((X=5)); $X a",
        "X=ls; unset X; $X a",
        "X=ls; export X; $X a",
        "X=ls; mapfile X; $X a",
        "X=ls; $Y; $X a",
        "X=ls; trap 'X=mkr' DEBUG; $X a",
        "X=ls; bash -c '$X a'",
        "X=(ls); $X a",
        "X[1]=ls; $X a",
        "PWD=ls; $PWD a",
        "IFS=l; X=mlkr; $X a",
        "X=$Y; $X a",
        "X=~; $X a",
    ] {
        assert!(bash("Bash(mkr *)", line).possible, "{line}");
    }
}
