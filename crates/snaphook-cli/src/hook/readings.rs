//! What an event is fired as: the call in canonical words, and its further readings.

use std::path::Path;

use snaphook::Input;
use snaphook::input::Fields;
use snaphook_agents::{DecodedInput, ToolMatch};

use super::failure::BridgeFailure;
use crate::world;

/// The inputs to fire. A tool that the agent's table does not have is shown once more
/// without a name, on which every guard of the event runs.
pub(super) fn canonical_inputs(decoded: &mut DecodedInput) -> Result<Vec<Input>, BridgeFailure> {
    let mut all = std::mem::take(&mut decoded.inputs);
    if matches!(decoded.tool, ToolMatch::Unknown) {
        let mut nameless = all[0].clone();
        nameless.remove("tool_name");
        all.push(nameless);
    }
    // The folder of the process counts only where the input has none.
    let cwd = world::folder(None).unwrap_or_else(|_| Path::new("/").to_owned());
    let as_input = |mut fields: Fields| {
        world::fill_common(&mut fields, &cwd)?;
        Input::from_fields(fields)
    };
    let inputs: Result<Vec<_>, _> = all.into_iter().map(as_input).collect();
    inputs.map_err(|error| BridgeFailure::new(error.to_string()))
}
