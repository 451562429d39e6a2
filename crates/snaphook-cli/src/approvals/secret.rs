//! Reads the secrets of notifiers: from a variable, or from a file that only its owner can
//! read.

use std::path::{Path, PathBuf};

/// Reads `env:NAME` or `file:PATH`. The error is for people.
pub(super) fn read(place: &str) -> Result<String, String> {
    match place.split_once(':') {
        Some(("env", name)) => {
            std::env::var(name).map_err(|_| format!("the variable {name} is not set"))
        }
        Some(("file", path)) => read_file(&in_home(path)?),
        _ => Err("it must be `env:NAME` or `file:PATH`".to_owned()),
    }
}

fn in_home(path: &str) -> Result<PathBuf, String> {
    match path.strip_prefix("~/") {
        None => Ok(PathBuf::from(path)),
        Some(rest) => {
            let home = std::env::home_dir().ok_or("there is no home folder")?;
            Ok(home.join(rest))
        }
    }
}

fn read_file(path: &Path) -> Result<String, String> {
    let shown = path.display();
    let failed = |error: std::io::Error| format!("{shown}: {error}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(path)
            .map_err(failed)?
            .permissions()
            .mode();
        if mode & 0o077 != 0 {
            return Err(format!(
                "{shown}: other users can read it; run `chmod 600 {shown}`"
            ));
        }
    }
    std::fs::read_to_string(path).map_err(failed)
}
