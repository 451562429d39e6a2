//! What a verdict does on an event.

use snaphook_core::answer::{Answer, Response};
use snaphook_core::event::{Event, OnNo};

use super::read::Said;

/// What a hook wants of a no, where its event leaves the choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum No {
    /// The turn ends.
    Stops,
    /// The agent goes on, with the reason.
    Blocks,
}

/// The response of a hook on this event whose model said this.
pub(crate) fn response(said: Said, event: &Event, no: No) -> Response {
    let answer = match said {
        Said::Ok => Answer::default(),
        Said::Whole(json) => return Response::Text(json),
        Said::No(reason) => refused(reason, event.spec().on_no, no),
    };
    Response::Answer(Box::new(answer))
}

fn refused(reason: Option<String>, on_no: OnNo, no: No) -> Answer {
    // Without a reason the block has the stock phrase.
    let mut answer = Answer::block(reason.clone().unwrap_or_default());
    match (on_no, no) {
        (OnNo::Nothing, _) => return Answer::default(),
        (OnNo::BlockAndStop, No::Stops) => {
            answer.stop = true;
            answer.stop_reason = reason.filter(|reason| !reason.trim().is_empty());
        }
        (OnNo::BlockAndStop, No::Blocks) | (OnNo::Block, _) => {}
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(event: &str, no: No) -> Answer {
        let said = Said::No(Some("why".to_owned()));
        match response(said, &Event::resolve(event), no) {
            Response::Answer(answer) => *answer,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_no_does_what_its_event_says() {
        let stopped = answer("PreToolUse", No::Stops);
        assert!(stopped.blocks() && stopped.stop);
        assert_eq!(stopped.stop_reason.as_deref(), Some("why"));
        let blocked = answer("PreToolUse", No::Blocks);
        assert!(blocked.blocks() && !blocked.stop);
        for event in ["Stop", "SubagentStop"] {
            let fed_back = answer(event, No::Stops);
            assert!(fed_back.blocks() && !fed_back.stop, "{event}");
        }
        for event in ["PermissionRequest", "PermissionDenied"] {
            assert_eq!(answer(event, No::Stops), Answer::default(), "{event}");
        }
    }
}
