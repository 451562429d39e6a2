//! A message on its way to the client, and what it is about: over HTTP that decides which
//! of the client's open responses it belongs to.

use crate::request_id::RequestId;

/// What a message to the client is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum MessageTopic {
    /// It answers this request of the client.
    Answer(RequestId),
    /// It is a request of the server, with this id.
    Question(RequestId),
    /// It tells how far the request with this token has got.
    Progress(RequestId),
    /// Anything else.
    Other,
}

/// A message for the client.
#[derive(Debug)]
pub(crate) struct ClientMessage {
    /// Without the end of the line.
    pub(crate) line: Vec<u8>,
    pub(crate) topic: MessageTopic,
}
