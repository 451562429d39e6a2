//! What every method takes and gives, for the JSON Schema of the protocol.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use snaphook::Reloaded;
use snaphook::permission::Decision;

use super::{
    APPROVAL_REQUEST, AddHookParams, AddHookResult, ApprovalParams, ApprovalResult,
    AuthorizeParams, CANCEL, CallParams, CallResult, CancelParams, CancelledParams, Direction,
    Done, EndParams, EndResult, EventParams, ExecuteResult, ExplainResult, FUNCTION_CALL,
    FunctionDef, HasParams, HasResult, Id, InitializeParams, InitializeResult, ListParams,
    ListResult, Method, NOTICE, NoParams, NoticeParams, RemoveHookParams, RemoveHookResult,
    RpcError, SETTINGS_CHANGED, STATUS, ShutdownParams, StartParams, StartResult, StatusParams,
};

/// One method.
#[derive(Debug)]
pub struct MethodSchema {
    /// Its name.
    pub name: &'static str,
    /// Who says it.
    pub direction: Direction,
    /// What it takes.
    pub params: Schema,
    /// What it gives; nothing for what is only a notification.
    pub result: Option<Schema>,
}

/// Makes the schemas of all methods: by one generator of what the server reads,
/// by the other of what it writes.
pub fn methods(reads: &mut SchemaGenerator, writes: &mut SchemaGenerator) -> Vec<MethodSchema> {
    let mut all: Vec<_> = Method::ALL
        .into_iter()
        .map(|method| {
            let (params, result) = of_server(method, reads, writes);
            MethodSchema {
                name: method.name(),
                direction: Direction::ToServer,
                params,
                result,
            }
        })
        .collect();
    let asked = [
        (
            FUNCTION_CALL,
            of::<CallParams<'_>>(writes),
            Some(of::<CallResult>(reads)),
        ),
        (
            APPROVAL_REQUEST,
            of::<ApprovalParams<'_>>(writes),
            Some(of::<ApprovalResult>(reads)),
        ),
        (CANCEL, of::<CancelledParams>(writes), None),
        (NOTICE, of::<NoticeParams>(writes), None),
        (STATUS, of::<StatusParams<'_>>(writes), None),
        (SETTINGS_CHANGED, of::<Reloaded>(writes), None),
    ];
    all.extend(asked.map(|(name, params, result)| MethodSchema {
        name,
        direction: Direction::ToClient,
        params,
        result,
    }));
    all
}

fn of_server(
    method: Method,
    reads: &mut SchemaGenerator,
    writes: &mut SchemaGenerator,
) -> (Schema, Option<Schema>) {
    match method {
        Method::Initialize => (
            of::<InitializeParams>(reads),
            Some(of::<InitializeResult>(writes)),
        ),
        Method::Execute => (
            of::<EventParams<'_>>(reads),
            Some(of::<ExecuteResult>(writes)),
        ),
        Method::Observe => (of::<EventParams<'_>>(reads), Some(of::<Done>(writes))),
        Method::Has => (of::<HasParams>(reads), Some(of::<HasResult>(writes))),
        Method::Explain => (
            of::<EventParams<'_>>(reads),
            Some(of::<ExplainResult>(writes)),
        ),
        Method::List => (of::<ListParams>(reads), Some(of::<ListResult>(writes))),
        Method::Reload => (of::<NoParams>(reads), Some(of::<Reloaded>(writes))),
        Method::Authorize => (
            of::<AuthorizeParams<'_>>(reads),
            Some(of::<Decision>(writes)),
        ),
        Method::StartSession => (of::<StartParams>(reads), Some(of::<StartResult>(writes))),
        Method::EndSession => (of::<EndParams>(reads), Some(of::<EndResult>(writes))),
        Method::AddHook => (
            of::<AddHookParams>(reads),
            Some(of::<AddHookResult>(writes)),
        ),
        Method::RemoveHook => (
            of::<RemoveHookParams>(reads),
            Some(of::<RemoveHookResult>(writes)),
        ),
        Method::Cancel => (of::<CancelParams>(reads), None),
        Method::Shutdown => (of::<ShutdownParams>(reads), Some(of::<Done>(writes))),
    }
}

/// The schemas of what messages share: an id, an error, a function.
pub fn shared(reads: &mut SchemaGenerator) -> [Schema; 3] {
    [
        of::<Id>(reads),
        of::<RpcError>(reads),
        of::<FunctionDef>(reads),
    ]
}

fn of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}
