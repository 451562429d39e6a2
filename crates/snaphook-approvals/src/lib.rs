//! Approvals that wait for a person: kept in the log's database, bound to what was shown,
//! answered once.
//!
//! | item | does |
//! |---|---|
//! | [`ApprovalStore`] | keeps requests; lists, answers, expires and cancels them; makes one-time links |
//! | [`Approval`] | a request: the whole input, its digest, who asks and why, what may be answered, what became of it |
//! | [`ApprovalAnswer`], [`Answerer`], [`Approvers`] | an answer, who gives it, who may |
//! | [`StoreApprover`] | asks whoever looks at the requests, for a process that waits |
//! | [`ApprovalNotifier`] | tells people elsewhere; `snaphook-notify` has some |
//! | [`LinkPage`] | the page of a one-time link, for any HTTP server |
//! | [`ApprovalKeys`] | keys by which somebody proves who they are |
//! | [`ApprovalSubscription`] | changes of requests, whichever process made them |
//! | [`canonical_json`], [`digest`] | JSON in the form of RFC 8785, and its SHA-256 |
//!
//! ```
//! use snaphook_approvals::{
//!     Answerer, AnswererIdentity, ApprovalAnswer, ApprovalChoice, ApprovalState, ApprovalStore,
//!     Approvers, ChoiceKind, NewApproval,
//! };
//!
//! # let folder = tempfile::tempdir()?;
//! let store = ApprovalStore::open(&folder.path().join("log.db"))?;
//! let input = serde_json::json!({"command": "git push"});
//! let mut new = NewApproval::tool_call("session-1", "PreToolUse", "Bash", input.into());
//! new.choices = ApprovalChoice::allow_or_deny();
//! let request = store.insert(new)?;
//!
//! let who = Answerer::new(AnswererIdentity::Local("ann".to_owned()), "command line");
//! let answer = ApprovalAnswer::to(&request, "allow");
//! let request = store.answer(&answer, &who, &Approvers::usual())?;
//! assert_eq!(request.state, ApprovalState::Approved);
//! // The first answer wins.
//! assert!(store.answer(&answer, &who, &Approvers::usual()).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod approval;
mod approver;
mod approvers;
mod canonical;
mod error;
mod keys;
mod link_page;
mod process;
mod shown;
mod store;
mod subscription;

pub use answer::{AnswerError, Answerer, AnswererIdentity, ApprovalAnswer};
pub use approval::{
    Approval, ApprovalAsker, ApprovalChoice, ApprovalKind, ApprovalState, ChoiceKind, GivenAnswer,
    NewApproval,
};
pub use approver::{ApprovalNotice, ApprovalNotifier, NotifyFuture, StoreApprover};
pub use approvers::{AnswerSubject, ApproverRule, Approvers, PAGE_TOKEN};
pub use canonical::{CanonicalError, canonical_json, digest};
pub use error::ApprovalError;
pub use keys::{ApprovalKeys, KeyOwner};
pub use link_page::{LINK_PATH, LinkPage};
pub use store::{ApprovalFilter, ApprovalLink, ApprovalStore, ApprovalViewer, LinkToken};
pub use subscription::ApprovalSubscription;
