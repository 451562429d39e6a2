//! The protocol of `snaphook serve`: every message that either side may send.

use serde_json::{Map, Value, json};
use snaphook_serve::protocol::Direction;
use snaphook_serve::protocol::schema::{MethodSchema, methods, shared};

use crate::derived::{generator, reader};
use crate::document::document;
use crate::json::{Schema, schema};
use crate::outcome::describe_updates;
use crate::output::{PERMISSION_UPDATE, permission_update};

const ABOUT: &str = "JSON-RPC 2.0 between `snaphook serve` and its clients. `ClientMessage` and \
    `ServerMessage` are what either side sends; `x-methods` has every method with its params and \
    its result. Either side must ignore keys that it does not know.";

/// The schema of the protocol of `snaphook serve`.
#[must_use]
pub fn serve() -> Value {
    let (mut reads, mut writes) = (reader(), generator());
    let all = methods(&mut reads, &mut writes);
    shared(&mut reads);
    let mut parts = reads.take_definitions(true);
    parts.extend(writes.take_definitions(true));
    if let Some(Value::Object(outcome)) = parts.get_mut("Outcome") {
        describe_updates(outcome);
    }
    parts.insert(PERMISSION_UPDATE.to_owned(), permission_update());
    parts.insert("Response".to_owned(), response());
    for (name, direction) in [
        ("ClientMessage", Direction::ToServer),
        ("ServerMessage", Direction::ToClient),
    ] {
        let of_side = all.iter().filter(|method| method.direction == direction);
        let mut messages: Vec<Value> = of_side.map(message).collect();
        messages.push(part("Response"));
        parts.insert(name.to_owned(), json!({ "anyOf": messages }));
    }
    parts.sort_keys();
    document(
        &["serve"],
        "Protocol of snaphook serve",
        ABOUT,
        schema(json!({
            "anyOf": [part("ClientMessage"), part("ServerMessage")],
            "x-methods": table(&all),
            "$defs": parts,
        })),
    )
}

fn part(name: &str) -> Value {
    json!({"$ref": format!("#/$defs/{name}")})
}

/// A request or a notification.
fn message(method: &MethodSchema) -> Value {
    let mut properties = schema(json!({
        "jsonrpc": {"const": "2.0"},
        "method": {"const": method.name},
        "params": method.params,
    }));
    let mut required = vec!["jsonrpc", "method"];
    // A client may send any request as a notification; the server does not.
    if method.result.is_some() {
        let id = match method.direction {
            Direction::ToServer => part("Id"),
            Direction::ToClient => json!({"type": "integer"}),
        };
        properties.insert("id".to_owned(), id);
    }
    if method.direction == Direction::ToClient {
        required.push("params");
        if method.result.is_some() {
            required.push("id");
        }
    }
    let mut message = schema(json!({
        "title": method.name,
        "type": "object",
        "properties": properties,
        "required": required,
    }));
    if method.result.is_none() {
        message.insert("not".to_owned(), json!({"required": ["id"]}));
    }
    Value::Object(message)
}

fn response() -> Value {
    json!({
        "description": "The answer to a request. The `id` of an error is null where the request could not be read.",
        "type": "object",
        "properties": {
            "jsonrpc": {"const": "2.0"},
            "id": {"anyOf": [part("Id"), {"type": "null"}]},
            "result": true,
            "error": part("RpcError"),
        },
        "required": ["jsonrpc", "id"],
        "oneOf": [{"required": ["result"]}, {"required": ["error"]}],
        "not": {"required": ["method"]},
    })
}

/// Every method, and who says it. `$/cancel` is said by both.
fn table(all: &[MethodSchema]) -> Schema {
    let side = |direction| {
        let of_side = all
            .iter()
            .filter(move |method| method.direction == direction);
        let rows = of_side.map(|method| {
            let mut row = schema(json!({ "params": method.params }));
            if let Some(result) = &method.result {
                row.insert("result".to_owned(), json!(result));
            }
            (method.name.to_owned(), Value::Object(row))
        });
        Value::Object(rows.collect::<Map<_, _>>())
    };
    schema(json!({
        "clientToServer": side(Direction::ToServer),
        "serverToClient": side(Direction::ToClient),
    }))
}
