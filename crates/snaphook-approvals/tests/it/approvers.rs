//! Who may answer what.

use serde_json::json;
use snaphook_approvals::{
    AnswerError, Answerer, AnswererIdentity, ApprovalAnswer, ApproverRule, Approvers, PAGE_TOKEN,
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
            Answerer::new(AnswererIdentity::Key("ann".to_owned()), "command line"),
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
