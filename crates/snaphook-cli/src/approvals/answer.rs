//! Answers a request, as the local user.

use snaphook::json::Json;
use snaphook_approvals::{
    AnswerError, Answerer, AnswererIdentity, Approval, ApprovalAnswer, ChoiceKind,
};

use super::args::{AllowArgs, AnswerQuestionArgs, AnswererArgs, DenyArgs, DigestArgs};
use super::list::line;
use super::opened::{failed, find, open_existing};
use super::settings::OwnApprovals;
use super::{agent_marks, key};
use crate::error::CommandError;
use crate::world;

pub(super) fn allow(args: &AllowArgs) -> Result<(), CommandError> {
    let kind = match (args.session, args.always, &args.input) {
        (true, _, _) => ChoiceKind::AllowSession,
        (_, true, _) => ChoiceKind::AllowRule,
        (_, _, Some(_)) => ChoiceKind::Edit,
        _ => ChoiceKind::AllowOnce,
    };
    let edited = input(args.input.as_deref())?;
    give(&args.id, &args.digest, &args.answerer, |approval| {
        let mut answer = ApprovalAnswer::to(approval, &key_of(approval, kind)?);
        answer.input = edited;
        Ok(answer)
    })
}

pub(super) fn deny(args: &DenyArgs) -> Result<(), CommandError> {
    give(&args.id, &args.digest, &args.answerer, |approval| {
        let mut answer = ApprovalAnswer::to(approval, &key_of(approval, ChoiceKind::Deny)?);
        answer.message.clone_from(&args.reason);
        Ok(answer)
    })
}

pub(super) fn answer_question(args: &AnswerQuestionArgs) -> Result<(), CommandError> {
    let content = input(args.input.as_deref())?;
    give(&args.id, &args.digest, &args.answerer, |approval| {
        let mut answer = ApprovalAnswer::to(approval, &args.key);
        answer.input = content;
        Ok(answer)
    })
}

fn input(text: Option<&str>) -> Result<Option<Json>, CommandError> {
    let read = |text| {
        serde_json::from_str(text).map_err(|error| {
            CommandError::new(format!("--input is not valid JSON: {error}"))
                .help("give the whole input as an object, such as '{\"command\": \"ls\"}'")
        })
    };
    text.map(read).transpose()
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
    answerer: &AnswererArgs,
    make: impl FnOnce(&Approval) -> Result<ApprovalAnswer, CommandError>,
) -> Result<(), CommandError> {
    let store = open_existing().map_err(|error| failed(&error))?;
    let approval = find(store.as_ref(), id)?;
    let mut answer = make(&approval)?;
    if let Some(digest) = &digest.digest {
        answer.digest.clone_from(digest);
    }
    let own = OwnApprovals::read();
    let identity = match key::identity(answerer, &own)? {
        Some(identity) => identity,
        None => {
            let kind = approval.choice(&answer.choice).map(|choice| choice.kind);
            if kind != Some(ChoiceKind::Deny) {
                agent_marks::refuse_agents(&approval)?;
            }
            AnswererIdentity::Local(world::user_name())
        }
    };
    let who = Answerer::new(identity, "command line");
    let Some(store) = store else {
        return Ok(());
    };
    match store.answer(&answer, &who, &own.approvers()) {
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
        AnswerError::NotApprover { .. } => "ask somebody who may, or show a key with `--key-file`",
        AnswerError::Input(_) => "give the whole input as an object",
        AnswerError::Store(error) => return failed(error),
        _ => "run `snaphook approvals`",
    };
    CommandError::new(error.to_string()).help(help)
}
