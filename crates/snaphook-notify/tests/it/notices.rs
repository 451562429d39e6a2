//! What each kind sends, and what goes wrong.

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use snaphook_approvals::{ApprovalFilter, ApprovalNotifier, ApprovalStore, StoreApprover};
use snaphook_core::event::EventName;
use snaphook_core::hook::Scope;
use snaphook_exec::{ApprovalReply, Approver, Question, ReplyChoice};
use snaphook_notify::{WebhookSignature, notifier};
use snaphook_settings::{EffectiveSettings, LoadContext, parse};

use crate::receiver::{OK, Receiver};

const SECRET: &str = "a secret of the test";

/// The notifier of one entry of the settings.
fn made(entry: &Value) -> Arc<dyn ApprovalNotifier> {
    let text = json!({"approvals": {"notify": [entry]}}).to_string();
    let mut loading = LoadContext::default();
    let file = parse(Path::new("user.json"), &text, Scope::User, &mut loading).unwrap();
    let settings = EffectiveSettings::of(&[file]).approvals;
    notifier(&settings.notify[0], &|place| match place {
        "env:SECRET" => Ok(format!("{SECRET}\n")),
        _ => Err("the variable is not set".to_owned()),
    })
}

struct Asked {
    reply: ApprovalReply,
    problems: Vec<String>,
}

/// Asks with one notifier.
async fn ask(store: &ApprovalStore, entry: &Value) -> Asked {
    let problems = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&problems);
    let opened = store.clone();
    let approver = StoreApprover::new("s1", Duration::from_secs(600), move || {
        Ok(Some(opened.clone()))
    })
    .notifiers(vec![made(entry)])
    .links(Some("https://a.example"))
    .agent("codex")
    .on_problem(move |problem| heard.lock().unwrap().push(problem.to_owned()));
    let options = vec![
        ReplyChoice::new("allow", "Allow"),
        ReplyChoice::new("deny", "Deny"),
    ];
    let event = EventName::Known("PermissionRequest");
    let input = json!({"command": "git push\u{1b}[2J", "password": "hunter22"}).into();
    let question =
        Question::new("a rule", event, "q1", "May it?", options).about_call("Bash", &input);
    let reply = approver.ask(question).await;
    let problems = problems.lock().unwrap().clone();
    Asked { reply, problems }
}

fn store() -> (tempfile::TempDir, ApprovalStore) {
    let folder = tempfile::tempdir().unwrap();
    let store = ApprovalStore::open(&folder.path().join("log.db")).unwrap();
    (folder, store)
}

/// Denies what waits, so that the asking ends.
fn deny(store: &ApprovalStore) {
    let pending = store
        .list(&ApprovalFilter::pending())
        .unwrap()
        .pop()
        .unwrap();
    store.expire(&pending.id, "over").unwrap();
}

#[tokio::test]
async fn a_webhook_is_signed_and_has_the_request_and_its_link() {
    let (_folder, store) = store();
    let receiver = Receiver::start().await;
    let entry = json!({"type": "webhook", "url": receiver.url("/in"), "secret": "env:SECRET"});
    let receiving = async {
        let notice = receiver.answer(OK).await;
        deny(&store);
        notice
    };
    let (asked, notice) = tokio::join!(ask(&store, &entry), receiving);
    assert_eq!(asked.problems, Vec::<String>::new());
    assert!(
        notice.head.starts_with("POST /in HTTP/1.1"),
        "{}",
        notice.head
    );
    let body: Value = serde_json::from_slice(&notice.body).unwrap();
    assert_eq!(body["type"], "approval.pending");
    assert_eq!(body["approval"]["digest"].as_str().unwrap().len(), 64);
    assert!(
        !String::from_utf8_lossy(&notice.body).contains("hunter22"),
        "{body}"
    );
    let id = body["approval"]["id"].as_str().unwrap();
    let link = body["link"].as_str().unwrap();
    assert!(
        link.starts_with(&format!("https://a.example/approve/{id}.")),
        "{link}"
    );
    let time = notice.header("webhook-timestamp").parse().unwrap();
    let signature = WebhookSignature::new(SECRET);
    assert_eq!(notice.header("webhook-id"), id);
    assert_eq!(
        notice.header("webhook-signature"),
        signature.sign(id, time, &notice.body)
    );
    // Any change of the body is seen, and so is another secret.
    assert_ne!(
        notice.header("webhook-signature"),
        signature.sign(id, time, b"{}")
    );
    let other = WebhookSignature::new("another");
    assert_ne!(
        notice.header("webhook-signature"),
        other.sign(id, time, &notice.body)
    );
}

#[tokio::test]
async fn the_input_can_be_hidden() {
    let (_folder, store) = store();
    let receiver = Receiver::start().await;
    for kind in ["webhook", "ntfy"] {
        let entry = json!({"type": kind, "url": receiver.url("/in"), "secret": "env:SECRET", "hideInput": true});
        let receiving = async {
            let notice = receiver.answer(OK).await;
            deny(&store);
            String::from_utf8(notice.body).unwrap()
        };
        let (_, body) = tokio::join!(ask(&store, &entry), receiving);
        for hidden in ["git", "May it?", "a rule"] {
            assert!(!body.contains(hidden), "{body}");
        }
        assert!(body.contains("/approve/"), "{body}");
    }
}

#[tokio::test]
async fn ntfy_gets_a_line_and_what_can_be_done() {
    let (_folder, store) = store();
    let receiver = Receiver::start().await;
    let entry = json!({"type": "ntfy", "url": receiver.url("/topic"), "token": "env:SECRET"});
    let receiving = async {
        let notice = receiver.answer(OK).await;
        deny(&store);
        notice
    };
    let (_, notice) = tokio::join!(ask(&store, &entry), receiving);
    assert!(
        notice.head.starts_with("POST / HTTP/1.1"),
        "{}",
        notice.head
    );
    assert_eq!(notice.header("authorization"), format!("Bearer {SECRET}"));
    let body: Value = serde_json::from_slice(&notice.body).unwrap();
    assert_eq!(body["topic"], "topic");
    assert_eq!(body["title"], "codex asks for approval");
    let message = body["message"].as_str().unwrap();
    assert!(message.starts_with("Bash: git push"), "{message}");
    assert!(!message.contains('\u{1b}'), "{message:?}");
    assert_eq!(body["actions"][0]["action"], "view");
    assert_eq!(body["actions"][1]["body"], "choice=deny");
    assert!(
        !body["actions"].to_string().contains("choice=allow"),
        "{body}"
    );
}

#[tokio::test]
async fn what_goes_wrong_is_told_and_nothing_waits() {
    let (_folder, store) = store();
    let receiver = Receiver::start().await;
    let webhook =
        |url: &str| json!({"type": "webhook", "name": "w", "url": url, "secret": "env:SECRET"});
    for (entry, why) in [
        (webhook("http://127.0.0.1:1/"), "webhook \"w\" failed"),
        (webhook("http://169.254.169.254/latest"), "metadata"),
        (webhook("http://[fe80::1]/"), "link-local"),
        (
            json!({"type": "webhook", "url": "http://127.0.0.1:1/", "secret": "env:OTHER"}),
            "is not set",
        ),
        (
            json!({"type": "ntfy", "url": "https://ntfy.example"}),
            "its `url` cannot be used",
        ),
    ] {
        let asked = ask(&store, &entry).await;
        assert!(asked.problems[0].contains(why), "{:?}", asked.problems);
        assert_eq!(
            asked.reply,
            ApprovalReply::Denied("nobody could be told of it".to_owned())
        );
    }
    for (response, why) in [
        (
            "HTTP/1.1 500 Oops\r\ncontent-length: 0\r\n\r\n",
            "it answered 500",
        ),
        (
            "HTTP/1.1 302 Found\r\nlocation: http://169.254.169.254/\r\ncontent-length: 0\r\n\r\n",
            "redirect",
        ),
    ] {
        let entry = webhook(&receiver.url("/"));
        let (asked, _) = tokio::join!(ask(&store, &entry), receiver.answer(response));
        assert!(asked.problems[0].contains(why), "{:?}", asked.problems);
        assert!(!asked.problems[0].contains(SECRET));
    }
}
