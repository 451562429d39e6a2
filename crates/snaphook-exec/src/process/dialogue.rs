//! A hook that asks questions while it runs.
//!
//! A line on stdout that is a JSON object with `"type": "prompt_request"` goes
//! to the host's approver; the reply goes back on stdin as one line. Questions
//! are asked one after the other, in the order in which they came; replies
//! carry the question's id.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use snaphook_core::event::EventName;
use snaphook_core::json::Json;
use tokio::sync::mpsc;

use crate::approver::{ApprovalReply, Approver, Question, ReplyChoice};
use crate::output_sink::{OutputSink, Stream};

/// A longer line is not read as a question.
const LONGEST: usize = 64 * 1024;

/// More questions than this at once are not asked: a hook that floods is
/// broken.
const MOST_AT_ONCE: usize = 64;

/// A question ends so long before the hook's time is over.
const MARGIN: Duration = Duration::from_secs(1);

/// The hook that asks, and the approver that answers.
pub(crate) struct Dialogue {
    pub(crate) approver: Option<Arc<dyn Approver>>,
    pub(crate) hook: String,
    pub(crate) event: EventName,
    pub(crate) about: Option<String>,
    /// The tool and its input, where the event is about a call.
    pub(crate) call: Option<(String, Json)>,
    /// When the hook's time is over.
    pub(crate) until: Instant,
}

impl Dialogue {
    /// How long a question may wait, so that the hook still hears how it ended.
    fn wait(&self) -> Duration {
        let left = self.until.saturating_duration_since(Instant::now());
        left.saturating_sub(MARGIN.min(left / 10))
    }
}

/// The questions that come out of a child's stdout, and the replies that go
/// into its stdin.
pub(super) struct DialogueTask {
    dialogue: Dialogue,
    questions: mpsc::Receiver<Value>,
    replies: mpsc::Sender<Vec<u8>>,
}

/// The supervisor's ends of a dialogue: a sink for output, and replies to write.
pub(super) struct DialogueEnds {
    pub(super) sink: OutputSink,
    pub(super) replies: mpsc::Receiver<Vec<u8>>,
}

impl DialogueTask {
    pub(super) fn start(dialogue: Dialogue, watcher: Option<OutputSink>) -> (Self, DialogueEnds) {
        let (ask, questions) = mpsc::channel(MOST_AT_ONCE);
        let (reply, replies) = mpsc::channel(MOST_AT_ONCE);
        let line = Mutex::new(Vec::new());
        let sink = OutputSink::new(move |stream, bytes| {
            if let Some(watcher) = &watcher {
                watcher.send(stream, bytes);
            }
            if stream == Stream::Stdout {
                let mut line = line.lock().unwrap_or_else(PoisonError::into_inner);
                for question in questions_in(&mut line, bytes) {
                    // Full: the hook asks faster than anybody could answer.
                    let _ = ask.try_send(question);
                }
            }
        });
        let conversation = Self {
            dialogue,
            questions,
            replies: reply,
        };
        (conversation, DialogueEnds { sink, replies })
    }

    /// Passes questions to the approver until the child's output ends.
    pub(super) async fn run(mut self) {
        while let Some(request) = self.questions.recv().await {
            let id = request.get("id").cloned().unwrap_or(Value::Null);
            let reply = match (&self.dialogue.approver, self.question(&request)) {
                (Some(approver), Some(question)) => {
                    let keys: Vec<_> = question.options.iter().map(|o| o.key.clone()).collect();
                    match approver.ask(question).await {
                        ApprovalReply::Selected(key) if keys.contains(&key) => Some(key),
                        _ => None,
                    }
                }
                _ => None,
            };
            let response = match reply {
                Some(key) => json!({"type": "prompt_response", "id": id, "selected": key}),
                None => json!({"type": "prompt_response", "id": id, "cancelled": true}),
            };
            if self
                .replies
                .send(format!("{response}\n").into_bytes())
                .await
                .is_err()
            {
                return;
            }
        }
    }

    fn question(&self, request: &Value) -> Option<Question> {
        let text = |value: &Value, key: &str| Some(value.get(key)?.as_str()?.to_owned());
        let choice = |option: &Value| {
            let key = text(option, "key")?;
            Some(ReplyChoice {
                label: text(option, "label").unwrap_or_else(|| key.clone()),
                description: text(option, "description"),
                key,
            })
        };
        let options: Vec<_> = request
            .get("options")?
            .as_array()?
            .iter()
            .filter_map(choice)
            .collect();
        let id = match request.get("id")? {
            Value::String(id) => id.clone(),
            other => other.to_string(),
        };
        let question = Question {
            hook: self.dialogue.hook.clone(),
            event: self.dialogue.event.clone(),
            about: self.dialogue.about.clone(),
            id,
            message: text(request, "message")?,
            options,
            tool_name: self.dialogue.call.as_ref().map(|(tool, _)| tool.clone()),
            tool_input: self.dialogue.call.as_ref().map(|(_, input)| input.clone()),
            of_hook: true,
            wait: Some(self.dialogue.wait()),
            askers: Vec::new(),
            record: None,
        };
        (!question.options.is_empty()).then_some(question)
    }
}

/// The questions in the lines that `bytes` completes; the rest is kept.
fn questions_in(line: &mut Vec<u8>, bytes: &[u8]) -> Vec<Value> {
    let mut questions = Vec::new();
    for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
        if line.len() <= LONGEST {
            line.extend_from_slice(piece);
        }
        if piece.ends_with(b"\n") {
            questions.extend(std::str::from_utf8(line).ok().and_then(as_question));
            line.clear();
        }
    }
    questions
}

/// The line as a question, if it is one.
fn as_question(line: &str) -> Option<Value> {
    let line = line.trim();
    if !line.starts_with('{') || line.len() > LONGEST {
        return None;
    }
    let value: Value = serde_json::from_str(line).ok()?;
    (value.get("type") == Some(&Value::String("prompt_request".to_owned()))).then_some(value)
}

/// Removes the questions from the output; the rest is the answer.
pub(super) fn without_questions(stdout: &str) -> String {
    stdout
        .split_inclusive('\n')
        .filter(|line| as_question(line).is_none())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_whole_lines_however_they_come() {
        let mut line = Vec::new();
        assert!(questions_in(&mut line, b"text\n{\"type\": \"prompt").is_empty());
        let found = questions_in(
            &mut line,
            b"_request\", \"id\": 1}\n{}\n{\"type\":\"prompt_request\"}\n",
        );
        assert_eq!(found.len(), 2);
        let long = vec![b'x'; LONGEST * 2];
        assert!(questions_in(&mut line, &long).is_empty());
        assert!(line.len() <= LONGEST * 3);
        assert!(questions_in(&mut line, b"\n").is_empty());
    }

    #[test]
    fn questions_are_no_part_of_the_answer() {
        let stdout = "{\"type\":\"prompt_request\",\"id\":\"a\"}\n{\"decision\":\"block\"}\n";
        assert_eq!(without_questions(stdout), "{\"decision\":\"block\"}\n");
        assert_eq!(without_questions("plain"), "plain");
    }
}
