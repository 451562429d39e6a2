//! A request with its method and params, read and checked.

use serde::Deserialize;
use serde_json::value::RawValue;
use snaphook::input::Fields;
use snaphook::{Conversation, ConversationMessage};

use crate::protocol::{
    AddHookParams, AnswerApprovalParams, AuthorizeParams, CancelParams, EndParams, EventParams,
    HasParams, InitializeParams, ListApprovalsParams, ListParams, MessageParams, Method, NoParams,
    RemoveHookParams, RpcError, RpcErrorCode, SessionEnvParams, SetIntentParams,
    ShowApprovalParams, ShutdownParams, StartParams, SubscribeApprovalsParams,
    UpdatePermissionsParams,
};

/// A request of a client, by method.
#[derive(Debug)]
pub(super) enum MethodCall {
    Initialize(InitializeParams),
    Execute(EventCall),
    Observe(EventCall),
    Explain(EventCall),
    Has(HasParams),
    List(ListParams),
    Reload,
    Authorize(EventCall),
    StartSession(StartParams),
    EndSession(EndParams),
    AddHook(AddHookParams),
    RemoveHook(RemoveHookParams),
    SessionEnv(SessionEnvParams),
    SetIntent(SetIntentParams),
    UpdatePermissions(UpdatePermissionsParams),
    ListApprovals(ListApprovalsParams),
    ShowApproval(ShowApprovalParams),
    AnswerApproval(AnswerApprovalParams),
    SubscribeApprovals(SubscribeApprovalsParams),
    Shutdown(ShutdownParams),
}

/// The params of a request about one event.
#[derive(Debug)]
pub(super) struct EventCall {
    pub(super) fields: Fields,
    pub(super) event: Option<String>,
    pub(super) session_id: Option<String>,
    pub(super) wait: bool,
    pub(super) native: bool,
    pub(super) conversation: Option<Conversation>,
}

impl MethodCall {
    pub(super) fn method(&self) -> Method {
        match self {
            Self::Initialize(_) => Method::Initialize,
            Self::Execute(_) => Method::Execute,
            Self::Observe(_) => Method::Observe,
            Self::Explain(_) => Method::Explain,
            Self::Has(_) => Method::Has,
            Self::List(_) => Method::List,
            Self::Reload => Method::Reload,
            Self::Authorize(_) => Method::Authorize,
            Self::StartSession(_) => Method::StartSession,
            Self::EndSession(_) => Method::EndSession,
            Self::AddHook(_) => Method::AddHook,
            Self::RemoveHook(_) => Method::RemoveHook,
            Self::SessionEnv(_) => Method::SessionEnv,
            Self::SetIntent(_) => Method::SetIntent,
            Self::UpdatePermissions(_) => Method::UpdatePermissions,
            Self::ListApprovals(_) => Method::ListApprovals,
            Self::ShowApproval(_) => Method::ShowApproval,
            Self::AnswerApproval(_) => Method::AnswerApproval,
            Self::SubscribeApprovals(_) => Method::SubscribeApprovals,
            Self::Shutdown(_) => Method::Shutdown,
        }
    }

    pub(super) fn read(method: Method, params: Option<&RawValue>) -> Result<Self, RpcError> {
        let read = ParamsReader { method, params };
        Ok(match method {
            Method::Initialize => Self::Initialize(read.params()?),
            Method::Execute => Self::Execute(read.event()?),
            Method::Observe => Self::Observe(read.event()?),
            Method::Explain => Self::Explain(read.event()?),
            Method::Has => Self::Has(read.params()?),
            Method::List => Self::List(read.params()?),
            Method::Authorize => Self::Authorize(read.tool_call()?),
            Method::StartSession => Self::StartSession(read.params()?),
            Method::EndSession => Self::EndSession(read.params()?),
            Method::AddHook => Self::AddHook(read.params()?),
            Method::RemoveHook => Self::RemoveHook(read.params()?),
            Method::SessionEnv => Self::SessionEnv(read.params()?),
            Method::SetIntent => Self::SetIntent(read.params()?),
            Method::UpdatePermissions => Self::UpdatePermissions(read.params()?),
            Method::ListApprovals => Self::ListApprovals(read.params()?),
            Method::ShowApproval => Self::ShowApproval(read.params()?),
            Method::AnswerApproval => Self::AnswerApproval(read.params()?),
            Method::SubscribeApprovals => Self::SubscribeApprovals(read.params()?),
            Method::Shutdown => Self::Shutdown(read.params()?),
            Method::Reload => {
                let NoParams {} = read.params()?;
                Self::Reload
            }
            Method::Cancel => {
                let message = "`$/cancel` must be a notification, without an `id`";
                return Err(RpcError::new(RpcErrorCode::InvalidRequest, message));
            }
        })
    }
}

/// Reads the params of `$/cancel`.
pub(super) fn cancelled(params: Option<&RawValue>) -> Result<CancelParams, RpcError> {
    let method = Method::Cancel;
    ParamsReader { method, params }.params()
}

struct ParamsReader<'a> {
    method: Method,
    params: Option<&'a RawValue>,
}

impl<'a> ParamsReader<'a> {
    fn params<T: Deserialize<'a>>(&self) -> Result<T, RpcError> {
        let text = self.params.map_or("{}", RawValue::get);
        // Serde would also read a list, by position.
        if !text.starts_with('{') {
            return Err(self.wrong("they must be an object"));
        }
        serde_json::from_str(text).map_err(|error| {
            let words = error.to_string();
            // The params have no lines that the client could look up.
            let end = words.rfind(" at line ").unwrap_or(words.len());
            self.wrong(&words[..end])
        })
    }

    fn wrong(&self, why: &str) -> RpcError {
        RpcError::params(format!("invalid params of `{}`: {why}", self.method.name()))
    }

    fn fields(&self, input: &RawValue) -> Result<Fields, RpcError> {
        Fields::parse(input.get()).map_err(|error| self.wrong(&error.to_string()))
    }

    fn event(&self) -> Result<EventCall, RpcError> {
        let params: EventParams<'a> = self.params()?;
        Ok(EventCall {
            fields: self.fields(params.input)?,
            event: params.event.map(Into::into),
            session_id: params.session_id.map(Into::into),
            wait: params.wait,
            native: params.native,
            conversation: params.conversation.map(conversation_of),
        })
    }

    /// Reads a tool call: the input of a PreToolUse.
    fn tool_call(&self) -> Result<EventCall, RpcError> {
        let params: AuthorizeParams<'a> = self.params()?;
        Ok(EventCall {
            fields: self.fields(params.input)?,
            event: Some(TOOL_CALL.to_owned()),
            session_id: params.session_id.map(Into::into),
            wait: false,
            native: false,
            conversation: params.conversation.map(conversation_of),
        })
    }
}

fn conversation_of(messages: Vec<MessageParams>) -> Conversation {
    let messages = messages.into_iter();
    Conversation::new(messages.map(|message| ConversationMessage::new(message.role, message.text)))
}

/// The event whose input describes a tool call.
const TOOL_CALL: &str = "PreToolUse";
