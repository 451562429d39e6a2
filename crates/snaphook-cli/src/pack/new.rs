//! `pack new`: writes a pack to begin with.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use snaphook_packs::check_pack_name;

use super::args::NewArgs;
use super::skeleton;
use crate::error::CommandError;
use crate::show::style;

pub(super) fn new(args: &NewArgs) -> Result<ExitCode, CommandError> {
    check_pack_name(&args.name).map_err(|error| {
        CommandError::new(error.to_string())
            .help("choose another name")
            .usage()
    })?;
    let folder = args
        .dir
        .clone()
        .unwrap_or_else(|| PathBuf::from(&args.name));
    let files = skeleton::files(&args.name);
    for (path, _) in &files {
        let path = folder.join(path);
        if path.symlink_metadata().is_ok() {
            let path = style::one_line(&path.display().to_string());
            return Err(CommandError::new(format!("{path} is there already"))
                .help("nothing was written; name another folder"));
        }
    }
    for (path, text) in &files {
        write(&folder.join(path), text).map_err(|error| {
            CommandError::new(format!("{}: {error}", folder.join(path).display()))
        })?;
        crate::say!(
            "wrote {}",
            style::one_line(&folder.join(path).display().to_string())
        );
    }
    let shown = match folder.has_root() || folder.starts_with("..") {
        true => folder.display().to_string(),
        false => format!("./{}", folder.display()),
    };
    let shown = style::one_line(&shown);
    crate::say!("\nnext: `snaphook pack test {shown}`, then `snaphook pack add {shown}`");
    Ok(ExitCode::SUCCESS)
}

fn write(path: &Path, text: &str) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::write(path, text)?;
    match text.starts_with("#!") {
        true => crate::os::make_executable(path),
        false => Ok(()),
    }
}
