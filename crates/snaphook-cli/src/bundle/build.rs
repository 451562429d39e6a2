//! Packs a folder and signs it.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use snaphook_bundle::{
    BundleBuilder, BundleMode, BundleSigner, PolicyMetadata, Rollout, SigningKeyFile,
};
use snaphook_files::{Access, replace};

use super::args::BuildArgs;
use super::command::invalid;
use super::keys::pairs;
use super::ssh::SshSigner;
use crate::error::CommandError;

pub(super) fn build(args: &BuildArgs) -> Result<(), CommandError> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let sequence = args
        .sequence
        .unwrap_or_else(|| now.map_or(1, |now| now.as_secs()));
    let revision = args
        .revision
        .clone()
        .unwrap_or_else(|| sequence.to_string());
    let metadata = PolicyMetadata {
        sequence,
        mode: match args.observe {
            true => BundleMode::Observe,
            false => BundleMode::Enforce,
        },
        rollout: Rollout {
            labels: pairs("--label", &args.label)?,
            percent: args.percent,
        },
        expires: args.expires.clone(),
    };
    let signer = signer(args)?;
    let builder = BundleBuilder::new(&revision, metadata);
    let archive = builder
        .build(&args.dir, &snaphook::kinds(), &*signer)
        .map_err(|error| invalid(&args.dir, &error))?;
    replace(&args.output, &archive, Access::Usual).map_err(|error| {
        CommandError::new(format!(
            "failed to write {}: {error}",
            args.output.display()
        ))
        .help("name a file in a folder that you may write to")
    })?;
    crate::say!(
        "{}: revision `{revision}`, sequence {sequence}, {} bytes",
        args.output.display(),
        archive.len()
    );
    Ok(())
}

fn signer(args: &BuildArgs) -> Result<Box<dyn BundleSigner>, CommandError> {
    let Some(file) = &args.key else {
        let key = args.ssh_key.clone().unwrap_or_default();
        return Ok(Box::new(SshSigner::new(key)));
    };
    let text = std::fs::read_to_string(file).map_err(|error| {
        CommandError::new(format!("failed to read {}: {error}", file.display()))
            .help("name a key that `snaphook bundle keygen` wrote")
    })?;
    let id = args.key_id.clone().unwrap_or_else(|| id_of(file));
    let key = SigningKeyFile::read(&id, &text).map_err(|error| invalid(file, &error))?;
    Ok(Box::new(key))
}

/// The id of the key in a file, unless another one is named: the file's name.
pub(super) fn id_of(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}
