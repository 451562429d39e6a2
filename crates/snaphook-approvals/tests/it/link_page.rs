//! The page of a one-time link: looking changes nothing, the form answers once, and
//! nothing of a request is markup.

use serde_json::json;
use snaphook_approvals::{
    ApprovalState, ApprovalStore, ApproverRule, Approvers, LinkPage, LinkToken,
};

use crate::common::{call, push, store};

fn answer(store: &ApprovalStore, token: &LinkToken, form: &str) -> LinkPage {
    LinkPage::answer(store, token, form.as_bytes(), &Approvers::usual())
}

#[test]
fn looking_often_answers_nothing_and_the_form_answers_once() {
    let (_folder, store) = store();
    let approval = push(&store);
    let token = store.create_link(&approval, &["allow", "deny"]).unwrap();
    for _ in 0..3 {
        let page = LinkPage::show(&store, &token);
        assert_eq!(page.status, 200);
        assert!(page.html.contains("git push"), "{}", page.html);
        assert!(page.html.contains("value=\"allow\""), "{}", page.html);
    }
    assert!(store.get(&approval.id).unwrap().unwrap().is_pending());
    let form = format!(
        "choice=deny&digest={}&message=not+%3Cnow%3E",
        approval.digest
    );
    let page = answer(&store, &token, &form);
    assert_eq!(page.status, 200);
    let ended = store.get(&approval.id).unwrap().unwrap();
    assert_eq!(ended.state, ApprovalState::Denied);
    assert_eq!(ended.answer.unwrap().message.as_deref(), Some("not <now>"));
    // A link that was used is worth nothing.
    assert_eq!(answer(&store, &token, "choice=allow").status, 404);
    assert_eq!(LinkPage::show(&store, &token).status, 404);
}

#[test]
fn a_form_that_does_not_fit_answers_nothing() {
    let (_folder, store) = store();
    let approval = push(&store);
    let other = call(&store, "Bash", json!({"command": "git pull"}));
    let token = store.create_link(&approval, &["deny"]).unwrap();
    for (form, status) in [
        (String::new(), 400),
        ("choice=allow".to_owned(), 404),
        ("choice=session".to_owned(), 404),
        (format!("choice=deny&digest={}", other.digest), 409),
        ("choice=deny&digest=".to_owned(), 409),
        ("x".repeat(100_000), 413),
    ] {
        assert_eq!(answer(&store, &token, &form).status, status, "{form:.60}");
    }
    let text = token.as_str();
    let swapped = text.replace(&approval.id, &other.id);
    let digest = text.replace(&approval.digest, &other.digest);
    let guessed = format!("{}.{}.{}", approval.id, approval.digest, "0".repeat(64));
    for forged in [
        &swapped,
        &digest,
        &guessed,
        "",
        "..",
        &text[1..],
        &format!("{text}.x"),
    ] {
        let token = LinkToken::new(forged);
        assert_eq!(LinkPage::show(&store, &token).status, 404, "{forged}");
        assert_eq!(
            answer(&store, &token, "choice=deny").status,
            404,
            "{forged}"
        );
    }
    let page = ApproverRule {
        who: vec!["page".to_owned()],
        ..ApproverRule::default()
    };
    let approvers = Approvers::usual().list(vec![page]);
    let refused = LinkPage::answer(&store, &token, b"choice=deny", &approvers);
    assert_eq!(refused.status, 403);
    for id in [approval.id, other.id] {
        assert!(store.get(&id).unwrap().unwrap().is_pending());
    }
}

#[test]
fn a_link_of_a_request_that_ended_shows_how() {
    let (_folder, store) = store();
    let approval = push(&store);
    let token = store.create_link(&approval, &["allow"]).unwrap();
    store
        .expire(&approval.id, "nobody answered in time")
        .unwrap();
    let shown = LinkPage::show(&store, &token);
    assert!(shown.html.contains("expired"), "{}", shown.html);
    assert!(!shown.html.contains("<form"), "{}", shown.html);
    let late = answer(&store, &token, "choice=allow");
    assert_eq!(late.status, 409);
}

#[test]
fn nothing_of_a_request_is_markup_or_hidden() {
    let (_folder, store) = store();
    let hostile = "echo \"</pre><script>alert(1)</script>\" \u{202e}fdp.exe \u{1b}[2J'&<b>";
    let approval = call(
        &store,
        "Bash<img src=x>",
        json!({"command": hostile, "<i>": "\u{0}"}),
    );
    let token = store.create_link(&approval, &["allow"]).unwrap();
    let html = LinkPage::show(&store, &token).html;
    for bad in [
        "<script>", "<img", "<i>", "<b>", "\u{202e}", "\u{1b}", "\u{0}",
    ] {
        assert!(!html.contains(bad), "{bad:?} in {html}");
    }
    let policy = LinkPage::headers();
    let policy = policy
        .iter()
        .find(|(name, _)| *name == "content-security-policy");
    let policy = &policy.unwrap().1;
    assert!(
        policy.contains("default-src 'none'") && !policy.contains("unsafe"),
        "{policy}"
    );
}
