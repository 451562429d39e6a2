//! A marketplace: a list of plugins, each in a folder of the same tree or in a repository
//! of its own, with the revision (`ref`) and the commit (`sha`) that are meant.

use serde_json::{Map, Value};

use super::ManifestError;
use super::pack::{invalid, object};
use crate::source::{PackSource, SourceError, SourceSpec, check_rev, is_commit};
use crate::tree::{TreeContent, check_path};

const FILE: &str = ".claude-plugin/marketplace.json";

/// The plugins of a marketplace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Marketplace {
    plugins: Vec<MarketplacePlugin>,
}

/// One plugin of a marketplace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarketplacePlugin {
    /// Its name.
    pub name: String,
    /// Where it is.
    pub source: ListedSource,
}

/// Where a plugin of a marketplace is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ListedSource {
    /// In this folder of the same tree; the empty path is the tree itself.
    Folder(String),
    /// In a repository.
    Repository {
        /// The repository, the revision and the folder in it.
        spec: SourceSpec,
        /// The commit that the revision must be.
        commit: Option<String>,
    },
    /// Somewhere that packs are not fetched from, or not safely: why.
    Unsupported(String),
}

impl Marketplace {
    /// Reads the list of a tree; `None` if it is not a marketplace.
    ///
    /// # Errors
    /// When the list cannot be read.
    pub fn read(content: &TreeContent) -> Result<Option<Self>, ManifestError> {
        if content.file(FILE).is_none() {
            return Ok(None);
        }
        let fields = object(content, FILE)?;
        let base = fields
            .get("metadata")
            .and_then(|metadata| metadata.get("pluginRoot"));
        let base = base.and_then(Value::as_str).unwrap_or_default();
        let listed = fields.get("plugins").and_then(Value::as_array);
        let listed = listed.ok_or_else(|| invalid(FILE, "`plugins` must be a list".to_owned()))?;
        let mut plugins = Vec::new();
        for entry in listed {
            let name = entry.get("name").and_then(Value::as_str);
            let name = name.ok_or_else(|| invalid(FILE, "a plugin has no name".to_owned()))?;
            let source = match entry.get("source") {
                Some(Value::String(path)) => folder(base, path)?,
                Some(Value::Object(source)) => repository(source),
                _ => ListedSource::Unsupported("it has no `source`".to_owned()),
            };
            plugins.push(MarketplacePlugin {
                name: name.to_owned(),
                source,
            });
        }
        Ok(Some(Self { plugins }))
    }

    /// The plugin of a name; without one, the only plugin.
    ///
    /// # Errors
    /// When there is none, or several and no name.
    pub fn plugin(&self, name: Option<&str>) -> Result<&MarketplacePlugin, ManifestError> {
        let known = || {
            self.plugins
                .iter()
                .map(|plugin| format!("`{}`", plugin.name.escape_default()))
                .collect()
        };
        match (name, self.plugins.as_slice()) {
            (None, [only]) => Ok(only),
            (None, _) => Err(ManifestError::Marketplace(known())),
            (Some(name), plugins) => {
                let found = plugins.iter().find(|plugin| plugin.name == name);
                found.ok_or_else(|| ManifestError::NoPlugin {
                    name: name.to_owned(),
                    known: known(),
                })
            }
        }
    }
}

fn folder(base: &str, path: &str) -> Result<ListedSource, ManifestError> {
    let plain = |path: &str| {
        path.trim_start_matches("./")
            .trim_end_matches('/')
            .to_owned()
    };
    let whole = match (path.starts_with("./"), plain(base)) {
        (true, _) => plain(path),
        (false, base) if base.is_empty() || base == "." => plain(path),
        (false, base) => format!("{base}/{}", plain(path)),
    };
    if whole.is_empty() || whole == "." {
        return Ok(ListedSource::Folder(String::new()));
    }
    check_path(&whole).map_err(|why| ManifestError::Named {
        file: FILE.to_owned(),
        path: path.to_owned(),
        why: why.to_string(),
    })?;
    Ok(ListedSource::Folder(whole))
}

fn repository(source: &Map<String, Value>) -> ListedSource {
    let text = |key: &str| source.get(key).and_then(Value::as_str);
    let url = match (text("source"), text("repo"), text("url")) {
        (Some("github"), Some(repository), _) => format!("github:{repository}"),
        (Some("url" | "git" | "git-subdir"), _, Some(url)) => url.to_owned(),
        (kind, ..) => {
            let kind = kind.unwrap_or("nothing").escape_default().to_string();
            return ListedSource::Unsupported(format!("its source is `{kind}`"));
        }
    };
    let spec = || -> Result<(SourceSpec, Option<String>), SourceError> {
        let (rev, commit) = (text("ref"), text("sha"));
        for rev in rev.iter().chain(&commit) {
            check_rev(rev)?;
        }
        let path = text("path").map(|path| path.trim_start_matches("./").trim_end_matches('/'));
        let path = path.filter(|path| !path.is_empty());
        if let Some(path) = path {
            check_path(path).map_err(|why| SourceError::Path {
                path: path.to_owned(),
                why: why.to_string(),
            })?;
        }
        let commit = commit.map(str::to_owned);
        if let Some(commit) = commit.as_deref().filter(|commit| !is_commit(commit)) {
            return Err(SourceError::Rev(commit.to_owned()));
        }
        let spec = SourceSpec {
            source: PackSource::parse(&url)?,
            rev: rev.map(str::to_owned).or_else(|| commit.clone()),
            path: path.map(str::to_owned),
        };
        Ok((spec, commit))
    };
    match spec() {
        Ok((spec, commit)) => ListedSource::Repository { spec, commit },
        Err(error) => ListedSource::Unsupported(error.to_string()),
    }
}
