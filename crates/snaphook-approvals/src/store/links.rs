//! One-time links: anyone who has one may answer one request, once, with the choices that the
//! link is for. The store keeps digests of them only.

use rusqlite::{OptionalExtension, params};
use sha2::{Digest, Sha256};

use super::handle::{ApprovalStore, StoreFailure, now};
use super::row::{find, json};
use super::settle;
use crate::answer::{AnswerError, Answerer, AnswererIdentity, ApprovalAnswer};
use crate::approval::Approval;
use crate::approvers::Approvers;
use crate::canonical::hexadecimal;
use crate::error::ApprovalError;

/// What a link ends with: the request, its digest and a secret. It shows nothing of itself
/// when it is printed for debugging.
#[derive(Clone, PartialEq, Eq)]
pub struct LinkToken(String);

impl LinkToken {
    /// Takes a token out of a link.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// The text: `ID.DIGEST.SECRET`, all of which a path may hold.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn parts(&self) -> Option<(&str, &str)> {
        let mut parts = self.0.split('.');
        let (id, digest, secret) = (parts.next()?, parts.next()?, parts.next()?);
        (parts.next().is_none() && secret.len() == 64).then_some((id, digest))
    }

    /// What is kept of it.
    fn sum(&self) -> String {
        hexadecimal(&Sha256::digest(&self.0))
    }
}

impl std::fmt::Debug for LinkToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("LinkToken")
    }
}

/// What a link is for.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ApprovalLink {
    /// The request.
    pub approval: Approval,
    /// The keys of the choices that the link may answer.
    pub choices: Vec<String>,
}

impl ApprovalStore {
    /// Makes a link for a request, which can answer these choices of it.
    ///
    /// # Errors
    /// When the store fails.
    pub fn create_link(
        &self,
        approval: &Approval,
        choices: &[&str],
    ) -> Result<LinkToken, ApprovalError> {
        // 244 random bits.
        let half = || uuid::Uuid::new_v4().simple().to_string();
        let token = LinkToken(format!(
            "{}.{}.{}{}",
            approval.id,
            approval.digest,
            half(),
            half()
        ));
        self.change(|transaction| {
            transaction.execute(
                "INSERT INTO approval_links (token, approval, digest, choices)
                 VALUES (?, ?, ?, ?)",
                params![
                    token.sum(),
                    approval.id,
                    approval.digest,
                    json(&approval.id, &choices)?
                ],
            )?;
            Ok(())
        })?;
        Ok(token)
    }

    /// What a link is for. Looking does not use it up.
    ///
    /// # Errors
    /// When the link is not valid, or was used.
    pub fn link(&self, token: &LinkToken) -> Result<ApprovalLink, AnswerError> {
        self.sweep()?;
        self.read(|connection| find_link(connection, token))?
    }

    /// Answers the request of a link. The link is used up, unless the answer is refused.
    ///
    /// # Errors
    /// When the link is not valid, or the answer does not count.
    pub fn answer_link(
        &self,
        token: &LinkToken,
        choice: &str,
        message: Option<&str>,
        approvers: &Approvers,
    ) -> Result<Approval, AnswerError> {
        self.change(|transaction| {
            settle::sweep(transaction)?;
            let link = match find_link(transaction, token)? {
                Ok(link) => link,
                Err(error) => return Ok(Err(error)),
            };
            if !link.choices.iter().any(|key| key == choice) {
                return Ok(Err(AnswerError::Link("it is for another choice")));
            }
            let answer = ApprovalAnswer {
                message: message.map(str::to_owned),
                ..ApprovalAnswer::to(&link.approval, choice)
            };
            let who = Answerer::new(AnswererIdentity::Link, "link");
            let done = settle::settle(transaction, &answer, &who, approvers)?;
            if done.is_ok() {
                transaction.execute(
                    "UPDATE approval_links SET used = ? WHERE token = ? AND used IS NULL",
                    params![now(), token.sum()],
                )?;
            }
            Ok(done)
        })?
    }
}

fn find_link(
    connection: &rusqlite::Connection,
    token: &LinkToken,
) -> Result<Result<ApprovalLink, AnswerError>, StoreFailure> {
    const UNKNOWN: AnswerError = AnswerError::Link("it is unknown");
    let Some((id, digest)) = token.parts() else {
        return Ok(Err(UNKNOWN));
    };
    let sql = "SELECT approval, digest, choices, used FROM approval_links WHERE token = ?";
    let found = connection.query_row(sql, [token.sum()], |row| {
        let parts: (String, String, String, Option<i64>) =
            (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
        Ok(parts)
    });
    let Some((approval, bound, choices, used)) = found.optional()? else {
        return Ok(Err(UNKNOWN));
    };
    if approval != id || bound != digest {
        return Ok(Err(UNKNOWN));
    }
    let Some(approval) = find(connection, id)? else {
        return Ok(Err(UNKNOWN));
    };
    if approval.digest != bound {
        return Ok(Err(AnswerError::Link("it is for another input")));
    }
    if used.is_some() {
        return Ok(Err(AnswerError::Link("it was used")));
    }
    Ok(Ok(ApprovalLink {
        choices: serde_json::from_str(&choices).unwrap_or_default(),
        approval,
    }))
}
