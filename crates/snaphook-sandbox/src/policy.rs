//! What a hook may reach, computed from what settings say and from the folders around it.
//! Pure: the same settings and folders give the same policy on every machine.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use snaphook_core::kind::SandboxDef;

use crate::domains::{DomainPattern, DomainRules};
use crate::paths::{in_both, push, resolve};
use crate::tables::{DEVICES, PROTECTED_IN_PROJECT, SECRETS, STARTUP, SYSTEM, TOOLS};
use crate::variables::VariableRules;

/// The folders around a hook.
#[derive(Debug, Clone, Copy, Default)]
pub struct SandboxPlaces<'a> {
    /// The root of the project.
    pub project: Option<&'a Path>,
    /// The user's home.
    pub home: Option<&'a Path>,
    /// What the hook itself is made of: folders of its plugin, skill or trusted scripts.
    pub own: &'a [PathBuf],
    /// What it is given to write: the data folder of its plugin.
    pub own_writable: &'a [PathBuf],
}

/// What a hook may reach. More specific paths count more; of a path that is both, what
/// denies writing counts, and what allows reading.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct SandboxPolicy {
    /// Read and run.
    pub read: Vec<PathBuf>,
    /// Read and written.
    pub write: Vec<PathBuf>,
    /// Not read, inside of those.
    pub deny_read: Vec<PathBuf>,
    /// Not written, inside of those, whether it exists or not.
    pub deny_write: Vec<PathBuf>,
    /// Devices: read and written, and nothing below.
    pub devices: Vec<PathBuf>,
    /// The project: what lies in it must stay in it, also behind symlinks.
    pub project: Option<PathBuf>,
    /// What may be reached over the network.
    pub domains: DomainRules,
    /// What settings open to be read, beside what every hook reads.
    #[serde(skip)]
    pub opened: Vec<PathBuf>,
    /// What a hook asked for and did not get, as settings write it.
    #[serde(skip)]
    pub refused: Vec<String>,
    /// Which variables pass.
    #[serde(skip)]
    pub variables: VariableRules,
}

impl SandboxPolicy {
    /// The policy of a hook: what the first layer says holds, and each further one can
    /// only take from it. The last is the hook's own.
    #[must_use]
    pub fn of(layers: &[&SandboxDef], places: &SandboxPlaces<'_>) -> Self {
        let at = |text: &String| resolve(text, places.home, places.project);
        let all = |texts: &[String]| texts.iter().filter_map(at).collect::<Vec<_>>();
        let mut policy = Self {
            project: places.project.map(Path::to_owned),
            devices: DEVICES.iter().map(PathBuf::from).collect(),
            ..Self::default()
        };
        policy.refused = refused(layers, &all);

        let secrets: Vec<_> = SECRETS
            .iter()
            .filter_map(|place| at(&place.path.to_owned()))
            .collect();
        let denied: Vec<_> = layers
            .iter()
            .flat_map(|layer| all(&layer.deny_read))
            .collect();
        let fixed = SYSTEM
            .iter()
            .chain(TOOLS)
            .filter_map(|text| at(&(*text).to_owned()));
        let fixed = fixed.chain(places.project.map(Path::to_owned));
        let fixed = fixed.filter(|path| !denied.iter().any(|hole| path.starts_with(hole)));
        fixed.for_each(|path| push(&mut policy.read, path));
        places
            .own
            .iter()
            .for_each(|path| push(&mut policy.read, path.clone()));
        let mut opened = narrowed(
            layers,
            |layer| layer.allow_read.as_deref().map(all),
            Vec::new(),
        );
        // What is closed is opened by whoever is asked first, by a path in it: not by a
        // wider one, and not by those who can only take.
        let first = layers.first().and_then(|layer| layer.allow_read.as_deref());
        let first = first.map(all).unwrap_or_default();
        opened.retain(|path| {
            let holes = secrets.iter().chain(&denied);
            let mut holes = holes.filter(|hole| path.starts_with(hole));
            holes.all(|hole| {
                let mut said = first.iter();
                said.any(|said| path.starts_with(said) && said.starts_with(hole))
            })
        });
        for path in opened.iter().cloned() {
            push(&mut policy.read, path);
        }
        policy.opened.clone_from(&opened);

        let project: Vec<_> = places
            .project
            .iter()
            .map(|path| (*path).to_owned())
            .collect();
        policy.write = narrowed(
            layers,
            |layer| layer.allow_write.as_deref().map(all),
            project,
        );
        for path in places.own_writable {
            push(&mut policy.write, path.clone());
        }

        let closed = secrets.into_iter().chain(denied);
        for path in closed.filter(|path| !opened.contains(path)) {
            push(&mut policy.deny_read, path);
        }
        let lifted = |path: &PathBuf| policy.write.iter().any(|open| open.starts_with(path));
        let protected = places
            .project
            .into_iter()
            .flat_map(|project| PROTECTED_IN_PROJECT.iter().map(|name| project.join(name)));
        let at_home = STARTUP.iter().chain(TOOLS);
        let at_home = at_home.filter_map(|text| at(&(*text).to_owned()));
        // A project that lies in one of them is what the user works on.
        let at_home = at_home.filter(|path| {
            let inside = |project: &Path| project.starts_with(path);
            !places.project.is_some_and(inside)
        });
        let protected = protected.chain(at_home);
        let mut deny_write: Vec<_> = protected.filter(|path| !lifted(path)).collect();
        let denied = layers.iter().flat_map(|layer| all(&layer.deny_write));
        for path in denied.chain(policy.deny_read.iter().cloned()) {
            push(&mut deny_write, path);
        }
        policy.deny_write = deny_write;

        let patterns = |texts: &[String]| {
            let patterns = texts.iter().map(|text| DomainPattern::new(text));
            patterns.collect::<Vec<_>>()
        };
        policy.domains = DomainRules {
            allowed: lists(layers, |layer| layer.allowed_domains.as_deref())
                .iter()
                .map(|list| patterns(list))
                .collect(),
            denied: layers
                .iter()
                .flat_map(|layer| patterns(&layer.denied_domains))
                .collect(),
        };
        policy.variables = VariableRules {
            named: lists(layers, |layer| layer.env.as_deref()),
        };
        policy
    }

    /// Adds a folder of this very run, which is read and written: its temporary folder.
    pub fn add_writable(&mut self, path: PathBuf) {
        push(&mut self.write, path);
    }
}

/// The lists of every layer that has one. Where the first says nothing, nothing is
/// allowed, whatever others say.
fn lists<'a>(
    layers: &[&'a SandboxDef],
    list: impl Fn(&'a SandboxDef) -> Option<&'a [String]>,
) -> Vec<Vec<String>> {
    let Some(first) = layers.first().and_then(|first| list(first)) else {
        return Vec::new();
    };
    let others = layers[1..].iter().filter_map(|layer| list(layer));
    std::iter::once(first)
        .chain(others)
        .map(<[String]>::to_vec)
        .collect()
}

/// The paths that the first layer opens, and that no other closes.
fn narrowed(
    layers: &[&SandboxDef],
    list: impl Fn(&SandboxDef) -> Option<Vec<PathBuf>>,
    default: Vec<PathBuf>,
) -> Vec<PathBuf> {
    let mut open = layers
        .first()
        .and_then(|first| list(first))
        .unwrap_or(default);
    for layer in layers.iter().skip(1) {
        if let Some(own) = list(layer) {
            open = in_both(&open, &own);
        }
    }
    open
}

/// What the last layer asks for and the ones before do not give.
fn refused(layers: &[&SandboxDef], all: &impl Fn(&[String]) -> Vec<PathBuf>) -> Vec<String> {
    let Some((own, before)) = layers.split_last().filter(|(_, before)| !before.is_empty()) else {
        return Vec::new();
    };
    let mut refused = Vec::new();
    let allowed = narrowed(
        before,
        |layer| layer.allow_read.as_deref().map(all),
        Vec::new(),
    );
    for text in own.allow_read.iter().flatten() {
        let paths = all(std::slice::from_ref(text));
        if in_both(&allowed, &paths).is_empty() {
            refused.push(format!("filesystem.allowRead {text}"));
        }
    }
    let domains = lists(before, |layer| layer.allowed_domains.as_deref());
    for text in own.allowed_domains.iter().flatten() {
        if domains.is_empty() || domains.iter().any(|list| list.is_empty()) {
            refused.push(format!("network.allowedDomains {text}"));
        }
    }
    let variables = lists(before, |layer| layer.env.as_deref());
    for text in own.env.iter().flatten() {
        if variables.is_empty() {
            refused.push(format!("env {text}"));
        }
    }
    refused
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn def(value: serde_json::Value) -> SandboxDef {
        SandboxDef::read(&value).unwrap().unwrap()
    }

    fn policy(layers: &[serde_json::Value]) -> SandboxPolicy {
        let layers: Vec<_> = layers.iter().cloned().map(def).collect();
        let layers: Vec<_> = layers.iter().collect();
        let places = SandboxPlaces {
            project: Some(Path::new("/w/p")),
            home: Some(Path::new("/home/u")),
            ..SandboxPlaces::default()
        };
        SandboxPolicy::of(&layers, &places)
    }

    #[test]
    fn by_default_a_hook_reads_programs_and_its_project_and_writes_there() {
        let policy = policy(&[json!({})]);
        assert!(policy.read.contains(&"/usr".into()) && policy.read.contains(&"/w/p".into()));
        for closed in [
            "/", "/home/u", "/home", "/tmp", "/root", "/var", "/run", "/dev",
        ] {
            assert!(!policy.read.contains(&closed.into()), "{closed}");
        }
        assert_eq!(policy.write, [PathBuf::from("/w/p")]);
        assert!(policy.deny_read.contains(&"/home/u/.ssh".into()));
        assert!(policy.deny_write.contains(&"/w/p/.git".into()));
        assert!(policy.domains.is_empty());
    }

    #[test]
    fn a_hook_takes_nothing_back_from_the_defaults() {
        let defaults = json!({
            "network": {"allowedDomains": ["*.example"]},
            "filesystem": {"denyRead": ["data"], "allowRead": ["~/shared"]},
        });
        let hook = json!({
            "network": {"allowedDomains": ["a.example", "b.other"]},
            "filesystem": {"allowRead": ["~/shared/x", "/"], "allowWrite": ["/", "src"]},
            "env": ["TOKEN"],
        });
        let policy = policy(&[defaults, hook]);
        assert!(policy.domains.admit("a.example", 80).is_ok());
        assert!(policy.domains.admit("c.example", 80).is_err());
        assert!(policy.domains.admit("b.other", 80).is_err());
        assert!(policy.read.contains(&"/home/u/shared/x".into()));
        assert!(!policy.read.contains(&"/".into()));
        assert!(policy.deny_read.contains(&"/w/p/data".into()));
        assert_eq!(policy.write, ["/w/p", "/w/p/src"].map(PathBuf::from));
        assert!(!policy.variables.allow("TOKEN"));
        assert_eq!(policy.refused, ["env TOKEN"]);
    }

    #[test]
    fn a_secret_is_opened_by_its_name_and_not_by_a_wider_path() {
        let wide = policy(&[json!({"filesystem": {"allowRead": ["~"]}})]);
        assert!(wide.deny_read.contains(&"/home/u/.ssh".into()));
        let named = policy(&[json!({"filesystem": {"allowRead": ["~/.kube"]}})]);
        assert!(!named.deny_read.contains(&"/home/u/.kube".into()));
        assert!(named.deny_read.contains(&"/home/u/.ssh".into()));
        // A hook does not name it where the defaults open a wider path.
        let both = [
            json!({"filesystem": {"allowRead": ["~"], "denyRead": ["~/data"]}}),
            json!({"filesystem": {"allowRead": ["~/.ssh", "~/.aws/x", "~/data/x", "~/y"]}}),
        ];
        let both = policy(&both);
        assert_eq!(both.opened, [PathBuf::from("/home/u/y")]);
        assert!(both.deny_read.contains(&"/home/u/.ssh".into()));
    }

    #[test]
    fn what_is_denied_is_closed_also_where_every_hook_reads() {
        let policy = policy(&[json!({"filesystem": {"denyRead": ["~", "/etc", "/usr/share"]}})]);
        for closed in ["/etc", "/home/u/.nvm"] {
            assert!(!policy.read.contains(&closed.into()), "{closed}");
        }
        assert!(policy.read.contains(&"/usr".into()));
        assert!(policy.deny_read.contains(&"/usr/share".into()));
    }

    #[test]
    fn in_the_home_folder_nothing_is_written_that_runs_later() {
        let places = SandboxPlaces {
            project: Some(Path::new("/home/u")),
            home: Some(Path::new("/home/u")),
            ..SandboxPlaces::default()
        };
        let policy = SandboxPolicy::of(&[&SandboxDef::default()], &places);
        for path in [
            "/home/u/.bashrc",
            "/home/u/.local",
            "/home/u/.nvm",
            "/home/u/.ssh",
        ] {
            assert!(policy.deny_write.contains(&path.into()), "{path}");
        }
    }

    #[test]
    fn what_runs_later_is_written_only_where_it_is_named() {
        let named = policy(&[json!({"filesystem": {"allowWrite": [".", ".github/x"]}})]);
        assert!(!named.deny_write.contains(&"/w/p/.github".into()));
        assert!(named.deny_write.contains(&"/w/p/.git".into()));
    }
}
