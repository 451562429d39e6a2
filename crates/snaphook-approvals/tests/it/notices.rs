//! People elsewhere are told, with a link that answers once.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use snaphook_approvals::{
    ApprovalFilter, ApprovalNotice, ApprovalNotifier, ApprovalState, ApprovalStore, Approvers,
    LINK_PATH, LinkToken, NotifyFuture, StoreApprover,
};
use snaphook_exec::{ApprovalReply, Approver};
use tokio::sync::mpsc;

use crate::common::{question, store};

/// Hands notices to the test, or fails.
struct FakeNotifier(Option<mpsc::UnboundedSender<ApprovalNotice>>);

impl ApprovalNotifier for FakeNotifier {
    fn name(&self) -> String {
        "webhook \"phone\"".to_owned()
    }

    fn notify(&self, notice: ApprovalNotice) -> NotifyFuture<'_> {
        let sent = match &self.0 {
            Some(sender) => sender.send(notice).map_err(|error| error.to_string()),
            None => Err("connection refused".to_owned()),
        };
        Box::pin(async move { sent })
    }
}

fn approver(store: &ApprovalStore, notifiers: Vec<Arc<dyn ApprovalNotifier>>) -> StoreApprover {
    let store = store.clone();
    StoreApprover::new("s1", Duration::from_secs(600), move || {
        Ok(Some(store.clone()))
    })
    .notifiers(notifiers)
    .links(Some("https://approvals.example/"))
}

#[tokio::test]
async fn a_request_waits_for_the_link_that_was_sent() {
    let (_folder, store) = store();
    let (sender, mut notices) = mpsc::unbounded_channel();
    let approver = approver(&store, vec![Arc::new(FakeNotifier(Some(sender)))]);
    let answering = async {
        let link = notices.recv().await.unwrap().link.unwrap();
        let base = format!("https://approvals.example{LINK_PATH}");
        let token = LinkToken::new(link.strip_prefix(&base).unwrap());
        assert_eq!(
            store.link(&token).unwrap().choices,
            ["allow", "deny", "session"]
        );
        store
            .answer_link(&token, "allow", None, &Approvers::usual())
            .unwrap();
    };
    let (reply, ()) = tokio::join!(approver.ask(question()), answering);
    assert_eq!(reply, ApprovalReply::Selected("allow".to_owned()));
}

#[tokio::test]
async fn a_request_that_nobody_could_be_told_of_does_not_wait() {
    let (_folder, store) = store();
    let problems = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&problems);
    let approver = approver(&store, vec![Arc::new(FakeNotifier(None))])
        .on_problem(move |problem| heard.lock().unwrap().push(problem.to_owned()));
    let reply = approver.ask(question()).await;
    let words = "nobody could be told of it".to_owned();
    assert_eq!(reply, ApprovalReply::Denied(words));
    let told = problems.lock().unwrap().clone();
    assert_eq!(told, ["the webhook \"phone\" failed: connection refused"]);
    let kept = store
        .list(&ApprovalFilter::default())
        .unwrap()
        .pop()
        .unwrap();
    assert_eq!(kept.state, ApprovalState::Expired);
}

#[tokio::test]
async fn one_that_could_be_told_is_enough() {
    let (_folder, store) = store();
    let (sender, mut notices) = mpsc::unbounded_channel();
    let notifiers: Vec<Arc<dyn ApprovalNotifier>> = vec![
        Arc::new(FakeNotifier(None)),
        Arc::new(FakeNotifier(Some(sender))),
    ];
    let approver = approver(&store, notifiers);
    let answering = async {
        let notice = notices.recv().await.unwrap();
        let link = notice.link.unwrap();
        let token = LinkToken::new(link.rsplit('/').next().unwrap());
        store
            .answer_link(&token, "deny", Some("no"), &Approvers::usual())
            .unwrap();
    };
    let (reply, ()) = tokio::join!(approver.ask(question()), answering);
    assert_eq!(reply, ApprovalReply::Denied("no".to_owned()));
}
