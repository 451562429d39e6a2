//! Reading a configuration of another program: a plain file of text, of a size that a
//! person could have written.

use std::fs;
use std::io::Read;
use std::path::Path;

use snaphook_files::{is_missing, open_to_read, real_path};

use crate::error::InstallError;

/// Configurations that are larger are left alone.
const MOST_BYTES: u64 = 16 * 1024 * 1024;

/// The text of a file; `None` if it is not there.
pub(crate) fn read_text(path: &Path) -> Result<Option<String>, InstallError> {
    let failed = |error| InstallError::io("read", path, error);
    let real = real_path(path).map_err(failed)?;
    match fs::metadata(&real) {
        Err(error) if is_missing(&error) => return Ok(None),
        Err(error) => return Err(failed(error)),
        Ok(_) => {}
    }
    let unusable = |what| InstallError::Unusable {
        file: path.to_owned(),
        what,
    };
    let file = open_to_read(&real).map_err(failed)?;
    if !file.metadata().map_err(failed)?.is_file() {
        return Err(unusable("not a plain file"));
    }
    let mut bytes = Vec::new();
    let mut limited = file.take(MOST_BYTES + 1);
    limited.read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(InstallError::TooLarge {
            file: path.to_owned(),
            most: MOST_BYTES,
        });
    }
    let text = String::from_utf8(bytes).map_err(|_| unusable("not UTF-8 text"))?;
    Ok(Some(text))
}
