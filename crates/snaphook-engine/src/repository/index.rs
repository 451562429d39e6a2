//! Reading the list of files that git tracks. Pure.

/// One name in the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TrackedName {
    /// Below the folder of the repository.
    pub path: String,
    /// It is a repository of its own.
    pub is_repository: bool,
}

const REPOSITORY: u32 = 0o160_000;

/// The names in an index; `None` if it cannot be read, or names only a part.
pub(super) fn names(index: &[u8], hash: usize) -> Option<Vec<TrackedName>> {
    let mut rest = index.strip_prefix(b"DIRC")?;
    let version = number(&mut rest)?;
    let count = number(&mut rest)?;
    if !(2..=4).contains(&version) {
        return None;
    }
    let mut found: Vec<TrackedName> = Vec::new();
    let mut last: Vec<u8> = Vec::new();
    for _ in 0..count {
        let start = rest.len();
        // Times, device and inode; mode; owner, group and size; the hash.
        take(&mut rest, 24)?;
        let mode = number(&mut rest)?;
        take(&mut rest, 12 + hash)?;
        let flags = take(&mut rest, 2)?;
        if flags[0] & 0x40 != 0 {
            if version < 3 {
                return None;
            }
            take(&mut rest, 2)?;
        }
        if version == 4 {
            let dropped = offset(&mut rest)?;
            last.truncate(last.len().checked_sub(dropped)?);
        } else {
            last.clear();
        }
        let end = rest.iter().position(|byte| *byte == 0)?;
        last.extend_from_slice(take(&mut rest, end)?);
        let zeros = match version {
            4 => 1,
            _ => 8 - (start - rest.len()) % 8,
        };
        take(&mut rest, zeros)?;
        found.push(TrackedName {
            path: String::from_utf8_lossy(&last).into_owned(),
            is_repository: mode & 0o170_000 == REPOSITORY,
        });
    }
    // A part of the list may be in another file.
    while rest.len() > hash {
        let name = take(&mut rest, 4)?;
        if name == b"link" {
            return None;
        }
        let size = usize::try_from(number(&mut rest)?).ok()?;
        take(&mut rest, size)?;
    }
    (rest.len() == hash).then_some(found)
}

fn take<'b>(rest: &mut &'b [u8], count: usize) -> Option<&'b [u8]> {
    let (taken, after) = rest.split_at_checked(count)?;
    *rest = after;
    Some(taken)
}

fn number(rest: &mut &[u8]) -> Option<u32> {
    let bytes = take(rest, 4)?;
    Some(u32::from_be_bytes(bytes.try_into().ok()?))
}

/// How much of the name before is dropped.
fn offset(rest: &mut &[u8]) -> Option<usize> {
    let mut byte = take(rest, 1)?[0];
    let mut value = usize::from(byte & 0x7f);
    while byte & 0x80 != 0 {
        byte = take(rest, 1)?[0];
        value = value.checked_add(1)?.checked_mul(128)?;
        value |= usize::from(byte & 0x7f);
    }
    Some(value)
}
