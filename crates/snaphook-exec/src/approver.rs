//! Asking a person: the seam between a hook that has a question and the host.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use snaphook_core::event::EventName;
use snaphook_core::json::Json;
use snaphook_core::merge::ElicitationAnswer;
use snaphook_core::tool::{ToolClass, ToolClasses};
use snaphook_core::visible;

/// A question that a hook asks while it runs.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Question {
    /// The name of the hook that asks.
    pub hook: String,
    /// The event it runs on.
    pub event: EventName,
    /// What the event is about, on one line: the command, the file.
    pub about: Option<String>,
    /// The question's own id.
    pub id: String,
    /// The question.
    pub message: String,
    /// What may be answered.
    pub options: Vec<ReplyChoice>,
    /// The tool, where it is about a tool call.
    pub tool_name: Option<String>,
    /// What the tool is to be called with: all of it, for a host that shows more
    /// than one line.
    pub tool_input: Option<Json>,
    /// Everybody who asks, with their reasons; empty: the hook, for the reason in the
    /// message.
    pub askers: Vec<QuestionAsker>,
    /// A hook asks for itself: the options mean what the hook says, and no answer decides
    /// about the call.
    pub of_hook: bool,
    /// How long the asker can wait at most, if it is known.
    pub wait: Option<Duration>,
    /// The record of the question, where others may answer it, too.
    pub record: Option<QuestionRecord>,
}

/// One of those who ask: a hook or a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuestionAsker {
    /// The hook, rule or mode.
    pub name: String,
    /// Why.
    pub reason: Option<String>,
}

/// How a question is kept where several people may answer it. An answer names what
/// was shown by its digest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuestionRecord {
    /// The id of the record.
    pub id: String,
    /// SHA-256 of `input` in the form of RFC 8785.
    pub digest: String,
    /// The input as it is shown to others: without secrets.
    pub input: Json,
    /// How many secrets were taken out of `input`.
    pub redacted: u32,
    /// When the question was asked, in milliseconds since 1970.
    pub created: i64,
    /// When it counts as denied, in milliseconds since 1970.
    pub expires: i64,
}

impl Question {
    /// A question with the answers to choose from.
    #[must_use]
    pub fn new(
        hook: impl Into<String>,
        event: EventName,
        id: impl Into<String>,
        message: impl Into<String>,
        options: Vec<ReplyChoice>,
    ) -> Self {
        Self {
            hook: hook.into(),
            event,
            about: None,
            id: id.into(),
            message: message.into(),
            options,
            tool_name: None,
            tool_input: None,
            askers: Vec::new(),
            of_hook: false,
            wait: None,
            record: None,
        }
    }

    /// Names everybody who asks.
    #[must_use]
    pub fn asked_by(mut self, askers: Vec<QuestionAsker>) -> Self {
        self.askers = askers;
        self
    }

    /// Adds the tool call that the question is about.
    #[must_use]
    pub fn about_call(mut self, tool: &str, input: &Json) -> Self {
        self.about = Some(about_tool_call(tool, input));
        self.tool_name = Some(tool.to_owned());
        self.tool_input = Some(input.clone());
        self
    }

    /// Adds a line about the event.
    #[must_use]
    pub fn about(mut self, about: Option<String>) -> Self {
        self.about = about;
        self
    }
}

/// One of the answers to choose from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplyChoice {
    /// What the hook gets.
    pub key: String,
    /// What the person sees.
    pub label: String,
    /// More about it.
    pub description: Option<String>,
}

impl ReplyChoice {
    /// An answer and what the person sees of it.
    #[must_use]
    pub fn new(key: impl Into<String>, label: impl Into<String>) -> Self {
        Self {
            key: key.into(),
            label: label.into(),
            description: None,
        }
    }
}

/// What the person answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ApprovalReply {
    /// The key of an option. One that was not offered counts as cancelled.
    Selected(String),
    /// The call may not run, and these words are for the model. To a question that is not
    /// about a call it is no answer.
    Denied(String),
    /// The call may run with this input instead, if hooks and rules let it pass. To a
    /// question that is not about a call it is no answer.
    Edited(Json),
    /// No answer: the person declined to answer.
    Cancelled,
    /// There is nobody to ask.
    Nobody,
}

/// Asks a person. A host implements this; without one, every question is
/// cancelled at once.
pub trait Approver: Send + Sync {
    /// Asks; the hook waits for the reply, within its timeout.
    fn ask(&self, question: Question) -> Pin<Box<dyn Future<Output = ApprovalReply> + Send + '_>>;

    /// Somebody else answered a question first: `how` says who, and what. The reply to
    /// the question does not count.
    fn answered_elsewhere(&self, question: &Question, how: &str) {
        let _ = (question, how);
    }

    /// Asks what an MCP server wants to know of the user. `client` is the answer of the
    /// person at the client; whoever answers first counts. `None`: nobody answered.
    fn elicit<'a>(
        &'a self,
        question: ElicitationQuestion,
        client: ElicitationFuture<'a>,
    ) -> ElicitationFuture<'a> {
        drop(question);
        client
    }
}

/// What an MCP server asks of the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ElicitationQuestion {
    /// The server.
    pub server: String,
    /// The question in words.
    pub message: String,
    /// All of the question, with the form.
    pub input: Json,
}

/// An answer to an MCP server that is to come; `None`: there is none.
pub type ElicitationFuture<'a> =
    Pin<Box<dyn Future<Output = Option<ElicitationAnswer>> + Send + 'a>>;

/// What a tool call is about, on one line: `Bash: make deploy`. The field is the
/// one that the tool goes by: others may say what they like.
#[must_use]
pub fn about_tool_call(tool: &str, input: &Json) -> String {
    const LENGTH: usize = 400;
    let fields: &[&str] = match ToolClasses::default().of(tool) {
        ToolClass::Execute => &["command"],
        ToolClass::Read | ToolClass::Edit => &["file_path", "notebook_path", "path", "pattern"],
        ToolClass::Network => &["url", "query"],
        ToolClass::Agent | ToolClass::Mcp | ToolClass::Other => &[],
    };
    let main = fields.iter().find_map(|key| input.get(key)?.as_str());
    // A line break ends a comment, and starts a command.
    let line = main.map_or_else(|| input.to_string(), |text| text.replace('\n', " ⏎ "));
    let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = visible::line(&line);
    let short: String = line.chars().take(LENGTH).collect();
    match line.chars().count().saturating_sub(LENGTH) {
        0 => format!("{tool}: {short}"),
        more => format!("{tool}: {short}… ({more} more characters)"),
    }
}
