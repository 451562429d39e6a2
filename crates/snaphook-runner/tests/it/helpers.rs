//! What a list of the runner's answers means together.

use proptest::prelude::*;
use serde_json::json;
use snaphook_core::answer::Answer;
use snaphook_core::answer::{AnswerDecision, PermissionDecision, RequestBehavior, RequestDecision};
use snaphook_core::json::Json;
use snaphook_runner::{
    CallbackAnswer, CallbackReply, DecisionRule, StopDecision, ToolPermission, context, permission,
    stop,
};

use DecisionRule::{DenyWins, FirstDecides};
use PermissionDecision::{Allow, Ask, Defer, Deny};

fn list(answers: Vec<(&str, CallbackAnswer)>) -> Vec<CallbackReply> {
    let answers = answers.into_iter();
    answers
        .map(|(by, answer)| CallbackReply::new(by, answer))
        .collect()
}

/// The decision, its reason and who decided.
fn short<'a>(
    decided: &ToolPermission<'a>,
) -> (PermissionDecision, Option<&'a str>, Option<&'a str>) {
    let by = decided.by.map(|answered| &*answered.by);
    (decided.decision, decided.reason, by)
}

fn approve(reason: &str) -> Answer {
    let mut answer = Answer::default();
    answer.decision = Some(AnswerDecision::Approve);
    answer.reason = Some(reason.to_owned());
    answer
}

fn defer() -> Answer {
    let mut answer = Answer::default();
    answer.permission = Some(Defer);
    answer
}

fn request(behavior: RequestBehavior) -> Answer {
    let mut answer = Answer::default();
    answer.request = Some(RequestDecision {
        behavior,
        updated_input: Some(input("request")),
        updated_permissions: Vec::new(),
        message: Some("asked and heard".to_owned()),
        interrupt: false,
    });
    answer
}

fn input(command: &str) -> Json {
    json!({"command": command}).into()
}

fn rewriting(mut answer: Answer, command: &str) -> Answer {
    answer.updated_input = Some(input(command));
    answer
}

fn detached() -> CallbackAnswer {
    CallbackAnswer::Async { timeout: None }
}

#[test]
fn the_first_allow_or_deny_decides() {
    let allow = || ("yes", Answer::allow().into());
    let deny = || ("no", Answer::deny("because").into());
    let block = || ("block", Answer::block("because").into());
    let ask = || ("ask", Answer::ask("why not").into());
    let nothing = (Ask, None, None);
    let denied = (Deny, Some("because"), Some("no"));
    for (answers, first, deny_wins) in [
        (vec![], nothing, nothing),
        (vec![ask(), ("defer", defer().into())], nothing, nothing),
        (
            vec![("on", detached()), ("x", Answer::context("x").into())],
            nothing,
            nothing,
        ),
        (
            vec![allow()],
            (Allow, None, Some("yes")),
            (Allow, None, Some("yes")),
        ),
        (vec![allow(), deny()], (Allow, None, Some("yes")), denied),
        (vec![deny(), allow()], denied, denied),
        (vec![ask(), deny(), allow()], denied, denied),
        (
            vec![ask(), ("on", detached()), allow()],
            (Allow, None, Some("yes")),
            (Allow, None, Some("yes")),
        ),
        (
            vec![block(), deny()],
            (Deny, Some("because"), Some("block")),
            (Deny, Some("because"), Some("block")),
        ),
        (
            vec![("old", approve("fine").into()), block()],
            (Allow, Some("fine"), Some("old")),
            (Deny, Some("because"), Some("block")),
        ),
    ] {
        let answers = list(answers);
        assert_eq!(
            short(&permission(&answers, FirstDecides)),
            first,
            "{answers:?}"
        );
        assert_eq!(
            short(&permission(&answers, DenyWins)),
            deny_wins,
            "{answers:?}"
        );
    }
}

#[test]
fn within_one_answer_a_deny_wins_and_asking_outlasts_an_old_approval() {
    let with = |mut answer: Answer, permission| {
        answer.permission = Some(permission);
        answer
    };
    for (answer, expected) in [
        (with(Answer::block("no"), Allow), Deny),
        (with(approve("fine"), Deny), Deny),
        (with(approve("fine"), Ask), Ask),
        (with(request(RequestBehavior::Deny), Allow), Deny),
        (request(RequestBehavior::Deny), Deny),
        (request(RequestBehavior::Allow), Allow),
    ] {
        let answers = list(vec![("one", answer.into())]);
        let decided = permission(&answers, FirstDecides);
        assert_eq!(decided.decision, expected, "{answers:?}");
        assert_ne!(
            decided.reason,
            Some("fine"),
            "an approval's reason is not another's"
        );
    }
    let answers = list(vec![("one", request(RequestBehavior::Deny).into())]);
    let decided = permission(&answers, FirstDecides);
    assert_eq!(decided.reason, Some("asked and heard"));
    let answers = list(vec![("one", Answer::deny("  ").into())]);
    assert_eq!(permission(&answers, FirstDecides).reason, None);
}

#[test]
fn only_the_answer_that_allows_rewrites() {
    let rewrite = || ("rewrites", Answer::rewrite(input("other")).into());
    let ask = || ("asks", rewriting(Answer::ask("?"), "asked").into());
    let deny = || ("denies", rewriting(Answer::deny("no"), "denied").into());
    let allow = || ("allows", rewriting(Answer::allow(), "allowed").into());
    let request = || ("request", request(RequestBehavior::Allow).into());
    for (answers, expected) in [
        (vec![rewrite(), ask()], None),
        (vec![rewrite(), deny(), allow()], None),
        (vec![rewrite(), ask(), allow(), request()], Some("allowed")),
        (vec![request()], Some("request")),
    ] {
        let answers = list(answers);
        let decided = permission(&answers, FirstDecides);
        assert_eq!(decided.updated_input, expected.map(input).as_ref());
    }
}

#[test]
fn continue_true_or_a_block_goes_on() {
    let go_on = |answer| ("on", CallbackAnswer::go_on(answer));
    let block = |reason: &str| ("block", Answer::block(reason).into());
    let halt = || ("halt", Answer::stop("enough").into());
    for (answers, expected) in [
        (vec![], None),
        (
            vec![("x", Answer::context("x").into()), ("a", detached())],
            None,
        ),
        (vec![halt()], None),
        (vec![go_on(Answer::default())], Some((None, vec!["on"]))),
        (
            vec![block("test it")],
            Some((Some("test it"), vec!["block"])),
        ),
        (vec![block("")], Some((None, vec!["block"]))),
        (
            vec![
                ("x", Answer::default().into()),
                go_on(Answer::default()),
                block("a"),
                block("b"),
            ],
            Some((Some("a\nb"), vec!["on", "block", "block"])),
        ),
        (vec![block("a"), go_on(Answer::default()), halt()], None),
    ] {
        let answers = list(answers);
        let said = match stop(&answers) {
            StopDecision::Stops => None,
            StopDecision::GoesOn { reason, by } => {
                Some((reason, by.iter().map(|one| &*one.by).collect()))
            }
        };
        let expected = expected.map(|(reason, by)| (reason.map(str::to_owned), by));
        assert_eq!(said, expected, "{answers:?}");
    }
}

#[test]
fn context_is_messages_and_then_contexts() {
    let answers = list(vec![
        (
            "a",
            Answer::context("context a")
                .with_system_message("message a")
                .into(),
        ),
        ("b", detached()),
        ("c", Answer::context("").with_system_message("").into()),
        ("d", Answer::deny("no").with_context("context d").into()),
        (
            "e",
            Answer::default().with_system_message("message e").into(),
        ),
    ]);
    assert_eq!(
        context(&answers).as_deref(),
        Some("message a\nmessage e\ncontext a\ncontext d")
    );
    assert_eq!(context(&answers[1..3]), None);
    assert_eq!(context(&[]), None);
}

fn any_answer() -> impl Strategy<Value = CallbackAnswer> {
    prop_oneof![
        Just(Answer::allow().into()),
        Just(Answer::deny("no").into()),
        Just(Answer::block("no").into()),
        Just(approve("fine").into()),
        Just(request(RequestBehavior::Allow).into()),
        Just(request(RequestBehavior::Deny).into()),
        undecided(),
    ]
}

fn undecided() -> impl Strategy<Value = CallbackAnswer> {
    prop_oneof![
        Just(Answer::default().into()),
        Just(Answer::ask("?").into()),
        Just(defer().into()),
        Just(rewriting(Answer::default(), "x").into()),
        Just(detached()),
    ]
}

fn any_list() -> impl Strategy<Value = Vec<CallbackReply>> {
    prop::collection::vec(any_answer(), 0..8).prop_map(|answers| {
        let named = answers.into_iter().enumerate();
        named
            .map(|(number, answer)| CallbackReply::new(number.to_string(), answer))
            .collect()
    })
}

proptest! {
    #[test]
    fn whoever_decides_nothing_changes_nothing(
        answers in any_list(), silent in undecided(), at in 0..8_usize
    ) {
        let mut more = answers.clone();
        more.insert(at.min(answers.len()), CallbackReply::new("silent", silent));
        for rule in [FirstDecides, DenyWins] {
            prop_assert_eq!(permission(&answers, rule), permission(&more, rule));
        }
    }

    #[test]
    fn once_decided_what_follows_does_not_matter(first in any_list(), rest in any_list()) {
        let decided = permission(&first, FirstDecides);
        let all: Vec<_> = first.iter().chain(&rest).cloned().collect();
        if decided.by.is_some() {
            prop_assert_eq!(&decided, &permission(&all, FirstDecides));
        } else {
            prop_assert_eq!(permission(&rest, FirstDecides), permission(&all, FirstDecides));
        }
    }

    #[test]
    fn a_deny_absorbs_under_the_rule_that_says_so(first in any_list(), rest in any_list()) {
        let all: Vec<_> = first.iter().chain(&rest).cloned().collect();
        let decision = |answers: &[CallbackReply]| permission(answers, DenyWins).decision;
        let denied = decision(&first) == Deny || decision(&rest) == Deny;
        prop_assert_eq!(decision(&all) == Deny, denied);
    }
}
