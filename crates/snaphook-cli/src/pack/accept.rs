//! Whether a pack is accepted: by the settings, by its signature, and by the person.

use std::io::{BufRead, IsTerminal, Write};

use snaphook_packs::{LockedPack, TreeDigest};

use super::args::AgreeArgs;
use super::fetch::FetchedPack;
use super::place::PackWorld;
use crate::error::CommandError;
use crate::show::style;

/// What settings of the user and the organisation say.
pub(super) fn check_policies(world: &PackWorld, pack: &FetchedPack) -> Result<(), CommandError> {
    let tree = pack.tree.digest();
    for policy in world.policies()? {
        let (source, signer) = (pack.spec.source.as_str(), pack.signer.as_deref());
        policy.check(&pack.name, source, &tree, signer).map_err(|error| {
            let name = &pack.name;
            CommandError::new(format!("the pack `{name}` is not accepted: {error}"))
                .help("nothing was changed; who manages these settings decides which packs are accepted")
        })?;
    }
    Ok(())
}

/// A pack that was signed by somebody must be signed by them again.
pub(super) fn check_signer(before: &LockedPack, pack: &FetchedPack) -> Result<(), CommandError> {
    let Some(known) = &before.signer else {
        return Ok(());
    };
    if pack.signer.as_ref() == Some(known) {
        return Ok(());
    }
    let known = style::one_line(known);
    let now = match &pack.signer {
        Some(signer) => format!("now it is signed by {signer}"),
        None => "now it is not signed".to_owned(),
    };
    Err(CommandError::new(format!(
        "the signer of the pack `{}` has changed: it was signed by {known}, {now}",
        before.name
    ))
    .help("nothing was changed; ask its author. To accept the new signer, remove the pack and add it again"))
}

/// Whether the person agrees to this content: by its digest, or by an answer.
pub(super) fn is_agreed(
    args: &AgreeArgs,
    tree: &TreeDigest,
    question: &str,
) -> Result<bool, CommandError> {
    if let Some(wanted) = &args.digest {
        let wanted: TreeDigest =
            wanted
                .parse()
                .map_err(|error: snaphook_packs::TreeDigestError| {
                    CommandError::new(error.to_string()).usage()
                })?;
        if wanted != *tree {
            return Err(
                CommandError::new(format!("the pack has the digest {tree}, not {wanted}")).help(
                    "nothing was changed; look at what is different before you name the new digest",
                ),
            );
        }
        if args.yes {
            return Ok(true);
        }
    }
    let stdin = std::io::stdin();
    if !stdin.is_terminal() {
        return Err(CommandError::new(
            "nothing was changed: stdin is not a terminal, so no question can be asked",
        )
        .help(format!(
            "run it at a terminal, or after you have read the above: --yes --digest {tree}"
        )));
    }
    let mut stderr = anstream::stderr();
    let _ = write!(stderr, "{} [y/N] ", style::one_line(question));
    let _ = stderr.flush();
    let mut answer = String::new();
    stdin
        .lock()
        .read_line(&mut answer)
        .map_err(|error| CommandError::new(format!("failed to read the answer: {error}")))?;
    let answer = answer.trim().to_lowercase();
    Ok(answer == "y" || answer == "yes")
}
