//! What the caller of one event may say beside its input.

use snaphook_exec::Conversation;
use tokio_util::sync::CancellationToken;

/// What one call of [`Engine::execute_with`](crate::Engine::execute_with) may be told.
#[derive(Debug, Clone, Default)]
pub struct ExecuteOptions {
    /// Cancelling this ends the dispatch: its processes are ended, and its
    /// hooks are reported as cancelled.
    pub cancel: Option<CancellationToken>,
    /// The conversation so far, for `prompt`, `agent` and function hooks; else they
    /// have the session's ([`Session::set_conversation`]), else its transcript.
    ///
    /// [`Session::set_conversation`]: crate::Session::set_conversation
    pub conversation: Option<Conversation>,
}

impl ExecuteOptions {
    /// Whether it was cancelled already.
    pub(crate) fn is_cancelled(&self) -> bool {
        let cancel = self.cancel.as_ref();
        cancel.is_some_and(CancellationToken::is_cancelled)
    }
}
