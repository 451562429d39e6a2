//! A source → a pack in memory. Nothing of it is written to the store or the lock file.

use std::path::{Component, Path, PathBuf};

use snaphook_packs::fetch::{
    FetchError, FetchedRepository, GitFetcher, RefKind, RemoteRev, download, read_archive,
    read_folder, verify_signature,
};
use snaphook_packs::{
    ListedSource, Marketplace, PackManifest, PackSource, PackTree, SourceSpec, TreeContent,
    check_pack_name,
};

use super::hooks::{PackHooks, read_hooks};
use super::place::PackWorld;
use crate::error::CommandError;
use crate::show::style;

/// A pack that was fetched.
pub(super) struct FetchedPack {
    pub(super) name: String,
    pub(super) spec: SourceSpec,
    pub(super) commit: Option<String>,
    /// What kind of revision was asked for.
    pub(super) kind: Option<RefKind>,
    pub(super) content: TreeContent,
    pub(super) tree: PackTree,
    pub(super) manifest: PackManifest,
    pub(super) hooks: PackHooks,
    pub(super) signer: Option<String>,
}

/// What a pack is taken from.
enum FetchedSource {
    Repository(FetchedRepository),
    Content(TreeContent),
}

impl FetchedSource {
    fn folder(&self, folder: Option<&str>) -> Result<TreeContent, FetchError> {
        match (self, folder) {
            (Self::Repository(repository), folder) => repository.read(folder),
            (Self::Content(content), None) => Ok(content.clone()),
            (Self::Content(content), Some(folder)) => {
                let missing = || FetchError::NoFolder(folder.to_owned());
                content.below(folder).ok_or_else(missing)
            }
        }
    }

    /// The list of plugins, where it is a marketplace.
    fn marketplace(&self) -> Result<Option<Marketplace>, FetchError> {
        const FOLDER: &str = ".claude-plugin";
        const FILE: &str = "marketplace.json";
        let folder = match self.folder(Some(FOLDER)) {
            Ok(folder) => folder,
            Err(FetchError::NoFolder(_)) => return Ok(None),
            Err(error) => return Err(error),
        };
        let mut content = TreeContent::default();
        if let Some(bytes) = folder.file(FILE) {
            let mode = snaphook_packs::EntryMode::File;
            content.add(&format!("{FOLDER}/{FILE}"), mode, bytes.to_vec())?;
        }
        Ok(Marketplace::read(&content)?)
    }
}

/// Fetches a pack; `commit` is what the revision must be, where that is known.
pub(super) async fn fetch(
    world: &PackWorld,
    spec: &SourceSpec,
    name: Option<&str>,
    commit: Option<&str>,
) -> Result<FetchedPack, CommandError> {
    let (source, rev) = get(world, spec, commit).await?;
    let mut spec = spec.clone();
    let mut rev = rev;
    let mut name = name.map(str::to_owned);
    let found = match &spec.path {
        Some(path) => match source.folder(Some(path)) {
            Err(FetchError::NoFolder(path)) => Err(path),
            found => Ok(Some(found.map_err(failed)?)),
        },
        None => Ok(None),
    };
    let content = match found {
        Ok(Some(content)) => content,
        not_found => {
            let marketplace = source.marketplace().map_err(failed)?;
            match (marketplace, not_found) {
                (None, Err(path)) => return Err(failed(FetchError::NoFolder(path))),
                (None, Ok(_)) => source.folder(None).map_err(failed)?,
                (Some(marketplace), not_found) => {
                    let wanted = not_found.err();
                    let plugin = marketplace.plugin(wanted.as_deref());
                    let plugin = plugin.map_err(|error| failed(error.into()))?;
                    name.get_or_insert_with(|| plugin.name.clone());
                    match &plugin.source {
                        ListedSource::Folder(folder) => {
                            spec.path = (!folder.is_empty()).then(|| folder.clone());
                            source.folder(spec.path.as_deref()).map_err(failed)?
                        }
                        ListedSource::Repository { spec: own, commit } => {
                            let (source, own_rev) = get(world, own, commit.as_deref()).await?;
                            spec = own.clone();
                            rev = own_rev;
                            source.folder(spec.path.as_deref()).map_err(failed)?
                        }
                        ListedSource::Unsupported(why) => {
                            let plugin = style::one_line(&plugin.name);
                            return Err(CommandError::new(format!(
                                "the plugin `{plugin}` of the marketplace cannot be fetched: {why}"
                            ))
                            .help("nothing was added"));
                        }
                    }
                }
            }
        }
    };
    let (kind, commit) = rev.map(|rev| (rev.kind, rev.commit)).unzip();
    put_together(world, content, spec, name, kind, commit)
}

fn put_together(
    world: &PackWorld,
    content: TreeContent,
    spec: SourceSpec,
    name: Option<String>,
    kind: Option<RefKind>,
    commit: Option<String>,
) -> Result<FetchedPack, CommandError> {
    let tree = content.checked().map_err(|error| failed(error.into()))?;
    let manifest = PackManifest::read(&content).map_err(|error| failed(error.into()))?;
    let signer = verify_signature(&content, &tree, world.store.root());
    let signer = signer.map_err(|error| {
        CommandError::new(error.to_string()).help(
            "nothing was changed; ask the author of the pack, and do not use it until you know why",
        )
    })?;
    let own = name.or_else(|| manifest.name.clone());
    let name = own.unwrap_or_else(|| usual_name(&spec));
    check_pack_name(&name).map_err(|error| {
        CommandError::new(error.to_string()).help("choose another one with --name")
    })?;
    let hooks = read_hooks(&content, &tree, &manifest)?;
    Ok(FetchedPack {
        name,
        spec,
        commit,
        kind,
        content,
        tree,
        manifest,
        hooks,
        signer,
    })
}

/// Gets what the source has at its revision.
async fn get(
    world: &PackWorld,
    spec: &SourceSpec,
    commit: Option<&str>,
) -> Result<(FetchedSource, Option<RemoteRev>), CommandError> {
    match &spec.source {
        PackSource::Git(_) => {
            let fetcher = fetcher(world, &spec.source);
            let rev = match (commit, &spec.rev) {
                (Some(commit), Some(rev)) if commit != rev => {
                    let rev = fetcher.resolve(Some(rev)).map_err(failed)?;
                    if rev.commit != commit {
                        return Err(moved(spec, commit, &rev.commit));
                    }
                    rev
                }
                (_, rev) => fetcher.resolve(rev.as_deref()).map_err(failed)?,
            };
            let repository = fetcher.fetch(&rev).map_err(failed)?;
            Ok((FetchedSource::Repository(repository), Some(rev)))
        }
        PackSource::Archive(url) => {
            let bytes = download(url).await.map_err(failed)?;
            let digest = spec.rev.as_deref().unwrap_or_default();
            let content = read_archive(&bytes, digest).map_err(failed)?;
            Ok((FetchedSource::Content(content), None))
        }
        PackSource::Folder(folder) => {
            let content = read_folder(&folder_of(world, folder)).map_err(failed)?;
            Ok((FetchedSource::Content(content), None))
        }
    }
}

pub(super) fn fetcher(world: &PackWorld, source: &PackSource) -> GitFetcher {
    let url = source.git_url().unwrap_or_default();
    GitFetcher::new(url, world.store.root())
}

/// A folder of the lock file is meant from the project's root.
fn folder_of(world: &PackWorld, folder: &str) -> PathBuf {
    match folder.strip_prefix("~/").zip(std::env::home_dir()) {
        Some((below, home)) => home.join(below),
        None => world.project.join(folder),
    }
}

/// A folder as the lock file has it: from the project's root where it is inside, else
/// absolute.
pub(super) fn folder_in_lock(
    world: &PackWorld,
    folder: &str,
    user: bool,
) -> Result<String, CommandError> {
    let typed = match folder.strip_prefix("~/").zip(std::env::home_dir()) {
        Some((below, home)) => home.join(below),
        None => PathBuf::from(folder),
    };
    let absolute = crate::world::folder(Some(&typed))?;
    let real = |path: &Path| snaphook_files::canonical(path).unwrap_or_else(|_| path.to_owned());
    let (inside, project) = (real(&absolute), real(&world.project));
    let plain = match inside.strip_prefix(&project) {
        Ok(below) if !user => {
            let below: Vec<_> = below
                .components()
                .filter_map(|part| match part {
                    Component::Normal(name) => name.to_str(),
                    _ => None,
                })
                .collect();
            format!("./{}", below.join("/"))
        }
        _ => inside.to_string_lossy().into_owned(),
    };
    Ok(plain)
}

/// A tag or a branch is not what it was.
pub(super) fn moved(spec: &SourceSpec, old: &str, new: &str) -> CommandError {
    let rev = spec.rev.as_deref().unwrap_or("HEAD");
    let (source, rev) = (style::one_line(spec.source.as_str()), style::one_line(rev));
    CommandError::new(format!(
        "`{rev}` of {source} was moved: it was {old}, and is {new} now"
    ))
    .help("nothing was changed; ask its author why. To take the new one, remove the pack and add it again, or name another revision")
}

/// The last name of the source.
fn usual_name(spec: &SourceSpec) -> String {
    let text = spec.path.as_deref().unwrap_or(spec.source.as_str());
    let last = text
        .trim_end_matches('/')
        .rsplit(['/', ':'])
        .next()
        .unwrap_or(text);
    let endings = [".git", ".tar.gz", ".tgz", ".tar"];
    let plain = endings.iter().find_map(|ending| last.strip_suffix(ending));
    plain.unwrap_or(last).to_owned()
}

/// The error of a fetch, with what to do.
pub(super) fn failed(error: FetchError) -> CommandError {
    let help = match &error {
        FetchError::NoGit(_) => "install Git",
        FetchError::Git { .. } => "check the address, and whether `git ls-remote` can reach it",
        FetchError::NoRev(_) | FetchError::NoFolder(_) => {
            "look at the repository for its tags, branches and folders"
        }
        FetchError::Manifest(snaphook_packs::ManifestError::Marketplace(_)) => {
            "name one of them: SOURCE#PLUGIN"
        }
        FetchError::Manifest(_) => {
            "nothing was added; the folder of the pack can be named: SOURCE#FOLDER"
        }
        FetchError::ArchiveDigest { .. } => {
            "nothing was added; somebody changed the archive, or the digest is wrong"
        }
        FetchError::Source(_) => "`snaphook pack --help` lists what a source may be",
        FetchError::Io { .. } | FetchError::Download { .. } => "nothing was added",
        _ => "nothing was added; the author of the pack must correct it",
    };
    let message = error.to_string();
    let message: Vec<String> = message.lines().map(style::one_line).collect();
    CommandError::new(message.join("\n")).help(help)
}
