//! The lines that go to a worker and come back, as pure functions.

use std::borrow::Cow;
use std::sync::Arc;

use serde_json::Value;
use serde_json::value::RawValue;
use snaphook_core::answer::{CapturedOutput, Failure, ProcessExit, ProcessResult, Response};
use snaphook_core::input::Fields;

use super::error::ProtocolError;

/// As much of a line as a message shows.
const SHOWN: usize = 200;

/// What a request says beside its id.
#[derive(Debug)]
pub(super) struct RequestBody {
    /// One JSON object, and the end of its line. Shared by all hooks that read
    /// it.
    input: Arc<Vec<u8>>,
    /// Everything behind the input.
    rest: Vec<u8>,
}

impl RequestBody {
    /// `input` is one JSON object, with or without the end of its line.
    pub(super) fn new(
        input: &Arc<Vec<u8>>,
        cwd: Option<&str>,
        env: &[(&str, Option<&str>)],
    ) -> Self {
        let mut rest = Vec::new();
        if let Some(cwd) = cwd {
            rest.extend_from_slice(br#","cwd":"#);
            rest.extend_from_slice(Value::from(cwd).to_string().as_bytes());
        }
        if !env.is_empty() {
            let env: Value = env
                .iter()
                .map(|(name, value)| ((*name).to_owned(), Value::from(*value)))
                .collect();
            rest.extend_from_slice(br#","env":"#);
            rest.extend_from_slice(env.to_string().as_bytes());
        }
        rest.extend_from_slice(b"}\n");
        Self {
            input: Arc::clone(input),
            rest,
        }
    }

    /// The line, under this id.
    pub(super) fn line(&self, id: u64) -> Vec<u8> {
        let input = self.input.trim_ascii();
        let mut line = Vec::with_capacity(input.len() + self.rest.len() + 40);
        line.extend_from_slice(br#"{"id":"#);
        line.extend_from_slice(id.to_string().as_bytes());
        line.extend_from_slice(br#","input":"#);
        let start = line.len();
        line.extend_from_slice(input);
        // Between tokens a line may end in JSON, but not here. (In a string it
        // cannot.)
        let body = &mut line[start..];
        if body.contains(&b'\n') {
            let ends = body.iter_mut().filter(|byte| **byte == b'\n');
            ends.for_each(|byte| *byte = b' ');
        }
        line.extend_from_slice(&self.rest);
        line
    }
}

/// One line that a worker wrote.
#[derive(Debug)]
pub(super) enum WorkerMessage {
    /// It has started, and works on this many requests at once.
    Ready(usize),
    /// The answer to a request.
    Answer(u64, Response),
}

/// Reads a line that a worker wrote. An answer whose id can be read, but nothing
/// else of it, fails that request only.
///
/// # Errors
/// When the line breaks the protocol.
pub(super) fn read(line: &[u8]) -> Result<WorkerMessage, ProtocolError> {
    let text = match std::str::from_utf8(line) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => String::from_utf8_lossy(line),
    };
    let garbage = || ProtocolError::NotAnAnswer { line: shown(&text) };
    let fields = Fields::parse(&text).map_err(|_| garbage())?;
    let number = |key| fields.raw(key).and_then(|raw| raw.get().parse().ok());
    if fields.every("id").count() > 1 {
        // It cannot be matched to a request.
        return Err(garbage());
    }
    if let Some(id) = number("id") {
        let lossy = matches!(text, Cow::Owned(_));
        let answer = response(&fields, lossy).unwrap_or_else(|why| {
            let why = format!("its answer cannot be used: {why}");
            Failure::new(why).into()
        });
        return Ok(WorkerMessage::Answer(id, answer));
    }
    let is_ready =
        fields.raw("id").is_none() && fields.raw("ready").is_some_and(|raw| raw.get() == "true");
    if !is_ready {
        return Err(garbage());
    }
    match fields.raw("concurrency") {
        None => Ok(WorkerMessage::Ready(1)),
        Some(_) => match number("concurrency").and_then(|many| usize::try_from(many).ok()) {
            Some(many @ 1..) => Ok(WorkerMessage::Ready(many)),
            _ => Err(ProtocolError::Concurrency { line: shown(&text) }),
        },
    }
}

/// The answer as if a process had ended so.
fn response(fields: &Fields, lossy: bool) -> Result<Response, &'static str> {
    let given = |key| {
        let every = fields.every(key).map(RawValue::get);
        every.filter(|raw| *raw != "null").collect::<Vec<_>>()
    };
    let text = |key| fields.text(key).map(Cow::into_owned);
    // Of a duplicate key, the denying value counts.
    let exits = given("exit");
    let code = match exits.last() {
        None => 0,
        Some(_) if exits.contains(&"2") => 2,
        Some(raw) => raw.parse().map_err(|_| "`exit` must be a number")?,
    };
    let stdout = match given("output").as_slice() {
        [] => String::new(),
        objects if objects.iter().all(|raw| raw.starts_with('{')) => merge_objects(objects),
        [_] => text("output").ok_or("`output` must be an object, a string or null")?,
        _ => return Err("duplicate `output`, and not all are objects"),
    };
    let stderr = match given("reason").is_empty() {
        true => String::new(),
        false => text("reason").ok_or("`reason` must be a string")?,
    };
    Ok(Response::Process(ProcessResult {
        stdout: CapturedOutput {
            lossy,
            ..CapturedOutput::from(stdout)
        },
        stderr: CapturedOutput::from(stderr),
        ended: ProcessExit::Exit(code),
        ..ProcessResult::default()
    }))
}

/// Concatenates the members of these objects into one, so that a reader finds every
/// value of a repeated key.
fn merge_objects(objects: &[&str]) -> String {
    let inner = |object: &str| {
        let inner = object
            .strip_prefix('{')
            .and_then(|rest| rest.strip_suffix('}'));
        inner.unwrap_or_default().trim().to_owned()
    };
    if let [object] = objects {
        return (*object).to_owned();
    }
    let members: Vec<_> = objects.iter().map(|object| inner(object)).collect();
    let members: Vec<_> = members.into_iter().filter(|all| !all.is_empty()).collect();
    format!("{{{}}}", members.join(","))
}

fn shown(text: &str) -> String {
    let mut shown: String = text.chars().take(SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    format!("{shown:?}")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn line(question: &RequestBody, id: u64) -> String {
        String::from_utf8(question.line(id)).unwrap()
    }

    #[test]
    fn a_request_is_one_line_with_what_it_needs() {
        let plain = RequestBody::new(&Arc::new(b"{\"a\":1}\n".to_vec()), None, &[]);
        assert_eq!(line(&plain, 1), "{\"id\":1,\"input\":{\"a\":1}}\n");
        assert_eq!(line(&plain, 2), "{\"id\":2,\"input\":{\"a\":1}}\n");
        let pretty = RequestBody::new(
            &Arc::new(b"{\r\n \"a\": \"x\\ny\"\n}\n".to_vec()),
            Some("/a \"b\""),
            &[("N", Some("v\n"))],
        );
        let line = line(&pretty, 3);
        assert_eq!(line.matches('\n').count(), 1);
        let value: Value = serde_json::from_str(&line).unwrap();
        let expected = serde_json::json!({"id": 3, "input": {"a": "x\ny"},
            "cwd": "/a \"b\"", "env": {"N": "v\n"}});
        assert_eq!(value, expected);
    }

    fn answer(line: &str) -> (u64, i32, String, String) {
        match read(line.as_bytes()).unwrap() {
            WorkerMessage::Answer(id, Response::Process(process)) => match process.ended {
                ProcessExit::Exit(code) => (id, code, process.stdout.text, process.stderr.text),
                other => panic!("{other:?}"),
            },
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn an_answer_is_what_a_process_would_have_said() {
        let of =
            |id, code, stdout: &str, stderr: &str| (id, code, stdout.to_owned(), stderr.to_owned());
        assert_eq!(answer(r#"{"id":7}"#), of(7, 0, "", ""));
        assert_eq!(
            answer(r#"{"id":7,"exit":2,"output":{"a": 1},"reason":"no\n"}"#),
            of(7, 2, r#"{"a": 1}"#, "no\n")
        );
        assert_eq!(
            answer(r#"{"reason":null,"output":null,"exit":null,"id":0,"more":[]}"#),
            of(0, 0, "", "")
        );
        assert_eq!(
            answer(r#"{"id":1,"output":"te\"xt"}"#),
            of(1, 0, "te\"xt", "")
        );
        assert_eq!(
            answer(r#"{"id":1,"reason":"\ud800"}"#),
            of(1, 0, "", "\u{fffd}")
        );
        assert_eq!(answer(r#"{"id":1,"exit":-1}"#).1, -1);
    }

    #[test]
    fn an_answer_that_cannot_be_used_is_the_failure_of_its_request() {
        for bad in [
            r#"{"id":3,"exit":"2"}"#,
            r#"{"id":3,"exit":2.5}"#,
            r#"{"id":3,"exit":99999999999}"#,
            r#"{"id":3,"output":[1]}"#,
            r#"{"id":3,"output":true}"#,
            r#"{"id":3,"reason":{}}"#,
        ] {
            match read(bad.as_bytes()).unwrap() {
                WorkerMessage::Answer(3, Response::Failure(failure)) => {
                    assert!(failure.message.contains("must be"), "{bad}: {failure:?}");
                }
                other => panic!("{bad}: {other:?}"),
            }
        }
    }

    #[test]
    fn a_key_twice_does_not_undo_a_workers_deny() {
        for line in [
            r#"{"id":1,"exit":2,"exit":0}"#,
            r#"{"id":1,"exit":0,"exit":2}"#,
            r#"{"id":1,"exit":2,"ex\u0069t":"0"}"#,
        ] {
            assert_eq!(answer(line).1, 2, "{line}");
        }
        let twice = r#"{"id":1,"output":{"decision":"block"},"output":{}, "output":{"a":1}}"#;
        assert_eq!(answer(twice).2, r#"{"decision":"block","a":1}"#);
        let mixed = r#"{"id":1,"output":{"decision":"block"},"output":"fine"}"#;
        let read_mixed = read(mixed.as_bytes()).unwrap();
        assert!(matches!(
            read_mixed,
            WorkerMessage::Answer(1, Response::Failure(_))
        ));
        assert!(read(br#"{"id":1,"id":2,"exit":2}"#).is_err());
    }

    #[test]
    fn a_worker_may_say_that_it_is_ready() {
        let ready = |line: &str| match read(line.as_bytes()) {
            Ok(WorkerMessage::Ready(many)) => Some(many),
            _ => None,
        };
        assert_eq!(ready(r#"{"ready":true}"#), Some(1));
        assert_eq!(ready(r#"{"ready":true,"concurrency":8}"#), Some(8));
        assert_eq!(ready(r#"{"ready":true,"concurrency":0}"#), None);
        assert_eq!(ready(r#"{"ready":false}"#), None);
        assert_eq!(ready(r#"{"ready":true,"id":"x"}"#), None);
    }

    #[test]
    fn everything_else_is_garbage() {
        let long = "x".repeat(1000);
        for line in [
            "",
            "hello",
            "{}",
            "[1]",
            r#"{"id":"7"}"#,
            r#"{"id":-1}"#,
            "{\"id\":1",
            &long,
        ] {
            let why = read(line.as_bytes()).unwrap_err();
            let why = why.to_string();
            assert!(why.contains("not an answer") && why.len() < 300, "{why}");
        }
        assert!(
            read(b"\xff\xfe")
                .unwrap_err()
                .to_string()
                .contains('\u{fffd}')
        );
    }

    proptest! {
        #[test]
        fn no_line_is_too_odd_to_be_read(line in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = read(&line);
        }

        #[test]
        fn what_is_said_arrives(id: u64, exit: i32, output: String, reason: String) {
            let line = serde_json::json!({"id": id, "exit": exit, "output": output,
                "reason": reason});
            prop_assert_eq!(answer(&line.to_string()), (id, exit, output, reason));
        }
    }
}
