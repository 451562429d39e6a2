//! Verifies a bundle, and says what is in it.

use serde_json::json;
use snaphook_bundle::PolicyBundle;

use super::args::VerifyArgs;
use super::command::{invalid, read};
use crate::error::CommandError;
use crate::show;

pub(super) fn verify(args: &VerifyArgs) -> Result<(), CommandError> {
    let keys = args.keys.keys()?;
    let archive = read(&args.file)?;
    let verified = PolicyBundle::verify(&archive, &keys).and_then(|bundle| {
        bundle.read_settings(&snaphook::kinds())?;
        Ok(bundle)
    });
    let bundle = verified.map_err(|error| invalid(&args.file, &error))?;
    let manifest = bundle.manifest();
    let policy = &manifest.metadata.snaphook;
    let files: Vec<&str> = bundle.own_files().map(|(name, _)| name).collect();
    if args.json {
        return show::json(&json!({
            "revision": manifest.revision,
            "metadata": policy,
            "key": bundle.key(),
            "digest": bundle.digest(),
            "files": files,
        }));
    }
    crate::say!(
        "{}: signed by `{}`, revision `{}`, sequence {}",
        args.file.display(),
        bundle.key(),
        manifest.revision,
        policy.sequence
    );
    crate::say!("sha256 {}", bundle.digest());
    for name in files {
        crate::say!("  {name}");
    }
    Ok(())
}
