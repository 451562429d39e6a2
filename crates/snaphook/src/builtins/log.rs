//! `log`: a JSON line per event, added to a file. The same record as the
//! gate's hook of this name writes.

use std::path::Path;

use snaphook_exec::BuiltinCall;

use crate::gate::{LogFile, LogRecord};

pub(super) async fn run(call: BuiltinCall) -> Result<(), String> {
    let [file] = &*call.args else {
        return Err("`log` needs one argument: the file to add lines to".to_owned());
    };
    let base = call.surroundings.project_dir.as_deref();
    let file = base.unwrap_or(Path::new("")).join(file);
    LogFile::new(&file)
        .append(&LogRecord::of_input(&call.input))
        .map_err(|error| format!("cannot write to {}: {error}", file.display()))
}
