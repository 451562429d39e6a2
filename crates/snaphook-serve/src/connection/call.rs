//! A request that was read whole: its method, and params that fit.

use serde::Deserialize;
use serde_json::value::RawValue;
use snaphook::input::Fields;

use crate::protocol::{
    AddHookParams, AuthorizeParams, CancelParams, Code, EndParams, EventParams, HasParams,
    InitializeParams, ListParams, Method, NoParams, RemoveHookParams, RpcError, ShutdownParams,
    StartParams,
};

/// What a client asks.
#[derive(Debug)]
pub(super) enum Call {
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
    Shutdown(ShutdownParams),
}

/// An event that a client fires.
#[derive(Debug)]
pub(super) struct EventCall {
    pub(super) fields: Fields,
    pub(super) event: Option<String>,
    pub(super) session_id: Option<String>,
    pub(super) wait: bool,
    pub(super) native: bool,
}

impl Call {
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
            Self::Shutdown(_) => Method::Shutdown,
        }
    }

    pub(super) fn read(method: Method, params: Option<&RawValue>) -> Result<Self, RpcError> {
        let read = Reader { method, params };
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
            Method::Shutdown => Self::Shutdown(read.params()?),
            Method::Reload => {
                let NoParams {} = read.params()?;
                Self::Reload
            }
            Method::Cancel => {
                let message = "`$/cancel` is a notification: it has no `id` of its own";
                return Err(RpcError::new(Code::InvalidRequest, message));
            }
        })
    }
}

/// The params of `$/cancel`.
pub(super) fn cancelled(params: Option<&RawValue>) -> Result<CancelParams, RpcError> {
    let method = Method::Cancel;
    Reader { method, params }.params()
}

struct Reader<'a> {
    method: Method,
    params: Option<&'a RawValue>,
}

impl<'a> Reader<'a> {
    fn params<T: Deserialize<'a>>(&self) -> Result<T, RpcError> {
        let text = self.params.map_or("{}", RawValue::get);
        // A list would be read, too, by position.
        if !text.starts_with('{') {
            return Err(self.wrong("they must be an object"));
        }
        serde_json::from_str(text).map_err(|error| {
            let words = error.to_string();
            // They have no lines that anybody could look up.
            let end = words.rfind(" at line ").unwrap_or(words.len());
            self.wrong(&words[..end])
        })
    }

    fn wrong(&self, why: &str) -> RpcError {
        RpcError::params(format!("the params of `{}`: {why}", self.method.name()))
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
        })
    }

    /// A tool call is an event that has yet to happen.
    fn tool_call(&self) -> Result<EventCall, RpcError> {
        let params: AuthorizeParams<'a> = self.params()?;
        Ok(EventCall {
            fields: self.fields(params.input)?,
            event: Some(TOOL_CALL.to_owned()),
            session_id: params.session_id.map(Into::into),
            wait: false,
            native: false,
        })
    }
}

/// The event on which tool calls are decided about.
const TOOL_CALL: &str = "PreToolUse";
