//! What a verdict does on an event.

use snaphook_core::answer::{Answer, Response};
use snaphook_core::event::Event;

use super::read::ModelAnswer;

/// What the no of a language model does on an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RefusalEffect {
    /// It blocks and ends the turn, unless the hook says `continueOnBlock`.
    BlockAndStop,
    /// It only blocks: the agent was about to stop, and goes on with the reason.
    Block,
    /// Nothing.
    Nothing,
}

impl RefusalEffect {
    fn on(event: &Event) -> Self {
        match event.spec().name {
            "Stop" | "SubagentStop" => Self::Block,
            // Permissions are for people and rules to decide, never for a model.
            "PermissionRequest" | "PermissionDenied" => Self::Nothing,
            _ => Self::BlockAndStop,
        }
    }
}

/// What a negative answer does, where the event leaves the choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NegativeEffect {
    /// The turn ends.
    Stops,
    /// The agent goes on, with the reason.
    Blocks,
}

/// The response of a hook on this event whose model gave this answer.
pub(crate) fn response(said: ModelAnswer, event: &Event, no: NegativeEffect) -> Response {
    let answer = match said {
        ModelAnswer::Ok => Answer::default(),
        ModelAnswer::Whole(json) => return Response::Text(json),
        ModelAnswer::No(reason) => refusal_answer(reason, RefusalEffect::on(event), no),
    };
    Response::Answer(Box::new(answer))
}

fn refusal_answer(reason: Option<String>, on_no: RefusalEffect, no: NegativeEffect) -> Answer {
    // Without a reason the block has the stock phrase.
    let mut answer = Answer::block(reason.clone().unwrap_or_default());
    match (on_no, no) {
        (RefusalEffect::Nothing, _) => return Answer::default(),
        (RefusalEffect::BlockAndStop, NegativeEffect::Stops) => {
            answer.stop = true;
            answer.stop_reason = reason.filter(|reason| !reason.trim().is_empty());
        }
        (RefusalEffect::BlockAndStop, NegativeEffect::Blocks) | (RefusalEffect::Block, _) => {}
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(event: &str, no: NegativeEffect) -> Answer {
        let said = ModelAnswer::No(Some("why".to_owned()));
        match response(said, &Event::resolve(event), no) {
            Response::Answer(answer) => *answer,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_no_does_what_its_event_says() {
        let stopped = answer("PreToolUse", NegativeEffect::Stops);
        assert!(stopped.blocks() && stopped.stop);
        assert_eq!(stopped.stop_reason.as_deref(), Some("why"));
        let blocked = answer("PreToolUse", NegativeEffect::Blocks);
        assert!(blocked.blocks() && !blocked.stop);
        for event in ["Stop", "SubagentStop"] {
            let fed_back = answer(event, NegativeEffect::Stops);
            assert!(fed_back.blocks() && !fed_back.stop, "{event}");
        }
        for event in ["PermissionRequest", "PermissionDenied"] {
            assert_eq!(
                answer(event, NegativeEffect::Stops),
                Answer::default(),
                "{event}"
            );
        }
    }
}
