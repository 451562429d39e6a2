//! Writes the files of a template and runs its test.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::args::{InitArgs, TestArgs};
use crate::error::CommandError;
use crate::show::style;
use crate::{test, world};

pub(crate) async fn init(args: InitArgs) -> Result<ExitCode, CommandError> {
    // Settings belong to the project's root: that is where `fire` looks for
    // the script.
    let folder = match &args.dir {
        Some(dir) => world::folder(Some(dir))?,
        None => world::project_root(&world::folder(None)?),
    };
    let files = args.template.files();
    let there: Vec<_> = files
        .iter()
        .map(|(name, ..)| *name)
        .filter(|name| folder.join(name).symlink_metadata().is_ok())
        .collect();
    if !there.is_empty() {
        return Err(CommandError::new(format!(
            "refusing to overwrite {}; nothing was written",
            there.join(", ")
        ))
        .help("move the files away, or name another folder"));
    }
    for (name, text, script) in files {
        // With the separators of the system.
        let file: PathBuf = folder.join(name).components().collect();
        write(&file, text, *script)?;
        crate::say!("wrote {}", file.display());
    }
    crate::say!();
    let ran = test::test(TestArgs::of(vec![folder.join(".snaphook")])).await?;
    let dim = style::DIM;
    crate::say!("\n{dim}Trust this project's hooks, then see the guard deny a call:{dim:#}");
    if args.dir.is_some() {
        crate::say!("  cd {}", folder.display());
    }
    crate::say!(
        "  snaphook trust\n  snaphook fire PreToolUse --tool Bash --tool-input '{{\"command\": \"{}\"}}'",
        args.template.denied()
    );
    crate::say!(
        "{dim}Then change {}, add a case to the test beside it, and run{dim:#}\n  snaphook test",
        args.template.guard()
    );
    Ok(ran)
}

fn write(file: &Path, text: &str, script: bool) -> Result<(), CommandError> {
    let failed = |path: PathBuf, error: std::io::Error| {
        CommandError::new(format!("failed to write {}: {error}", path.display()))
            .help("name a folder that you can write to: `snaphook init DIR`")
    };
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder).map_err(|error| failed(folder.to_owned(), error))?;
    }
    std::fs::write(file, text).map_err(|error| failed(file.to_owned(), error))?;
    if script {
        crate::os::make_executable(file).map_err(|error| failed(file.to_owned(), error))?;
    }
    Ok(())
}
