//! Holds what a callback returned to its event: JSON is read by the protocol's
//! own reader, ready answers lose what the event does not honour.
//!
//! | the JSON | is |
//! |---|---|
//! | denies, beside something that does not fit or `async` | that denial alone |
//! | has something that does not fit | an error of the callback |
//! | has `"async": true` | a callback that goes on by itself |
//! | fits | an answer |

use std::time::Duration;

use serde_json::Value;
use snaphook_core::Diagnostic;
use snaphook_core::answer::{AnswerProblem, Failure, ParsedAnswer, honoured, read_object};
use snaphook_core::event::Event;
use snaphook_core::input::Fields;

use crate::answer::{CallbackAnswer, CallbackReturn};

/// The answer, and what was dropped from it without harm.
pub(crate) fn read(
    event: &Event,
    returned: CallbackReturn,
) -> Result<(CallbackAnswer, Vec<Diagnostic>), Failure> {
    match returned {
        CallbackReturn::Error(message) => Err(Failure::new(message)),
        CallbackReturn::Json(json) => read_json(event, &json),
        CallbackReturn::Answer(CallbackAnswer::Answer { answer, go_on }) => {
            let (answer, notes) = honoured(event.spec(), event.as_str(), *answer);
            let answer = CallbackAnswer::Answer {
                answer: Box::new(answer),
                go_on,
            };
            Ok((answer, notes))
        }
        CallbackReturn::Answer(detached @ CallbackAnswer::Async { .. }) => {
            Ok((detached, Vec::new()))
        }
    }
}

fn read_json(event: &Event, json: &Value) -> Result<(CallbackAnswer, Vec<Diagnostic>), Failure> {
    let object = Fields::from_value(json)
        .map_err(|_| Failure::new("its answer cannot be used: it must be a JSON object"))?;
    let ParsedAnswer {
        answer,
        mut problems,
        diagnostics,
        ..
    } = read_object(event.spec(), event.as_str(), &object);
    let detached = read_async(&object, &mut problems);
    let answer = if answer.denies() && !(problems.is_empty() && detached.is_none()) {
        // Nothing that is beside a deny can void it.
        answer.only_denials().into()
    } else if !problems.is_empty() {
        return Err(unfit(&problems));
    } else if let Some(detached) = detached {
        detached
    } else if says(&object, "continue") {
        CallbackAnswer::go_on(answer)
    } else {
        answer.into()
    };
    Ok((answer, diagnostics))
}

/// Whether the callback goes on by itself.
fn read_async(object: &Fields, problems: &mut Vec<AnswerProblem>) -> Option<CallbackAnswer> {
    let mut misfit = |field: &str, expected: &str, found: &Value| {
        problems.push(AnswerProblem {
            field: field.to_owned(),
            expected: expected.to_owned(),
            found: found.to_string(),
        });
    };
    match object.value("async") {
        None | Some(Value::Null | Value::Bool(false)) => return None,
        Some(Value::Bool(true)) => {}
        Some(other) => {
            misfit("async", "true or false", &other);
            return None;
        }
    }
    let timeout = object.value("asyncTimeout").filter(|time| !time.is_null());
    let read = timeout.as_ref().and_then(seconds);
    if let (Some(found), None) = (&timeout, read) {
        misfit("asyncTimeout", "a number of seconds above 0", found);
    }
    Some(CallbackAnswer::Async { timeout: read })
}

fn seconds(value: &Value) -> Option<Duration> {
    let time = Duration::try_from_secs_f64(value.as_f64()?).ok()?;
    (!time.is_zero()).then_some(time)
}

fn says(object: &Fields, key: &str) -> bool {
    object.value(key) == Some(Value::Bool(true))
}

/// Without what the answer holds: this is logged, and that may be a secret.
fn unfit(problems: &[AnswerProblem]) -> Failure {
    let texts: Vec<_> = problems
        .iter()
        .map(|problem| format!("`{}` must be {}", problem.field, problem.expected))
        .collect();
    Failure::new(format!("its answer cannot be used: {}", texts.join("; ")))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_error_names_the_field_and_not_what_it_holds() {
        let json = json!({"systemMessage": ["s3cret"], "async": true, "asyncTimeout": "s3cret"});
        let error = read(&Event::resolve("Stop"), CallbackReturn::Json(json)).unwrap_err();
        assert_eq!(
            error.message,
            "its answer cannot be used: `systemMessage` must be a string; \
             `asyncTimeout` must be a number of seconds above 0"
        );
    }
}
