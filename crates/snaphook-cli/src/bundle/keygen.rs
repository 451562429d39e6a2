//! Makes a key pair: the private key in a file for its owner only, the public key as
//! settings have it.

use std::io::{ErrorKind, Write};

use snaphook_bundle::SigningKeyFile;

use super::args::KeygenArgs;
use super::build::id_of;
use crate::error::CommandError;

pub(super) fn keygen(args: &KeygenArgs) -> Result<(), CommandError> {
    let file = &args.file;
    let id = id_of(file);
    let failed = |error: std::io::Error| {
        let help = match error.kind() {
            ErrorKind::AlreadyExists => "choose another name: a key that signs is never replaced",
            _ => "name a file in a folder that you may write to",
        };
        CommandError::new(format!("failed to write {}: {error}", file.display())).help(help)
    };
    let key =
        SigningKeyFile::generate(&id).map_err(|error| CommandError::new(error.to_string()))?;
    let folder = file
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(std::path::Path::new("."));
    // A file of its own that only its owner may read, from its first byte on.
    let mut new = tempfile::NamedTempFile::new_in(folder).map_err(failed)?;
    new.write_all(key.to_pem().as_bytes()).map_err(failed)?;
    new.as_file().sync_all().map_err(failed)?;
    new.persist_noclobber(file)
        .map_err(|error| failed(error.error))?;
    crate::tell!(
        "wrote the private key to {}; keep it secret",
        file.display()
    );
    crate::tell!("add the public key to `policySource.keys` of the machines:");
    let entry = serde_json::json!({ id: key.public().to_string() });
    crate::say!("{entry}");
    Ok(())
}
