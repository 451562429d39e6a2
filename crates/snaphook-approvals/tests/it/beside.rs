//! A terminal or a client is asked at the same time as those who look at the store.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use snaphook_approvals::{
    ApprovalAnswer, ApprovalFilter, ApprovalState, ApprovalStore, ApproverRule, Approvers,
    StoreApprover,
};
use snaphook_exec::{ApprovalReply, Approver, Question};
use tokio::sync::Notify;

use crate::common::{local, question, store};

/// A person at a terminal, who answers when told to.
#[derive(Default)]
struct FakePerson {
    asked: Mutex<Vec<Question>>,
    seen: Notify,
    reply: Mutex<Option<ApprovalReply>>,
    go: Notify,
    told: Mutex<Vec<String>>,
}

impl FakePerson {
    fn answer(&self, reply: ApprovalReply) {
        *self.reply.lock().unwrap() = Some(reply);
        self.go.notify_one();
    }
}

impl Approver for FakePerson {
    fn ask(&self, question: Question) -> Pin<Box<dyn Future<Output = ApprovalReply> + Send + '_>> {
        self.asked.lock().unwrap().push(question);
        self.seen.notify_one();
        Box::pin(async {
            self.go.notified().await;
            self.reply.lock().unwrap().take().unwrap()
        })
    }

    fn answered_elsewhere(&self, _: &Question, how: &str) {
        self.told.lock().unwrap().push(how.to_owned());
    }
}

fn approver(store: &ApprovalStore, person: &Arc<FakePerson>) -> StoreApprover {
    let store = store.clone();
    let person = Arc::clone(person);
    StoreApprover::new("s1", Duration::from_secs(600), move || {
        Ok(Some(store.clone()))
    })
    .terminal(person, "ann")
}

#[tokio::test]
async fn the_terminal_is_shown_the_record_and_its_answer_is_kept() {
    let (_folder, store) = store();
    let person = Arc::new(FakePerson::default());
    person.answer(ApprovalReply::Denied("not today".to_owned()));
    let reply = approver(&store, &person).ask(question()).await;
    assert_eq!(reply, ApprovalReply::Denied("not today".to_owned()));
    let asked = person.asked.lock().unwrap().pop().unwrap();
    let kept = store
        .list(&ApprovalFilter::default())
        .unwrap()
        .pop()
        .unwrap();
    let record = asked.record.unwrap();
    assert_eq!((&record.id, &record.digest), (&kept.id, &kept.digest));
    let keys: Vec<_> = asked.options.iter().map(|one| &*one.key).collect();
    assert_eq!(keys, ["allow", "deny", "session"]);
    assert_eq!(kept.state, ApprovalState::Denied);
    assert_eq!(kept.ended_in_words(), "denied by local:ann (terminal)");
}

#[tokio::test]
async fn the_loser_is_told_who_was_first() {
    let (_folder, store) = store();
    let person = Arc::new(FakePerson::default());
    let approver = approver(&store, &person);
    let asking = approver.ask(question());
    let answering = async {
        person.seen.notified().await;
        let pending = store
            .list(&ApprovalFilter::pending())
            .unwrap()
            .pop()
            .unwrap();
        let answer = ApprovalAnswer::to(&pending, "allow");
        store
            .answer(&answer, &local("command line"), &Approvers::usual())
            .unwrap();
    };
    let (reply, ()) = tokio::join!(asking, answering);
    assert_eq!(reply, ApprovalReply::Selected("allow".to_owned()));
    let told = person.told.lock().unwrap().clone();
    assert_eq!(told, ["approved by local:ann (command line)"]);
}

#[tokio::test]
async fn a_terminal_that_may_not_answer_is_not_asked() {
    let (_folder, store) = store();
    let person = Arc::new(FakePerson::default());
    let page = ApproverRule {
        who: vec!["page".to_owned()],
        ..ApproverRule::default()
    };
    let approvers = Approvers::usual().list(vec![page]);
    let asking = approver(&store, &person).approvers(approvers);
    // Nobody looks, so there is nobody to ask.
    assert_eq!(asking.ask(question()).await, ApprovalReply::Nobody);
    assert!(person.asked.lock().unwrap().is_empty());
}

#[tokio::test]
async fn without_a_store_the_terminal_is_asked_all_the_same() {
    let person = Arc::new(FakePerson::default());
    for (reply, counts) in [
        (ApprovalReply::Selected("allow".to_owned()), true),
        (ApprovalReply::Selected("session".to_owned()), false),
    ] {
        person.answer(reply.clone());
        let beside = Arc::clone(&person);
        let approver =
            StoreApprover::new("s1", Duration::from_secs(600), || Ok(None)).terminal(beside, "ann");
        let expected = match counts {
            true => reply,
            false => ApprovalReply::Cancelled,
        };
        assert_eq!(approver.ask(question()).await, expected);
    }
}

#[tokio::test]
async fn the_question_of_a_hook_offers_what_the_hook_offers() {
    let (_folder, store) = store();
    let person = Arc::new(FakePerson::default());
    person.answer(ApprovalReply::Selected("allow".to_owned()));
    let mut of_hook = question();
    of_hook.of_hook = true;
    let reply = approver(&store, &person).ask(of_hook).await;
    assert_eq!(reply, ApprovalReply::Selected("allow".to_owned()));
    let kept = store
        .list(&ApprovalFilter::default())
        .unwrap()
        .pop()
        .unwrap();
    assert_eq!(kept.state, ApprovalState::Answered);
    assert_eq!(kept.choices.len(), 2);
    assert_eq!(kept.input["command"], "git push");
}
