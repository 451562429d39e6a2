//! `log`: a JSON line per event, added to a file. The same record as the
//! gate's hook of this name writes.

use std::path::Path;

use snaphook_exec::BuiltinCall;

use super::error::ShippedError;
use crate::gate::{CallRecord, LogFile};

pub(super) async fn run(call: BuiltinCall) -> Result<(), ShippedError> {
    let [file] = &*call.args else {
        return Err(ShippedError::NoLogFile);
    };
    let base = call.surroundings.project_dir.as_deref();
    let file = base.unwrap_or(Path::new("")).join(file);
    LogFile::new(&file)
        .append(&CallRecord::of_input(&call.input))
        .map_err(|source| ShippedError::LogFile { file, source })
}
