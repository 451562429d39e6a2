//! Who may answer what.

use serde_json::json;
use snaphook_approvals::{
    AnswerError, Answerer, AnswererIdentity, ApprovalAnswer, ApprovalChoice, ApprovalKind,
    ApproverRule, Approvers, ChoiceKind, KeyOwner, NewApproval, PAGE_TOKEN,
};

use crate::common::{call, local, push, store};

fn rule(who: &[&str], tools: &[&str], choices: &[&str]) -> ApproverRule {
    let owned = |words: &[&str]| words.iter().map(ToString::to_string).collect();
    ApproverRule {
        who: owned(who),
        tools: owned(tools),
        choices: owned(choices),
    }
}

fn answerers() -> Vec<(&'static str, Answerer)> {
    let page = AnswererIdentity::Token(PAGE_TOKEN.to_owned());
    let other = AnswererIdentity::Token("other".to_owned());
    vec![
        ("terminal", local("terminal")),
        ("command", local("command line")),
        ("page", Answerer::new(page, "page")),
        ("token:other", Answerer::new(other, "client")),
        (
            "client:ci",
            Answerer::new(AnswererIdentity::Client("ci".to_owned()), "client"),
        ),
        (
            "key:ann",
            Answerer::new(
                AnswererIdentity::Key(KeyOwner::new("ann", "")),
                "command line",
            ),
        ),
        ("link", Answerer::new(AnswererIdentity::Link, "link")),
    ]
}

#[test]
fn each_word_names_those_whom_it_should() {
    let (_folder, store) = store();
    let approval = push(&store);
    for (who, allowed) in [
        (
            "*",
            "terminal command page token:other client:ci key:ann link",
        ),
        ("local", "terminal command"),
        ("local:ann", "terminal command"),
        ("local:bob", ""),
        ("terminal", "terminal"),
        ("command", "command"),
        ("page", "page"),
        ("token", "page token:other"),
        ("client", "client:ci"),
        ("client:ci", "client:ci"),
        ("key", "key:ann"),
        ("key:ann", "key:ann"),
        ("key:bob", ""),
        ("link", "link"),
        ("", ""),
        ("Local", ""),
    ] {
        let approvers = Approvers::usual().list(vec![rule(&[who], &[], &[])]);
        let may: Vec<_> = answerers()
            .into_iter()
            .filter(|(_, one)| approvers.allows(one, (&approval).into(), "allow"))
            .map(|(name, _)| name)
            .collect();
        assert_eq!(may.join(" "), allowed, "{who}");
    }
}

#[test]
fn without_a_list_only_a_foreign_token_may_not() {
    let (_folder, store) = store();
    let approval = push(&store);
    for (name, who) in answerers() {
        let may = Approvers::usual().allows(&who, (&approval).into(), "allow");
        assert_eq!(may, name != "token:other", "{name}");
    }
}

#[test]
fn rules_count_where_they_cover_all_that_the_call_does() {
    let (_folder, store) = store();
    let approvers = Approvers::usual().list(vec![rule(
        &["local"],
        &["Bash(git push *)", "Bash(git add *)", "mcp__ci__*"],
        &["allow"],
    )]);
    for (tool, command, may) in [
        ("Bash", "git push origin", true),
        ("Bash", "git add . && git push origin", true),
        ("Bash", "git push origin && rm -rf ~", false),
        ("Bash", "git push $(rm -rf ~)", false),
        ("Write", "git push origin", false),
        ("mcp__ci__run", "anything", true),
        ("mcp__cix", "anything", false),
    ] {
        let approval = call(&store, tool, json!({"command": command}));
        let who = local("terminal");
        let allowed = approvers.allows(&who, (&approval).into(), "allow");
        assert_eq!(allowed, may, "{tool} {command}");
        assert!(!approvers.allows(&who, (&approval).into(), "deny"));
    }
}

#[test]
fn every_list_must_allow_and_an_empty_one_allows_nobody() {
    let (_folder, store) = store();
    let approval = push(&store);
    let managed = vec![rule(&["page", "key"], &[], &[])];
    let own = vec![rule(&["*"], &[], &[])];
    let both = Approvers::usual().list(managed.clone()).list(own);
    let who = local("command line");
    let answer = ApprovalAnswer::to(&approval, "allow");
    let refused = store.answer(&answer, &who, &both).unwrap_err();
    assert!(
        matches!(refused, AnswerError::NotApprover { .. }),
        "{refused}"
    );
    assert!(
        refused.to_string().contains("local:ann (command line)"),
        "{refused}"
    );
    let nobody = Approvers::usual().list(managed).list(Vec::new());
    for (_, who) in answerers() {
        assert!(!nobody.allows(&who, (&approval).into(), "allow"));
    }
    assert!(store.get(&approval.id).unwrap().unwrap().is_pending());
}

#[test]
fn an_entry_for_some_calls_does_not_let_them_become_others() {
    let (_folder, store) = store();
    let git = Approvers::usual().list(vec![rule(&["local"], &["Bash(git *)"], &[])]);
    for (command, may) in [("git push origin topic", true), ("rm -rf ~", false)] {
        let mut new = NewApproval::tool_call(
            "s1",
            "PermissionRequest",
            "Bash",
            json!({"command": "git push"}).into(),
        );
        new.choices = vec![ApprovalChoice::new("edit", ChoiceKind::Edit, "Edit")];
        let approval = store.insert(new).unwrap();
        let answer =
            ApprovalAnswer::to(&approval, "edit").input(json!({"command": command}).into());
        let answered = store.answer(&answer, &local("command line"), &git);
        assert_eq!(answered.is_ok(), may, "{command}: {answered:?}");
    }
}

#[test]
fn an_entry_with_choices_is_not_for_questions_of_hooks() {
    let (_folder, store) = store();
    let input = json!({}).into();
    let mut new = NewApproval::tool_call("s1", "PreToolUse", "Bash", input);
    new.kind = ApprovalKind::Question;
    new.choices = vec![ApprovalChoice::new("yes", ChoiceKind::Option, "Yes")];
    let question = store.insert(new).unwrap();
    let link = Answerer::new(AnswererIdentity::Link, "link");
    for (choices, may) in [(&["deny"][..], false), (&[], true)] {
        let approvers = Approvers::usual().list(vec![rule(&["link"], &[], choices)]);
        assert_eq!(approvers.allows(&link, (&question).into(), "yes"), may);
    }
}
