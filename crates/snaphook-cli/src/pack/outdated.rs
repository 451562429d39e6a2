//! `pack outdated`: which packs have newer versions, as their sources say.

use std::process::ExitCode;

use serde_json::{Value, json};
use snaphook_packs::fetch::RefKind;
use snaphook_packs::{LockedPack, PackSource};

use super::args::NamedPacksArgs;
use super::fetch::{failed, fetcher};
use super::place::PackWorld;
use crate::error::CommandError;
use crate::show::{self, style};

pub(super) fn outdated(args: &NamedPacksArgs) -> Result<ExitCode, CommandError> {
    let world = PackWorld::new(args.project.as_deref())?;
    let mut moved = false;
    let mut all: Vec<Value> = Vec::new();
    for (pack, ..) in world.packs(&args.names)? {
        let newer = look(&world, &pack)?;
        moved |= newer.moved.is_some();
        if !args.json {
            crate::say!("{}  {}", pack.name, newer.words(&pack));
        }
        all.push(json!({
            "name": pack.name,
            "source": pack.source,
            "rev": pack.rev,
            "commit": pack.commit,
            "newCommit": newer.commit,
            "newTags": newer.tags,
            "movedTo": newer.moved,
        }));
    }
    if args.json {
        show::json(&all)?;
    }
    Ok(ExitCode::from(u8::from(moved)))
}

/// What a source has that is not locked.
#[derive(Default)]
struct NewerVersions {
    /// The branch has this commit now.
    commit: Option<String>,
    /// Tags of higher versions.
    tags: Vec<String>,
    /// The tag is another commit now.
    moved: Option<String>,
    /// Its source has no versions.
    without: bool,
}

fn look(world: &PackWorld, pack: &LockedPack) -> Result<NewerVersions, CommandError> {
    let source = PackSource::parse(&pack.source).map_err(|error| failed(error.into()))?;
    let mut newer = NewerVersions::default();
    if !matches!(source, PackSource::Git(_)) {
        newer.without = true;
        return Ok(newer);
    }
    let fetcher = fetcher(world, &source);
    let now = fetcher.resolve(pack.rev.as_deref()).map_err(failed)?;
    let other = pack.commit.as_ref() != Some(&now.commit);
    match now.kind {
        RefKind::Tag if other => newer.moved = Some(now.commit),
        RefKind::Branch if other => newer.commit = Some(now.commit),
        _ => {}
    }
    if now.kind == RefKind::Tag {
        let rev = pack.rev.as_deref().unwrap_or_default();
        let mut tags = fetcher.tags().map_err(failed)?;
        tags.retain(|tag| is_newer(tag, rev));
        tags.sort_by_key(|tag| version(tag));
        newer.tags = tags;
    }
    Ok(newer)
}

impl NewerVersions {
    fn words(&self, pack: &LockedPack) -> String {
        let (bad, warning) = (style::BAD, style::WARNING);
        if let Some(now) = &self.moved {
            let old = pack.commit.as_deref().unwrap_or_default();
            return format!("{bad}its tag was moved{bad:#} from {old} to {now}");
        }
        if let Some(now) = &self.commit {
            let old = pack.commit.as_deref().unwrap_or_default();
            return format!("{warning}newer{warning:#}  {old} → {now}");
        }
        match self.tags.last() {
            Some(newest) => format!(
                "{warning}newer{warning:#}  {} → {}",
                style::one_line(pack.rev.as_deref().unwrap_or_default()),
                style::one_line(newest)
            ),
            None if self.without => "its source has no versions".to_owned(),
            None => "up to date".to_owned(),
        }
    }
}

/// Whether a tag is a higher version of the same form: `v1.2.0`, `guards-1.3`.
fn is_newer(tag: &str, than: &str) -> bool {
    match (version(tag), version(than)) {
        (Some((one, tag)), Some((other, than))) => one == other && tag > than,
        _ => false,
    }
}

/// The numbers of a version and what is before them; not of one with anything after them,
/// such as `-rc1`.
fn version(tag: &str) -> Option<(String, Vec<u64>)> {
    let at = tag.find(|c: char| c.is_ascii_digit())?;
    let numbers = tag[at..].split('.').map(|part| part.parse().ok());
    Some((tag[..at].to_owned(), numbers.collect::<Option<Vec<u64>>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_higher_versions_of_the_same_form_are_newer() {
        for (tag, than) in [
            ("v1.10.0", "v1.9.3"),
            ("v2", "v1.9"),
            ("hooks-1.1", "hooks-1.0"),
        ] {
            assert!(is_newer(tag, than), "{tag} {than}");
        }
        for (tag, than) in [
            ("v1.9", "v1.9"),
            ("v2-rc1", "v1"),
            ("2.0", "v1.0"),
            ("x", "v1"),
            ("v1", "main"),
        ] {
            assert!(!is_newer(tag, than), "{tag} {than}");
        }
    }
}
