//! Many who answer at once: one answer counts, and everybody else is told whose.

use snaphook_approvals::{AnswerError, ApprovalAnswer, ApprovalStore, Approvers, LinkPage};

use crate::common::{local, push, store};

#[test]
fn of_many_answers_by_many_handles_one_counts() {
    let (folder, store) = store();
    let file = folder.path().join("log.db");
    for _ in 0..5 {
        let approval = push(&store);
        let link = store.create_link(&approval, &["allow", "deny"]).unwrap();
        let go = std::sync::Barrier::new(8);
        let won: usize = std::thread::scope(|scope| {
            let answering: Vec<_> = (0..8)
                .map(|number| {
                    let (file, approval, link, go) = (&file, &approval, &link, &go);
                    scope.spawn(move || {
                        // A connection of its own, as another process has.
                        let store = ApprovalStore::open(file).unwrap();
                        let choice = ["allow", "deny"][number % 2];
                        go.wait();
                        if number % 4 == 0 {
                            let form = format!("choice={choice}");
                            let approvers = Approvers::usual();
                            let page = LinkPage::answer(&store, link, form.as_bytes(), &approvers);
                            return usize::from(page.status == 200);
                        }
                        let answer = ApprovalAnswer::to(approval, choice);
                        let who = local(&format!("place {number}"));
                        match store.answer(&answer, &who, &Approvers::usual()) {
                            Ok(_) => 1,
                            Err(AnswerError::Late(ended)) => {
                                assert!(ended.answer.is_some());
                                0
                            }
                            Err(other) => panic!("{other}"),
                        }
                    })
                })
                .collect();
            answering.into_iter().map(|one| one.join().unwrap()).sum()
        });
        assert_eq!(won, 1);
        assert!(!store.get(&approval.id).unwrap().unwrap().is_pending());
    }
}
