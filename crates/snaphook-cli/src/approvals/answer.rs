//! Answers a request, as the local user.

use snaphook_approvals::{
    AnswerError, Answerer, AnswererIdentity, Approval, ApprovalAnswer, Approvers, ChoiceKind,
};

use super::args::{AllowArgs, AnswerQuestionArgs, DenyArgs, DigestArgs};
use super::list::line;
use super::opened::{failed, find, open_existing};
use crate::error::CommandError;
use crate::world;

pub(super) fn allow(args: &AllowArgs) -> Result<(), CommandError> {
    let kind = match (args.session, args.always, &args.input) {
        (true, _, _) => ChoiceKind::AllowSession,
        (_, true, _) => ChoiceKind::AllowRule,
        (_, _, Some(_)) => ChoiceKind::Edit,
        _ => ChoiceKind::AllowOnce,
    };
    let edited = match &args.input {
        None => None,
        Some(text) => Some(serde_json::from_str(text).map_err(|error| {
            CommandError::new(format!("--input is not valid JSON: {error}"))
                .help("give the whole input as an object, such as '{\"command\": \"ls\"}'")
        })?),
    };
    give(&args.id, &args.digest, |approval| {
        let mut answer = ApprovalAnswer::to(approval, &key_of(approval, kind)?);
        answer.input = edited;
        Ok(answer)
    })
}

pub(super) fn deny(args: &DenyArgs) -> Result<(), CommandError> {
    give(&args.id, &args.digest, |approval| {
        let mut answer = ApprovalAnswer::to(approval, &key_of(approval, ChoiceKind::Deny)?);
        answer.message.clone_from(&args.reason);
        Ok(answer)
    })
}

pub(super) fn answer_question(args: &AnswerQuestionArgs) -> Result<(), CommandError> {
    give(&args.id, &args.digest, |approval| {
        Ok(ApprovalAnswer::to(approval, &args.key))
    })
}

/// The key of the choice of this kind.
fn key_of(approval: &Approval, kind: ChoiceKind) -> Result<String, CommandError> {
    let choice = approval.choices.iter().find(|choice| choice.kind == kind);
    let keys: Vec<_> = approval.choices.iter().map(|choice| &*choice.key).collect();
    choice.map(|choice| choice.key.clone()).ok_or_else(|| {
        CommandError::new("this request does not offer that answer").help(format!(
            "it offers: {}; a question is answered by `snaphook approvals answer ID KEY`",
            keys.join(", ")
        ))
    })
}

fn give(
    id: &str,
    digest: &DigestArgs,
    make: impl FnOnce(&Approval) -> Result<ApprovalAnswer, CommandError>,
) -> Result<(), CommandError> {
    let store = open_existing().map_err(|error| failed(&error))?;
    let approval = find(store.as_ref(), id)?;
    let mut answer = make(&approval)?;
    if let Some(digest) = &digest.digest {
        answer.digest.clone_from(digest);
    }
    let who = Answerer::new(AnswererIdentity::Local(world::user_name()), "command line");
    let Some(store) = store else {
        return Ok(());
    };
    match store.answer(&answer, &who, &Approvers::usual()) {
        Ok(ended) => {
            crate::say!("{}", line(&ended));
            Ok(())
        }
        Err(error) => Err(refused(&error)),
    }
}

fn refused(error: &AnswerError) -> CommandError {
    let help = match error {
        AnswerError::Late(_) => "nothing was changed; the first answer counts",
        AnswerError::Digest { .. } => "run `snaphook approvals show ID` and look at it again",
        AnswerError::Choice { .. } => "name one of these choices",
        AnswerError::NotApprover { .. } => "ask somebody who may",
        AnswerError::Input(_) => "give the whole input as an object",
        AnswerError::Store(error) => return failed(error),
        _ => "run `snaphook approvals`",
    };
    CommandError::new(error.to_string()).help(help)
}
