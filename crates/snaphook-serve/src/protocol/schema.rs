//! The params and result of every method, for the JSON Schema of the protocol.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use snaphook::ReloadReport;
use snaphook::permission::Decision;

use super::{
    APPROVAL_ANSWERED, APPROVAL_PENDING, APPROVAL_REQUEST, APPROVAL_SETTLED, AddHookParams,
    AddHookResult, AnswerApprovalParams, ApprovalAnsweredParams, ApprovalParams, ApprovalResult,
    ApprovalResultParams, ApprovalsResult, AuthorizeParams, CANCEL, CancelParams, Direction,
    EmptyResult, EndParams, EndResult, EventParams, ExecuteResult, ExplainResult, FUNCTION_CALL,
    FunctionCallParams, FunctionCallResult, FunctionDefinition, HasParams, HasResult, Id,
    InitializeParams, InitializeResult, ListApprovalsParams, ListParams, ListResult, Method,
    NOTICE, NoParams, NoticeParams, PROGRESS, ProgressParams, RemoveHookParams, RemoveHookResult,
    RpcError, SETTINGS_CHANGED, STATUS, ServerCancelParams, SessionEnvParams, SessionEnvResult,
    SetIntentParams, ShowApprovalParams, ShutdownParams, StartParams, StartResult, StatusParams,
    SubscribeApprovalsParams, UpdatePermissionsParams,
};

/// One method.
#[derive(Debug)]
pub struct MethodSchema {
    /// Its name.
    pub name: &'static str,
    /// Who sends it.
    pub direction: Direction,
    /// Its params.
    pub params: Schema,
    /// Its result; `None` for a notification.
    pub result: Option<Schema>,
}

/// Makes the schemas of all methods. `reads` generates what the server reads,
/// `writes` what it writes.
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
            of::<FunctionCallParams<'_>>(writes),
            Some(of::<FunctionCallResult>(reads)),
        ),
        (
            APPROVAL_REQUEST,
            of::<ApprovalParams<'_>>(writes),
            Some(of::<ApprovalResult>(reads)),
        ),
        (
            APPROVAL_ANSWERED,
            of::<ApprovalAnsweredParams<'_>>(writes),
            None,
        ),
        (APPROVAL_PENDING, of::<ApprovalResultParams>(writes), None),
        (APPROVAL_SETTLED, of::<ApprovalResultParams>(writes), None),
        (CANCEL, of::<ServerCancelParams>(writes), None),
        (NOTICE, of::<NoticeParams>(writes), None),
        (STATUS, of::<StatusParams<'_>>(writes), None),
        (PROGRESS, of::<ProgressParams>(writes), None),
        (SETTINGS_CHANGED, of::<ReloadReport>(writes), None),
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
        Method::Observe => (
            of::<EventParams<'_>>(reads),
            Some(of::<EmptyResult>(writes)),
        ),
        Method::Has => (of::<HasParams>(reads), Some(of::<HasResult>(writes))),
        Method::Explain => (
            of::<EventParams<'_>>(reads),
            Some(of::<ExplainResult>(writes)),
        ),
        Method::List => (of::<ListParams>(reads), Some(of::<ListResult>(writes))),
        Method::Reload => (of::<NoParams>(reads), Some(of::<ReloadReport>(writes))),
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
        Method::SessionEnv => (
            of::<SessionEnvParams>(reads),
            Some(of::<SessionEnvResult>(writes)),
        ),
        Method::SetIntent => (
            of::<SetIntentParams>(reads),
            Some(of::<EmptyResult>(writes)),
        ),
        Method::UpdatePermissions => (
            of::<UpdatePermissionsParams>(reads),
            Some(of::<EmptyResult>(writes)),
        ),
        Method::ListApprovals => (
            of::<ListApprovalsParams>(reads),
            Some(of::<ApprovalsResult>(writes)),
        ),
        Method::ShowApproval => (
            of::<ShowApprovalParams>(reads),
            Some(of::<ApprovalResultParams>(writes)),
        ),
        Method::AnswerApproval => (
            of::<AnswerApprovalParams>(reads),
            Some(of::<ApprovalResultParams>(writes)),
        ),
        Method::SubscribeApprovals => (
            of::<SubscribeApprovalsParams>(reads),
            Some(of::<ApprovalsResult>(writes)),
        ),
        Method::Cancel => (of::<CancelParams>(reads), None),
        Method::Shutdown => (of::<ShutdownParams>(reads), Some(of::<EmptyResult>(writes))),
    }
}

/// The schemas that messages share: id, error and function.
pub fn shared(reads: &mut SchemaGenerator) -> [Schema; 3] {
    [
        of::<Id>(reads),
        of::<RpcError>(reads),
        of::<FunctionDefinition>(reads),
    ]
}

fn of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}
