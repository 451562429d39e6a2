//! Says in words what another bundle changes.

use std::path::Path;

use snaphook_bundle::{PolicyBundle, compare_bundles};

use super::args::DiffArgs;
use super::command::{invalid, read};
use crate::error::CommandError;
use crate::show;

pub(super) fn diff(args: &DiffArgs) -> Result<(), CommandError> {
    let keys = match args.unverified {
        true => None,
        false => Some(args.keys.keys()?),
    };
    let bundle = |file: &Path| {
        let archive = read(file)?;
        let bundle = match &keys {
            Some(keys) => PolicyBundle::verify(&archive, keys),
            None => PolicyBundle::read_unverified(&archive),
        };
        bundle.map_err(|error| invalid(file, &error))
    };
    let (old, new) = (bundle(&args.old)?, bundle(&args.new)?);
    let lines = compare_bundles(&old, &new, &snaphook::kinds())
        .map_err(|error| invalid(&args.new, &error))?;
    if args.json {
        return show::json(&lines);
    }
    if lines.is_empty() {
        crate::say!("no difference");
    }
    for line in lines {
        crate::say!("{}", show::style::one_line(&line));
    }
    Ok(())
}
