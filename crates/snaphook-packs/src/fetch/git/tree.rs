//! The files of a commit, read out of Git's objects: their bytes as they were committed,
//! without line-ending conversion, filters or a work tree.

use super::fetch::FetchedRepository;
use crate::fetch::FetchError;
use crate::tree::{EntryMode, MOST_FILES, TreeContent, TreeError};

/// A line of `git ls-tree`.
struct Listed {
    mode: EntryMode,
    object: String,
    size: u64,
    path: String,
}

impl FetchedRepository {
    /// All files of the commit, or those of one of its folders.
    ///
    /// # Errors
    /// When there is no such folder, or something in it is refused.
    pub fn read(&self, folder: Option<&str>) -> Result<TreeContent, FetchError> {
        let tree = match folder {
            None => format!("{}^{{tree}}", self.commit),
            Some(folder) => format!("{}:{folder}", self.commit),
        };
        if let Some(folder) = folder {
            let kind = self.git("cat-file", &["cat-file", "-t", &tree]);
            if !kind.is_ok_and(|kind| kind.trim_ascii() == b"tree") {
                return Err(FetchError::NoFolder(folder.to_owned()));
            }
        }
        let printed = self.git(
            "ls-tree",
            &["ls-tree", "-r", "-z", "-l", "--full-tree", &tree],
        )?;
        let mut content = TreeContent::default();
        let mut listed = Vec::new();
        for line in printed
            .split(|byte| *byte == 0)
            .filter(|line| !line.is_empty())
        {
            let line = listed_file(line)?;
            // Before any byte of it is read.
            if listed.len() >= MOST_FILES {
                return Err(TreeError::ManyFiles.into());
            }
            content.make_room(&line.path, line.size)?;
            listed.push(line);
        }
        let total: u64 = listed.iter().map(|file| file.size).sum();
        content.make_room("", 0)?;
        if total > crate::tree::LARGEST_TREE {
            return Err(TreeError::LargeTree.into());
        }
        let objects: String = listed
            .iter()
            .map(|file| format!("{}\n", file.object))
            .collect();
        let printed = self.git_with(
            "cat-file",
            &["cat-file", "--batch"],
            Some(objects.as_bytes()),
        )?;
        let mut rest = printed.as_slice();
        for file in listed {
            let bytes = next_object(&mut rest, &file).ok_or_else(|| FetchError::Git {
                step: "cat-file",
                message: format!("the object {} is missing", file.object),
            })?;
            content.add(&file.path, file.mode, bytes.to_vec())?;
        }
        Ok(content)
    }
}

/// `mode type object size\tpath`.
fn listed_file(line: &[u8]) -> Result<Listed, FetchError> {
    let text = std::str::from_utf8(line);
    let text = text.map_err(|_| {
        FetchError::Name(String::from_utf8_lossy(line).escape_default().to_string())
    })?;
    let damaged = || FetchError::Git {
        step: "ls-tree",
        message: format!("an unknown line: {}", text.escape_default()),
    };
    let (about, path) = text.split_once('\t').ok_or_else(damaged)?;
    let mut about = about.split_ascii_whitespace();
    let mode = about.next().unwrap_or_default();
    if mode == "160000" {
        return Err(FetchError::Submodule(path.escape_default().to_string()));
    }
    let mode = match mode {
        // As old versions of Git wrote it.
        "100664" => EntryMode::File,
        mode => EntryMode::named(mode).ok_or_else(damaged)?,
    };
    let _kind = about.next();
    let object = about.next().unwrap_or_default().to_owned();
    let size = about
        .next()
        .and_then(|size| size.parse().ok())
        .ok_or_else(damaged)?;
    Ok(Listed {
        mode,
        object,
        size,
        path: path.to_owned(),
    })
}

/// `object blob size\n`, the bytes and a line break.
fn next_object<'a>(rest: &mut &'a [u8], file: &Listed) -> Option<&'a [u8]> {
    let end = rest.iter().position(|byte| *byte == b'\n')?;
    let head = std::str::from_utf8(&rest[..end]).ok()?;
    if head != format!("{} blob {}", file.object, file.size) {
        return None;
    }
    let size = usize::try_from(file.size).ok()?;
    let bytes = rest.get(end + 1..end + 1 + size)?;
    *rest = rest.get(end + 2 + size..)?;
    Some(bytes)
}
