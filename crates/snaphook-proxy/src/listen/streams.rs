//! Which of the client's open responses gets a message. An answer belongs to the POST of its
//! request and to no other; progress goes there, too. Everything else goes to the stream
//! that the client opened with GET, else to its oldest open POST, else it waits for one.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::mpsc;

use crate::client_message::{ClientMessage, MessageTopic};
use crate::request_id::RequestId;

/// How many messages wait in one response.
const QUEUE: usize = 64;

/// How many messages wait for a response to be opened, and how many bytes of them.
const WAITING: usize = 256;
const WAITING_BYTES: usize = 16 * 1024 * 1024;

/// How long a client may read nothing from a response that is full.
const PATIENCE: Duration = Duration::from_secs(30);

/// What a response gets.
#[derive(Debug)]
pub(super) enum StreamItem {
    /// A message before the answer.
    Message(Vec<u8>),
    /// The answer: nothing follows.
    Answer(Vec<u8>),
}

/// The messages of one response.
pub(super) type StreamItems = mpsc::Receiver<StreamItem>;

/// The open responses of one session.
#[derive(Default)]
pub(super) struct ClientStreams(Mutex<StreamTable>);

#[derive(Default)]
struct StreamTable {
    posts: HashMap<RequestId, PostStream>,
    /// The requests that may get progress, by its token.
    tokens: HashMap<RequestId, RequestId>,
    events: Option<mpsc::Sender<StreamItem>>,
    waiting: VecDeque<Vec<u8>>,
    opened: u64,
    is_over: bool,
}

struct PostStream {
    items: mpsc::Sender<StreamItem>,
    token: Option<RequestId>,
    /// When it was opened, beside others.
    number: u64,
    /// The client reads other messages than the answer here, too.
    takes_messages: bool,
}

/// What became of a message.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Delivery {
    Delivered,
    /// No response is open for it, and there is no room to keep it.
    Lost,
}

impl ClientStreams {
    /// Opens the response of a request. Nothing when a request with this id is under way.
    pub(super) fn open_post(
        &self,
        id: &RequestId,
        token: Option<RequestId>,
        takes_messages: bool,
    ) -> Option<StreamItems> {
        let mut table = self.lock();
        if table.posts.contains_key(id) || table.is_over {
            return None;
        }
        let (items, receiver) = mpsc::channel(QUEUE);
        table.opened += 1;
        let number = table.opened;
        if let Some(token) = &token {
            table.tokens.insert(token.clone(), id.clone());
        }
        let post = PostStream {
            items,
            token,
            number,
            takes_messages,
        };
        table.posts.insert(id.clone(), post);
        Some(receiver)
    }

    /// Whether no message comes any more.
    pub(super) fn is_over(&self) -> bool {
        self.lock().is_over
    }

    /// Ends the response of a request that gets no answer, because it was cancelled.
    pub(super) fn close_post(&self, id: &RequestId) {
        let _ = self.lock().remove_post(id);
    }

    /// Opens the stream for the server's own messages, in place of the one before. It begins
    /// with the messages that waited.
    pub(super) fn open_events(&self) -> Option<(Vec<Vec<u8>>, StreamItems)> {
        let mut table = self.lock();
        if table.is_over {
            return None;
        }
        let (items, receiver) = mpsc::channel(QUEUE);
        table.events = Some(items);
        Some((table.waiting.drain(..).collect(), receiver))
    }

    /// Ends all responses: no message comes any more.
    pub(super) fn close_all(&self) {
        let mut table = self.lock();
        table.posts.clear();
        table.tokens.clear();
        table.events = None;
        table.waiting.clear();
        table.is_over = true;
    }

    /// Gives a message to its response.
    pub(super) async fn deliver(&self, message: ClientMessage) -> Delivery {
        let ClientMessage { line, topic } = message;
        let mut item = match &topic {
            MessageTopic::Answer(id) => {
                // Of a client that is gone nobody reads it: an answer belongs nowhere else.
                let post = self.lock().remove_post(id);
                let Some(post) = post else {
                    return Delivery::Lost;
                };
                return match send(&post.items, StreamItem::Answer(line)).await {
                    Ok(()) => Delivery::Delivered,
                    Err(_) => Delivery::Lost,
                };
            }
            _ => StreamItem::Message(line),
        };
        // Each try closes a response that nobody reads.
        loop {
            let place = self.lock().place_of(&topic);
            let Some((owner, items)) = place else {
                break;
            };
            match send(&items, item).await {
                Ok(()) => return Delivery::Delivered,
                Err(back) => {
                    item = back;
                    self.lock().forget(&owner, &items);
                }
            }
        }
        let StreamItem::Message(line) = item else {
            return Delivery::Lost;
        };
        let mut table = self.lock();
        let bytes: usize = table.waiting.iter().map(Vec::len).sum();
        let is_full = table.waiting.len() >= WAITING || bytes + line.len() > WAITING_BYTES;
        if is_full || table.is_over {
            return Delivery::Lost;
        }
        table.waiting.push_back(line);
        Delivery::Delivered
    }

    fn lock(&self) -> MutexGuard<'_, StreamTable> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whose response it is: that of a request, or the stream of events.
type StreamOwner = Option<RequestId>;

impl StreamTable {
    fn remove_post(&mut self, id: &RequestId) -> Option<PostStream> {
        let post = self.posts.remove(id)?;
        if let Some(token) = &post.token
            && self.tokens.get(token) == Some(id)
        {
            self.tokens.remove(token);
        }
        Some(post)
    }

    fn place_of(&self, topic: &MessageTopic) -> Option<(StreamOwner, mpsc::Sender<StreamItem>)> {
        let reads = |post: &&PostStream| post.takes_messages && !post.items.is_closed();
        if let MessageTopic::Progress(token) = topic
            && let Some(id) = self.tokens.get(token)
            && let Some(post) = self.posts.get(id).filter(reads)
        {
            return Some((Some(id.clone()), post.items.clone()));
        }
        if let Some(events) = &self.events
            && !events.is_closed()
        {
            return Some((None, events.clone()));
        }
        let posts = self.posts.iter().filter(|(_, post)| reads(post));
        let (id, post) = posts.min_by_key(|(_, post)| post.number)?;
        Some((Some(id.clone()), post.items.clone()))
    }

    /// Closes a response that nobody reads. A request stays known, so that its id is not
    /// used for another before its answer has come.
    fn forget(&mut self, owner: &StreamOwner, items: &mpsc::Sender<StreamItem>) {
        match owner {
            Some(id) => {
                if let Some(post) = self.posts.get_mut(id) {
                    post.takes_messages = false;
                }
            }
            None if self
                .events
                .as_ref()
                .is_some_and(|one| one.same_channel(items)) =>
            {
                self.events = None;
            }
            None => {}
        }
    }
}

async fn send(items: &mpsc::Sender<StreamItem>, item: StreamItem) -> Result<(), StreamItem> {
    use mpsc::error::SendTimeoutError;
    items
        .send_timeout(item, PATIENCE)
        .await
        .map_err(|error| match error {
            SendTimeoutError::Timeout(item) | SendTimeoutError::Closed(item) => item,
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(number: &str) -> RequestId {
        RequestId::Number(number.to_owned())
    }

    fn message(line: &str, topic: MessageTopic) -> ClientMessage {
        let line = line.as_bytes().to_vec();
        ClientMessage { line, topic }
    }

    fn text(item: Option<StreamItem>) -> String {
        let (StreamItem::Message(line) | StreamItem::Answer(line)) = item.expect("a message");
        String::from_utf8(line).unwrap()
    }

    #[tokio::test]
    async fn an_answer_goes_to_its_own_request_only() {
        let streams = ClientStreams::default();
        let mut one = streams.open_post(&id("1"), None, true).unwrap();
        let mut two = streams.open_post(&id("2"), None, true).unwrap();
        assert!(streams.open_post(&id("1"), None, true).is_none());
        let answer = |of: &str| message(of, MessageTopic::Answer(id(of)));
        assert_eq!(streams.deliver(answer("2")).await, Delivery::Delivered);
        assert_eq!(streams.deliver(answer("2")).await, Delivery::Lost);
        assert_eq!(streams.deliver(answer("3")).await, Delivery::Lost);
        assert_eq!(text(two.recv().await), "2");
        assert!(two.recv().await.is_none());
        assert!(one.try_recv().is_err());
        // The id of a client that hung up is not free before its answer has come.
        drop(one);
        assert!(streams.open_post(&id("1"), None, true).is_none());
        assert_eq!(streams.deliver(answer("1")).await, Delivery::Lost);
        assert!(streams.open_post(&id("1"), None, true).is_some());
    }

    #[tokio::test]
    async fn other_messages_go_where_the_client_reads_them() {
        let streams = ClientStreams::default();
        let other = |line: &str| message(line, MessageTopic::Other);
        assert_eq!(streams.deliver(other("early")).await, Delivery::Delivered);
        let (waited, events) = streams.open_events().unwrap();
        assert_eq!(waited, [b"early"]);
        drop(events);
        let token = id("7");
        let mut json = streams.open_post(&id("1"), None, false).unwrap();
        let mut plain = streams.open_post(&id("2"), None, true).unwrap();
        let mut slow = streams
            .open_post(&id("3"), Some(token.clone()), true)
            .unwrap();
        streams.deliver(other("to the oldest that reads it")).await;
        streams
            .deliver(message("half", MessageTopic::Progress(token)))
            .await;
        assert_eq!(text(plain.recv().await), "to the oldest that reads it");
        assert_eq!(text(slow.recv().await), "half");
        assert!(json.try_recv().is_err());
        let (_, mut events) = streams.open_events().unwrap();
        streams.deliver(other("to the stream")).await;
        assert_eq!(text(events.recv().await), "to the stream");
        streams.close_all();
        assert!(slow.recv().await.is_none());
        assert_eq!(streams.deliver(other("late")).await, Delivery::Lost);
    }

    #[tokio::test]
    async fn no_more_is_kept_than_there_is_room_for() {
        let streams = ClientStreams::default();
        let large = message(&"x".repeat(WAITING_BYTES + 1), MessageTopic::Other);
        assert_eq!(streams.deliver(large).await, Delivery::Lost);
        for _ in 0..WAITING {
            let kept = streams.deliver(message("x", MessageTopic::Other)).await;
            assert_eq!(kept, Delivery::Delivered);
        }
        let lost = streams.deliver(message("x", MessageTopic::Other)).await;
        assert_eq!(lost, Delivery::Lost);
    }
}
