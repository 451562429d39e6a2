//! One JSON-RPC message, read as strictly as a guard must: what another reader could take
//! for another message is refused.

use std::borrow::Cow;

use snaphook_core::input::Fields;

use crate::client_message::MessageTopic;
use crate::request_id::RequestId;

/// The members that a message may have, and that decide what it is.
const MEMBERS: [&str; 6] = ["jsonrpc", "id", "method", "params", "result", "error"];

/// What a message is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum MessageKind {
    Request { id: RequestId, method: String },
    Notification { method: String },
    Response { id: RequestId },
}

/// A message that could be read, and its line.
#[derive(Debug, Clone)]
pub(crate) struct Message {
    pub(crate) kind: MessageKind,
    pub(crate) fields: Fields,
    /// As it is passed on, without the end of the line.
    pub(crate) line: Vec<u8>,
}

/// Why a message is not passed on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RefusedMessage {
    /// The request that must be answered, where its id could be read.
    pub(crate) id: Option<RequestId>,
    /// The code of JSON-RPC.
    pub(crate) code: i32,
    pub(crate) why: String,
}

pub(crate) const PARSE_ERROR: i32 = -32700;
pub(crate) const INVALID_REQUEST: i32 = -32600;
pub(crate) const INVALID_PARAMS: i32 = -32602;
pub(crate) const INTERNAL_ERROR: i32 = -32603;

impl RefusedMessage {
    pub(crate) fn new(id: Option<RequestId>, code: i32, why: impl Into<String>) -> Self {
        let why = why.into();
        Self { id, code, why }
    }
}

impl Message {
    /// Reads a message of the client: no object in it may have a key twice.
    pub(crate) fn of_client(line: Vec<u8>) -> Result<Self, RefusedMessage> {
        let message = Self::read(line)?;
        match message.fields.repeated() {
            None => Ok(message),
            Some(key) => Err(message.refused(
                INVALID_REQUEST,
                format!("the key `{key}` stands twice in one object"),
            )),
        }
    }

    /// Reads a message of the server. What is in it is looked at where it matters.
    pub(crate) fn of_server(line: Vec<u8>) -> Result<Self, RefusedMessage> {
        Self::read(line)
    }

    fn read(line: Vec<u8>) -> Result<Self, RefusedMessage> {
        let line = on_one_line(line);
        let unreadable =
            |why: String| RefusedMessage::new(None, PARSE_ERROR, format!("invalid JSON: {why}"));
        let text = std::str::from_utf8(&line).map_err(|error| unreadable(error.to_string()))?;
        let invalid = |why: &str| RefusedMessage::new(None, INVALID_REQUEST, why);
        match text.trim_ascii_start().as_bytes().first() {
            Some(b'{') => {}
            Some(b'[') => {
                return Err(invalid(
                    "batches are not supported; send each message alone",
                ));
            }
            _ => return Err(unreadable("a message is an object".to_owned())),
        }
        let fields = Fields::parse(text).map_err(|error| unreadable(error.to_string()))?;
        let id = fields.raw("id").map(RequestId::read);
        let known = id.clone().flatten();
        let refused = |why: String| RefusedMessage::new(known.clone(), INVALID_REQUEST, why);
        if let Some(key) = fields.repeated_here().next() {
            let mut refused = refused(format!("the key `{key}` stands twice"));
            if fields.every("id").nth(1).is_some() {
                // It is unclear which request this is about.
                refused.id = None;
            }
            return Err(refused);
        }
        if let Some(key) = look_alike(fields.keys(), &MEMBERS) {
            return Err(refused(format!(
                "unknown member `{key}`: some readers ignore case"
            )));
        }
        let has = |key| fields.raw(key).is_some();
        let kind = match (has("method"), has("result") || has("error"), id) {
            (true, true, _) => {
                return Err(refused("it is a request and a response at once".to_owned()));
            }
            (true, false, id) => {
                let method = fields.text("method").map(Cow::into_owned);
                let method = method.ok_or_else(|| refused("`method` must be text".to_owned()))?;
                match id {
                    None => MessageKind::Notification { method },
                    Some(Some(id)) => MessageKind::Request { id, method },
                    Some(None) => {
                        return Err(invalid(
                            "`id` must be a string or an integer of at most 53 bits",
                        ));
                    }
                }
            }
            (false, true, Some(Some(id))) => MessageKind::Response { id },
            (false, true, _) => {
                return Err(invalid("it answers no request: it has no usable `id`"));
            }
            (false, false, _) => return Err(refused("it has no `method`".to_owned())),
        };
        Ok(Self { kind, fields, line })
    }

    /// The version of the protocol that the message itself names, as those do that need no
    /// `initialize`.
    pub(crate) fn own_version(&self) -> Option<String> {
        let meta = self.fields.fields("params")?.fields("_meta")?;
        let version = meta.text("io.modelcontextprotocol/protocolVersion")?;
        Some(version.into_owned())
    }

    /// The token by which the server tells how far the request has got.
    pub(crate) fn progress_token(&self) -> Option<RequestId> {
        let meta = self.fields.fields("params")?.fields("_meta")?;
        RequestId::read(meta.raw("progressToken")?)
    }

    /// The request that a notification cancels.
    pub(crate) fn cancelled_request(&self) -> Option<RequestId> {
        RequestId::read(self.fields.fields("params")?.raw("requestId")?)
    }

    /// What the message is about, for one that the server sends by itself.
    pub(crate) fn topic(&self) -> MessageTopic {
        match &self.kind {
            MessageKind::Request { id, .. } => MessageTopic::Question(id.clone()),
            MessageKind::Response { id } => MessageTopic::Answer(id.clone()),
            MessageKind::Notification { method } if method == "notifications/progress" => {
                let params = self.fields.fields("params");
                let token = params.and_then(|params| RequestId::read(params.raw("progressToken")?));
                token.map_or(MessageTopic::Other, MessageTopic::Progress)
            }
            MessageKind::Notification { .. } => MessageTopic::Other,
        }
    }

    /// This message is not passed on, and its sender is told why.
    pub(crate) fn refused(&self, code: i32, why: impl Into<String>) -> RefusedMessage {
        let id = match &self.kind {
            MessageKind::Request { id, .. } => Some(id.clone()),
            MessageKind::Notification { .. } | MessageKind::Response { .. } => None,
        };
        RefusedMessage::new(id, code, why)
    }
}

/// Line breaks are blanks of JSON, but end a message, and a carriage return ends a line for
/// some readers (Python in text mode): a message inside a message must not become one of its
/// own.
pub(crate) fn on_one_line(mut line: Vec<u8>) -> Vec<u8> {
    for byte in &mut line {
        if matches!(*byte, b'\r' | b'\n') {
            *byte = b' ';
        }
    }
    line
}

/// The first key that is one of `names` but for its case. Some readers take it for that
/// name.
pub(crate) fn look_alike<'a>(
    mut keys: impl Iterator<Item = &'a str>,
    names: &[&str],
) -> Option<&'a str> {
    keys.find(|key| {
        let folded = folded(key);
        names
            .iter()
            .any(|name| *name != *key && folded == folded_name(name))
    })
}

fn folded_name(name: &str) -> String {
    name.to_ascii_lowercase()
}

/// A key without its case, as readers compare that ignore it: also the long s and the sign
/// of Kelvin.
fn folded(key: &str) -> String {
    let plain = |c| match c {
        'ſ' => 's',
        '\u{212a}' => 'k',
        other => other.to_ascii_lowercase(),
    };
    key.chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::{Message, MessageKind};
    use crate::request_id::RequestId;

    fn why(line: &str) -> String {
        Message::of_client(line.as_bytes().to_vec())
            .unwrap_err()
            .why
    }

    #[test]
    fn requests_notifications_and_responses_are_told_apart() {
        let kind = |line: &str| Message::of_client(line.as_bytes().to_vec()).unwrap().kind;
        let id = RequestId::Number("1".to_owned());
        let method = "ping".to_owned();
        assert_eq!(
            kind(r#"{"id":1,"method":"ping"}"#),
            MessageKind::Request {
                id: id.clone(),
                method: method.clone()
            }
        );
        assert_eq!(
            kind(r#"{"method":"ping"}"#),
            MessageKind::Notification { method }
        );
        assert_eq!(
            kind(r#"{"id":1,"result":{}}"#),
            MessageKind::Response { id }
        );
    }

    #[test]
    fn what_readers_take_differently_is_refused() {
        assert!(why("[]").contains("batches"));
        assert!(why(r#"{"id":1,"method":"a","method":"b"}"#).contains("`method` stands twice"));
        assert!(
            why(r#"{"id":1,"method":"a","params":{"b":[{"c":1,"\u0063":2}]}}"#).contains("`c`")
        );
        assert!(why(r#"{"id":1,"method":"a","Method":"b"}"#).contains("ignore case"));
        assert!(why(r#"{"id":1,"method":"a","paramſ":{}}"#).contains("ignore case"));
        assert!(why(r#"{"id":null,"method":"a"}"#).contains("`id`"));
        assert!(why(r#"{"id":1.5,"method":"a"}"#).contains("`id`"));
        assert!(why(r#"{"id":1,"method":"a","result":1}"#).contains("at once"));
        assert!(why(r#"{"id":1,"method":["a"]}"#).contains("must be text"));
        assert!(why(r#"{"id":1}"#).contains("no `method`"));
        assert!(why("\u{feff}{\"method\":\"a\"}").contains("invalid JSON"));
        assert!(why("{").contains("invalid JSON"));
        assert!(Message::of_client(vec![b'{', 0xff, b'}']).is_err());
    }

    #[test]
    fn a_message_inside_a_message_does_not_become_one_of_its_own() {
        let line = "{\"method\":\"n\",\"params\":[\r{\"id\":1,\"method\":\"tools/call\"}\r]}";
        let read = Message::of_client(line.as_bytes().to_vec()).unwrap();
        assert!(!read.line.contains(&b'\r'));
        assert_eq!(read.line.len(), line.len());
    }
}
