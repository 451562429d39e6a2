//! An answer to a request, and why it may not count.

use serde::{Deserialize, Serialize};
use snaphook_core::json::Json;

use crate::approval::Approval;
use crate::error::ApprovalError;
use crate::keys::KeyOwner;

/// An answer, as a person or their program gives it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ApprovalAnswer {
    /// The request.
    pub id: String,
    /// The request's digest: what was shown to the person.
    pub digest: String,
    /// The key of one of the request's choices.
    pub choice: String,
    /// With `deny`: words for the model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// With `edit`: the whole input to call the tool with. For an elicitation: what it asks
    /// for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<Json>,
}

impl ApprovalAnswer {
    /// An answer to this request, as it was shown.
    #[must_use]
    pub fn to(approval: &Approval, choice: &str) -> Self {
        Self {
            id: approval.id.clone(),
            digest: approval.digest.clone(),
            choice: choice.to_owned(),
            message: None,
            input: None,
        }
    }

    /// Adds words for the model.
    #[must_use]
    pub fn message(mut self, words: impl Into<String>) -> Self {
        self.message = Some(words.into());
        self
    }

    /// Adds the edited input.
    #[must_use]
    pub fn input(mut self, input: Json) -> Self {
        self.input = Some(input);
        self
    }
}

/// How it is known who answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnswererIdentity {
    /// A process of the user who owns the store.
    Local(String),
    /// The client of `serve` whose session asks.
    Client(String),
    /// Somebody who showed the token of this name.
    Token(String),
    /// Somebody who showed a key of the setting `approvals.keys`.
    Key(KeyOwner),
    /// Somebody who has a one-time link for this request.
    Link,
}

impl AnswererIdentity {
    /// Reads what `Display` wrote. What cannot be read is a token of that name, which may
    /// nothing unless a list names it.
    pub(crate) fn read(text: &str) -> Self {
        let (kind, name) = text.split_once(':').unwrap_or((text, ""));
        match kind {
            "local" => Self::Local(name.to_owned()),
            "client" => Self::Client(name.to_owned()),
            "key" => Self::Key(KeyOwner::new(name, "")),
            "token" => Self::Token(name.to_owned()),
            "link" => Self::Link,
            _ => Self::Token(text.to_owned()),
        }
    }
}

impl std::fmt::Display for AnswererIdentity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Local(name) => write!(f, "local:{name}"),
            Self::Client(name) => write!(f, "client:{name}"),
            Self::Token(name) => write!(f, "token:{name}"),
            Self::Key(owner) => write!(f, "key:{}", owner.name()),
            Self::Link => f.write_str("link"),
        }
    }
}

/// Who answers, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answerer {
    /// Who.
    pub identity: AnswererIdentity,
    /// Where: `terminal`, `command line`, `page`, `client`, `link`.
    pub place: String,
}

impl Answerer {
    /// Somebody at a place.
    #[must_use]
    pub fn new(identity: AnswererIdentity, place: &str) -> Self {
        Self {
            identity,
            place: place.to_owned(),
        }
    }
}

/// Why an answer did not count.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AnswerError {
    /// There is no such request.
    #[error("no approval has the id `{0}`")]
    Unknown(String),
    /// It already ended: it was answered, it expired, or the process that asked is gone.
    #[error("the approval {} is already {}", .0.id, .0.ended_in_words())]
    Late(Box<Approval>),
    /// The digest is not that of the request.
    #[error("wrong digest for the approval {id}: the answer is for another request")]
    Digest {
        /// The request.
        id: String,
    },
    /// The choice was not offered.
    #[error("`{choice}` is not a choice of the approval {id} (choices: {offered})")]
    Choice {
        /// The request.
        id: String,
        /// What was answered.
        choice: String,
        /// What may be answered.
        offered: String,
    },
    /// Who answers may not.
    #[error(
        "{by} may not answer `{choice}` to the approval {id}; the setting `approvers` lists who may"
    )]
    NotApprover {
        /// The request.
        id: String,
        /// Who answered.
        by: String,
        /// What was answered.
        choice: String,
    },
    /// The edited input cannot be used.
    #[error("the edited input cannot be used: {0}")]
    Input(String),
    /// The link is unknown, was used, or is for something else.
    #[error("the link is not valid: {0}")]
    Link(&'static str),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] ApprovalError),
}
